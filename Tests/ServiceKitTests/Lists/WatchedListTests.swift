import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import ServiceKit

@Suite("A watched list", .timeLimit(.minutes(5)))
struct WatchedListTests {
    @Test(
        "rejects what is no cursor",
        arguments: [
            "x", "😀", token("item_changes"), token("item_changes", "one"), token("item_changes", "1", "h", "1"),
            token("item_changes", "1", "h", "0", "1:1:"), token("item_changes", "1", "h", "1", "2:1:"),
            token("item_changes", "1", "h", "1", "1:1:", "1:1:"),
            token("item_changes", "1", "h", "1", "1:1:", "1:1:", "1", "not an id"),
            token("item_changes", "1", "h", "1", "1:1:", "1:1:", "-1", UUID().canonical),
            token("item_changes", "1", "h", "1", "1:9000:" + (1..<8_000).map(String.init).joined(separator: ",")),
        ]
    )
    func malformed(cursor: String) async throws {
        try await WatchedListFixture.with(receiving: false) { fixture in
            let status = await #expect(throws: Status.self) { _ = try await fixture.watch(after: cursor).next() }
            #expect(status?.code == .invalidArgument)
            #expect(status?.fieldViolations.map(\.field) == ["cursor"])
        }
    }

    @Test("sends no change of another user")
    func foreign() async throws {
        try await WatchedListFixture.with { fixture in
            let watch = fixture.watch(after: try await fixture.cursor())
            #expect(try await watch.next().content == Content())
            try await fixture.write(Item(), of: UUID())
            let own = Item(text: "own")
            try await fixture.write(own)
            #expect(try await watch.next().content == Content(items: [own]))
            await watch.end()
        }
    }

    @Test("is to be read anew at first, and sends what changes after that")
    func new() async throws {
        try await WatchedListFixture.with { fixture in
            let item = Item(text: "before")
            try await fixture.write(item)
            let watch = fixture.watch()
            let first = try await watch.next()
            #expect(first.isReset)
            #expect(first.content == Content())
            try await fixture.write(item.with("after"))
            let second = try await watch.next()
            #expect(!second.isReset)
            #expect(second.content == Content(items: [item.with("after")]))
            await watch.end()
            let resumed = fixture.watch(after: second.cursor)
            let third = try await resumed.next()
            #expect(!third.isReset)
            #expect(third.content == Content())
            await resumed.end()
        }
    }

    @Test("is to be read anew after a cursor of another list, format or database, or one that is 30 days old")
    func invalid() async throws {
        try await WatchedListFixture.with { fixture in
            try await fixture.write(Item())
            let valid = try #require(try ListCursor.read(try await fixture.cursor()))
            var cursors = Array(repeating: valid, count: 4)
            cursors[0].list = "other_changes"
            cursors[1].history = "1-00000001"
            cursors[2].issuedAt -= 30 * 86_400
            cursors[3].seen = try #require(TransactionSnapshot("9000000:9000000:"))
            for text in cursors.map(\.text) + [token("item_changes", "2", "anything")] {
                let watch = fixture.watch(after: text)
                #expect(try await watch.next().isReset)
                await watch.end()
            }
            let watch = fixture.watch(after: valid.text)
            #expect(try await !watch.next().isReset)
            await watch.end()
        }
    }

    @Test("sends a change of a transaction that began before another one and is committed after it")
    func outOfOrder() async throws {
        try await WatchedListFixture.with { fixture in
            let (early, late, own) = (Item(text: "early"), Item(text: "late"), Item(text: "own"))
            try await fixture.write(own)
            let watch = fixture.watch(after: try await fixture.cursor())
            #expect(try await watch.next().content == Content())
            let cursor = try await fixture.pool.transaction { connection in
                try await fixture.write(early, in: connection)
                try await fixture.write(late)
                let update = try await watch.next()
                #expect(update.content == Content(items: [late]))
                return update.cursor
            }
            #expect(try await watch.next().content == Content(items: [early]))
            await watch.end()
            let resumed = fixture.watch(after: cursor)
            let update = try await resumed.next()
            #expect(update.content == Content(items: [early]))
            await resumed.end()
            let again = fixture.watch(after: update.cursor)
            #expect(try await again.next().content == Content())
            await again.end()
        }
    }

    @Test("sends the changes of transactions whose numbers have more digits than those before, each once")
    func moreDigits() async throws {
        try await WatchedListFixture.with { fixture in
            let cursor = try await fixture.cursor()
            try await fixture.spendTransactions(untilBeforePowerOfTenBy: 3)
            let items = (0..<6).map { Item(text: "\($0)") }
            for item in items { try await fixture.write(item) }
            let watch = fixture.watch(after: cursor, atMost: 2)
            var received: [Item] = []
            while received.count < items.count { received += try await watch.next().content.items }
            #expect(received.count == items.count && Set(received) == Set(items))
            let last = Item(text: "last")
            try await fixture.write(last)
            var update = try await watch.next()
            // What was sent last may say that there is no more.
            while update.content == Content() { update = try await watch.next() }
            #expect(update.content == Content(items: [last]))
            await watch.end()
        }
    }

    @Test("has a cursor that covers no transaction without a stored change, whose number may be assigned again")
    func unstored() async throws {
        try await WatchedListFixture.with(receiving: false) { fixture in
            try await fixture.write(Item())
            let before = try ListCursor.read(try await fixture.cursor())
            for _ in 0..<3 { try await fixture.pool.execute("SELECT pg_current_xact_id()") }
            let after = try ListCursor.read(try await fixture.cursor())
            #expect(before?.seen.end == after?.seen.end)
        }
    }

    @Test("sends a row again that a transaction changes which began before the row's former change")
    func overtaken() async throws {
        try await WatchedListFixture.with { fixture in
            let item = Item(text: "late")
            let watch = fixture.watch()
            _ = try await watch.next()
            try await fixture.pool.transaction { connection in
                try await fixture.write(Item(text: "early"), in: connection)
                try await fixture.write(item)
                #expect(try await watch.next().content == Content(items: [item]))
                try await fixture.write(item.with("latest"), in: connection)
            }
            #expect(try await watch.next().content.items.contains(item.with("latest")))
            await watch.end()
        }
    }

    @Test("keeps no change for a reader that is slow: each row is sent once, as it is then")
    func slow() async throws {
        try await WatchedListFixture.with { fixture in
            let items = [Item(), Item()]
            let watch = fixture.watch()
            _ = try await watch.next()
            try await fixture.write(items[0].with("first"))
            try await until("the update with this change is sent") {
                await Task.yield()
                return watch.unread == 1
            }
            for text in 1...100 { try await fixture.write(items[text % 2].with("\(text)")) }
            #expect(try await watch.next().content == Content(items: [items[0].with("first")]))
            #expect(try await watch.next().content == Content(items: [items[0].with("100"), items[1].with("99")]))
            let last = Item(text: "last")
            try await fixture.write(last)
            #expect(try await watch.next().content == Content(items: [last]))
            await watch.end()
        }
    }

    @Test("says which rows were removed, until they are there again")
    func removed() async throws {
        try await WatchedListFixture.with { fixture in
            let (item, other) = (Item(text: "here"), Item(text: "gone"))
            for item in [item, other] { try await fixture.write(item) }
            let cursor = try await fixture.cursor()
            for item in [item, other] { try await fixture.remove(item) }
            let watch = fixture.watch(after: cursor)
            #expect(Set(try await watch.next().content.removed) == [item.id, other.id])
            try await fixture.write(item.with("again"))
            #expect(try await watch.next().content == Content(items: [item.with("again")]))
            await watch.end()
        }
    }

    @Test("deletes what it knows of rows that were removed long ago, and of no others")
    func forgotten() async throws {
        try await WatchedListFixture.with(receiving: false) { fixture in
            let (item, other) = (Item(), Item())
            for item in [item, other] { try await fixture.write(item) }
            try await fixture.remove(item)
            try await fixture.list.forgetRemovals(before: Date() - 3_600)
            #expect(try await fixture.pool.query("SELECT FROM item_changes").count == 2)
            try await fixture.list.forgetRemovals(before: Date() + 3_600)
            let rows = try await fixture.pool.query("SELECT row_id FROM item_changes")
            #expect(try rows.map { try $0["row_id"] as UUID } == [other.id])
        }
    }

    @Test("loses nothing when the connection breaks on which it listens")
    func reconnection() async throws {
        try await WatchedListFixture.with { fixture in
            let item = Item(text: "meanwhile")
            let watch = fixture.watch()
            _ = try await watch.next()
            // The list is sent whether or not the connection is there already.
            var ended = 0
            while ended == 0 {
                try Task.checkCancellation()
                ended = try await fixture.pool.execute(
                    """
                    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                    """
                )
            }
            #expect(ended == 1)
            try await fixture.write(item)
            #expect(try await watch.next().content == Content(items: [item]))
            await watch.end()
        }
    }

    @Test("ends when the service stops, so that clients resume with another instance")
    func restarting() async throws {
        try await WatchedListFixture.with(receiving: false) { fixture in
            let receiving = Task { await fixture.list.run() }
            let watch = fixture.watch()
            let first = try await watch.next()
            receiving.cancel()
            let status = await #expect(throws: Status.self) { _ = try await watch.next() }
            #expect(status?.reason == .restarting)
            let item = Item(text: "meanwhile")
            try await fixture.write(item)
            let resumed = fixture.watch(after: first.cursor)
            #expect(try await resumed.next().content == Content(items: [item]))
            await resumed.end()
        }
    }
}

/// A text in the form of a cursor.
private func token(_ fields: String...) -> String { OpaqueToken.text(of: fields) }
