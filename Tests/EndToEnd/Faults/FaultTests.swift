import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import Postgres
import RPC
import Testing

extension EndToEndTests {
    @Suite("Faults lose nothing that was acknowledged", .timeLimit(.minutes(5)))
    struct FaultTests {
        @Test("when a reader is killed while reading, the receipt is read again and recorded once")
        func killedReader() async throws {
            let user = try await TestUser.new()
            let deployment = user.deployment
            let ocr = try #require(deployment.local.process("ocr")).identifier
            let receipt = try await user.upload(try sampleReceipt())
            let (killed, later) = try await user.receipts.watchReceipt(
                .init(receiptID: receipt.receiptID),
                options: user.options(timeout: .seconds(60))
            ) { stream in
                var killed: Set<Int32> = []
                var later: [OCR.ReceiptProgress] = []
                for try await progress in stream {
                    if !killed.isEmpty {
                        later.append(progress)
                    } else if progress.state == .reading, progress.percent > 0 {
                        // The progress comes from the reader.
                        killed = signalReaders(of: ocr, SIGKILL)
                    }
                }
                return (killed, later)
            }
            #expect(!killed.isEmpty)
            // Given back to the queue and begun anew: no reader had finished with it.
            #expect(later.contains { $0.state == .queued || $0.state == .reading && $0.percent == 0 })
            #expect(later.last?.state == .done)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.count == 1)
        }

        @Test(
            "ocr killed while processing a receipt resumes it",
            arguments: [OCR.ReceiptState.reading, .saving]
        )
        func killedService(at state: OCR.ReceiptState) async throws {
            let user = try await TestUser.new()
            let deployment = user.deployment
            // Saving takes as long as budget does, which therefore hangs meanwhile.
            let budget = try #require(deployment.local.process("budget"))
            if state == .saving { budget.signal(SIGSTOP) }
            defer { budget.signal(SIGCONT) }
            // Stopped, the reader is certainly reading when ocr is killed, and ends with it.
            let ocr = try #require(deployment.local.process("ocr")).identifier
            if state == .reading { _ = try await eventually { signalReaders(of: ocr, SIGSTOP).isEmpty ? nil : true } }
            let receipt = try await user.upload(try sampleReceipt())
            try await user.receipts.watchReceipt(
                .init(receiptID: receipt.receiptID),
                options: user.options(timeout: .seconds(60))
            ) { stream in
                for try await progress in stream where progress.state == state { return }
            }
            try await deployment.kill("ocr")
            let row = try await deployment.query(
                "SELECT state FROM ocr.receipts WHERE id = \(try #require(UUID(uuidString: receipt.receiptID)))"
            )[0]
            let stored: String = try row["state"]
            #expect(stored == (state == .saving ? "saving" : "reading"))
            budget.signal(SIGCONT)
            try deployment.local.start("ocr")
            try await deployment.waitUntilHealthy()
            #expect(try await user.follow(receipt.receiptID).last?.state == .done)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.count == 1)
        }

        /// What a user has been acknowledged before anything is killed, in every service.
        private struct Acknowledged {
            let user: TestUser
            let purchase: Budget.Purchase
            let receipts: [OCR.Receipt]
            let notifications: [Notifications.Notification]

            private static let task = Task { try await Acknowledged() }

            static var shared: Acknowledged {
                get async throws { try await task.value }
            }

            private init() async throws {
                user = try await TestUser.new()
                let user = user
                let recorded = try await user.recordSample()
                let request = Budget.EditPurchaseRequest(
                    purchaseID: recorded.id,
                    expectedVersion: recorded.version,
                    edits: [
                        .init(
                            edit: .newItem(
                                .init(name: "Bag", amount: .init(minorUnits: 25, currency: recorded.currency))
                            )
                        )
                    ]
                )
                purchase = try await user.purchases.editPurchase(request, options: user.options(key: UUID().canonical))
                let entry = try await eventually {
                    try await user.inbox.listNotifications(.init(), options: user.options()).notifications.first
                }
                _ = try await user.inbox.markNotificationsRead(
                    .init(notificationIDs: [entry.id]),
                    options: user.options()
                )
                notifications = try await user.inbox.listNotifications(.init(), options: user.options()).notifications
                receipts = try await user.receipts.listReceipts(.init(), options: user.options()).receipts
            }

            /// Reads everything again, after signing in with the same password.
            func expectUnchanged() async throws {
                let user = try await user.signedInAgain()
                let now = try await user.purchases.getPurchase(
                    .init(key: .purchaseID(purchase.id)),
                    options: user.options()
                )
                #expect(now == purchase)
                let notifications = try await user.inbox.listNotifications(.init(), options: user.options())
                    .notifications
                #expect(notifications == self.notifications && notifications.first?.readAt != nil)
                #expect(try await user.receipts.listReceipts(.init(), options: user.options()).receipts == receipts)
            }
        }

        @Test(
            "a service that is killed has what it acknowledged, and is found by the others",
            arguments: LocalPrograms.all
        )
        func recovery(program: String) async throws {
            let acknowledged = try await Acknowledged.shared
            let user = try await TestUser.new()
            try await user.deployment.killAndRestart(program)
            try await user.deployment.waitUntilHealthy()
            try await acknowledged.expectUnchanged()
            let purchase = try await user.recordSample()
            #expect(purchase.items.count > 5)
        }

        @Test("with budget down a receipt waits in state saving and is recorded when budget is back")
        func budgetDown() async throws {
            let user = try await TestUser.new()
            try await user.deployment.kill("budget")
            let receipt = try await user.upload(try sampleReceipt())
            try await user.receipts.watchReceipt(
                .init(receiptID: receipt.receiptID),
                options: user.options(timeout: .seconds(60))
            ) { stream in
                for try await progress in stream where progress.state == .saving { return }
            }
            let failure = await status {
                _ = try await user.purchases.listPurchases(.init(), options: user.options(timeout: .seconds(3)))
            }
            #expect(failure?.code == .unavailable)
            try user.deployment.local.start("budget")
            #expect(try await user.follow(receipt.receiptID).last?.state == .done)
            try await user.deployment.waitUntilHealthy()
        }

        @Test("with catalog down receipt is recorded as printed, and matched when catalog is back")
        func catalogDown() async throws {
            let user = try await TestUser.new()
            try await user.deployment.kill("catalog")
            let printed = try await user.recordSample()
            #expect(printed.awaitsMatching && printed.storeID.isEmpty)
            #expect(printed.items.allSatisfy { $0.productID.isEmpty && !$0.printedText.isEmpty })
            let request = Budget.EditPurchaseRequest(
                purchaseID: printed.id,
                edits: [.init(edit: .item(.init(itemID: printed.items[0].id, name: .init(value: "My own"))))]
            )
            _ = try await user.purchases.editPurchase(request, options: user.options(key: UUID().uuidString))
            // The task survives the instance that was to ask.
            try await user.deployment.killAndRestart("budget")
            try user.deployment.local.start("catalog")
            try await user.deployment.waitUntilHealthy()
            let matched = try await eventually {
                let purchase = try await user.purchases.getPurchase(
                    .init(key: .purchaseID(printed.id)),
                    options: user.options()
                )
                return purchase.awaitsMatching ? nil : purchase
            }
            #expect(!matched.storeID.isEmpty && matched.storeName.lowercased() == "juniper street market")
            #expect(matched.items[0].productName == "My own")
            #expect(matched.items.dropFirst().allSatisfy { !$0.productID.isEmpty })
            #expect(matched.version == 3)
        }

        @Test(
            "a database that ends under writes and comes back has every acknowledged one once, and programs reconnect",
            arguments: DatabaseEnd.allCases
        )
        func databaseRestart(end: DatabaseEnd) async throws {
            let user = try await TestUser.new()
            let load = WriteLoad(users: [try await TestUser.new(), try await TestUser.new()], seed: 1)
            async let writing = load.run()
            _ = try await eventually { load.acknowledged >= 10 ? true : nil }
            try await user.deployment.stopDatabase(by: end)
            let failure = await status {
                _ = try await user.purchases.listPurchases(.init(), options: user.options(timeout: .seconds(3)))
            }
            #expect(failure?.code == .unavailable)
            let before = load.acknowledged
            try await user.deployment.local.startDatabase()
            try await user.deployment.waitUntilHealthy()
            _ = try await eventually { load.acknowledged >= before + 10 ? true : nil }
            load.stop()
            #expect(try await load.differences(from: try await writing) == [])
            #expect(try await user.recordSample().items.count > 5)
        }

        @Test("programs started in any order, also long before the database, become healthy", arguments: 0..<4)
        func startOrder(seed: Int) async throws {
            let deployment = try await TestDeployment.shared
            let isLate = seed % 2 == 1
            for program in LocalPrograms.all { try await deployment.kill(program) }
            if isLate { try await deployment.stopDatabase(by: .fastShutdown) }
            // Seeded, so that a failing order can be reproduced.
            var random = TraceRandom(seed: UInt64(seed + 1))
            for program in LocalPrograms.all.shuffled(using: &random) { try deployment.local.start(program) }
            if isLate {
                // All of them run, and say themselves that they cannot serve yet.
                for program in LocalPrograms.all where program != "gateway" {
                    _ = try await eventually { try await deployment.readiness(of: program) == 503 ? true : nil }
                }
                try await deployment.local.startDatabase()
            }
            try await deployment.waitUntilHealthy()
            _ = try await TestUser.new()
        }

        @Test("a program that is asked to stop exits cleanly", arguments: LocalPrograms.all)
        func cleanStop(program: String) async throws {
            let deployment = try await TestDeployment.shared
            let process = try #require(deployment.local.process(program))
            process.signal(SIGTERM)
            #expect(await process.waitForExit() == 0)
            try deployment.local.start(program)
            try await deployment.waitUntilHealthy()
        }

        @Test("the same upload twice with one key is one receipt and one purchase")
        func sameUploadTwice() async throws {
            let user = try await TestUser.new()
            let photo = try sampleReceipt()
            let key = UUID().uuidString
            async let first = user.upload(photo, key: key)
            async let second = user.upload(photo, key: key)
            let (one, two) = try await (first, second)
            let again = try await user.upload(photo, key: key)
            #expect(one == two || one.receiptID == two.receiptID)
            #expect(again.receiptID == one.receiptID)
            #expect(try await user.follow(one.receiptID).last?.state == .done)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.count == 1)
        }
    }
}

/// Programs in the order in which tests use them.
enum LocalPrograms {
    static let all = ["gateway", "auth", "catalog", "budget", "notifications", "ocr", "orders"]
}

/// Sends a signal to the readers of an instance of ocr, which are its child processes.
/// - Returns: the processes.
private func signalReaders(of parent: Int32, _ signal: Int32) -> Set<Int32> {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = processes.compactMap(Int32.init).filter { process in
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")"),
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        else { return false }
        // After the name in parentheses: state, parent.
        return stat[end...].split(separator: " ").dropFirst(2).first == "\(parent)"
            && path.hasSuffix("/larder-receipt-reader")
    }
    children.forEach { _ = kill($0, signal) }
    return Set(children)
}
