/// A failure to encode or decode a message.
public enum MessageError: Error, Hashable, Sendable {
    /// The bytes are not such a message.
    case malformed
    /// The message needs more memory than its budget allows.
    case resourceExhausted
    /// A string is not UTF-8. `field` is its path, such as `items[2].name`.
    case invalidUTF8(field: String)
    /// A string has a NUL character inside, which the C structures can't hold. `field` is its path.
    case containsNUL(field: String)

    /// The same error as seen from the message that has the failing one in `field`.
    @usableFromInline
    func inside(_ field: StaticString, at index: Int? = nil) -> MessageError {
        let prefix = index.map { "\(field)[\($0)]" } ?? "\(field)"
        switch self {
        case .malformed, .resourceExhausted: return self
        case .invalidUTF8(let field): return .invalidUTF8(field: field.isEmpty ? prefix : "\(prefix).\(field)")
        case .containsNUL(let field): return .containsNUL(field: field.isEmpty ? prefix : "\(prefix).\(field)")
        }
    }
}

extension MessageError: CustomStringConvertible {
    /// A sentence without any content of the message.
    public var description: String {
        switch self {
        case .malformed: "The bytes are not a valid message."
        case .resourceExhausted: "The message needs more memory than is allowed."
        case .invalidUTF8(let field): "The field \"\(field)\" is not valid UTF-8."
        case .containsNUL(let field): "The field \"\(field)\" contains a NUL character."
        }
    }
}
