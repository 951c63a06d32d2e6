import CommonMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// Has budget tell many users of a purchase at once, and measures what they and others notice.
struct NoticeFlood {
    let people: People
    let users: [SignedInUser]
    let clients: BenchmarkClients
    let database: BenchmarkDatabase

    /// What was measured, in seconds and milliseconds.
    struct Figures: Sendable {
        /// Until all inboxes had their notice.
        var seconds = 0.0
        /// Reading an inbox meanwhile.
        var reads = CallOutcomes()
        /// From the change of somebody's password to the notice of it in the inbox, meanwhile.
        var single: [Double] = []
    }

    static let read = "inbox, read by its user"
    private static let rowsOfStatement = 1_000

    func run(_ count: Int) async throws -> Figures {
        try await database.run { pool in
            let isOver = Flag()
            return try await withThrowingTaskGroup(of: Part.self) { group in
                group.addTask { .seconds(try await flood(count, pool)) }
                group.addTask { .reads(try await read(until: isOver)) }
                group.addTask { .single(try await single(until: isOver, pool)) }
                var figures = Figures()
                for try await part in group {
                    switch part {
                    case .seconds(let seconds):
                        figures.seconds = seconds
                        isOver.set()
                    case .reads(let reads): figures.reads = reads
                    case .single(let single): figures.single = single
                    }
                }
                return figures
            }
        }
    }

    private enum Part: Sendable {
        case seconds(Double)
        case reads(CallOutcomes)
        case single([Double])
    }

    /// Writes all events in one transaction, and waits until each user has an entry.
    private func flood(_ count: Int, _ pool: PostgresPool) async throws -> Double {
        let written = ContinuousClock.now
        let rows = try people.ids.suffix(count).map { user in
            try Self.row(
                .purchaseRecorded(
                    .init(
                        userID: user.canonical,
                        purchaseID: UUID().canonical,
                        receiptID: UUID().canonical,
                        storeName: "Juniper Street Market",
                        total: .init(minorUnits: 5_317, currency: "CAD"),
                        items: 15,
                        itemsToReview: 2
                    )
                ),
                for: user
            )
        }
        let before = try await Self.entries(pool)
        var statements = ["BEGIN;"]
        for first in stride(from: 0, to: count, by: Self.rowsOfStatement) {
            let values = rows[first..<min(first + Self.rowsOfStatement, count)].joined(separator: ",\n")
            statements.append("INSERT INTO budget.outbox (id, topic, key, payload) VALUES \(values);")
        }
        statements.append("SELECT pg_notify('outbox_budget', 'notifications'); COMMIT;")
        let script = statements.joined(separator: "\n")
        let start = ContinuousClock.now
        try await pool.withConnection { try await $0.executeScript(script) }
        while try await Self.entries(pool) < before + Int64(count) {
            guard ContinuousClock.now - written < .seconds(1_800) else {
                throw BenchmarkError("The notices did not reach all inboxes.")
            }
            try await ContinuousClock().sleep(for: .milliseconds(250))
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// Notices of purchases; those of other kinds do not count.
    private static func entries(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query(
            "SELECT count(*) AS count FROM notifications.notifications WHERE kind = 'receipt_ready'"
        )[0]["count"]
    }

    private func read(until isOver: Flag) async throws -> CallOutcomes {
        let (users, inbox) = (users, Notifications.InboxClient(channel: clients.gateway))
        var all = CallOutcomes()
        while !isOver.isSet {
            let kind = CallKind(name: Self.read, perSecond: 50) { index in
                _ = try await inbox.listNotifications(.init(), options: users[index % users.count].options)
            }
            let some = try await SteadyCalls(kinds: [kind], duration: .seconds(1), warmUp: .zero).run()
            all.milliseconds.merge(some.milliseconds) { $0 + $1 }
            all.failures.merge(some.failures) { $0 + $1 }
        }
        return all
    }

    /// One notice after the other, each from auth to somebody else.
    private func single(until isOver: Flag, _ pool: PostgresPool) async throws -> [Double] {
        let inbox = Notifications.InboxClient(channel: clients.gateway)
        var times: [Double] = []
        repeat {
            let user = users[times.count % users.count]
            let row = try Self.row(
                .accountSecured(.init(userID: user.id.canonical, change: .passwordChanged)),
                for: user.id
            )
            let before = try await inbox.listNotifications(.init(), options: user.options).unread
            let start = ContinuousClock.now
            try await pool.withConnection {
                try await $0.executeScript(
                    """
                    INSERT INTO auth.outbox (id, topic, key, payload) VALUES \(row);
                    SELECT pg_notify('outbox_auth', 'notifications');
                    """
                )
            }
            while try await inbox.listNotifications(.init(), options: user.options).unread == before {
                try await ContinuousClock().sleep(for: .milliseconds(10))
            }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            try await ContinuousClock().sleep(for: .milliseconds(100))
        } while !isOver.isSet
        return times
    }

    private static func row(_ payload: Events.Event.Payload, for user: UUID) throws -> String {
        let id = UUID()
        let event = Events.Event(id: id.canonical, occurredAt: Common.Timestamp(Date()), payload: payload)
        let bytes = Array(try event.encoded().readableBytesView)
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return "('\(id.canonical)', 'notifications', '\(user.canonical)', '\\x\(hex)')"
    }
}
