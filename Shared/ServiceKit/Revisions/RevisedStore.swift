package import Foundation
package import Postgres
import RPC

/// A store whose records change by revisions.
package protocol RevisedStore: Sendable {
    associatedtype Record: RevisedRecord

    /// The history of the records.
    var revisions: Revisions<Record> { get }

    /// A record, locked until the transaction ends.
    /// - Parameter key: The user's key; nil in services that encrypt nothing of the record.
    /// - Throws: NOT_FOUND when the user has no such record.
    func lock(_ id: UUID, of user: UUID, with key: DataKey?, in connection: PostgresConnection) async throws -> Record

    /// Writes a record with its version counted up, and ``Revisions/recording(_:before:version:changes:at:of:with:)``.
    /// - Parameter key: As in ``lock(_:of:with:in:)``.
    /// - Returns: The record as it is then.
    func save(
        _ record: Record,
        over before: Record,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Record
}

extension RevisedStore {
    /// Changes a record for its owner, as one revision.
    /// - Parameters:
    ///   - key: The user's key, under which the record and its history are encrypted; nil where they are not.
    ///   - change: Returns the changed record; its version is incremented by the store.
    /// - Returns: The record as it was, and as it is then; both the same when nothing has changed.
    /// - Throws: NOT_FOUND; ABORTED when the record isn't as its owner has seen it; what `change` throws. Then nothing has
    ///   changed.
    package func change(
        _ id: UUID,
        of user: UUID,
        with key: DataKey? = nil,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection,
        _ change: (Record) throws -> Record
    ) async throws -> (before: Record, after: Record) {
        let before = try await lock(id, of: user, with: key, in: connection)
        return try await self.change(locked: before, of: user, with: key, expecting: version, in: connection, change)
    }

    /// Changes a record that the transaction has locked already; otherwise as ``change(_:of:with:expecting:in:_:)``.
    /// - Parameter before: What ``lock(_:of:with:in:)`` has returned in this transaction.
    package func change(
        locked before: Record,
        of user: UUID,
        with key: DataKey? = nil,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection,
        _ change: (Record) throws -> Record
    ) async throws -> (before: Record, after: Record) {
        try version.require(before.version, of: revisions.noun)
        let after = try change(before)
        guard after != before else { return (before, before) }
        return (before, try await save(after, over: before, as: .owner, of: user, with: key, in: connection))
    }

    /// Changes a record for the service, such as by what it has learned, as one revision that its owner can't take back.
    ///
    /// The states before the owner's changes are changed as well, so that no undo reverts what the service has done.
    /// - Parameter change: Returns the changed record; called for the record and for each former state, it must decide by
    ///   what it is given alone.
    /// - Returns: The record as it was, and as it is then; both the same when nothing has changed.
    /// - Throws: NOT_FOUND; what `change` throws. Then nothing has changed.
    package func changeAutomatically(
        _ id: UUID,
        of user: UUID,
        with key: DataKey? = nil,
        in connection: PostgresConnection,
        _ change: (Record) throws -> Record
    ) async throws -> (before: Record, after: Record) {
        let before = try await lock(id, of: user, with: key, in: connection)
        let after = try change(before)
        _ = try await revisions.rewriteSnapshots(of: id, by: user, with: key, in: connection, change)
        guard after != before else { return (before, before) }
        return (before, try await save(after, over: before, as: .automatic, of: user, with: key, in: connection))
    }

    /// Takes back the latest change of its owner that stands, as a revision of its own.
    ///
    /// What the service has changed since the version that its owner has seen stays, and is no conflict.
    /// - Throws: NOT_FOUND; ABORTED when the record has another change of its owner; FAILED_PRECONDITION when there is nothing
    ///   to take back.
    package func undo(
        _ id: UUID,
        of user: UUID,
        with key: DataKey? = nil,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection
    ) async throws -> (Record, undone: Revision) {
        let present = try await lock(id, of: user, with: key, in: connection)
        let latest = try await revisions.latestOwnVersion(of: id, by: user, in: connection)
        try version.require(present.version, from: latest, of: revisions.noun)
        let (undone, former) = try await revisions.latest(of: id, by: user, with: key, in: connection)
        let restored = former.restored(over: present)
        let cause = RevisionCause.undo(of: undone.version)
        return (try await save(restored, over: present, as: cause, of: user, with: key, in: connection), undone)
    }
}
