import Foundation
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Synchronization
import Testing

@testable import ServiceKit

@Suite("A change feed", .timeLimit(.minutes(5)))
struct ChangeFeedTests {
    private final class Fixture: Sendable {
        let pool: PostgresPool
        let registry = PrometheusRegistry()
        let feed: ChangeFeed<UUID>
        private let running = Mutex<Task<Void, Never>?>(nil)

        init(pool: PostgresPool) {
            self.pool = pool
            feed = ChangeFeed("rows", pool: pool)
        }

        /// Has the feed receive. A watcher from before is asked to read once it does.
        func start() { running.withLock { [feed, registry] in $0 = Task { await feed.run(metrics: registry) } } }

        func stop() async {
            let task = running.withLock { $0 }
            task?.cancel()
            await task?.value
        }

        func announce(_ payload: String) async throws {
            try await pool.execute("SELECT pg_notify('rows_public', \(payload))")
        }

        func announce(_ key: UUID, _ revision: Int) async throws { try await announce("\(key) \(revision)") }
    }

    /// Runs `body` with a feed that does not receive yet.
    private func withFeed(_ body: (Fixture) async throws -> Void) async throws {
        try await TestDatabase.withPool { pool in
            let fixture = Fixture(pool: pool)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(fixture)) } catch { outcome = .failure(error) }
            await fixture.stop()
            try outcome.get()
        }
    }

    @Test("asks a watcher that came before it received anything to read")
    func early() async throws {
        try await withFeed { fixture in
            var updates = fixture.feed.watch(UUID()).makeAsyncIterator()
            fixture.start()
            #expect(await updates.next() == .missed)
        }
    }

    @Test("sends a row's changes to each of its watchers, and to nobody else")
    func changes() async throws {
        try await withFeed { fixture in
            let (mine, other) = (UUID(), UUID())
            var watchers = [mine, mine, other].map { fixture.feed.watch($0).makeAsyncIterator() }
            fixture.start()
            for index in watchers.indices { #expect(await watchers[index].next() == .missed) }
            try await fixture.announce("\(other) 4")
            try await fixture.announce("\(mine) 7 reading 40")
            try await fixture.announce("\(other) 5")
            let change = ChangeFeed<UUID>.Change(key: mine, revision: 7, details: "reading 40")
            for index in 0..<2 { #expect(await watchers[index].next() == .change(change)) }
            for revision in [4, 5] {
                #expect(await watchers[2].next() == .change(.init(key: other, revision: Int64(revision))))
            }
        }
    }

    @Test(
        "asks every watcher to read when a notification cannot be understood",
        arguments: ["", "what", "row 1", "- x"]
    )
    func unreadable(payload: String) async throws {
        try await withFeed { fixture in
            var updates = fixture.feed.watch(UUID()).makeAsyncIterator()
            fixture.start()
            #expect(await updates.next() == .missed)
            try await fixture.announce(payload)
            #expect(await updates.next() == .missed)
        }
    }

    @Test("loses nothing when its connection breaks: watchers are asked to read")
    func reconnection() async throws {
        try await withFeed { fixture in
            let key = UUID()
            var updates = fixture.feed.watch(key).makeAsyncIterator()
            fixture.start()
            #expect(await updates.next() == .missed)
            try await fixture.pool.execute(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                """
            )
            try await fixture.announce(key, 2)
            // Either it was announced before the feed listened again, or after; in both cases the watcher reads.
            #expect(await updates.next() == .missed)
            let text = String(buffer: fixture.registry.text())
            #expect(text.contains("larder_change_feed_interruptions_total{feed=\"rows\"} 1"))
        }
    }

    @Test("keeps only the newest changes for a watcher that doesn't read")
    func slowWatcher() async throws {
        try await withFeed { fixture in
            let key = UUID()
            let slow = fixture.feed.watch(key)
            var marker = fixture.feed.watch(key).makeAsyncIterator()
            fixture.start()
            #expect(await marker.next() == .missed)
            for revision in 1...200 {
                try await fixture.announce(key, revision)
                #expect(await marker.next() == .change(.init(key: key, revision: Int64(revision))))
            }
            var seen: [ChangeFeed<UUID>.Update] = []
            var iterator = slow.makeAsyncIterator()
            while let update = await iterator.next() {
                seen.append(update)
                if update == .change(.init(key: key, revision: 200)) { break }
            }
            #expect(seen.count == 64)
        }
    }

    @Test("forgets a watcher that has ended")
    func ended() async throws {
        try await withFeed { fixture in
            let feed = fixture.feed
            let watching = Task { for await _ in feed.watch(UUID()) {} }
            let watchingAnother = Task { for await _ in feed.watch(UUID()) {} }
            try await until("both watch") { feed.watcherCount == 2 }
            watching.cancel()
            watchingAnother.cancel()
            try await until("nobody watches") { feed.watcherCount == 0 }
        }
    }

    @Test("is resumed from a cursor: only what is beyond it is passed on")
    func cursor() async throws {
        try await withFeed { fixture in
            let key = UUID()
            let seen = Recorder<String>()
            let feed = fixture.feed
            let following = Task {
                try await feed.follow(key, after: 5, noun: .verbatim("row")) { cursor, update in
                    guard case .change(let change) = update else {
                        seen.record("read after \(cursor)")
                        return cursor
                    }
                    seen.record("\(cursor) to \(change.revision)")
                    return change.revision == 9 ? nil : change.revision
                }
            }
            try await seen.wait(forCount: 1)
            fixture.start()
            try await seen.wait(forCount: 2)
            for revision in [4, 5, 6, 6, 3, 9] { try await fixture.announce(key, revision) }
            try await following.value
            #expect(seen.values == ["read after 5", "read after 5", "5 to 6", "6 to 9"])
        }
    }

    @Test("ends what follows it with a status that asks to come back, when the pool closes")
    func restarting() async throws {
        try await TestDatabase.withPool { pool in
            let feed = ChangeFeed<String>("rows", pool: pool)
            let seen = Recorder<Void>()
            let following = Task {
                try await feed.follow("a", after: 0, noun: .verbatim("row")) { cursor, _ in
                    seen.record(())
                    return cursor
                }
            }
            try await seen.wait(forCount: 1)
            let running = Task { await feed.run() }
            try await seen.wait(forCount: 2)
            await pool.close()
            await running.value
            let status = await failure { try await following.value }
            #expect(status?.code == .unavailable)
            #expect(status?.reason == "RESTARTING")
            var late = feed.watch("a").makeAsyncIterator()
            #expect(await late.next() == nil)
        }
    }

    @Test("shares one connection of the program with all other feeds")
    func oneConnection() async throws {
        try await TestDatabase.withPool { pool in
            let feeds = (0..<3).map { ChangeFeed<UUID>("feed\($0)", pool: pool) }
            let watchers = feeds.map { $0.watch(UUID()) }
            let running = feeds.map { feed in Task { await feed.run() } }
            for watcher in watchers {
                var updates = watcher.makeAsyncIterator()
                #expect(await updates.next() == .missed)
            }
            let listeners: Int = try await pool.query(
                """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                """
            )[0]["count"]
            #expect(listeners == 1)
            running.forEach { $0.cancel() }
            for task in running { await task.value }
        }
    }

    @Test("serves watchers again after it has ended and begun anew")
    func anew() async throws {
        try await withFeed { fixture in
            var former = fixture.feed.watch(UUID()).makeAsyncIterator()
            fixture.start()
            #expect(await former.next() == .missed)
            await fixture.stop()
            #expect(await former.next() == nil)
            #expect(fixture.feed.watcherCount == 0)
            let key = UUID()
            fixture.start()
            var updates: AsyncStream<ChangeFeed<UUID>.Update>.Iterator
            repeat {
                // Until it has begun, a watch ends at once.
                updates = fixture.feed.watch(key).makeAsyncIterator()
                await Task.yield()
            } while fixture.feed.watcherCount == 0
            try await fixture.announce(key, 3)
            // Announced before the feed listened again, it is missed, and the watcher is asked to read.
            let update = await updates.next()
            #expect(update == .missed || update == .change(.init(key: key, revision: 3)))
        }
    }

    @Test("ends what follows it as its reader wants: at once, with an error, or with its task")
    func ends() async throws {
        try await withFeed { fixture in
            let feed = fixture.feed
            try await feed.follow(UUID(), after: 0, noun: .verbatim("row")) { _, _ in nil }
            let refusal = await failure {
                try await feed.follow(UUID(), after: 0, noun: .verbatim("row")) { _, _ in
                    throw Status(.notFound, "no row")
                }
            }
            #expect(refusal?.code == .notFound)
            let seen = Recorder<Void>()
            let following = Task {
                try await feed.follow(UUID(), after: 0, noun: .verbatim("row")) { cursor, _ in
                    seen.record(())
                    return cursor
                }
            }
            try await seen.wait(forCount: 1)
            following.cancel()
            // Not with the status of a service that stops.
            await #expect(throws: CancellationError.self) { try await following.value }
            try await until("nobody watches") { feed.watcherCount == 0 }
        }
    }

    @Test(
        "reads a key, a revision and whatever follows from a notification",
        arguments: [
            ("a 1", "a", 1, ""), ("a -4 x", "a", -4, "x"), ("a 9223372036854775807 b  c", "a", .max, "b  c"),
            ("a  2", "a", 2, ""),
        ] as [(String, String, Int64, String)]
    )
    func payloads(payload: String, key: String, revision: Int64, details: String) {
        #expect(ChangeFeed<String>.Change(payload) == .init(key: key, revision: revision, details: details))
    }

    @Test(
        "reads no notification without a revision that fits",
        arguments: ["", "a", "a ", "a b", "a 9223372036854775808"]
    )
    func malformedPayloads(payload: String) {
        #expect(ChangeFeed<String>.Change(payload) == nil)
    }
}
