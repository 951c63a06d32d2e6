import BudgetMessages
import CommonMessages
import Foundation
import Testing

/// The content of the sample receipt.
struct SampleTruth: Decodable {
    struct Store: Decodable { let name: String }
    struct Item: Decodable { let amount: String }

    let store: Store
    let date: String
    let time: String
    let currency: String
    let items: [Item]
    let total: String

    static func load() throws -> SampleTruth {
        let file = Repository.root.appending(path: "deploy/sample/receipt.json")
        return try JSONDecoder().decode(SampleTruth.self, from: Data(contentsOf: file))
    }

    /// Expects a purchase to match the print.
    func compare(with purchase: Budget.Purchase) throws {
        #expect(purchase.storeName.lowercased() == store.name.lowercased())
        #expect(purchase.purchasedAt?.date == date)
        #expect(purchase.purchasedAt?.time == time)
        #expect(purchase.currency == currency)
        #expect(purchase.total?.minorUnits == SampleTruth.cents(total))
        #expect(purchase.totalsAgree)
        let lines = purchase.items.flatMap { [$0.amount, $0.discount].compactMap { $0?.minorUnits } }
        #expect(lines.filter { $0 != 0 }.sorted() == items.map { SampleTruth.cents($0.amount) }.sorted())
        #expect(purchase.items.allSatisfy { !$0.productID.isEmpty && !$0.productName.isEmpty })
    }

    private static func cents(_ text: String) -> Int64 {
        Int64(text.replacing(".", with: "")) ?? 0
    }
}
