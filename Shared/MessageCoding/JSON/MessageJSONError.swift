/// A failure to convert between a message and its JSON.
public struct MessageJSONError: Error, Hashable, Sendable {
    /// What kind of fault it is.
    public enum Kind: Hashable, Sendable {
        /// The text is not JSON.
        case syntax
        /// The text is longer, deeper or of more values than the limits allow, or the message takes more memory than allowed.
        case tooLarge
        case unknownField
        /// A field, or another member of its `oneof`, is there already.
        case duplicateField
        case wrongType
        /// A number, time or text that the field's type can't hold.
        case outOfRange
        case unknownEnumerationValue
        /// The encoded message is malformed.
        case malformedMessage
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// Where it is, such as `items[2].amount`; empty for the whole text.
    public let path: String
    /// A sentence that says what is wrong. It has no content of the message except names of fields.
    public let explanation: String
    /// Of text that is not JSON: the byte at which that shows, from 0.
    public let position: Int?

    init(_ kind: Kind, _ explanation: String, path: String = "", position: Int? = nil) {
        self.kind = kind
        self.path = path
        self.explanation = explanation
        self.position = position
    }

    init(_ error: MessageError) {
        switch error {
        case .malformed: self.init(.malformedMessage, "\(error)")
        case .resourceExhausted: self.init(.tooLarge, "\(error)")
        case .invalidUTF8(let field), .containsNUL(let field): self.init(.outOfRange, "\(error)", path: field)
        }
    }

    /// The same error as seen from the object that has the failing one in `field`.
    func inside(_ field: String, at index: Int? = nil) -> MessageJSONError {
        let prefix = index.map { "\(field)[\($0)]" } ?? field
        return MessageJSONError(
            kind,
            explanation,
            path: path.isEmpty ? prefix : "\(prefix).\(path)",
            position: position
        )
    }
}

extension MessageJSONError: CustomStringConvertible {
    /// The explanation with the path before it.
    public var description: String {
        path.isEmpty ? explanation : "\(path): \(explanation)"
    }
}
