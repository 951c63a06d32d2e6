import Foundation
import Foundations
import Postgres

/// The columns of a history that is encrypted under the keys of its owners: `changes_sealed` and `before_sealed`. Where former
/// versions stored them as they are, they are in `changes`, which may be null, and `before`.
package struct SealedRevisions: Sendable {
    /// What each revision changed.
    package let changes: SealedColumn
    /// The states before.
    package let before: SealedColumn

    /// Describes the columns.
    /// - Parameters:
    ///   - table: The history.
    ///   - record: The column with the record's id.
    ///   - hasFormer: Whether there are columns of values that were stored before they were encrypted.
    package init(_ table: String, record: String, hasFormer: Bool = true) {
        let key = ["user_id", record, "version"]
        changes = SealedColumn(table, "changes", .texts, key: key, hasFormer: hasFormer)
        before = SealedColumn(table, "before", .bytes, key: key, hasFormer: hasFormer)
    }
}

/// What names a revision.
struct RevisionPlace {
    let user: UUID
    let record: UUID
    let version: Int64

    init(user: UUID, record: UUID, version: Int64) {
        (self.user, self.record, self.version) = (user, record, version)
    }

    /// That of a row with `user_id`, `record_id` and `version`.
    init(_ row: Row) throws {
        self.init(user: try row["user_id"], record: try row["record_id"], version: try row["version"])
    }

    /// The values of the primary key, as text.
    var names: [String] { [user.canonical, record.canonical, String(version)] }
}

/// How the changes and former states of a history are stored: as they are, or encrypted.
struct RevisionStorage: Sendable {
    let sealed: SealedRevisions?

    // MARK: Statements

    /// What a query selects for ``changes(in:at:with:)``.
    var changes: Statement { sealed?.changes.selection() ?? "changes" }
    /// What a query selects for ``before(in:at:with:)``.
    var before: Statement { sealed?.before.selection() ?? "before" }
    /// The columns that ``values(_:before:at:with:)`` are written to.
    var written: Statement { sealed == nil ? "changes, before" : "changes_sealed, before_sealed" }
    /// Whether a row has the state before.
    var hasBefore: Statement {
        sealed.map { $0.before.former == nil ? "before_sealed IS NOT NULL" : eitherBefore } ?? "before IS NOT NULL"
    }
    private var eitherBefore: Statement { "(before IS NOT NULL OR before_sealed IS NOT NULL)" }
    /// Removes the state before.
    var removal: Statement { sealed.map { "\(withoutFormer($0)) before_sealed = NULL" } ?? "before = NULL" }
    /// Removes what was stored before it was encrypted.
    private func withoutFormer(_ sealed: SealedRevisions) -> Statement {
        sealed.before.former == nil ? "" : "before = NULL,"
    }

    /// A new row's values.
    func values(_ changes: [String], before: [UInt8], at place: RevisionPlace, with key: DataKey?) throws -> Statement {
        guard let sealed else { return "\(changes), \(before)" }
        guard let key else { throw EncryptionError.unreadable }
        return """
            \(try sealed.changes.seal(changes, row: place.names, with: key)),
            \(try sealed.before.seal(before, row: place.names, with: key))
            """
    }

    /// Puts another state in place of the one before.
    func replacement(_ before: [UInt8], at place: RevisionPlace, with key: DataKey?) throws -> Statement {
        guard let sealed else { return "before = \(before)" }
        guard let key else { throw EncryptionError.unreadable }
        return "\(withoutFormer(sealed)) before_sealed = \(try sealed.before.seal(before, row: place.names, with: key))"
    }

    // MARK: Rows

    func changes(in row: Row, at place: RevisionPlace, with key: DataKey?) throws -> [String] {
        guard let sealed else { return try row["changes"] }
        return try sealed.changes.texts(in: row, row: place.names, with: key) ?? []
    }

    /// The packed state; nil when it is no longer kept.
    func before(in row: Row, at place: RevisionPlace, with key: DataKey?) throws -> [UInt8]? {
        guard let sealed else { return try row["before"] }
        return try sealed.before.bytes(in: row, row: place.names, with: key)
    }
}
