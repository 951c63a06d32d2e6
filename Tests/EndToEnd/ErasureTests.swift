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
            let archive = try await export(leaving)
            for name in [
                "auth/accounts.json", "budget/purchases.json", "ocr/receipt_readings.json",
                "notifications/notifications.json", "catalog/receipt_text_mappings.json", "ocr/receipt_images/",
                "index.html",
            ] {
                #expect(archive.range(of: Data(name.utf8)) != nil, "\(name)")
            }

            let closing = Auth.AccountClosingClient(channel: leaving.channel)
            let request = Auth.CloseAccountRequest(currentPassword: leaving.password, username: leaving.username)
            // The session that calls ends, too, which may come before the response.
            let ended = await status { _ = try await closing.closeAccount(request, options: leaving.options()) }
            #expect(ended == nil || ended?.reason == "SESSION_ENDED")
            #expect(await status { _ = try await leaving.signedInAgain() }?.reason == "ACCOUNT_CLOSED")
            _ = try await eventually {
                await status { _ = try await leaving.purchases.listPurchases(.init(), options: leaving.options()) }?
                    .reason == "SESSION_ENDED" ? true : nil
            }
            try await erase(leaving)

            let kept: Set = ["auth.audit_records", "auth.erasures", "auth.erasure_tasks"]
            #expect(try await tables(naming: leaving).subtracting(kept) == [])
            #expect(
                try await tables(naming: staying).isSuperset(of: ["auth.accounts", "budget.purchases", "ocr.receipts"])
            )
            #expect(try await staying.purchases.listPurchases(.init(), options: staying.options()).purchases.count == 1)
            let confirmed = try await leaving.deployment.query(
                """
                SELECT service FROM auth.erasure_tasks
                WHERE account_id = \(account(leaving)) AND confirmed_at IS NOT NULL ORDER BY service
                """
            )
            #expect(
                try confirmed.map { try $0["service"] as String } == [
                    "auth", "budget", "catalog", "notifications", "ocr", "orders",
                ]
            )
        }

        private func export(_ user: TestUser) async throws -> Data {
            let client = Auth.DataExportClient(channel: user.channel)
            return try await client.exportData(.init(), options: user.options(timeout: .seconds(60))) { messages in
                try await messages.reduce(into: Data()) { $0.append(contentsOf: $1.contents) }
            }
        }

        private func account(_ user: TestUser) throws -> UUID { try #require(UUID(canonical: user.tokens.accountID)) }

        /// Has the six months pass, and the pauses of the erasure.
        private func erase(_ user: TestUser) async throws {
            let (deployment, account) = (user.deployment, try account(user))
            _ = try await deployment.query("UPDATE auth.accounts SET erase_at = now() WHERE id = \(account)")
            _ = try await eventually {
                _ = try await deployment.query(
                    "UPDATE auth.scheduled_jobs SET due_at = now() WHERE name = 'erase closed accounts' AND claim IS NULL"
                )
                _ = try await deployment.query(
                    """
                    UPDATE auth.erasure_tasks SET due_at = now()
                    WHERE account_id = \(account) AND confirmed_at IS NULL AND claim IS NULL AND due_at > now()
                    """
                )
                let finished = try await deployment.query(
                    "SELECT 1 FROM auth.erasures WHERE account_id = \(account) AND finished_at IS NOT NULL"
                )
                return finished.isEmpty ? nil : true
            }
        }

        /// The tables of all services that name a user anywhere.
        private func tables(naming user: TestUser) async throws -> Set<String> {
            let pattern = "%\(user.tokens.accountID)%"
            let all = try await user.deployment.query(
                """
                SELECT schemaname::text AS schema, tablename::text AS name FROM pg_tables
                WHERE schemaname IN ('auth', 'ocr', 'catalog', 'budget', 'orders', 'notifications')
                """
            )
            var found: Set<String> = []
            for row in all {
                let (schema, name): (String, String) = (try row["schema"], try row["name"])
                let rows = try await user.deployment.query(
                    """
                    SELECT 1 FROM \(identifier: schema).\(identifier: name) AS t WHERE to_jsonb(t)::text LIKE \(pattern) LIMIT 1
                    """
                )
                if !rows.isEmpty { found.insert("\(schema).\(name)") }
            }
            return found
        }
    }
}
