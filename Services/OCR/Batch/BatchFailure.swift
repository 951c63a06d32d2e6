/// The reason why a run cannot begin or go on, in a sentence for the user.
struct BatchFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

extension DecodingError {
    /// Where in a JSON file the error is, and what is wrong there.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key])) is missing."
        case .valueNotFound(_, let context): "\(Self.place(context.codingPath)) has no value."
        case .typeMismatch(_, let context): "\(Self.place(context.codingPath)) does not have the expected form."
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not valid JSON."
        case .dataCorrupted(let context): "\(Self.place(context.codingPath)): \(context.debugDescription)"
        @unknown default: "it does not have the expected form."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "it" : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
}
