import BudgetMessages
import Foundation
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
    /// - Parameters:
    ///   - bounds: What its owner may type in.
    ///   - hasKey: Whether it comes with an idempotency key.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(
        validating request: Budget.EditPurchaseRequest,
        within bounds: EntryBounds,
        hasKey: Bool
    ) throws(Status) {
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
        for (index, edit) in edits.prefix(Self.limit).enumerated() { validator.bound(edit, "edits[\(index)]", bounds) }
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
