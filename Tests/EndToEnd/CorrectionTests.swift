import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import Logging
import NotificationsMessages
import OCRMessages
import Postgres
import RPC
import ServiceKit
import Testing

extension EndToEndTests {
    @Suite("Correcting a purchase beside its photo", .timeLimit(.minutes(5)))
    struct CorrectionTests {
        /// Sends the sample and waits for its purchase.
        private func record(
            _ user: TestUser,
            keeping: OCR.PhotoKeeping = .keep
        ) async throws -> (OCR.UploadReceiptResponse, Budget.Purchase) {
            let receipt = try await user.upload(try sampleReceipt(), keeping: keeping)
            let last = try await user.follow(receipt.receiptID).last
            let key = Budget.GetPurchaseRequest(key: .purchaseID(last?.purchaseID ?? ""))
            return (receipt, try await user.purchases.getPurchase(key, options: user.options()))
        }

        private func edit(
            _ purchase: Budget.Purchase,
            _ user: TestUser,
            key: String = UUID().uuidString,
            _ edits: Budget.PurchaseEdit.Edit...
        ) async throws -> Budget.Purchase {
            let request = Budget.EditPurchaseRequest(
                purchaseID: purchase.id,
                expectedVersion: purchase.version,
                edits: edits.map { .init(edit: $0) }
            )
            return try await user.purchases.editPurchase(request, options: user.options(key: key))
        }

        @Test("every change is denied to others, sent to watchers, and can be undone exactly")
        func steps() async throws {
            let (user, stranger) = (try await TestUser.new(), try await TestUser.new())
            let (_, purchase) = try await record(user)
            #expect(await status { _ = try await edit(purchase, stranger, .time(.init())) }?.code == .notFound)
            let request = Budget.WatchPurchaseRequest(purchaseID: purchase.id)
            try await user.purchases.watchPurchase(request, options: user.options(timeout: .seconds(60))) { updates in
                #expect(try await updates.next()?.purchase == purchase)
                let line = try #require(purchase.items.first)
                let amount = Common.Money(minorUnits: 325, currency: purchase.currency)
                let edited = try await edit(
                    purchase,
                    user,
                    .newItem(.init(name: "Bread", amount: amount, afterItemID: line.id)),
                    .item(.init(itemID: line.id, name: .init(value: "Corrected by hand"))),
                    .storeAddress(.init(value: "1 Main Street"))
                )
                #expect(edited.items.map(\.productName).prefix(2) == ["Corrected by hand", "Bread"])
                #expect(!edited.totalsAgree, "the check is shown, and refuses nothing")
                let stale = await status { _ = try await edit(purchase, user, .time(.init())) }
                #expect(stale?.reason == "VERSION_CONFLICT")
                let undone = try await user.purchases.undoStep(
                    .init(purchaseID: purchase.id, expectedVersion: edited.version),
                    options: user.options(key: UUID().uuidString)
                )
                #expect(undone.undone?.changes.contains("Added “Bread”: 3.25") == true)
                var restored = purchase
                restored.version = 3
                #expect(undone.purchase == restored)
                for expected in [edited, restored] { #expect(try await updates.next()?.purchase == expected) }
            }
        }

        @Test("its photo is available with field positions, and its text searchable, for its owner alone")
        func photo() async throws {
            let (user, stranger) = (try await TestUser.new(), try await TestUser.new())
            let (upload, purchase) = try await record(user)
            let id = upload.receiptID
            let receipt = try await user.receipts.getReceipt(.init(receiptID: id), options: user.options())
            let reading = try #require(receipt.reading)
            let header = try await user.receipts.downloadPhoto(
                .init(receiptID: id),
                options: user.options()
            ) { parts -> OCR.PhotoHeader in
                guard case .header(let header) = try await parts.next()?.part else { throw TimedOut() }
                var size: Int64 = 0
                while case .chunk(let chunk) = try await parts.next()?.part { size += Int64(chunk.count) }
                #expect(size == header.size)
                return header
            }
            #expect((header.width, header.height) == (reading.photoWidth, reading.photoHeight))
            let boxes = [reading.total?.box, reading.storeName?.box] + reading.items.map(\.box)
            for box in boxes.compactMap(\.self) {
                #expect(box.x >= 0 && box.x + box.width <= header.width && box.width > 0)
                #expect(box.y >= 0 && box.y + box.height <= header.height && box.height > 0)
            }
            #expect(purchase.items.allSatisfy { (1...reading.items.count).contains(Int($0.receiptLine)) })

            let words = OCR.SearchReceiptsRequest(text: String(purchase.storeName.prefix(5)))
            let found = try await user.receipts.searchReceipts(words, options: user.options()).matches
            #expect(found.map(\.receipt?.id) == [id])
            #expect(try await stranger.receipts.searchReceipts(words, options: stranger.options()).matches.isEmpty)
            let foreign = await status {
                try await stranger.receipts.downloadPhoto(.init(receiptID: id), options: stranger.options()) { parts in
                    _ = try await parts.next()
                }
            }
            #expect(foreign?.code == .notFound)
            let removed = try await user.receipts.removePhoto(.init(receiptID: id), options: user.options())
            #expect(!removed.hasPhoto && removed.reading?.rawText == "")
        }

        @Test("a photo kept until confirmation is removed then")
        func checked() async throws {
            let user = try await TestUser.new()
            let (upload, purchase) = try await record(user, keeping: .untilConfirmed)
            let request = OCR.GetReceiptRequest(receiptID: upload.receiptID)
            #expect(try await user.receipts.getReceipt(request, options: user.options()).hasPhoto)
            let confirmation = Budget.ConfirmPurchaseRequest(purchaseID: purchase.id)
            _ = try await user.purchases.confirmPurchase(confirmation, options: user.options())
            _ = try await eventually {
                let receipt = try await user.receipts.getReceipt(request, options: user.options())
                return receipt.hasPhoto ? nil : receipt
            }
        }

        @Test("a duplicate photo is detected, announced, and kept or discarded by its owner")
        func duplicate() async throws {
            let user = try await TestUser.new()
            let (first, original) = try await record(user)
            let (second, copy) = try await record(user)
            #expect(second.samePhotoReceiptID == first.receiptID)
            #expect(second.samePhotoPurchaseID == original.id)
            #expect(copy.duplicateOf == original.id)
            _ = try await eventually {
                let inbox = try await user.inbox.listNotifications(.init(), options: user.options()).notifications
                return inbox.first { $0.message.contains("already") }
            }
            let discarded = try await edit(copy, user, .duplicate(.discard))
            #expect(discarded.state == .discarded)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.map(\.id) == [original.id])
            let undo = Budget.UndoStepRequest(purchaseID: copy.id)
            let back = try await user.purchases.undoStep(undo, options: user.options()).purchase
            let kept = try await edit(try #require(back), user, .duplicate(.keep))
            #expect(kept.duplicateOf.isEmpty)
            #expect(try await user.purchases.listPurchases(.init(), options: user.options()).purchases.count == 2)
        }

        @Test("corrections are kept as examples only with their owner's consent")
        func consent() async throws {
            let user = try await TestUser.new()
            let consents = Auth.ConsentsClient(channel: user.channel)
            let service = await status {
                let request = Auth.CheckConsentRequest(userID: user.tokens.accountID, kind: .learningFromPhotos)
                _ = try await consents.checkConsent(request, options: user.options())
            }
            #expect(service?.code == .permissionDenied || service?.code == .unimplemented)
            let all = try await consents.listConsents(.init(), options: user.options()).consents
            #expect(!all.isEmpty && all.allSatisfy { !$0.given })
            let (_, purchase) = try await record(user)
            let without = try await edit(purchase, user, .time(.init(value: "10:00")))
            _ = try await consents.setConsent(
                .init(kind: .learningFromPhotos, given: true),
                options: user.options()
            )
            _ = try await edit(without, user, .time(.init(value: "11:00")))
            // Events of one user arrive in order: with the second one here, the first was not kept.
            try await awaitExamples([["10:00", "11:00"]], of: user)
            _ = try await consents.setConsent(
                .init(kind: .learningFromPhotos, given: false),
                options: user.options()
            )
            try await awaitExamples([], of: user)
        }

        private func awaitExamples(_ expected: [[String]], of user: TestUser) async throws {
            let id = try #require(UUID(uuidString: user.tokens.accountID))
            let local = user.deployment.local
            var configuration = local.superuserConfiguration()
            configuration.schema = "ocr"
            let pool = PostgresPool(
                configuration: configuration,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let file = local.folder.secrets.appending(path: "ocr.master.key").path
            let keys = PersonKeys(in: pool, masterKeys: try MasterKeys(contentsOf: file))
            let outcome: Result<Bool, any Error>
            do {
                let isThere = try await eventually {
                    let rows = try await pool.query("SELECT * FROM learning_examples WHERE user_id = \(id)")
                    let key = try await keys.existingKey(of: id)
                    let found = try rows.map { row in
                        let name = [id.canonical, (try row["id"] as UUID).canonical]
                        return try ["read_as", "said"].map { column in
                            try SealedColumn("learning_examples", column, key: ["user_id", "id"])
                                .text(in: row, row: name, with: key)
                        }
                    }
                    return found == expected ? true : nil
                }
                outcome = .success(isThere)
            } catch {
                outcome = .failure(error)
            }
            await pool.close()
            #expect(try outcome.get())
        }
    }
}
