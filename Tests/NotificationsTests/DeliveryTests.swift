import EventsMessages
import Foundation
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

@Suite("Delivering an event", .timeLimit(.minutes(5)))
struct DeliveryTests {
    @Test("that is invalid creates no entry, and the same id may come again")
    func wrong() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            var wrong = event
            wrong.payload = .receiptFailed(.init(userID: user.id))
            #expect(await failure { try await environment.deliver(wrong) }?.code == .invalidArgument)
            try await environment.deliver(event)
            #expect(try await environment.list(user).notifications.count == 1)
        }
    }

    @Test("whose entry cannot be stored is not recorded as delivered")
    func notStored() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            let owner = environment.owner
            try await owner.execute("ALTER TABLE notifications ADD CONSTRAINT full_up CHECK (false) NOT VALID")
            #expect(await failure { try await environment.deliver(event) }?.code == .internalError)
            try await owner.execute("ALTER TABLE notifications DROP CONSTRAINT full_up")
            try await environment.deliver(event)
            #expect(try await environment.list(user).notifications.count == 1)
        }
    }

    @Test("cannot store more than 8,000 bytes, whatever the program does")
    func tooLong() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let entry = NewEntry(
                eventID: UUID(),
                userID: UUID(),
                kind: "test",
                text: .receiptFailedBecause(explanation: String(repeating: "é", count: 3_979)),
                subject: ""
            )
            func add(_ entry: NewEntry) async throws {
                let key = try await environment.keys.key(of: entry.userID)
                _ = try await environment.pool.transaction { try await environment.inbox.store.add(entry, key, in: $0) }
            }
            let error = await #expect(throws: PostgresError.self) { try await add(entry) }
            #expect(error?.code == .checkViolation)
            var fitting = entry
            fitting.text = .receiptFailedBecause(explanation: String(repeating: "é", count: 3_978))
            try await add(fitting)
            #expect(try await environment.pool.query("SELECT 1 FROM notifications").count == 1)
        }
    }

    @Test("of a kind that only a newer version knows is kept without an entry")
    func unknownKind() async throws {
        try await NotificationsTestEnvironment.with { environment in
            try await environment.deliver(.new(nil))
            let rows = try await environment.pool.query("SELECT count(*) AS count FROM notifications")
            #expect(try rows[0]["count"] as Int == 0)
            #expect(try await environment.pool.query("SELECT 1 FROM kept_events").count == 1)
        }
    }

    @Test("of a kind that only a newer version shows is kept")
    func unusedKind() async throws {
        try await NotificationsTestEnvironment.with { environment in
            try await environment.deliver(.new(.purchaseCorrected(.init(userID: User().id))))
            #expect(try await environment.pool.query("SELECT 1 FROM kept_events").count == 1)
            #expect(try await environment.pool.query("SELECT 1 FROM notifications").isEmpty)
        }
    }

    @Test("of a purchase that its owner typed in creates no entry, and is not kept")
    func typedIn() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.deliver(.purchase(for: user) { $0.typedIn = true })
            #expect(try await environment.list(user).notifications.isEmpty)
            #expect(try await environment.pool.query("SELECT 1 FROM kept_events").isEmpty)
        }
    }

    @Test("creates one entry, however often it comes")
    func repeated() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            for _ in 0..<3 { try await environment.deliver(event) }
            let page = try await environment.list(user)
            #expect(page.notifications.map(\.id) == [event.id])
            #expect(page.unread == 1)
            _ = try await environment.markRead(user, [event.id])
            try await environment.deliver(event)
            #expect(try await environment.list(user).unread == 0)
        }
    }

    @Test("creates one entry when it comes many times concurrently")
    func concurrent() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await environment.deliver(event) } }
                try await group.waitForAll()
            }
            #expect(try await environment.list(user).notifications.count == 1)
        }
    }
}
