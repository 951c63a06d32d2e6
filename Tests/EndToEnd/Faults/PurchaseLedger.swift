import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC

/// What one user has written to the purchase log, as far as the user knows.
struct PurchaseLedger: Sendable {
    /// A line of a purchase, under a name of its own.
    struct Item: Sendable {
        let name: String
        let minorUnits: Int64
        /// Otherwise it may be there, once.
        var isAcknowledged: Bool
    }

    /// A purchase, under the name of a store of its own.
    struct Entry: Sendable {
        let storeName: String
        /// Nil unless it was acknowledged; it may be there once then.
        var id: String?
        var items: [Item]
    }

    var entries: [Entry] = []
    /// Failures that nothing explains.
    var unexpected: [String] = []

    /// How many writes were acknowledged.
    var acknowledged: Int {
        entries.reduce(0) { $0 + ($1.id == nil ? 0 : 1) + $1.items.dropFirst().count { $0.isAcknowledged } }
    }

    /// The purchases of a user, all pages.
    static func purchases(of user: TestUser) async throws -> [Budget.Purchase] {
        var (purchases, token): ([Budget.Purchase], String) = ([], "")
        repeat {
            let page = try await user.purchases.listPurchases(
                .init(page: .init(size: 100, token: token)),
                options: user.options()
            )
            purchases += page.purchases
            token = page.nextPageToken
        } while !token.isEmpty
        return purchases
    }

    /// Compares with what is stored.
    /// - Returns: A sentence for each difference.
    func differences(for user: TestUser) async throws -> [String] {
        var differences = unexpected
        var found: [String: [String]] = [:]
        for purchase in try await PurchaseLedger.purchases(of: user) {
            found[purchase.storeName, default: []].append(purchase.id)
        }
        for entry in entries {
            let ids = found.removeValue(forKey: entry.storeName) ?? []
            if let id = entry.id, ids != [id] {
                differences.append("\(entry.storeName) was acknowledged as \(id) and is there as \(ids)")
            } else if ids.count > 1 {
                differences.append("\(entry.storeName) was not acknowledged and is there \(ids.count) times")
            }
            guard let id = ids.first else { continue }
            differences += try await self.differences(of: entry, id: id, for: user)
        }
        return differences + found.keys.map { "\($0) is there, which nobody wrote" }
    }

    /// Lines once each, the sum of lines, and as many steps as there are lines beyond the first.
    private func differences(of entry: Entry, id: String, for user: TestUser) async throws -> [String] {
        let purchase = try await user.purchases.getPurchase(.init(key: .purchaseID(id)), options: user.options())
        var differences: [String] = []
        for item in entry.items {
            let amounts = purchase.items.filter { $0.productName == item.name }.map { $0.amount?.minorUnits ?? 0 }
            if amounts == [item.minorUnits] || (amounts.isEmpty && !item.isAcknowledged) { continue }
            let what = item.isAcknowledged ? "acknowledged" : "not acknowledged"
            differences.append("\(entry.storeName): \(item.name) was \(what) and is there as \(amounts)")
        }
        let sum = purchase.items.reduce(0) { $0 + ($1.amount?.minorUnits ?? 0) }
        if purchase.computedTotal?.minorUnits != sum {
            differences.append("\(entry.storeName): the total \(purchase.computedTotal?.minorUnits ?? 0) is not \(sum)")
        }
        let steps = try await user.purchases.listSteps(
            .init(purchaseID: id, page: .init(size: 100)),
            options: user.options()
        )
        let own = steps.steps.count { !$0.matched }
        if own != purchase.items.count - 1 {
            differences.append("\(entry.storeName): \(own) steps made \(purchase.items.count - 1) further lines")
        }
        return differences
    }
}
