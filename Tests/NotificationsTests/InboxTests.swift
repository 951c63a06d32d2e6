import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import PostgresTestSupport
import RPC
import Testing

@testable import larder_notifications

@Suite("An inbox", .timeLimit(.minutes(5)))
struct InboxTests {
    @Test("rejects sizes out of range and invalid page tokens")
    func malformed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let foreign = Data("purchases|2025-01-01|1|\(UUID().canonical)".utf8).base64EncodedString()
            for token in ["x", "😀", foreign] {
                let status = await failure { try await environment.list(User(), token: token) }
                #expect(status?.fieldViolations.map(\.field) == ["page.token"])
            }
            for size: Int32 in [-1, 201] {
                let status = await failure { try await environment.list(User(), size: size) }
                #expect(status?.fieldViolations.map(\.field) == ["page.size"])
            }
        }
    }

    @Test("has no unread entry any more about a goal that is kept after all; one that was read stays")
    func goalKept() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let (kept, read) = (UUID().canonical, UUID().canonical)
            for goal in [kept, read] {
                try await environment.deliver(.new(.goalPassed(.sample(user, goal: goal))))
            }
            let entries = try await environment.list(user).notifications
            #expect(entries.map(\.kind) == ["goal_passed", "goal_passed"])
            _ = try await environment.markRead(user, [entries[0].id])
            func deliverKept(_ goal: String, of user: User, firstDay: String = "2025-03-01") async throws {
                let kept = Events.GoalKept(userID: user.id, goalID: goal, firstDay: firstDay)
                try await environment.deliver(.new(.goalKept(kept)))
            }
            // Of another user, and of another period.
            try await deliverKept(kept, of: User())
            try await deliverKept(kept, of: user, firstDay: "2025-04-01")
            #expect(try await environment.list(user).notifications.count == 2)
            for goal in [kept, read] { try await deliverKept(goal, of: user) }
            #expect(try await environment.list(user).notifications.map(\.subject) == ["goal:\(read):2025-03-01"])
        }
    }

    @Test("has no unread entry any more about a lower price that is gone")
    func priceDropGone() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let drops = [Events.PriceDropFound.sample(user), .sample(user)]
            for drop in drops { try await environment.deliver(.new(.priceDropFound(drop))) }
            let entries = try await environment.list(user).notifications
            #expect(entries.map(\.kind) == ["price_drop", "price_drop"])
            #expect(entries[0].message == "Milk: CA$4.99 for 2\u{A0}l at Juniper, 20% less than you paid for as much.")
            for other in [User(), user] {
                let gone = Events.PriceDropGone(userID: other.id, dropID: drops[0].dropID)
                try await environment.deliver(.new(.priceDropGone(gone)))
                let left = try await environment.list(user).notifications.map(\.subject)
                #expect(left.count == (other.id == user.id ? 1 : 2) && left.contains("price:\(drops[1].dropID)"))
            }
        }
    }

    @Test("contains and counts no entries of other users")
    func foreign() async throws {
        try await NotificationsTestEnvironment.with { environment in
            try await environment.fill(User(), 2)
            #expect(try await environment.list(User()) == .init())
        }
    }

    @Test("is newest first and lists every entry once while others arrive")
    func paging() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 5)
            let expected = try await environment.list(user).notifications
            #expect(expected.map(\.createdAt?.seconds) == (0..<5).reversed().map { 1_700_000_000 + $0 })
            var (listed, token) = ([Notifications.Notification](), "")
            repeat {
                let page = try await environment.list(user, size: 2, token: token)
                listed += page.notifications
                token = page.nextPageToken
                try await environment.fill(user, 1)
            } while !token.isEmpty
            #expect(listed == expected)
        }
    }

    @Test("lists every entry once when all came at the same moment")
    func ties() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<5 { try await environment.deliver(.purchase(for: user)) }
            var (ids, token) = ([String](), "")
            repeat {
                let page = try await environment.list(user, size: 2, token: token)
                ids += page.notifications.map(\.id)
                token = page.nextPageToken
            } while !token.isEmpty
            #expect(ids.count == 5)
            #expect(Set(ids).count == 5)
        }
    }

    @Test("can be limited to unread entries")
    func unreadOnly() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let ids = try await environment.list(user).notifications.map(\.id)
            _ = try await environment.markRead(user, [ids[1]])
            let page = try await environment.list(user, unreadOnly: true)
            #expect(page.notifications.map(\.id) == [ids[0], ids[2]])
            #expect(page.unread == 2)
        }
    }
}

@Suite("Marking entries as read", .timeLimit(.minutes(5)))
struct MarkReadTests {
    @Test("marks nothing when one entry is another user's or does not exist")
    func foreign() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(user, 2)
            try await environment.fill(stranger, 1)
            let own = try await environment.list(user).notifications.map(\.id)
            let others = try await environment.list(stranger).notifications.map(\.id)
            for id in others + [UUID().canonical] {
                let status = await failure { try await environment.markRead(user, own + [id]) }
                #expect(status == .notFound("notification"))
            }
            #expect(try await environment.list(user).unread == 2)
            #expect(try await environment.list(stranger).unread == 1)
        }
    }

    @Test("takes 1 to 200 ids and names every invalid one")
    func malformed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let id = UUID().canonical
            for ids in [[], Array(repeating: id, count: 201)] {
                let status = await failure { try await environment.markRead(User(), ids) }
                #expect(status?.fieldViolations.map(\.field) == ["notification_ids"])
            }
            let status = await failure { try await environment.markRead(User(), ["", id, "\(id)0"]) }
            #expect(status?.fieldViolations.map(\.field) == ["notification_ids[0]", "notification_ids[2]"])
        }
    }

    @Test("can name what entries are about, and leaves others as they are")
    func subjects() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(user, 2)
            try await environment.deliver(.failure(for: user, "Too dark."))
            try await environment.fill(stranger, 1)
            let subject = "purchase:7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"
            func markRead(_ ids: [String] = [], about subjects: [String]) async throws -> Int64 {
                let request = Notifications.MarkNotificationsReadRequest(notificationIDs: ids, subjects: subjects)
                return try await environment.inbox.markNotificationsRead(request, context: user.context).unread
            }
            let unknown = await failure { try await markRead([UUID().canonical], about: [subject]) }
            #expect(unknown == .notFound("notification"))
            #expect(try await markRead(about: ["purchase:\(UUID().canonical)"]) == 3)
            #expect(try await markRead(about: [subject]) == 1)
            let unread = try await environment.list(user, unreadOnly: true).notifications
            #expect(unread.map(\.kind) == ["receipt_failed"])
            #expect(try await markRead([unread[0].id], about: [subject]) == 0)
            #expect(try await environment.list(stranger).unread == 1)
        }
    }

    @Test("takes 1 to 200 ids and subjects together, and rejects an empty subject")
    func malformedSubjects() async throws {
        try await NotificationsTestEnvironment.with { environment in
            func fields(_ request: Notifications.MarkNotificationsReadRequest) async -> [String]? {
                await failure {
                    try await environment.inbox.markNotificationsRead(request, context: User().context)
                }?.fieldViolations.map(\.field)
            }
            let subjects = Array(repeating: "purchase:1", count: 200)
            #expect(
                await fields(.init(notificationIDs: [UUID().canonical], subjects: subjects)) == ["notification_ids"]
            )
            let long = String(repeating: "é", count: 101)
            #expect(await fields(.init(subjects: ["", "receipt:1", long])) == ["subjects[0]", "subjects[2]"])
        }
    }

    @Test("keeps the time of entries already read, and counts unread ones")
    func alreadyRead() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let ids = try await environment.list(user).notifications.map(\.id)
            #expect(try await environment.markRead(user, [ids[0], ids[0]]) == 2)
            let readAt = try await environment.list(user).notifications[0].readAt
            #expect(readAt != nil)
            environment.clock.advance(by: 60)
            #expect(try await environment.markRead(user, [ids[0], ids[1]]) == 1)
            let entries = try await environment.list(user).notifications
            #expect(entries[0].readAt == readAt)
            #expect(entries[1].readAt?.seconds == readAt.map { $0.seconds + 60 })
            #expect(entries[2].readAt == nil)
        }
    }

    @Test("works concurrently from several devices")
    func concurrent() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 10)
            let ids = try await environment.list(user).notifications.map(\.id)
            try await withThrowingTaskGroup { group in
                for _ in 0..<10 { group.addTask { _ = try await environment.markRead(user, ids.shuffled()) } }
                try await group.waitForAll()
            }
            #expect(try await environment.list(user).unread == 0)
        }
    }
}

extension Events.BadgeAwarded {
    static func sample(_ user: User) -> Events.BadgeAwarded {
        .init(userID: user.id, badge: "first-goal", titleEnglish: "First goal", titleFrench: "Premier objectif")
    }
}

extension Events.PriceDropFound {
    static func sample(_ user: User) -> Events.PriceDropFound {
        .init(
            userID: user.id,
            dropID: UUID().canonical,
            productEnglish: "Milk",
            productFrench: "Lait",
            storeName: "Juniper",
            price: .init(minorUnits: 499, currency: "CAD"),
            savingPercent: 20,
            quantity: "2",
            unit: "l"
        )
    }
}

extension Events.GoalPassed {
    /// One cent more than 1.00 is spent in March 2025.
    static func sample(_ user: User, goal: String = UUID().canonical) -> Events.GoalPassed {
        .init(
            userID: user.id,
            goalID: goal,
            firstDay: "2025-03-01",
            limit: .init(minorUnits: 100, currency: "CAD"),
            spent: .init(minorUnits: 101, currency: "CAD")
        )
    }
}
