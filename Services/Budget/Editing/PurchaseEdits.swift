import BudgetMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Edits of a purchase as its owner sends them.
struct PurchaseEdits: Sendable {
    /// How many there are at most.
    static let limit = 100

    let purchaseID: UUID
    let edits: [Budget.PurchaseEdit]
    let expectedVersion: ExpectedVersion
    /// The version that the owner has seen and edited; nil for the present one.
    let baseVersion: Int64?
    /// When they were made, as the device says; nil for the present time.
    let madeAt: Date?

    /// Looks a request over, as far as that is possible without the purchase.
    /// - Parameter hasKey: Whether it comes with an idempotency key.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.EditPurchaseRequest, hasKey: Bool) throws(Status) {
        var validator = FieldValidator()
        purchaseID = validator.uuid(request.purchaseID, "purchase_id")
        expectedVersion = ExpectedVersion(request.expectedVersion, &validator)
        let base = validator.number(request.baseVersion, "base_version", in: 0...Int64.max)
        if base > 0, request.expectedVersion != 0 {
            validator.reject("base_version", .budget.ruleOneVersion(other: "expected_version"))
        }
        baseVersion = base > 0 ? base : nil
        edits = request.edits
        if !(1...Self.limit).contains(edits.count) {
            validator.reject("edits", .services.ruleCounted(highest: Self.limit, number: edits.count))
        }
        // Every other edit sets what is given. The method is idempotent: clients and the gateway may send a request again.
        if request.expectedVersion == 0, !hasKey, edits.contains(where: \.addsItem) {
            validator.reject("idempotency-key", .budget.ruleKeyToAddItem(other: "expected_version"))
        }
        madeAt = request.madeAt?.date
        try validator.finish()
    }
}

extension Budget.PurchaseEdit {
    /// Whether it has another effect each time that it is applied.
    fileprivate var addsItem: Bool { if case .newItem? = edit { true } else { false } }
}

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
