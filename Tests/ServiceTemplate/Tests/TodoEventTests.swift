import CommonMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import Foundations
import PersonalMessages
import Postgres
import RPC
import Testing
import TodoMessages

@Suite("The to-do list and other services", .serialized, .timeLimit(.minutes(5)))
struct TodoEventTests {
    private func recorded(
        _ user: TestPerson,
        purchase: String = UUID().canonical,
        toReview: Int32 = 2
    ) -> Events.Event {
        Events.Event(
            id: UUID().canonical,
            occurredAt: .init(seconds: 1),
            payload: .purchaseRecorded(
                .init(
                    userID: user.id.canonical,
                    purchaseID: purchase,
                    receiptID: UUID().canonical,
                    storeName: "Corner Shop",
                    items: 3,
                    itemsToReview: toReview
                )
            )
        )
    }

    @Test("a purchase to review becomes one item, however often its event is delivered")
    func received() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let budget = Events.EventSinkClient(channel: try environment.channel(as: "budget"))
            let purchase = UUID().canonical
            let event = recorded(user, purchase: purchase)
            for _ in 0..<2 { _ = try await budget.deliverEvent(event) }
            _ = try await budget.deliverEvent(recorded(user, toReview: 0))
            let items = try await user.items()
            #expect(items.map(\.title) == ["Corner Shop"] && items.first?.purchaseID == purchase)
        }
    }

    @Test("an event that is wrong is rejected, and one from a user as well")
    func rejected() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let budget = Events.EventSinkClient(channel: try environment.channel(as: "budget"))
            let wrong = await status { try await budget.deliverEvent(recorded(user, purchase: "1")) }
            #expect(wrong?.code == .invalidArgument)
            let gateway = Events.EventSinkClient(channel: try environment.channel(as: "gateway"))
            let foreign = await status {
                try await gateway.deliverEvent(recorded(user), options: user.options())
            }
            #expect(foreign?.code == .permissionDenied)
            #expect(try await user.items().isEmpty)
        }
    }

    @Test("ocr learns once that a purchase is checked, when its item is done")
    func sent() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let budget = Events.EventSinkClient(channel: try environment.channel(as: "budget"))
            _ = try await budget.deliverEvent(recorded(user))
            let item = try #require(try await user.items().first)
            _ = try await user.edit(item, .done(true))
            let events = try await environment.purchases.events.wait(forCount: 1)
            guard case .purchaseSettled(let settled) = events.first?.payload else {
                Issue.record("another event: \(events)")
                return
            }
            #expect(settled.userID == user.id.canonical && settled.purchaseID == item.purchaseID)
            _ = try await user.edit(item, .done(true))
            _ = try await user.edit(try await user.add("Milk"), .done(true))
            #expect(environment.purchases.events.count == 1)
        }
    }

    @Test("auth exports a person's items, and nobody else does")
    func export() async throws {
        try await TodoTestEnvironment.run { environment in
            let (ada, grace) = (try await environment.user(), try await environment.user())
            let item = try await ada.edit(try await ada.add("Milk", key: "key-1"), .title("Oat milk"))
            _ = try await grace.add("Bread")
            let auth = Personal.PersonalDataClient(channel: try environment.channel(as: "auth"))
            let request = Personal.ExportPersonRequest(userID: ada.id.canonical, language: "fr")
            let parts = try await export(request, from: auth)
            #expect(parts.count == 4)
            #expect(parts.first == .category(.init(name: "items", title: "Éléments")))
            guard case .record(let exported) = parts.dropFirst().first, case .record(let change) = parts.last else {
                Issue.record("other parts: \(parts)")
                return
            }
            #expect(exported.contains(item.id) && exported.contains("\"title\": \"Oat milk\""))
            #expect(change.contains("\"before\": {") && change.contains("\"Milk\""))
            let budget = Personal.PersonalDataClient(channel: try environment.channel(as: "budget"))
            let foreign = await status { try await export(request, from: budget) }
            #expect(foreign?.code == .permissionDenied)
        }
    }

    private func export(
        _ request: Personal.ExportPersonRequest,
        from service: Personal.PersonalDataClient
    ) async throws -> [Personal.ExportPersonResponse.Part] {
        try await service.exportPerson(request) { messages in
            try await messages.reduce(into: []) { parts, message in message.part.map { parts.append($0) } }
        }
    }

    @Test("auth erases a person from every table, and nobody else does")
    func erasure() async throws {
        try await TodoTestEnvironment.run { environment in
            let (ada, grace) = (try await environment.user(), try await environment.user())
            // What is written to it stays in the outbox.
            await environment.purchases.stop()
            for (user, text) in [(ada, "Zwieback"), (grace, "Baguette")] {
                try await writeEverywhere(user, text, environment)
            }
            let tables: Set = [
                "lists", "items", "item_revisions", "answered_requests", "outbox", "kept_events", "storage_changes",
            ]
            #expect(try await environment.tables(containing: [ada.id.canonical, "Zwieback"]) == tables)

            let request = Personal.ErasePersonRequest(userID: ada.id.canonical)
            let budget = Personal.PersonalDataClient(channel: try environment.channel(as: "budget"))
            #expect(await status { try await budget.erasePerson(request) }?.code == .permissionDenied)
            let auth = Personal.PersonalDataClient(channel: try environment.channel(as: "auth"))
            #expect(try await auth.erasePerson(request).rows > 2)
            #expect(try await auth.erasePerson(request).rows == 0)

            #expect(try await ada.items().isEmpty)
            #expect(try await environment.tables(containing: [ada.id.canonical, "Zwieback"]) == [])
            #expect(try await environment.tables(containing: [grace.id.canonical, "Baguette"]) == tables)
        }
    }

    /// Leaves rows of a user, with a text, in all tables that hold any.
    private func writeEverywhere(_ user: TestPerson, _ text: String, _ environment: TodoTestEnvironment) async throws {
        _ = try await user.edit(try await user.add(text, key: "key-1"), .title("\(text), fresh"))
        let budget = Events.EventSinkClient(channel: try environment.channel(as: "budget"))
        _ = try await budget.deliverEvent(recorded(user))
        let toCheck = try #require(try await user.items().first { !$0.purchaseID.isEmpty })
        _ = try await user.edit(toCheck, .done(true))
        let ocr = Events.EventSinkClient(channel: try environment.channel(as: "ocr"))
        let unknown = Events.ReceiptFailed(userID: user.id.canonical, explanation: "\(text)?")
        _ = try await ocr.deliverEvent(
            .init(id: UUID().canonical, occurredAt: .init(seconds: 1), payload: .receiptFailed(unknown))
        )
    }
}
