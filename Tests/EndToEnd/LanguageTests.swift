import BudgetMessages
import CatalogMessages
import Foundation
import RPC
import Testing

extension EndToEndTests {
    @Suite("What is stored, in the reader's language", .timeLimit(.minutes(5)))
    struct LanguageTests {
        @Test("is a receipt's purchase with the names of its products in English and in French")
        func products() async throws {
            let user = try await TestUser.new()
            let purchase = try await user.recordSample()
            var french = user.options()
            french.metadata.add("accept-language", "fr")
            let item = try #require(purchase.items.first { $0.productName == "Whole milk" })
            // Budget asks catalog for the names once catalog answers.
            let read = try await eventually {
                let read = try await user.purchases.getPurchase(.init(key: .purchaseID(purchase.id)), options: french)
                return read.items.contains { $0.productName == "Lait entier" } ? read : nil
            }
            let same = try #require(read.items.first { $0.id == item.id })
            #expect(same.productName == "Lait entier" && same.printedText == item.printedText)
            let products = Catalog.ProductsClient(channel: user.channel)
            let found = try await products.searchProducts(.init(text: "lait entier"), options: french).products
            #expect(found.first?.id == item.productID && found.first?.name == "Lait entier")
            let categories = try await products.listCategories(.init(), options: french).categories
            #expect(categories.contains { $0.name == "Fruits et légumes" })
            let again = try await user.purchases.getPurchase(
                .init(key: .purchaseID(purchase.id)),
                options: user.options()
            )
            #expect(again.items.map(\.productName) == purchase.items.map(\.productName))
        }
    }
}
