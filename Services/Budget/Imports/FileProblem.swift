import RPC
import ServiceKit
import Texts

/// Why nothing of a file can be imported.
enum FileProblem: Error, Equatable {
    case empty
    case tooLarge
    case notText
    /// Text, but of no known format.
    case unknownFormat
    case tooManyRows
    /// A document of another program, or of a newer version.
    case otherDocument
    /// A document that ends before it is complete, or is nested in a way that none of Larder's is.
    case broken

    /// The rest of a sentence that begins with the field.
    private var rule: LocalizedText {
        switch self {
        case .empty: .budget.importRuleEmpty
        case .tooLarge: .budget.importRuleTooLarge(highest: ImportLimits.bytes >> 20)
        case .notText: .budget.importRuleNotText
        case .unknownFormat: .budget.importRuleUnknownFormat
        case .tooManyRows: .budget.importRuleTooManyRows(highest: ImportLimits.rows)
        case .otherDocument: .budget.importRuleOtherDocument
        case .broken: .budget.importRuleBroken
        }
    }

    /// INVALID_ARGUMENT of the file's field.
    var status: Status {
        var validator = FieldValidator()
        validator.reject("contents", rule)
        do throws(Status) { try validator.finish() } catch { return error }
        preconditionFailure("a rejected field is reported")
    }
}

/// Why a row cannot be read, as a sentence for its owner.
struct RowProblem: Error, Equatable {
    let text: LocalizedText

    init(_ text: LocalizedText) { self.text = text }

    /// What a validator has found.
    init(_ status: Status) {
        let texts = status.fieldViolations.map(\.text)
        text = texts.isEmpty ? status.text : .joined(texts, separator: " ")
    }
}
