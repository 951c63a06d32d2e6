import Foundation
import Postgres
import Testing

@testable import ServiceKit

@Suite("A backlog of a watched list", .timeLimit(.minutes(5)))
struct ListBacklogTests {
    @Test("comes in several updates, each of which can be resumed from, with nothing lost or twice")
    func resumed() async throws {
        try await WatchedListFixture.with { fixture in
            let items = (1...7).map { Item(text: "\($0)") }
            var cursor = try await fixture.cursor()
            for item in items { try await fixture.write(item) }
            var seen: [Item] = []
            for _ in 0..<4 {
                let watch = fixture.watch(after: cursor, atMost: 2)
                let update = try await watch.next()
                await watch.end()
                #expect(!update.isReset)
                seen += update.content.items
                cursor = update.cursor
            }
            #expect(seen.count == 7)
            #expect(Set(seen) == Set(items))
            let watch = fixture.watch(after: cursor, atMost: 2)
            #expect(try await watch.next().content == Content())
            await watch.end()
        }
    }

    @Test("is followed by what has changed while it was sent, also by transactions that began before")
    func changing() async throws {
        try await WatchedListFixture.with { fixture in
            let items = (1...4).map { Item(text: "\($0)") }
            let early = Item(text: "early")
            let cursor = try await fixture.cursor()
            var updates: [Content] = []
            let watch = try await fixture.pool.transaction { connection in
                try await fixture.write(early, in: connection)
                for item in items { try await fixture.write(item) }
                let watch = fixture.watch(after: cursor, atMost: 2)
                updates.append(try await watch.next().content)
                return watch
            }
            // The first was sent; the last is yet to be, if the update is not on its way already.
            try await fixture.write(items[0].with("changed"))
            try await fixture.write(items[3].with("changed"))
            while !updates.contains(where: { $0.items.contains(items[3].with("changed")) }) {
                updates.append(try await watch.next().content)
            }
            await watch.end()
            let texts = updates.flatMap { $0.items.map(\.text) }.sorted()
            #expect(Set(texts).isSuperset(of: ["1", "2", "3", "changed", "early"]))
            #expect(texts.count(where: { $0 == "changed" }) == 2)
            #expect(texts.count(where: { $0 == "early" }) == 1)
            #expect(updates.allSatisfy { $0.items.count <= 2 })
        }
    }

    @Test("resumes in the middle with what was committed meanwhile by a transaction that began before")
    func resumedOutOfOrder() async throws {
        try await WatchedListFixture.with { fixture in
            let items = (1...3).map { Item(text: "\($0)") }
            let early = Item(text: "early")
            let cursor = try await fixture.cursor()
            let middle = try await fixture.pool.transaction { connection in
                try await fixture.write(early, in: connection)
                for item in items { try await fixture.write(item) }
                let watch = fixture.watch(after: cursor, atMost: 2)
                let update = try await watch.next()
                #expect(update.content.items == [items[0], items[1]])
                await watch.end()
                return update.cursor
            }
            let watch = fixture.watch(after: middle, atMost: 2)
            let rest = [try await watch.next(), try await watch.next()].map(\.content.items)
            #expect(rest == [[items[2]], [early]])
            await watch.end()
        }
    }

    @Test("has smaller updates where the service says so")
    func ended() async throws {
        try await WatchedListFixture.with { fixture in
            let items = (1...3).map { Item(text: "\($0)") }
            let cursor = try await fixture.cursor()
            for item in items { try await fixture.write(item) }
            let watch = fixture.watch(after: cursor, endingAfter: items[0])
            #expect(try await watch.next().content.items == [items[0]])
            #expect(try await watch.next().content.items == [items[1], items[2]])
            await watch.end()
        }
    }
}
