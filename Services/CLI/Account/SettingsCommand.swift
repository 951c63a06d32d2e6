import ArgumentParser
import LarderClient
import Texts

/// Shows and changes the user's settings, which are the same on every device.
struct SettingsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "settings",
            abstract: .cli.settingsAbstract,
            subcommands: [SettingsShowCommand.self, SettingsSetCommand.self],
            defaultSubcommand: SettingsShowCommand.self
        )
    }
}

/// Shows the settings.
struct SettingsShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.settingsShow)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try context.show(settings: try await context.client.settings.getSettings(.init(), options: context.callOptions))
    }
}

/// Changes one setting.
struct SettingsSetCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "set", abstract: .cli.settingsSet)
    }

    @Argument(help: ArgumentHelp(.cli.settingsName))
    var name: SettingName

    @Argument(help: ArgumentHelp(.cli.settingsValue(value: SettingName.unset)))
    var value: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard name.settings(with: value) == nil else { return }
        throw ValidationError(.cli.settingsValues(values: name.values.joined(separator: ", ")))
    }

    func run(_ context: CommandContext) async throws {
        guard let settings = name.settings(with: value) else { return }
        let request = Auth.UpdateSettingsRequest(settings: settings, fields: [name.field])
        try context.show(
            settings: try await context.client.settings.updateSettings(request, options: context.callOptions)
        )
    }
}

/// A setting as written on the command line.
enum SettingName: String, CaseIterable, ExpressibleByArgument {
    case units, currency, language
    case timeZone = "time-zone"
    case theme, palette
    case textSize = "text-size"
    case rememberChoices = "remember-choices"

    /// What leaves a setting to each device.
    static let unset = "default"

    /// The field of the request.
    var field: String {
        self == .rememberChoices ? "forgets_choices" : rawValue.replacing("-", with: "_")
    }

    /// The values that can be chosen; those of which the service knows more are left to it.
    var values: [String] {
        switch self {
        case .units: [Self.unset, "metric", "imperial", "canadian"]
        case .theme: [Self.unset, "device", "light", "dark"]
        case .palette: [Self.unset, "standard", "blue", "contrast"]
        case .textSize: [Self.unset, "normal", "large", "larger"]
        case .rememberChoices: ["yes", "no"]
        case .currency, .language, .timeZone: []
        }
    }

    /// Settings with this one; nil when there is no such value.
    func settings(with value: String) -> Auth.UserSettings? {
        let text = value == Self.unset ? "" : value
        // The order of the values is that of the enumeration's numbers.
        guard let number = values.isEmpty ? 0 : values.firstIndex(of: value).map({ Int32($0) }) else { return nil }
        return switch self {
        case .units: .init(units: .init(rawValue: number))
        case .currency: .init(currency: text)
        case .language: .init(language: text)
        case .timeZone: .init(timeZone: text)
        case .theme: .init(theme: .init(rawValue: number))
        case .palette: .init(palette: .init(rawValue: number))
        case .textSize: .init(textSize: .init(rawValue: number))
        case .rememberChoices: .init(forgetsChoices: number == 1)
        }
    }

    /// What the settings say.
    func value(in settings: Auth.UserSettings) -> String {
        func named(_ number: Int32) -> String { values.indices.contains(Int(number)) ? values[Int(number)] : "?" }
        func text(_ value: String) -> String { value.isEmpty ? Self.unset : value }
        return switch self {
        case .units: named(settings.units.rawValue)
        case .currency: text(settings.currency)
        case .language: text(settings.language)
        case .timeZone: text(settings.timeZone)
        case .theme: named(settings.theme.rawValue)
        case .palette: named(settings.palette.rawValue)
        case .textSize: named(settings.textSize.rawValue)
        case .rememberChoices: named(settings.forgetsChoices ? 1 : 0)
        }
    }
}

extension CommandContext {
    /// Shows settings.
    fileprivate func show(settings: Auth.UserSettings) throws {
        try show(settings) { paint in
            var table = Table([.init(title: .cli.settingsHeading), .init(title: .cli.settingsHeadingValue)])
            for name in SettingName.allCases {
                table.add([.init(name.rawValue), .init(name.value(in: settings), .bold)])
            }
            return table.text(paint)
        }
    }
}
