import CommonMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import Foundations
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

    @Test("auth exports and erases a person, and nobody else does")
    func personalData() async throws {
        try await TodoTestEnvironment.run { environment in
            let (ada, grace) = (try await environment.user(), try await environment.user())
            let item = try await ada.edit(try await ada.add("Milk", key: "key-1"), .title("Oat milk"))
            let kept = try await grace.add("Bread")
            let auth = Todo.PersonalDataClient(channel: try environment.channel(as: "auth"))
            let request = Todo.ExportPersonRequest(userID: ada.id.canonical)
            let exported = try await auth.exportPerson(request) {
                try await $0.reduce(into: []) { $0.append($1) }
            }
            #expect(exported == [item])

            let budget = Todo.PersonalDataClient(channel: try environment.channel(as: "budget"))
            #expect(
                await status { try await budget.erasePerson(.init(userID: ada.id.canonical)) }?.code
                    == .permissionDenied
            )
            #expect(try await auth.erasePerson(.init(userID: ada.id.canonical)).items == 1)
            #expect(try await auth.erasePerson(.init(userID: ada.id.canonical)).items == 0)
            #expect(try await ada.items().isEmpty)
            for table in ["lists", "items", "item_revisions", "answered_requests"] {
                let left: Int = try await environment.owner.query(
                    "SELECT count(*) AS count FROM \(identifier: table) WHERE user_id = \(ada.id)"
                )[0]["count"]
                #expect(left == 0, "\(table)")
            }
            #expect(try await grace.items() == [kept])
        }
    }
}
