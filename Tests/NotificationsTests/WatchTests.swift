import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_notifications

@Suite("Watching an inbox", .timeLimit(.minutes(5)))
struct WatchTests {
    /// Runs `body` with a client of the service as one user.
    private func withClient(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ body: (Notifications.InboxClient) async throws -> Void
    ) async throws {
        let receiving = Task { await environment.inbox.changes.run() }
        let peers = InProcessPeers(environment.inbox.handlers, as: nil) { $0.interceptors = [SignedIn(as: user.id)] }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(.init(channel: peers.channel))) } catch { outcome = .failure(error) }
        await peers.stop()
        receiving.cancel()
        await receiving.value
        try outcome.get()
    }

    /// The first update after a cursor.
    private func update(
        _ client: Notifications.InboxClient,
        after cursor: String
    ) async throws -> Notifications.InboxUpdate? {
        try await client.watchNotifications(.init(cursor: cursor)) { try await $0.next() }
    }

    @Test("rejects a malformed cursor")
    func malformed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            try await withClient(environment, User()) { client in
                let status = await failure { try await update(client, after: "yesterday") }
                #expect(status?.code == .invalidArgument)
                #expect(status?.fieldViolations.map(\.field) == ["cursor"])
            }
        }
    }

    @Test("shows nothing of another user's inbox")
    func foreign() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await withClient(environment, user) { client in
                let cursor = try #require(try await update(client, after: "")).cursor
                try await environment.fill(User(), 2)
                let next = try #require(try await update(client, after: cursor))
                #expect(next.notifications == [])
                #expect(next.unread == 0)
            }
        }
    }

    @Test("sends entries as they arrive and as they are read, with the number of unread ones")
    func live() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 2)
            try await withClient(environment, user) { client in
                try await client.watchNotifications(.init()) { updates in
                    let first = try #require(try await updates.next())
                    #expect(first.reset)
                    #expect(first.notifications == [])
                    #expect(first.unread == 2)
                    try await environment.fill(user, 1)
                    let second = try #require(try await updates.next())
                    let listed = try await environment.list(user).notifications
                    #expect(!second.reset)
                    #expect(second.notifications == [listed[0]])
                    #expect(second.unread == 3)
                    #expect(try await environment.markRead(user, [listed[2].id]) == 2)
                    let third = try #require(try await updates.next())
                    #expect(third.notifications.map(\.id) == [listed[2].id])
                    #expect(third.notifications.first?.readAt != nil)
                    #expect(third.unread == 2)
                }
            }
        }
    }

    @Test("resumes with all that has changed since, with at most 200 entries an update")
    func resumed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await withClient(environment, user) { client in
                let start = try #require(try await update(client, after: "")).cursor
                try await environment.addEntries(250, to: user)
                let first = try #require(try await update(client, after: start))
                #expect(first.notifications.count == 200)
                let second = try #require(try await update(client, after: first.cursor))
                #expect(second.notifications.count == 50)
                #expect(Set((first.notifications + second.notifications).map(\.id)).count == 250)
                #expect(second.unread == 250)
                let third = try #require(try await update(client, after: second.cursor))
                #expect(third.notifications == [])
                #expect(!third.reset)
            }
        }
    }

    @Test("says which entries were deleted, and sends them as they were when they are restored")
    func removed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 2)
            let entries = try await environment.list(user).notifications
            try await withClient(environment, user) { client in
                try await client.watchNotifications(.init()) { updates in
                    _ = try await updates.next()
                    #expect(try await environment.delete(user, [entries[0].id]) == 1)
                    let deleted = try #require(try await updates.next())
                    #expect(deleted.removedIDs == [entries[0].id] && deleted.notifications == [])
                    #expect(deleted.unread == 1)
                    #expect(try await environment.restore(user, [entries[0].id]) == 2)
                    let restored = try #require(try await updates.next())
                    #expect(restored.removedIDs == [] && restored.notifications == [entries[0]])
                    #expect(restored.unread == 2)
                }
            }
        }
    }

    @Test("sends nothing of an entry that was deleted, restored and deleted again but that it is gone")
    func removedTwice() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.fill(user, 2)
            let ids = try await environment.list(user).notifications.map(\.id)
            try await withClient(environment, user) { client in
                let cursor = try #require(try await update(client, after: "")).cursor
                let deletion = try await environment.deleteAll(user, upTo: ids[0])
                _ = try await environment.restore(user, deletion: deletion.deletionID)
                _ = try await environment.delete(user, [ids[1]])
                let next = try #require(try await update(client, after: cursor))
                #expect(next.removedIDs == [ids[1]])
                #expect(next.notifications.map(\.id) == [ids[0]])
                #expect(next.unread == 1)
            }
        }
    }
}

/// Replaces the access rules, which have tests of their own: every call is by one user.
struct SignedIn: ServerInterceptor {
    let id: String

    init(as id: String) { self.id = id }

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        context.verifiedUser = VerifiedUser(id: id, username: "somebody")
        try await next(context)
    }
}
