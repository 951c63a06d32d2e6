import BudgetMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// A user who is reminded next.
struct Reminder: QueuedWork {
    let user: UUID
    /// When it is due, or tried again.
    let dueAt: Date

    static let columns: Statement = "work.user_id, work.due_at"

    init(_ row: Row) throws {
        user = try row["user_id"]
        dueAt = try row["due_at"]
    }

    var identity: Statement { "user_id = \(user)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "reminders"

    /// The reminders of all users, shared by all instances. A lease also ends when its owner changes when it comes.
    static func queue(in pool: PostgresPool, time: QueueTime = .database) -> LeaseQueue<Reminder> {
        let table = LeaseTable(name: "reminders", key: ["user_id"], since: "due_at", order: "work.due_at")
        return LeaseQueue(pool: pool, table: table, time: time)
    }
}

/// Reminds users of entering what they have spent, on days on which they have entered nothing yet.
struct EntryReminders: Sendable {
    let store: InboxStore
    let preferences: NoticePreferenceStore
    /// Where entries are.
    let ledger: any EntryLookup
    let log: Logger
    var time = QueueTime.database

    /// The kind of its notices.
    static let kind = "entry_reminder"
    /// One reminder takes the place of another that was not read.
    static let subject = "entry_reminder:today"
    /// For how long after its time a reminder still comes, in seconds, when it could not come at once.
    static let maximumDelay: TimeInterval = 2 * 3_600

    private var queue: LeaseQueue<Reminder> { Reminder.queue(in: preferences.pool, time: time) }

    /// Reminds those whose time has come.
    var worker: LeaseWorker<Reminder> {
        var configuration = LeaseWorker<Reminder>.Configuration()
        configuration.concurrency = 8
        configuration.pollInterval = .seconds(30)
        return LeaseWorker(
            Reminder.queueName,
            queue: queue,
            configuration: configuration,
            log: log,
            judge: { _, error in
                // All of them need budget: one at a time finds out when it is back.
                guard let status = error as? Status else { return nil }
                return .unavailable(.seconds(5), reason: "budget: \(status.code)")
            }
        ) { try await remind($0) }
    }

    /// Reminds a user, unless there is no need any more, and plans the next reminder.
    func remind(_ lease: Lease<Reminder>) async throws -> WorkOutcome {
        let user = lease.work.user
        // The database's clock has decided that it is due.
        let now = max(preferences.clock.now, lease.work.dueAt)
        let times = try await preferences.choices(of: user).times
        let isInTime = (0...Self.maximumDelay).contains(now.timeIntervalSince(times.reminder(onDayOf: now)))
        let isNeeded = isInTime ? try await !ledger.hasRecorded(user, since: times.startOfDay(at: now)) : false
        return try await preferences.inTurn(of: user) { connection in
            // Whoever was erased meanwhile gets none, nor does somebody who has switched reminders off.
            guard try await queue.change(lease, queue.released, in: connection) else { return .lost }
            guard try await preferences.planReminder(of: user, after: now, in: connection) else { return .settled }
            // What was not read asked about another day.
            try await store.withdraw(Self.subject, kinds: [Self.kind], of: user, in: connection)
            if isNeeded { try await add(for: user, at: now, in: connection) }
            return .settled
        }
    }

    private func add(for user: UUID, at now: Date, in connection: PostgresConnection) async throws {
        guard let key = try await store.keys.keys(ofLocked: [user], in: connection)[user] else {
            throw EncryptionError.unreadable
        }
        let entry = NewEntry(
            eventID: UUID(),
            userID: user,
            kind: Self.kind,
            text: .entryReminder,
            subject: Self.subject,
            occurredAt: now
        )
        _ = try await store.add(entry, key, in: connection)
    }
}

/// Finds out what users have entered.
protocol EntryLookup: Sendable {
    /// Whether a user has recorded anything since a moment.
    func hasRecorded(_ user: UUID, since time: Date) async throws -> Bool
}

/// What users have entered in budget.
struct LedgerEntries: EntryLookup {
    private static let options = CallOptions(timeout: .seconds(3))

    private let client: Budget.PurchasesClient

    /// Entries over a channel to budget.
    init(_ channel: any CallChannel) { client = Budget.PurchasesClient(channel: channel) }

    func hasRecorded(_ user: UUID, since time: Date) async throws -> Bool {
        let request = Budget.HasRecordedRequest(userID: user.canonical, since: .init(time))
        return try await client.hasRecorded(request, options: Self.options).hasRecorded
    }
}

extension NoticePreferenceStore {
    /// Plans a user's next reminder, or takes it back where they want none.
    /// - Parameters:
    ///   - time: The next one comes after it; nil for the present time.
    ///   - connection: In a transaction that has its turn among those of the user.
    /// - Returns: Whether they want any.
    @discardableResult
    func planReminder(of user: UUID, after time: Date? = nil, in connection: PostgresConnection) async throws -> Bool {
        let choices = try await choices(of: user, in: connection)
        guard let kind = kinds[EntryReminders.kind], choices.isOn(kind) else {
            try await connection.execute("DELETE FROM reminders WHERE user_id = \(user)")
            return false
        }
        let next = choices.times.nextReminder(after: time ?? clock.now)
        // The row stays the same one: whoever erases it meanwhile waits for this, and erases it then.
        try await connection.execute(
            """
            INSERT INTO reminders (user_id, due_at) VALUES (\(user), \(next))
            ON CONFLICT (user_id) DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, claim = NULL, claimed_until = NULL
            """
        )
        return true
    }
}
