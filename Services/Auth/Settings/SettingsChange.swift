import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Texts

/// A validated change of some fields of a user's settings.
struct SettingsChange: Sendable {
    /// The most choices that are remembered, and steps of tutorials.
    static let countLimit = 50

    private let values: Auth.UserSettings
    private let fields: Set<SettingsField>
    let expected: ExpectedVersion

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every invalid field.
    init(validating request: Auth.UpdateSettingsRequest) throws {
        var validator = FieldValidator()
        var fields: Set<SettingsField> = []
        if request.fields.isEmpty || request.fields.count > 2 * SettingsField.allCases.count {
            validator.reject("fields", .auth.ruleFieldNames)
        } else {
            for (index, name) in request.fields.enumerated() {
                guard let field = SettingsField(rawValue: name) else {
                    validator.reject("fields[\(index)]", .auth.ruleFieldNames)
                    continue
                }
                fields.insert(field)
            }
        }
        expected = ExpectedVersion(request.expectedVersion, &validator)
        var values = request.settings ?? .init()
        for field in SettingsField.allCases where fields.contains(field) { field.validate(&values, &validator) }
        try validator.finish()
        (self.values, self.fields) = (values, fields)
    }

    /// The settings with the change made.
    /// - Throws: INVALID_ARGUMENT when more choices would be remembered than are allowed.
    func applied(to former: Auth.UserSettings) throws(Status) -> Auth.UserSettings {
        var settings = former
        if fields.contains(.units) { settings.units = values.units }
        if fields.contains(.currency) { settings.currency = values.currency }
        if fields.contains(.language) { settings.language = values.language }
        if fields.contains(.timeZone) { settings.timeZone = values.timeZone }
        if fields.contains(.theme) { settings.theme = values.theme }
        if fields.contains(.palette) { settings.palette = values.palette }
        if fields.contains(.textSize) { settings.textSize = values.textSize }
        if fields.contains(.finishedTutorials) { settings.finishedTutorials = values.finishedTutorials }
        if fields.contains(.forgetsChoices) { settings.forgetsChoices = values.forgetsChoices }
        if fields.contains(.choices) { settings.choices = merged(former.choices) }
        if settings.forgetsChoices { settings.choices = [] }
        guard settings.choices.count <= Self.countLimit else {
            throw .invalid([
                .init(
                    "settings.choices",
                    .services.field(
                        field: "settings.choices",
                        rule: .services.ruleCountedAtMost(highest: Self.countLimit, number: settings.choices.count)
                    )
                )
            ])
        }
        return settings
    }

    /// The choices of both, the newer ones first in force; those without a value are forgotten.
    private func merged(_ former: [Auth.RememberedChoice]) -> [Auth.RememberedChoice] {
        let newer = Dictionary(values.choices.map { ($0.name, $0) }) { _, last in last }
        let kept = former.filter { newer[$0.name] == nil }
        return (kept + newer.values.filter { !$0.value.isEmpty }).sorted { $0.name < $1.name }
    }
}

/// A field of the settings that a request can name.
enum SettingsField: String, Sendable, CaseIterable {
    case units
    case currency
    case language
    case timeZone = "time_zone"
    case theme
    case palette
    case textSize = "text_size"
    case forgetsChoices = "forgets_choices"
    case choices
    case finishedTutorials = "finished_tutorials"

    /// Checks the field's value.
    fileprivate func validate(_ settings: inout Auth.UserSettings, _ validator: inout FieldValidator) {
        let path = "settings.\(rawValue)"
        switch self {
        case .units: if case .unrecognized = settings.units { validator.reject(path, .auth.ruleUnits) }
        case .theme: if case .unrecognized = settings.theme { validator.reject(path, .auth.ruleTheme) }
        case .palette: if case .unrecognized = settings.palette { validator.reject(path, .auth.rulePalette) }
        case .textSize: if case .unrecognized = settings.textSize { validator.reject(path, .auth.ruleTextSize) }
        case .currency:
            let code = settings.currency
            if !code.isEmpty, Currency(code: code)?.kind != .money { validator.reject(path, .auth.ruleCurrency) }
        case .language:
            if !settings.language.isEmpty, Language(rawValue: settings.language) == nil {
                validator.reject(path, .auth.ruleLanguage)
            }
        case .timeZone:
            if !settings.timeZone.isEmpty { _ = validator.timeZone(settings.timeZone, path) }
        case .forgetsChoices: break
        case .choices: Self.validate(choices: &settings.choices, path, &validator)
        case .finishedTutorials: Self.validate(names: &settings.finishedTutorials, path, &validator)
        }
    }

    private static func validate(
        choices: inout [Auth.RememberedChoice],
        _ path: String,
        _ validator: inout FieldValidator
    ) {
        guard isWithinLimit(choices.count, path, &validator) else { return }
        for index in choices.indices {
            if !isName(choices[index].name) { validator.reject("\(path)[\(index)].name", .auth.ruleChoiceName) }
            choices[index].value = validator.text(choices[index].value, "\(path)[\(index)].value", length: 0...500)
        }
    }

    private static func validate(names: inout [String], _ path: String, _ validator: inout FieldValidator) {
        guard isWithinLimit(names.count, path, &validator) else { return }
        for (index, name) in names.enumerated() where !isName(name) {
            validator.reject("\(path)[\(index)]", .auth.ruleChoiceName)
        }
        names = Set(names).sorted()
    }

    private static func isWithinLimit(_ count: Int, _ path: String, _ validator: inout FieldValidator) -> Bool {
        guard count > SettingsChange.countLimit else { return true }
        validator.reject(path, .services.ruleCountedAtMost(highest: SettingsChange.countLimit, number: count))
        return false
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil
    }
}
