import Foundation
import Foundations
import Postgres

extension ScheduledJob {
    /// How long repeated deliveries of an event are recognized, in seconds. An event whose answer was lost comes again as soon
    /// as both services run, so only an outage longer than this could give it its effect twice.
    static let inboxMemory: TimeInterval = 90 * 86_400

    /// What removes old rows of the tables that every schema has; each program with a schema runs it.
    static func retention(in pool: PostgresPool, clock: any WallClock = SystemWallClock()) -> [ScheduledJob] {
        [
            ScheduledJob("delete old answers", .every(.seconds(3_600))) { _ in
                let date = clock.now - IdempotencyStore.lifetime
                try await IdempotencyStore.deleteAnswers(before: date, in: pool)
            },
            ScheduledJob("delete old event ids", .every(.seconds(3_600))) { _ in
                try await Inbox.forget(before: clock.now - inboxMemory, in: pool)
            },
        ]
    }
}
