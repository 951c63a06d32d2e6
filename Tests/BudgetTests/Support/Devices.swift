import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import Testing

@testable import larder_budget

extension BudgetTestEnvironment {
    /// Makes edits on a purchase as a device has seen it, merged with what others have changed since.
    /// - Parameter seconds: When, since the purchase was recorded; nil for now.
    @discardableResult
    func merge(
        _ seen: Budget.Purchase,
        _ user: User,
        at seconds: Int64? = nil,
        key: String? = UUID().canonical,
        _ edits: Budget.PurchaseEdit.Edit...
    ) async throws -> Budget.Purchase {
        try await merge(seen, user, at: seconds, key: key, edits)
    }

    /// Makes edits on a purchase as a device has seen it, merged with what others have changed since.
    /// - Parameter seconds: When, since the purchase was recorded; nil for now.
    @discardableResult
    func merge(
        _ seen: Budget.Purchase,
        _ user: User,
        at seconds: Int64? = nil,
        key: String? = UUID().canonical,
        _ edits: [Budget.PurchaseEdit.Edit]
    ) async throws -> Budget.Purchase {
        let request = Budget.EditPurchaseRequest(
            purchaseID: seen.id,
            edits: edits.map { .init(edit: $0) },
            baseVersion: seen.version,
            madeAt: seconds.map { seen.time(after: $0) }
        )
        return try await service.editPurchase(request, context: user.context(idempotencyKey: key))
    }

    /// Chooses between two versions.
    @discardableResult
    func choose(
        _ conflict: Budget.PurchaseConflict,
        of purchase: Budget.Purchase,
        _ user: User,
        takesOther: Bool
    ) async throws -> Budget.Purchase {
        try await merge(purchase, user, .conflict(.init(conflictID: conflict.id, takeOther: takesOther)))
    }

    /// Catalog is asked for what a purchase still awaits.
    func match(_ purchase: Budget.Purchase, _ user: User) async throws {
        let ids = (try #require(UUID(canonical: purchase.id)), try #require(UUID(canonical: user.id)))
        _ = try #require(try await matcher.match(ids.0, of: ids.1))
    }
}

extension Budget.Purchase {
    /// The time some seconds after it was recorded.
    func time(after seconds: Int64) -> Common.Timestamp { .init(seconds: (recordedAt?.seconds ?? 0) + seconds) }

    /// The purchase in another version, such as the one that undoing makes.
    func inVersion(_ version: Int64) -> Budget.Purchase {
        var purchase = self
        purchase.version = version
        return purchase
    }
}
