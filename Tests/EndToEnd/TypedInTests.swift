import BudgetMessages
import CommonMessages
import Foundation
import LocalDeployment
import NotificationsMessages
import OCRMessages
import PostgresTestSupport
import RPC
import Testing

extension EndToEndTests {
    @Suite("Typing in a purchase", .timeLimit(.minutes(5)))
    struct TypedInTests {
        private func cad(_ cents: Int64) -> Common.Money { .init(minorUnits: cents, currency: "CAD") }

        private var request: Budget.CreatePurchaseRequest {
            .init(
                storeName: "Maple Corner Shop",
                storeAddress: "14 Juniper Street",
                purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
                currency: "CAD",
                items: [
                    .init(name: "Oat milk", quantityThousandths: 2_000, unitPrice: cad(349), amount: cad(698)),
                    .init(name: "Cans", amount: cad(60), returned: true),
                ],
                total: cad(638)
            )
        }

        private func create(
            _ user: TestUser,
            key: String? = UUID().uuidString,
            adjust: (inout Budget.CreatePurchaseRequest) -> Void = { _ in }
        ) async throws -> Budget.Purchase {
            var request = request
            adjust(&request)
            return try await user.purchases.createPurchase(request, options: user.options(key: key))
        }

        /// Sends a photo that cannot be read.
        private func failedReceipt(_ user: TestUser) async throws -> String {
            let blank = Repository.root.appending(path: "Tests/OCRServiceTests/Photos/blank.png")
            let photo = Array(try Data(contentsOf: blank))
            let receipt = try await user.upload(photo, keeping: .untilConfirmed).receiptID
            let end = try #require(try await user.follow(receipt).last)
            #expect(end.state == .failed && end.failure.hasSuffix("or type the receipt in by hand."))
            return receipt
        }

        @Test("is rejected without a key and with impossible values, and stores nothing")
        func rejected() async throws {
            let user = try await TestUser.new()
            let status = await status {
                _ = try await create(user, key: nil) { request in
                    request.currency = "DOLLAR"
                    request.items[0].amount = nil
                }
            }
            #expect(status?.code == .invalidArgument)
            let fields = Set(status?.fieldViolations.map(\.field) ?? [])
            #expect(fields.isSuperset(of: ["idempotency-key", "currency", "items[0].amount"]))
            #expect(try await user.purchases.listPurchases(.init(), options: user.options()).purchases.isEmpty)
        }

        @Test("from nothing adds it once, confirmed, for its owner alone; it can be corrected and undone")
        func fromNothing() async throws {
            let (user, stranger) = (try await TestUser.new(), try await TestUser.new())
            let key = UUID().uuidString
            let purchase = try await create(user, key: key)
            #expect(try await create(user, key: key).id == purchase.id)
            #expect(purchase.state == .confirmed && purchase.typedIn && purchase.totalsAgree)
            let list = try await user.purchases.listPurchases(.init(), options: user.options()).purchases
            #expect(list.map(\.id) == [purchase.id])
            let foreign = await status {
                let key = Budget.GetPurchaseRequest(key: .purchaseID(purchase.id))
                _ = try await stranger.purchases.getPurchase(key, options: stranger.options())
            }
            #expect(foreign?.code == .notFound)
            let edit = Budget.EditPurchaseRequest(
                purchaseID: purchase.id,
                edits: [.init(edit: .total(.init(value: cad(640))))]
            )
            let edited = try await user.purchases.editPurchase(edit, options: user.options())
            #expect(edited.total == cad(640))
            let undone = try await user.purchases.undoStep(.init(purchaseID: purchase.id), options: user.options())
            #expect(undone.purchase?.total == cad(638))
            #expect(undone.undone?.changes == ["Total: 6.38 → 6.40"])
        }

        @Test("from a receipt that could not be read adds it once, and lets its photo go")
        func fromReceipt() async throws {
            let user = try await TestUser.new()
            let receipt = try await failedReceipt(user)
            let failure = try await eventually {
                try await user.inbox.listNotifications(.init(), options: user.options()).notifications.first
            }
            #expect(failure.kind == "receipt_failed" && failure.message.hasSuffix("or type the receipt in by hand."))
            let purchase = try await create(user) { $0.receiptID = receipt }
            #expect(purchase.receiptID == receipt && purchase.typedIn)
            let again = await status { _ = try await create(user) { $0.receiptID = receipt } }
            #expect(again?.reason == "RECEIPT_RECORDED")
            let key = Budget.GetPurchaseRequest(key: .receiptID(receipt))
            #expect(try await user.purchases.getPurchase(key, options: user.options()).id == purchase.id)
            _ = try await eventually {
                let request = OCR.GetReceiptRequest(receiptID: receipt)
                let state = try await user.receipts.getReceipt(request, options: user.options())
                return state.hasPhoto ? nil : state
            }
            // The owner is told of the failure, and not of what they have done themselves.
            let inbox = try await user.inbox.listNotifications(.init(), options: user.options()).notifications
            #expect(inbox.map(\.kind) == ["receipt_failed"])
        }

        @Test("with the command line does the same, from nothing and from a receipt")
        func commandLine() async throws {
            let user = try await TestUser.new()
            let local = user.deployment.local
            let folder = URL.temporaryDirectory.appending(path: "larder-cli-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment = [
                "LARDER_LANGUAGE": "en",
                "LARDER_GATEWAY": "localhost:\(local.ports["gateway"])",
                "LARDER_AUTHORITY": local.folder.certificates.appending(path: "ca.pem").path,
                "LARDER_CREDENTIALS": folder.appending(path: "session.json").path,
            ]
            let larder = Repository.executables.appending(path: "larder").path
            let signIn = "printf '%s\\n' \"$1\" | \"$2\" sign-in \"$3\" --password-stdin"
            _ = try await Shell.run(
                "/bin/bash",
                ["-o", "pipefail", "-c", signIn, "sign-in", user.password, larder, user.username],
                environment: environment
            )
            let receipt = try await failedReceipt(user)
            let values = ["--store", "Maple Corner Shop", "--currency", "CAD", "--total", "6.38"]
            let shown = try await Shell.run(
                larder,
                ["purchase", "add", "--date", "2025-03-09", "--item", "Oat milk=6.98;quantity=2;price=3.49"] + values,
                environment: environment
            )
            #expect(shown.contains("confirmed") && shown.contains("Oat milk"))
            _ = try await Shell.run(
                larder,
                ["purchase", "add", "--date", "2025-03-10", "--receipt", receipt] + values,
                environment: environment
            )
            let list = try await user.purchases.listPurchases(.init(), options: user.options()).purchases
            #expect(list.map(\.receiptID) == [receipt, ""])
            #expect(list.allSatisfy { $0.typedIn && $0.state == .confirmed && $0.total == cad(638) })
            let again = try await Shell.attempt(
                larder,
                ["purchase", "add", "--receipt", receipt] + values,
                environment: environment
            )
            #expect(again.status != 0 && again.output.contains("in your log already"))
        }
    }
}
