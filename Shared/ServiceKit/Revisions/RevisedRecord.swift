package import Foundation

/// A record whose owner can take its changes back.
package protocol RevisedRecord: Sendable, Equatable {
    /// Identifies it among its owner's records.
    var id: UUID { get }
    /// From 1, counting up with every change.
    var version: Int64 { get }
    /// Everything that a change can change, packed.
    func snapshot() throws -> [UInt8]
    /// Reads what ``snapshot()`` gave.
    init(snapshot: [UInt8]) throws
    /// This former state with whatever of the present one no undo takes back.
    func restored(over present: Self) -> Self
}

extension RevisedRecord {
    /// The former state as it is.
    package func restored(over present: Self) -> Self { self }
}

/// One change of a record.
package struct Revision: Sendable, Hashable {
    /// The version that it made.
    package var version: Int64
    /// When it was made.
    package var madeAt: Date
    /// What it changed, as the service stored it.
    package var changes: [String]
    /// The version of the revision that this one took back.
    package var undoes: Int64?
    /// The version of the revision that took this one back.
    package var undoneBy: Int64?
    /// Whether the service made it, so that its owner can't take it back.
    package var isAutomatic: Bool

    /// Makes a revision.
    package init(
        version: Int64,
        madeAt: Date,
        changes: [String],
        undoes: Int64? = nil,
        undoneBy: Int64? = nil,
        isAutomatic: Bool = false
    ) {
        self.version = version
        self.madeAt = madeAt
        self.changes = changes
        self.undoes = undoes
        self.undoneBy = undoneBy
        self.isAutomatic = isAutomatic
    }
}

/// Who makes a revision.
package enum RevisionCause: Sendable, Hashable {
    /// The record's owner.
    case owner
    /// The record's owner, by taking back the revision that made this version.
    case undo(of: Int64)
    /// The service.
    case automatic
}

extension Revision: ListedEntry {
    /// The history's name in tokens of pages.
    package static var list: String { "steps" }
}

/// A revision's place in the history of its record, newest first: the version that it made.
package typealias RevisionKey = NumberKey<Revision>
