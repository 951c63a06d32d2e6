import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Synchronization
import Testing

@testable import larder_notifications

/// Requirement NOT-09: a daily reminder to enter what was spent, none after turning it off, none on days with an entry.
@Suite("Daily reminders", .timeLimit(.minutes(5)))
struct EntryReminderTests {
    /// What users have entered, as budget would answer.
    private final class Ledger: EntryLookup {
        struct State {
            var hasRecorded = false
            var failure: (any Error)?
            var askedSince: [Date] = []
            /// Happens while budget answers.
            var meanwhile: (@Sendable () async throws -> Void)?
        }

        let state = Mutex(State())

        func hasRecorded(_ user: UUID, since time: Date) async throws -> Bool {
            let (answer, meanwhile) = try state.withLock { state in
                state.askedSince.append(time)
                if let failure = state.failure { throw failure }
                return (state.hasRecorded, state.meanwhile)
            }
            try await meanwhile?()
            return answer
        }
    }

    /// Reminds everybody whose time has come; returns how many that were.
    @discardableResult
    private func run(_ environment: NotificationsTestEnvironment, _ ledger: Ledger) async throws -> Int {
        let reminders = environment.reminders(ledger)
        let leases = try await Reminder.queue(in: environment.pool, time: reminders.time).claim(atMost: 10)
        for lease in leases { _ = try await reminders.remind(lease) }
        return leases.count
    }

    private func advance(_ environment: NotificationsTestEnvironment, to time: String) throws {
        let seconds = try Date(time, strategy: .iso8601).timeIntervalSince(environment.clock.now)
        environment.clock.advance(by: seconds)
    }

    private func planned(_ environment: NotificationsTestEnvironment) async throws -> [String] {
        try await environment.pool.query("SELECT due_at FROM reminders ORDER BY due_at").map { row in
            (try row["due_at"] as Date).formatted(.iso8601)
        }
    }

    @Test("are off at first, come at the time that was chosen once they are on, and replace one that was not read")
    func daily() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            // It is 22:13 on 14 November in UTC.
            _ = try await environment.preferences.setNoticeTimes(
                .init(timeZone: "America/Vancouver", digestMinute: 480),
                context: user.context
            )
            #expect(try await planned(environment) == [])
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            #expect(try await planned(environment) == ["2023-11-15T04:00:00Z"])
            #expect(try await run(environment, ledger) == 0)
            try advance(environment, to: "2023-11-15T04:00:00Z")
            #expect(try await run(environment, ledger) == 1)
            let first = try await environment.list(user)
            #expect(first.notifications.map(\.kind) == ["entry_reminder"])
            #expect(first.notifications[0].title == "Daily reminder")
            #expect(first.notifications[0].message.contains("today"))
            // From midnight on where the user is.
            #expect(ledger.state.withLock(\.askedSince) == [try Date("2023-11-14T08:00:00Z", strategy: .iso8601)])
            #expect(try await planned(environment) == ["2023-11-16T04:00:00Z"])
            #expect(try await run(environment, ledger) == 0)
            try advance(environment, to: "2023-11-16T04:00:30Z")
            #expect(try await run(environment, ledger) == 1)
            let second = try await environment.list(user)
            #expect(second.notifications.count == 1 && second.unread == 1)
            #expect(second.notifications[0].id != first.notifications[0].id)
        }
    }

    @Test("don't come on a day on which something was entered")
    func entered() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            ledger.state.withLock { $0.hasRecorded = true }
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.list(user).notifications == [])
            #expect(try await planned(environment) == ["2023-11-16T20:00:00Z"])
        }
    }

    @Test("don't come after they were switched off, even while one is on its way, nor to others")
    func off() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger, ledger) = (User(), User(), Ledger())
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            _ = try await environment.prefer(user, "entry_reminder", .email, isOn: true)
            _ = try await environment.prefer(user, "entry_reminder", isOn: false)
            #expect(try await planned(environment).count == 1)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            ledger.state.withLock {
                $0.meanwhile = { _ = try await environment.prefer(user, "entry_reminder", .email, isOn: false) }
            }
            #expect(try await run(environment, ledger) == 1)
            #expect(try await planned(environment) == [])
            try advance(environment, to: "2023-11-20T20:00:00Z")
            #expect(try await run(environment, ledger) == 0)
            for person in [user, stranger] { #expect(try await environment.list(person).notifications == []) }
            #expect(try await environment.pool.query("SELECT FROM notice_deliveries").count == 0)
        }
    }

    @Test("that wait to go out don't any more once they are switched off")
    func offWhileWaiting() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger, mails) = (User(), Ledger(), CourierTests.Channel())
            _ = try await environment.prefer(user, "entry_reminder", .email, isOn: true)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.pool.query("SELECT FROM notice_deliveries").count == 1)
            _ = try await environment.prefer(user, "entry_reminder", .email, isOn: false)
            while try await environment.courier([.email: mails]).runOnce() > 0 {}
            #expect(mails.taken.count == 0)
        }
    }

    @Test("go out on their own day or not at all, whatever their receiver has chosen about frequency and quiet hours")
    func ownDay() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger, mails) = (User(), Ledger(), CourierTests.Channel())
            _ = try await environment.prefer(user, "entry_reminder", .email, isOn: true)
            let problem = await failure {
                try await environment.preferences.setNoticeFrequency(
                    .init(kind: "entry_reminder", frequency: .daily),
                    context: user.context
                )
            }
            #expect(problem?.fieldViolations.map(\.field) == ["frequency"])
            // From 19:00 until 21:30, and then until the next morning.
            for (day, until, expected) in [(15, 1_290, 1), (16, 420, 1)] {
                _ = try await environment.preferences.setNoticeTimes(
                    .init(
                        timeZone: "UTC",
                        quietHours: .init(fromMinute: 1_140, untilMinute: Int32(until)),
                        digestMinute: 480
                    ),
                    context: user.context
                )
                try advance(environment, to: "2023-11-\(day)T20:00:00Z")
                #expect(try await run(environment, ledger) == 1)
                try advance(environment, to: "2023-11-\(day)T21:45:00Z")
                while try await environment.courier([.email: mails]).runOnce() > 0 {}
                #expect(mails.taken.count == expected)
            }
            environment.clock.advance(by: 86_400 / 2)
            while try await environment.courier([.email: mails]).runOnce() > 0 {}
            #expect(mails.taken.count == 1)
        }
    }

    @Test("of yesterday go when something is entered today, so that no unread one asks about another day")
    func stale() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.list(user).unread == 1)
            ledger.state.withLock { $0.hasRecorded = true }
            try advance(environment, to: "2023-11-16T20:00:00Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.list(user).notifications == [])
        }
    }

    @Test("leave nothing behind of somebody who is erased while one is on its way")
    func erased() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            ledger.state.withLock {
                $0.meanwhile = {
                    let id = try #require(UUID(uuidString: user.id))
                    _ = try await PersonalTables.notifications(environment.keys).erase(id, in: environment.pool)
                }
            }
            #expect(try await run(environment, ledger) == 1)
            for table in ["reminders", "notifications", "person_keys", "notice_preferences"] {
                #expect(try await environment.pool.query("SELECT FROM \(identifier: table)").count == 0, "\(table)")
            }
        }
    }

    @Test("are planned when channels are switched at the same time, for as long as one is on")
    func atOnce() async throws {
        try await NotificationsTestEnvironment.with { environment in
            for _ in 0..<10 {
                let user = User()
                _ = try await environment.prefer(user, "entry_reminder", .email, isOn: true)
                async let on = environment.prefer(user, "entry_reminder", isOn: true)
                async let off = environment.prefer(user, "entry_reminder", .email, isOn: false)
                _ = try await (on, off)
            }
            #expect(try await planned(environment).count == 10)
        }
    }

    @Test("come late within two hours, and not at all later or once the day is over")
    func late() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            try advance(environment, to: "2023-11-15T22:00:01Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(ledger.state.withLock(\.askedSince) == [])
            #expect(try await environment.list(user).notifications == [])
            #expect(try await planned(environment) == ["2023-11-16T20:00:00Z"])
            try advance(environment, to: "2023-11-16T21:59:00Z")
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.list(user).notifications.count == 1)
            _ = try await environment.preferences.setNoticeTimes(
                .init(timeZone: "UTC", digestMinute: 480, reminder: .init(minute: 1_410)),
                context: user.context
            )
            try advance(environment, to: "2023-11-17T00:10:00Z")
            #expect(try await run(environment, ledger) == 1)
            // Nor does the former day's stay.
            #expect(try await environment.list(user).notifications == [])
            #expect(try await planned(environment) == ["2023-11-17T23:30:00Z"])
        }
    }

    @Test("wait while budget cannot be reached")
    func outage() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, ledger) = (User(), Ledger())
            _ = try await environment.prefer(user, "entry_reminder", isOn: true)
            try advance(environment, to: "2023-11-15T20:00:00Z")
            ledger.state.withLock { $0.failure = Status(.unavailable, "down") }
            await #expect(throws: Status.self) { try await run(environment, ledger) }
            // The lease ends, as after any failure.
            environment.clock.advance(by: 120)
            ledger.state.withLock { $0.failure = nil }
            #expect(try await run(environment, ledger) == 1)
            #expect(try await environment.list(user).notifications.count == 1)
        }
    }

    @Test("keep their time when a client that knows of none sets the others, and reject one that no clock shows")
    func times() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            func set(_ reminder: Notifications.ReminderTime?) async throws -> Int32? {
                try await environment.preferences.setNoticeTimes(
                    .init(timeZone: "Europe/Paris", digestMinute: 60, reminder: reminder),
                    context: user.context
                ).reminder?.minute
            }
            #expect(try await set(nil) == 1_200)
            #expect(try await set(.init(minute: 0)) == 0)
            #expect(try await set(nil) == 0)
            for minute: Int32 in [-1, 1_440] {
                let problem = await failure { _ = try await set(.init(minute: minute)) }
                #expect(problem?.fieldViolations.map(\.field) == ["reminder.minute"])
            }
            _ = try await environment.prefer(user, "entry_reminder", .webPush, isOn: true)
            #expect(try await planned(environment) == ["2023-11-14T23:00:00Z"])
            _ = try await set(.init(minute: 1_290))
            #expect(try await planned(environment) == ["2023-11-15T20:30:00Z"])
        }
    }
}

extension NotificationsTestEnvironment {
    /// Reminders, with budget's answers as given.
    func reminders(_ ledger: any EntryLookup) -> EntryReminders {
        EntryReminders(
            store: InboxStore(deliveries: deliveries),
            preferences: deliveries.preferences,
            ledger: ledger,
            log: TestDatabase.quietLogger,
            time: .clock(clock)
        )
    }
}
