package import Foundation

/// The rows of a user's list that an update is about.
package struct ListChanges: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        /// The transaction of the row's latest change.
        var transaction: UInt64
        var row: UUID
        var isRemoved: Bool
    }

    /// In the order in which updates have them.
    private(set) var entries: [Entry]
    /// Whether more changes follow, in another update.
    private(set) var hasMore: Bool

    /// The changes of an update.
    /// - Parameter limit: How many rows it may have; further ones are left to the next update.
    init(_ entries: [Entry] = [], limit: Int = .max) {
        self.entries = Array(entries.prefix(limit))
        hasMore = entries.count > limit
    }

    /// The rows that were added or changed, and have not been removed since.
    package var changed: [UUID] { entries.filter { !$0.isRemoved }.map(\.row) }

    /// The rows that were removed.
    package var removed: [UUID] { entries.filter(\.isRemoved).map(\.row) }

    /// Leaves all rows after one of them to the next update, because this one would be too large.
    package mutating func end(after row: UUID) {
        guard let last = entries.firstIndex(where: { $0.row == row }), last < entries.count - 1 else { return }
        entries.removeSubrange((last + 1)...)
        hasMore = true
    }
}

/// An update of a watched list.
package struct ListUpdate<Content: Sendable>: Sendable {
    /// Resumes the watch after this update.
    package let cursor: String
    /// Whether the client has to read the list anew: what changes from now on is sent.
    package let isReset: Bool
    /// What the service has read for it.
    package let content: Content
}
