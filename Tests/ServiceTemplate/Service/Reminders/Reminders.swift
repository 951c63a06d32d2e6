import Foundation
import Foundations
import Postgres
import ServiceKit

/// Marks the items whose day has come.
struct Reminders: Sendable {
    let store: ItemStore
    /// The zone in which days begin.
    var timeZone = TimeZone.gmt

    private static let batch = 500

    /// Runs every morning, once for all instances; a morning that was missed is caught up.
    var job: ScheduledJob {
        ScheduledJob("remind of due items", .daily(.init(6, 0), in: timeZone)) { run in
            try await remind(on: CalendarDay(of: run.dueAt, in: timeZone))
        }
    }

    /// Marks what is due on a day or before; doing it twice changes nothing.
    func remind(on day: CalendarDay) async throws {
        while true {
            let due = try await store.pool.query(
                """
                SELECT user_id, id FROM items
                WHERE due_on <= \(day) AND NOT is_done AND NOT is_removed AND NOT is_due
                ORDER BY due_on LIMIT \(Self.batch)
                """
            )
            for row in due { try await remind(try row["id"], of: try row["user_id"], on: day) }
            if due.count < Self.batch { return }
        }
    }

    /// A change of the service's own: it shows to watchers, and no undo of its owner's takes it back.
    private func remind(_ id: UUID, of user: UUID, on day: CalendarDay) async throws {
        try await store.pool.transaction { connection in
            _ = try await store.changeAutomatically(id, of: user, in: connection) { $0.reminded(on: day) }
        }
    }
}
