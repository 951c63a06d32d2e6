import CommonMessages
import Foundation
import Postgres
import RPC
import Testing
import TodoMessages

@Suite("The to-do list", .serialized, .timeLimit(.minutes(5)))
struct TodoListTests {
    @Test("names every violation of a request")
    func violations() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let adding = await status { try await user.add("", due: "2026-02-30") }
            #expect(adding?.code == .invalidArgument)
            #expect(adding?.fieldViolations.map(\.field) == ["title", "due_day"])
            let editing = await status {
                try await user.list.editItem(
                    .init(itemID: "1", expectedVersion: -1),
                    options: user.options()
                )
            }
            #expect(editing?.fieldViolations.map(\.field) == ["item_id", "expected_version", "edit"])
            let anonymous = await status {
                try await user.list.listItems(.init(), options: CallOptions())
            }
            #expect(anonymous?.code == .unauthenticated)
        }
    }

    @Test("adds an item once, however often the request is sent")
    func idempotency() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let first = try await user.add("Milk", due: "2026-03-09", key: "key-1")
            #expect(try await user.add("Milk", due: "2026-03-09", key: "key-1") == first)
            #expect(try await user.items() == [first])
            let reused = await status { try await user.add("Bread", key: "key-1") }
            #expect(reused?.code == .aborted)
        }
    }

    @Test("shows a user's items to nobody else")
    func owners() async throws {
        try await TodoTestEnvironment.run { environment in
            let (ada, grace) = (try await environment.user(), try await environment.user())
            let item = try await ada.add("Milk")
            #expect(try await grace.items().isEmpty)
            #expect(await status { try await grace.edit(item, .done(true)) }?.code == .notFound)
            #expect(await status { try await grace.undo(item) }?.code == .notFound)
            #expect(try await ada.items() == [item])
        }
    }

    @Test("lists page by page, the latest change first")
    func pages() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            for number in 1...5 { _ = try await user.add("Item \(number)") }
            var (titles, token) = ([String](), "")
            repeat {
                let page = try await user.list.listItems(
                    .init(page: .init(size: 2, token: token)),
                    options: user.options()
                )
                titles += page.items.map(\.title)
                token = page.nextPageToken
            } while !token.isEmpty
            #expect(titles == (1...5).reversed().map { "Item \($0)" })
        }
    }

    @Test("takes back one change after the other, exactly")
    func undo() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let item = try await user.add("Milk", due: "2026-03-09")
            _ = try await user.edit(item, .title("Oat milk"))
            _ = try await user.edit(item, .dueDay(""))
            let removed = try await user.edit(item, .removed(true))
            #expect(try await user.items().isEmpty && removed.version == 4)

            #expect(try await user.undo(item).isRemoved == false)
            #expect(try await user.undo(item).dueDay == "2026-03-09")
            let restored = try await user.undo(item)
            #expect(restored.title == "Milk" && restored.version == 7)
            let nothing = await status { try await user.undo(item) }
            #expect(nothing?.code == .failedPrecondition && nothing?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("changes nothing that its caller hasn't seen")
    func conflicts() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let item = try await user.add("Milk")
            _ = try await user.edit(item, version: 1, .done(true))
            let conflict = await status { try await user.edit(item, version: 1, .title("Bread")) }
            #expect(conflict?.code == .aborted && conflict?.reason == "VERSION_CONFLICT")
            #expect(await status { try await user.undo(item, version: 1) }?.reason == "VERSION_CONFLICT")
            #expect(try await user.items().map(\.title) == ["Milk"])
        }
    }

    @Test("sends a watcher what is there, each change, and after a crash what came since")
    func watch() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let first = try await user.add("Milk")
            let cursor = try await user.watch { items in
                #expect(try await items.next() == first)
                let second = try await user.add("Bread")
                #expect(try await items.next() == second)
                let removed = try await user.edit(first, .removed(true))
                #expect(try await items.next() == removed)
                return removed.revision
            }
            let missed = try await user.add("Eggs")
            await environment.kill()
            try await environment.start()
            try await user.watch(after: cursor) { items in
                #expect(try await items.next() == missed)
                let later = try await user.edit(missed, .done(true))
                #expect(try await items.next() == later)
            }
        }
    }

    @Test("reminds of what is due, also of a morning when nothing ran, and undo passes over it")
    func reminders() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let due = try await user.add("Milk", due: "2026-01-01")
            let later = try await user.add("Bread", due: "9999-12-31")
            let done = try await user.edit(try await user.add("Eggs", due: "2026-01-01"), .done(true))
            try await restartWithDueJobs(environment)
            let reminded = try await user.watch(after: done.revision) { try await $0.next() }
            #expect(reminded?.id == due.id && reminded?.isDue == true && reminded?.version == 2)
            #expect(try await user.items().filter(\.isDue).map(\.id) == [due.id])
            #expect(later.isDue == false)
            #expect(await status { try await user.undo(due) }?.reason == "NOTHING_TO_UNDO")
            #expect(try await user.edit(due, .dueDay("9999-12-31")).isDue == false)
        }
    }

    @Test("a reminder lasts when its owner takes back a change that was made before it")
    func reminderAndUndo() async throws {
        try await TodoTestEnvironment.run { environment in
            let user = try await environment.user()
            let item = try await user.add("Milk", due: "2026-01-01")
            let moved = try await user.add("Bread", due: "9999-12-31")
            _ = try await user.edit(moved, .dueDay("2026-01-01"))
            let edited = try await user.edit(item, .title("Oat milk"))
            try await restartWithDueJobs(environment)
            let reminded = try await user.watch(after: edited.revision) { items in
                [try await items.next(), try await items.next()]
            }
            #expect(reminded.allSatisfy { $0?.isDue == true })
            let restored = try await user.undo(item)
            #expect(restored.title == "Milk" && restored.isDue)
            // Before its day was brought forward, there was nothing to remind of.
            let postponed = try await user.undo(moved)
            #expect(postponed.dueDay == "9999-12-31" && !postponed.isDue)
        }
    }

    /// Restarts the program as after a time when nothing ran, so that its jobs are overdue.
    private func restartWithDueJobs(_ environment: TodoTestEnvironment) async throws {
        await environment.kill()
        try await environment.owner.execute("UPDATE scheduled_jobs SET due_at = now() - interval '1 hour'")
        try await environment.start()
    }
}
