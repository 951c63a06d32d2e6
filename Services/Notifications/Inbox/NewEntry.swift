import Foundation

/// What a user shall be told of an event.
struct NewEntry: Sendable, Equatable {
    /// Characters of a message at the most, counted as Unicode scalars.
    static let messageLimit = 200

    /// The event that it tells of; it makes one entry, however often it comes.
    var eventID: UUID
    var userID: UUID
    /// Such as `receipt_ready`.
    var kind: String
    var title: String
    /// 1 to ``messageLimit`` characters.
    var message: String
    /// What it is about, such as `purchase:<id>`.
    var subject: String
}

extension String {
    /// The text, or as much of it as fits with an ellipsis behind it. Never parts a character that a person sees as one.
    /// - Parameter limit: Unicode scalars at the most, at least 1.
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
