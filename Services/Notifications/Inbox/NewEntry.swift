import Foundation

/// The entry to be created for an event.
struct NewEntry: Sendable, Equatable {
    /// The event, which creates one entry, however often it is delivered.
    var eventID: UUID
    var userID: UUID
    /// The kind, such as `receipt_ready`.
    var kind: String
    var text: InboxText
    /// The subject, such as `purchase:<id>`.
    var subject: String
    /// When it happened; nil when the event doesn't say.
    var occurredAt: Date?
}

extension String {
    /// The text, or a prefix of it with an ellipsis. Never splits a grapheme cluster.
    /// - Parameter limit: the maximum number of Unicode scalars, at least 1.
    func shortened(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        var (result, count) = ("", 1)
        for character in self {
            count += character.unicodeScalars.count
            if count > limit { break }
            result.append(character)
        }
        return result.trimmingCharacters(in: .whitespaces) + "…"
    }
}
