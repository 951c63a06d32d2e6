import BudgetMessages
import Foundation
import LocalDeployment
import OCRMessages
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
            var killed: Set<Int32> = []
            let last = try await user.receipts.watchReceipt(
                .init(receiptID: receipt.receiptID),
                options: user.options(timeout: .seconds(60))
            ) { stream in
                var last: OCR.ReceiptProgress?
                for try await progress in stream {
                    if progress.state == .reading, killed.isEmpty { killed = killChildren(of: ocr) }
                    last = progress
                }
                return last
            }
            #expect(!killed.isEmpty)
            #expect(last?.state == .done)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.count == 1)
        }

        @Test(
            "ocr killed while processing a receipt resumes it",
            arguments: [OCR.ReceiptState.reading, .saving]
        )
        func killedService(at state: OCR.ReceiptState) async throws {
            let user = try await TestUser.new()
            let receipt = try await user.upload(try sampleReceipt())
            _ = try? await user.receipts.watchReceipt(
                .init(receiptID: receipt.receiptID),
                options: user.options(timeout: .seconds(60))
            ) { stream in
                for try await progress in stream where progress.state.rawValue >= state.rawValue { return }
            }
            try await user.deployment.killAndRestart("ocr")
            try await user.deployment.waitUntilHealthy()
            #expect(try await user.follow(receipt.receiptID).last?.state == .done)
            let list = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(list.purchases.count == 1)
        }

        @Test("a service that is killed and restarted is found by the others", arguments: LocalPrograms.all)
        func recovery(program: String) async throws {
            let user = try await TestUser.new()
            try await user.deployment.killAndRestart(program)
            try await user.deployment.waitUntilHealthy()
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

        @Test("all programs reconnect to a database that stops and comes back")
        func databaseRestart() async throws {
            let user = try await TestUser.new()
            try await user.deployment.local.stopDatabase()
            let failure = await status {
                _ = try await user.purchases.listPurchases(.init(), options: user.options(timeout: .seconds(3)))
            }
            #expect(failure?.code == .unavailable)
            try await user.deployment.local.startDatabase()
            try await user.deployment.waitUntilHealthy()
            #expect(try await user.recordSample().items.count > 5)
        }

        @Test("programs started in any order become healthy", arguments: 0..<2)
        func startOrder(seed: Int) async throws {
            let deployment = try await TestDeployment.shared
            for program in LocalPrograms.all { try await deployment.kill(program) }
            // Seeded, so that a failing order can be reproduced.
            var random = TraceRandom(seed: UInt64(seed + 1))
            for program in LocalPrograms.all.shuffled(using: &random) { try deployment.local.start(program) }
            try await deployment.waitUntilHealthy()
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

/// Kills the child processes of a process.
/// - Returns: the killed processes.
private func killChildren(of parent: Int32) -> Set<Int32> {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = processes.compactMap(Int32.init).filter { process in
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")")
        else { return false }
        // After the name in parentheses: state, parent.
        return stat[end...].split(separator: " ").dropFirst(2).first == "\(parent)"
    }
    children.forEach { _ = kill($0, SIGKILL) }
    return Set(children)
}
