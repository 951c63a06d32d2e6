import AuthMessages
import BudgetMessages
import Foundation
import Foundations
import OCRMessages
import Postgres
import RPC
import Testing

extension EndToEndTests {
    @Suite("A user who leaves", .timeLimit(.minutes(5)))
    struct ErasureTests {
        @Test("takes everything along, closes the account, and is erased by all services once it can't be reopened")
        func leaves() async throws {
            let (leaving, staying) = (try await TestUser.new(), try await TestUser.new())
            for user in [leaving, staying] {
                let receipt = try await user.upload(try sampleReceipt(), keeping: .keep)
                #expect(try await user.follow(receipt.receiptID).last?.state == .done)
            }
            let archive = try await leaving.export()
            for name in [
                "auth/accounts.json", "budget/purchases.json", "ocr/receipt_readings.json",
                "notifications/notifications.json", "catalog/receipt_text_mappings.json", "ocr/receipt_images/",
                "index.html",
            ] {
                #expect(archive.range(of: Data(name.utf8)) != nil, "\(name)")
            }

            let ended = await leaving.close()
            #expect(ended == nil || ended?.reason == "SESSION_ENDED")
            #expect(await status { _ = try await leaving.signedInAgain() }?.reason == "ACCOUNT_CLOSED")
            _ = try await eventually {
                await status { _ = try await leaving.purchases.listPurchases(.init(), options: leaving.options()) }?
                    .reason == "SESSION_ENDED" ? true : nil
            }
            try await leaving.erase()

            #expect(try await leaving.tables().subtracting(TestUser.tablesAfterErasure) == [])
            #expect(
                try await staying.tables().isSuperset(of: ["auth.accounts", "budget.purchases", "ocr.receipts"])
            )
            #expect(try await staying.purchases.listPurchases(.init(), options: staying.options()).purchases.count == 1)
            let confirmed = try await leaving.deployment.query(
                """
                SELECT service FROM auth.erasure_tasks
                WHERE account_id = \(try leaving.account) AND confirmed_at IS NOT NULL ORDER BY service
                """
            )
            #expect(
                try confirmed.map { try $0["service"] as String } == [
                    "auth", "budget", "catalog", "notifications", "ocr", "orders",
                ]
            )
        }
    }
}
