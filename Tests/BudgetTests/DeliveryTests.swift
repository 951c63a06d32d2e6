import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget
@testable import larder_notifications

@Suite("A recorded purchase", .timeLimit(.minutes(5)))
struct DeliveryTests {
    private func record(_ platform: TestPlatform, _ request: Budget.RecordPurchaseRequest, as caller: String)
        async throws -> Budget.Purchase
    {
        let server = try await platform.serve(BudgetProgram.self)
        let channel = try await platform.channel(to: server, "budget", as: caller)
        let outcome: Result<Budget.Purchase, any Error>
        do {
            outcome = .success(try await Budget.PurchasesClient(channel: channel).recordPurchase(request))
        } catch {
            outcome = .failure(error)
        }
        channel.close()
        await server.stop()
        return try outcome.get()
    }

    private func whileRelaying(_ platform: TestPlatform, _ body: () async throws -> Void) async throws {
        let relay = Task { await platform.budget.work.run(EventOutbox.relay(platform.budget)) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        relay.cancel()
        await relay.value
        try outcome.get()
    }

    @Test("is accepted from ocr only")
    func callers() async throws {
        try await TestPlatform.with { platform in
            let status = await failure { try await record(platform, .sample(User()), as: "orders") }
            #expect(status?.code == .permissionDenied)
            let rows = try await platform.budget.database.query("SELECT count(*) AS count FROM purchases")
            #expect(try rows[0]["count"] as Int == 0)
        }
    }

    @Test("reaches its owner's inbox once, and the outbox is empty then")
    func delivered() async throws {
        try await TestPlatform.with { platform in
            let user = User()
            let server = try await platform.serve(NotificationsProgram.self, port: platform.notificationsPort)
            try await whileRelaying(platform) {
                let request = Budget.RecordPurchaseRequest.sample(user)
                let purchase = try await record(platform, request, as: "ocr")
                #expect(try await record(platform, request, as: "ocr") == purchase)
                try await until("the outbox is empty") {
                    try await platform.budget.database.query("SELECT 1 FROM outbox").isEmpty
                }
                let inbox = try await platform.inbox(of: user)
                #expect(inbox.map(\.message) == ["Juniper Street Market, CA$9.20, 3 items. 1 to check."])
                #expect(inbox.map(\.subject) == ["purchase:\(purchase.id)"])
                #expect(try await platform.inbox(of: User()).isEmpty)
            }
            await server.stop()
        }
    }

    @Test("waits until notifications is available again")
    func receiverDown() async throws {
        try await TestPlatform.with { platform in
            let user = User()
            try await whileRelaying(platform) {
                _ = try await record(platform, .sample(user), as: "ocr")
                try await until("a delivery has failed") {
                    let rows = try await platform.budget.database.query(
                        "SELECT 1 FROM outbox WHERE attempts > 0 AND last_error IS NOT NULL"
                    )
                    return !rows.isEmpty
                }
                let server = try await platform.serve(NotificationsProgram.self, port: platform.notificationsPort)
                try await until("it is delivered") { try await platform.inbox(of: user).count == 1 }
                await server.stop()
            }
        }
    }

    @Test("creates one entry when several relays deliver its event repeatedly")
    func repeatedDelivery() async throws {
        try await TestPlatform.with { platform in
            let user = User()
            let server = try await platform.serve(NotificationsProgram.self)
            let channel = try await platform.channel(to: server, "notifications", as: "budget")
            let sink = Events.EventSinkClient(channel: channel)
            let event = Events.Event(
                id: UUID().canonical,
                occurredAt: Common.Timestamp(seconds: 1),
                payload: .purchaseRecorded(.init(userID: user.id, purchaseID: user.id, items: 1))
            )
            try await withThrowingTaskGroup { group in
                for _ in 0..<10 { group.addTask { _ = try await sink.deliverEvent(event) } }
                try await group.waitForAll()
            }
            #expect(try await platform.inbox(of: user).count == 1)
            channel.close()
            await server.stop()
        }
    }
}
