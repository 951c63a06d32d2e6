import BudgetMessages
import CatalogMessages
import Foundation
import OCRMessages
import RPC
import Testing

extension EndToEndTests {
    @Suite("Learning what a printed line means", .timeLimit(.minutes(5)))
    struct MappingTests {
        private func mappings(_ user: TestUser) -> Catalog.MappingsClient { .init(channel: user.channel) }

        private func guess(_ line: String, at store: String, _ user: TestUser) async throws -> Catalog.LineGuesses? {
            let request = Catalog.GuessProductsRequest(storeID: store, printedTexts: [line])
            return try await mappings(user).guessProducts(request, options: user.options()).lines.first
        }

        @Test("from a correction, for the owner's next receipt and nobody else's, until deleted")
        func correction() async throws {
            let (user, stranger) = (try await TestUser.new(), try await TestUser.new())
            let purchase = try await user.recordSample()
            let item = try #require(purchase.items.first { !$0.printedText.isEmpty })
            let name = "Something of my own"
            #expect(item.productName != name)
            let edit = Budget.PurchaseEdit(edit: .item(.init(itemID: item.id, name: .init(value: name))))
            _ = try await user.purchases.editPurchase(
                .init(purchaseID: purchase.id, expectedVersion: purchase.version, edits: [edit]),
                options: user.options(key: UUID().uuidString)
            )
            let meaning = try await eventually {
                let line = try await guess(item.printedText, at: purchase.storeID, user)
                return line?.meaning?.basis == .chosen ? line?.meaning : nil
            }
            #expect(meaning.product?.name == name)

            let receipt = try await user.upload(try sampleReceipt(), key: UUID().uuidString)
            let last = try await user.follow(receipt.receiptID).last
            let again = try await user.purchases.getPurchase(
                .init(key: .purchaseID(last?.purchaseID ?? "")),
                options: user.options()
            )
            let same = try #require(again.items.first { $0.printedText == item.printedText })
            #expect(same.productName == name && same.productID == meaning.product?.id)
            let theirs = try await stranger.recordSample().items.first { $0.printedText == item.printedText }
            #expect(theirs?.productName != name)

            let chosen = Catalog.ListMappingsRequest(filter: .chosen)
            let mine = try await mappings(user).listMappings(chosen, options: user.options()).mappings
            #expect(mine.map(\.product?.name) == [name])
            let id = try #require(mine.first).id
            let foreign = try await mappings(stranger).forgetMapping(.init(mappingID: id), options: stranger.options())
            #expect(!foreign.forgotten)
            #expect(try await mappings(user).forgetMapping(.init(mappingID: id), options: user.options()).forgotten)
            #expect(try await mappings(user).listMappings(chosen, options: user.options()).mappings == [])
        }

        @Test("is visible across users to operators alone")
        func operators() async throws {
            let user = try await TestUser.new()
            let shared = Catalog.SharedMappingsClient(channel: user.channel)
            let refusal = await status { _ = try await shared.listSharedMappings(.init(), options: user.options()) }
            #expect(refusal?.code == .permissionDenied && refusal?.reason == .callerNotAllowed)
        }
    }
}
