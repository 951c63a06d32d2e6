import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import RPC
import Testing

@testable import larder_notifications

/// The ids of a user's inbox, newest first.
private func ids(_ environment: NotificationsTestEnvironment, _ user: User) async throws -> [String] {
    try await environment.list(user).notifications.map(\.id)
}

@Suite("Deleting entries", .timeLimit(.minutes(5)))
struct DeletionTests {
    @Test("deletes nothing when one entry is another user's or does not exist")
    func foreign() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(user, 2)
            try await environment.fill(stranger, 1)
            let (own, others) = (try await ids(environment, user), try await ids(environment, stranger))
            for id in others + [UUID().canonical] {
                let status = await failure { try await environment.delete(user, own + [id]) }
                #expect(status == .notFound("notification"))
            }
            #expect(try await ids(environment, user) == own)
            #expect(try await ids(environment, stranger) == others)
        }
    }

    @Test("takes 1 to 200 ids and names every invalid one")
    func malformed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let id = UUID().canonical
            for ids in [[], Array(repeating: id, count: 201)] {
                let status = await failure { try await environment.delete(User(), ids) }
                #expect(status?.fieldViolations.map(\.field) == ["notification_ids"])
            }
            let status = await failure { try await environment.delete(User(), ["", id, "x"]) }
            #expect(status?.fieldViolations.map(\.field) == ["notification_ids[0]", "notification_ids[2]"])
        }
    }

    @Test("takes them out of the list and the count, and they can't be marked as read")
    func gone() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let entries = try await ids(environment, user)
            #expect(try await environment.delete(user, [entries[0], entries[2], entries[0]]) == 1)
            let page = try await environment.list(user)
            #expect(page.notifications.map(\.id) == [entries[1]])
            #expect(page.unread == 1)
            #expect(try await environment.list(user, unreadOnly: true).notifications.map(\.id) == [entries[1]])
            let status = await failure { try await environment.markRead(user, [entries[0]]) }
            #expect(status == .notFound("notification"))
        }
    }

    @Test("can be repeated, also together with others, for as long as it can be undone")
    func repeated() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let entries = try await ids(environment, user)
            _ = try await environment.delete(user, [entries[0]])
            #expect(try await environment.delete(user, [entries[0], entries[1]]) == 1)
            environment.clock.advance(by: InboxStore.undoPeriod)
            let status = await failure { try await environment.delete(user, [entries[0], entries[2]]) }
            #expect(status == .notFound("notification"))
            #expect(try await ids(environment, user) == [entries[2]])
        }
    }

    @Test("is final for the event of an entry, whether it comes again before or after the erasure")
    func deliveredAgain() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            try await environment.deliver(event)
            _ = try await environment.delete(user, [event.id])
            try await environment.deliver(event)
            #expect(try await ids(environment, user) == [])
            environment.clock.advance(by: InboxStore.undoPeriod)
            try await environment.inbox.store.eraseDeleted()
            try await environment.deliver(event)
            #expect(try await ids(environment, user) == [])
        }
    }

    @Test("is final also once the event's id is forgotten, and an entry that is there stays the only one")
    func forgottenEvent() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let (deleted, kept) = (Events.Event.purchase(for: user), Events.Event.purchase(for: user))
            for event in [deleted, kept] { try await environment.deliver(event) }
            _ = try await environment.markRead(user, [kept.id])
            _ = try await environment.delete(user, [deleted.id])
            try await environment.pool.execute("DELETE FROM inbox")
            for event in [deleted, kept] { try await environment.deliver(event) }
            let page = try await environment.list(user)
            #expect(page.notifications.map(\.id) == [kept.id])
            #expect(page.unread == 0)
            #expect(try await environment.restore(user, [deleted.id]) == 1)
        }
    }

    @Test("erases what can no longer be restored, and nothing else")
    func erasure() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let entries = try await ids(environment, user)
            _ = try await environment.delete(user, [entries[2]])
            environment.clock.advance(by: 1)
            _ = try await environment.deleteAll(user, upTo: entries[1])
            environment.clock.advance(by: InboxStore.undoPeriod - 1)
            try await environment.inbox.store.eraseDeleted()
            func stored(_ table: String) async throws -> Int {
                try await environment.pool.query("SELECT 1 FROM \(identifier: table)").count
            }
            #expect(try await stored("deleted_notifications") == 1)
            #expect(try await stored("inbox_deletions") == 1)
            environment.clock.advance(by: 1)
            try await environment.inbox.store.eraseDeleted()
            #expect(try await stored("deleted_notifications") == 0)
            #expect(try await stored("inbox_deletions") == 0)
            #expect(try await ids(environment, user) == [entries[0]])
        }
    }
}

@Suite("Deleting all entries", .timeLimit(.minutes(5)))
struct DeletionOfAllTests {
    @Test("rejects what is no entry of the caller's")
    func invalid() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(user, 1)
            try await environment.fill(stranger, 1)
            for id in ["", "all"] {
                let status = await failure { try await environment.deleteAll(user, upTo: id) }
                #expect(status?.fieldViolations.map(\.field) == ["newest_id"])
            }
            for id in try await ids(environment, stranger) + [UUID().canonical] {
                let status = await failure { try await environment.deleteAll(user, upTo: id) }
                #expect(status == .notFound("notification"))
            }
            #expect(try await ids(environment, user).count == 1)
            #expect(try await ids(environment, stranger).count == 1)
        }
    }

    @Test("deletes all that came before the newest one, read or not, and leaves what arrives meanwhile")
    func meanwhile() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(stranger, 1)
            try await environment.fill(user, 3)
            let seen = try await ids(environment, user)
            _ = try await environment.markRead(user, [seen[1]])
            try await environment.fill(user, 1)
            let deletion = try await environment.deleteAll(user, upTo: seen[0])
            #expect(deletion.deleted == 3)
            #expect(deletion.unread == 1)
            let left = try await ids(environment, user)
            #expect(left.count == 1 && !seen.contains(left[0]))
            #expect(try await ids(environment, stranger).count == 1)
        }
    }

    @Test("leaves what arrives meanwhile, although the clock of the instance that adds it is slow")
    func slowClock() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 2)
            let seen = try await ids(environment, user)
            environment.clock.advance(by: -60)
            try await environment.fill(user, 2)
            #expect(try await environment.deleteAll(user, upTo: seen[0]).deleted == 2)
            #expect(try await ids(environment, user).count == 2)
            // Nor is what comes after them deleted by a request that comes again.
            try await environment.fill(user, 1)
            #expect(try await environment.deleteAll(user, upTo: seen[0]).deleted == 0)
            #expect(try await ids(environment, user).count == 3)
        }
    }

    @Test("may name an entry that another device has deleted")
    func deletedElsewhere() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let seen = try await ids(environment, user)
            _ = try await environment.delete(user, [seen[0]])
            let deletion = try await environment.deleteAll(user, upTo: seen[0])
            #expect(deletion.deleted == 2)
            #expect(try await environment.restore(user, deletion: deletion.deletionID) == 2)
            #expect(try await ids(environment, user) == Array(seen[1...]))
        }
    }

    @Test("gives the same answer to a request that comes again with its key")
    func key() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 2)
            let newest = try await ids(environment, user)[0]
            let deletion = try await environment.deleteAll(user, upTo: newest, key: "once")
            #expect(deletion.deleted == 2)
            #expect(try await environment.deleteAll(user, upTo: newest, key: "once") == deletion)
            let another = try await environment.deleteAll(user, upTo: newest)
            #expect(another.deleted == 0 && another.deletionID.isEmpty)
            #expect(try await environment.restore(user, deletion: deletion.deletionID) == 2)
        }
    }

    @Test("deletes more entries than a request names")
    func many() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.addEntries(450, to: user)
            let newest = try await ids(environment, user)[0]
            let deletion = try await environment.deleteAll(user, upTo: newest)
            #expect(deletion.deleted == 450 && deletion.unread == 0)
            #expect(try await environment.restore(user, deletion: deletion.deletionID) == 450)
        }
    }
}

@Suite("Restoring deleted entries", .timeLimit(.minutes(5)))
struct RestorationTests {
    @Test("restores nothing when one entry is another user's or does not exist")
    func foreign() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            try await environment.fill(user, 1)
            try await environment.fill(stranger, 1)
            let (own, others) = (try await ids(environment, user), try await ids(environment, stranger))
            _ = try await environment.delete(user, own)
            let deletion = try await environment.deleteAll(stranger, upTo: others[0]).deletionID
            for id in others + [UUID().canonical] {
                let status = await failure { try await environment.restore(user, own + [id]) }
                #expect(status == .notFound("notification"))
            }
            for id in [deletion, UUID().canonical] {
                let status = await failure { try await environment.restore(user, deletion: id) }
                #expect(status == .notFound("deletion"))
            }
            #expect(try await ids(environment, user) == [])
            #expect(try await ids(environment, stranger) == [])
        }
    }

    @Test("takes 1 to 200 ids or a deletion, and names everything that is invalid")
    func malformed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let id = UUID().canonical
            func fields(_ ids: [String], _ deletion: String = "") async -> [String]? {
                await failure { try await environment.restore(User(), ids, deletion: deletion) }?
                    .fieldViolations.map(\.field)
            }
            #expect(await fields([]) == ["notification_ids"])
            #expect(await fields(Array(repeating: id, count: 201)) == ["notification_ids"])
            #expect(await fields(["x", id]) == ["notification_ids[0]"])
            #expect(await fields([id], id) == ["notification_ids"])
            #expect(await fields([], "x") == ["deletion_id"])
        }
    }

    @Test("brings entries back as they were, at their place and with the time at which they were read")
    func exact() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 4)
            let listed = try await ids(environment, user)
            _ = try await environment.markRead(user, [listed[1]])
            let former = try await environment.list(user)
            environment.clock.advance(by: 60)
            _ = try await environment.delete(user, [listed[1], listed[2]])
            environment.clock.advance(by: 60)
            #expect(try await environment.restore(user, [listed[2], listed[1], listed[0]]) == former.unread)
            #expect(try await environment.list(user) == former)
            let deletion = try await environment.deleteAll(user, upTo: listed[0])
            #expect(try await ids(environment, user) == [])
            for _ in 0..<2 {
                #expect(try await environment.restore(user, deletion: deletion.deletionID) == former.unread)
                #expect(try await environment.list(user) == former)
            }
        }
    }

    @Test("of a deletion leaves what was deleted apart from it")
    func apart() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let listed = try await ids(environment, user)
            _ = try await environment.delete(user, [listed[1]])
            let first = try await environment.deleteAll(user, upTo: listed[0])
            _ = try await environment.restore(user, [listed[2]])
            let second = try await environment.deleteAll(user, upTo: listed[0])
            #expect(first.deleted == 2 && second.deleted == 1)
            #expect(try await environment.restore(user, deletion: second.deletionID) == 1)
            #expect(try await ids(environment, user) == [listed[2]])
            #expect(try await environment.restore(user, deletion: first.deletionID) == 2)
            #expect(try await ids(environment, user) == [listed[0], listed[2]])
        }
    }

    @Test("ends 24 hours after the deletion, whether it was erased yet or not")
    func tooLate() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 3)
            let listed = try await ids(environment, user)
            _ = try await environment.delete(user, [listed[0]])
            let deletion = try await environment.deleteAll(user, upTo: listed[0]).deletionID
            environment.clock.advance(by: InboxStore.undoPeriod - 1)
            #expect(try await environment.restore(user, [listed[1]]) == 1)
            environment.clock.advance(by: 1)
            for isErased in [false, true] {
                if isErased { try await environment.inbox.store.eraseDeleted() }
                let one = await failure { try await environment.restore(user, [listed[0], listed[1]]) }
                #expect(one == .notFound("notification"))
                let all = await failure { try await environment.restore(user, deletion: deletion) }
                #expect(all == .notFound("deletion"))
            }
            #expect(try await ids(environment, user) == [listed[1]])
        }
    }

    @Test("and deleting, reading and adding may happen at once on several devices, and no entry is lost or twice there")
    func concurrent() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 10)
            let listed = try await ids(environment, user)
            try await withThrowingTaskGroup { group in
                for _ in 0..<5 {
                    group.addTask { _ = try await environment.delete(user, listed.shuffled()) }
                    group.addTask { _ = try await environment.restore(user, listed.shuffled()) }
                    group.addTask { _ = try await environment.deleteAll(user, upTo: listed[3]) }
                    group.addTask { _ = try? await environment.markRead(user, listed.shuffled()) }
                    group.addTask { try await environment.deliver(.purchase(for: user)) }
                }
                try await group.waitForAll()
            }
            _ = try await environment.restore(user, listed)
            let found = try await ids(environment, user)
            #expect(found.count == 15)
            #expect(Array(found.suffix(10)) == listed)
        }
    }
}
