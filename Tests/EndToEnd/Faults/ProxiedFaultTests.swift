import BudgetMessages
import CommonMessages
import FaultTestSupport
import Foundation
import Foundations
import OCRMessages
import RPC
import Testing

extension EndToEndTests {
    @Suite("Faults between programs, and between them and the database", .timeLimit(.minutes(5)))
    struct ProxiedFaultTests {
        @Test("a change whose commit is answered by a broken connection is made once, however often it is sent")
        func lostCommitOfChange() async throws {
            let deployment = try await TestDeployment.proxied
            let user = try await TestUser.new(of: deployment)
            let proxy = try #require(deployment.proxies?.databases["budget"])
            defer { proxy.heal() }
            let request = Budget.CreatePurchaseRequest(
                storeName: "Corner Shop",
                purchasedAt: .init(date: "2025-03-09", timeZone: "America/Vancouver"),
                currency: "CAD",
                items: [.init(name: "Bread", amount: .init(minorUnits: 349, currency: "CAD"))]
            )
            let options = user.options(key: UUID().canonical)
            let purchase = try await losingCommits(of: proxy) {
                try await user.purchases.createPurchase(request, options: options)
            }
            #expect(try await PurchaseLedger.purchases(of: user).map(\.id) == [purchase.id])

            let addition = Budget.EditPurchaseRequest(
                purchaseID: purchase.id,
                edits: [.init(edit: .newItem(.init(name: "Milk", amount: .init(minorUnits: 199, currency: "CAD"))))]
            )
            let additionOptions = user.options(key: UUID().canonical)
            let edited = try await losingCommits(of: proxy) {
                try await user.purchases.editPurchase(addition, options: additionOptions)
            }
            #expect(edited.items.map(\.productName) == ["Bread", "Milk"])
            let now = try await user.purchases.getPurchase(
                .init(key: .purchaseID(purchase.id)),
                options: user.options()
            )
            #expect(now.items == edited.items)
        }

        @Test("a photo whose commit is answered by a broken connection is one receipt")
        func lostCommitOfUpload() async throws {
            let deployment = try await TestDeployment.proxied
            let user = try await TestUser.new(of: deployment)
            let proxy = try #require(deployment.proxies?.databases["ocr"])
            defer { proxy.heal() }
            let (photo, key) = (try sampleReceipt(), UUID().canonical)
            let receipt = try await losingCommits(of: proxy) { try await user.upload(photo, key: key) }
            let list = try await user.receipts.listReceipts(.init(), options: user.options())
            #expect(list.receipts.map(\.id) == [receipt.receiptID])
            #expect(try await user.follow(receipt.receiptID).last?.state == .done)
            #expect(try await PurchaseLedger.purchases(of: user).count == 1)
        }

        /// Makes a change while every answer to COMMIT is dropped, and once more afterwards.
        private func losingCommits<Answer>(of proxy: FaultProxy, _ change: () async throws -> Answer) async throws
            -> Answer
        {
            let former = proxy.droppedCommitAnswers
            proxy.dropCommitAnswers(.max)
            let failure = await status { _ = try await change() }
            #expect(failure?.code == .unavailable)
            #expect(proxy.droppedCommitAnswers > former)
            proxy.heal()
            return try await eventually { try await change() }
        }

        @Test("reads go on while connections between gateway and budget, and to the database, are cut again and again")
        func cuts() async throws {
            let deployment = try await TestDeployment.proxied
            let user = try await TestUser.new(of: deployment)
            let proxies = try #require(deployment.proxies)
            let (calls, database) = (
                try #require(proxies.programs["budget"]), try #require(proxies.databases["budget"])
            )
            let former = (calls.acceptedConnections, database.acceptedConnections)
            for round in 0..<20 {
                async let failure = status {
                    for _ in 0..<5 { _ = try await user.purchases.listPurchases(.init(), options: user.options()) }
                }
                (round % 2 == 0 ? calls : database).cut()
                let outcome = await failure
                #expect(outcome == nil, "\(round)")
            }
            #expect(calls.acceptedConnections > former.0 && database.acceptedConnections > former.1)
        }

        @Test("a network that vanishes ends calls at their deadline, and is used again when it is back")
        func halfOpen() async throws {
            let deployment = try await TestDeployment.proxied
            let user = try await TestUser.new(of: deployment)
            let proxy = try #require(deployment.proxies?.programs["budget"])
            defer { proxy.heal() }
            func list(_ limit: Duration) async -> Status? {
                await status {
                    _ = try await user.purchases.listPurchases(.init(), options: user.options(timeout: limit))
                }
            }
            #expect(await list(.seconds(20)) == nil)
            proxy.setHalfOpen(true)
            #expect(await list(.seconds(1))?.code == .deadlineExceeded)
            proxy.setHalfOpen(false)
            _ = try await eventually { await list(.seconds(2)) == nil ? true : nil }
            try await deployment.waitUntilHealthy()
        }

        @Test("a slow network delays calls and fails none")
        func delay() async throws {
            let deployment = try await TestDeployment.proxied
            let user = try await TestUser.new(of: deployment)
            let proxy = try #require(deployment.proxies?.databases["budget"])
            defer { proxy.heal() }
            // There and back, some times for each change: it is slow, and no reason to call the program unhealthy.
            proxy.delay(by: .milliseconds(40))
            for number in 1...10 {
                let request = Budget.CreatePurchaseRequest(
                    storeName: "Shop \(number)",
                    purchasedAt: .init(date: "2025-03-09", timeZone: "America/Vancouver"),
                    currency: "CAD",
                    items: [.init(name: "Bread", amount: .init(minorUnits: 349, currency: "CAD"))]
                )
                let failure = await status {
                    _ = try await user.purchases.createPurchase(request, options: user.options(key: UUID().canonical))
                }
                #expect(failure == nil, "\(number)")
            }
            #expect(try await PurchaseLedger.purchases(of: user).count == 10)
        }
    }
}
