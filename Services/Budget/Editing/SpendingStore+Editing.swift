import BudgetMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

extension SpendingStore {
    /// Applies edits to a purchase as one step, merged with what has been changed since the version that they were made on.
    /// - Throws: NOT_FOUND; ABORTED when the purchase isn't as its owner has seen it, or the edits can't be merged; INVALID_ARGUMENT.
    ///   Then nothing has changed.
    func apply(
        _ edits: PurchaseEdits,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        let present = try await lock(edits.purchaseID, of: user, with: key, in: connection)
        try edits.expectedVersion.require(present.version, of: revisions.noun)
        // Another device was faster.
        if present.state == .discarded, edits.edits.allSatisfy({ $0.edit == .duplicate(.discard) }) { return present }
        try present.requireNotDiscarded()
        let time = try await time(of: edits, to: present, of: user, in: connection)
        let changes = try await changes(of: present, since: edits.baseVersion, of: user, with: key, in: connection)
        var edited = try PurchaseEditor.merged(present, editedBy: edits.edits, since: changes, madeAt: time, names)
        edited.dropSettledConflicts(names)
        guard edited != present else { return present }
        return try await save(
            edited,
            over: present,
            as: .owner,
            changes: nil,
            at: time,
            of: user,
            with: key,
            in: connection
        )
    }

    /// When edits were made: not before what their device had seen, and not in the future, whatever its clock says.
    private func time(
        of edits: PurchaseEdits,
        to present: Purchase,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> Date {
        guard let madeAt = edits.madeAt else { return clock.now }
        let seen = try await revisions.latestTime(
            upTo: edits.baseVersion ?? present.version,
            of: present.id,
            by: user,
            in: connection
        )
        return min(max(madeAt, seen ?? present.recordedAt), clock.now)
    }

    /// What the owner has changed in a purchase since a version, the oldest first.
    /// - Parameter version: Nil for the present one.
    private func changes(
        of present: Purchase,
        since version: Int64?,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> [PurchaseMerge.Change] {
        guard let version, version != present.version else { return [] }
        // A version that is too old isn't looked for.
        guard (1...revisions.limit).contains(present.version - version) else { throw PurchaseMerge.overtaken(present) }
        let changes = try await revisions.ownersChanges(
            after: version,
            atMost: PurchaseMerge.limit,
            of: present.id,
            by: user,
            with: key,
            in: connection
        )
        guard let changes else { throw PurchaseMerge.overtaken(present) }
        return changes
    }
}
