import Foundation
import Foundations
import Texts

/// A record of an export as people read it: its JSON object with words in place of what only programs read.
struct ExportRecord {
    private let fields: [String: ExportValue]

    /// Reads a record; nil for what is no JSON object.
    init?(_ json: String) {
        guard let fields = try? JSONDecoder().decode([String: ExportValue].self, from: Data(json.utf8)) else {
            return nil
        }
        self.fields = fields
    }

    /// The names and values of the fields that have any, by name.
    func lines(in language: Language) -> [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.compactMap { name, value in
            if let amount = amount(name, value) { return (Self.words(name.dropLast(Self.amountSuffix.count)), amount) }
            let text = value.text(in: language)
            return text.isEmpty ? nil : (Self.words(name), text)
        }
    }

    private static func words(_ name: some StringProtocol) -> String { String(name).replacing("_", with: " ") }

    private static let amountSuffix = "_minor"

    /// An amount with its currency, where the record has one; it is stored in the currency's smallest unit.
    private func amount(_ name: String, _ value: ExportValue) -> String? {
        guard name.hasSuffix(Self.amountSuffix), case .integer(let units) = value,
            case .text(let code) = fields["currency"]
        else { return nil }
        return "\(Money.text(minorUnits: units, currencyCode: code)) \(code)"
    }
}

/// A value of a record.
private enum ExportValue: Decodable {
    case none
    case truth(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([ExportValue])
    case fields([String: ExportValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .none
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([ExportValue].self) {
            self = .list(list)
        } else {
            self = .fields(try value.decode([String: ExportValue].self))
        }
    }

    /// Empty for nothing.
    func text(in language: Language) -> String {
        switch self {
        case .none: ""
        case .truth(let truth):
            (truth ? LocalizedText.auth.exportYes : LocalizedText.auth.exportNo).rendered(in: language)
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text(let text): Self.time(text) ?? text
        case .list(let values): values.map { $0.text(in: language) }.joined(separator: ", ")
        case .fields(let fields):
            fields.sorted { $0.key < $1.key }
                .map { "\($0.key.replacing("_", with: " ")) \($0.value.text(in: language))" }.joined(separator: ", ")
        }
    }

    /// A moment to the second, as PostgreSQL writes one in JSON in UTC; nil for another text.
    private static func time(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(\+00:00|Z)/) else {
            return nil
        }
        return "\(match.1) \(match.2) UTC"
    }
}
