import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Notifies users when a goal is passed, and withdraws that when it is not passed any more.
struct GoalWatch: Sendable {
    let goals: GoalStore
    /// Where what was spent is.
    let ledger: SpendingStore
    /// What other currencies are converted with.
    let rates: ExchangeRates
    let log: Logger

    /// For how long it is kept which goals were passed, in days.
    static let keptDays = 800
    /// The most notices of a goal in one of its periods: it may be kept and passed again.
    static let limitPerPeriod = 3
    /// Of how many goals a user is notified in a day at most.
    static let limitPerDay = 20
    /// For how many days after its period began a notice is withdrawn.
    private static let withdrawalDays = 400
    /// After how many seconds goals are compared again for which catalog couldn't be asked for rates.
    static let pauseWithoutRates = 60.0

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "goal_checks"

    /// Users who are to be checked, shared by all instances.
    static func queue(in pool: PostgresPool) -> LeaseQueue<UserCheck> { UserCheck.queue("goals_to_check", in: pool) }

    /// Checks the users who are queued.
    var worker: LeaseWorker<UserCheck> {
        UserCheck.worker(Self.queueName, Self.queue(in: goals.pool), concurrency: 4, log: log, check: check)
    }

    /// Forgets which goals were passed long ago.
    var forgetting: ScheduledJob {
        ScheduledJob("forget passed goals", .every(.seconds(3_600))) { _ in
            let day = CalendarDay(of: goals.clock.now, in: .gmt).advanced(by: -Self.keptDays)
            try await goals.pool.execute("DELETE FROM passed_goals WHERE first_day < \(day)")
        }
    }

    /// Compares a user's goals with what was spent. Nothing changes when the lease is no longer in force.
    func check(_ lease: Lease<UserCheck>) async throws -> WorkOutcome {
        let (user, now) = (lease.work.user, goals.clock.now)
        let found = try await goals.goals(of: user)
        // What is within categories, and what they are called, is not known before catalog has answered.
        if found.contains(where: { $0.terms.target != .everything }), !ledger.names.areKnown {
            return .postponed(.seconds(5), isCounted: false)
        }
        let (standings, next) = try await standings(of: found, of: user, at: now)
        try await goals.pool.transaction { connection in
            // Before the queue's row, as whoever changes a goal locks them; erasing goals waits, and then finds what is written here.
            _ = try await connection.query("SELECT FROM goals WHERE user_id = \(user) ORDER BY id FOR SHARE")
            guard try await Self.queue(in: goals.pool).finish(lease, in: connection) else { return }
            var passings = try await passings(of: user, at: now, in: connection)
            // Withdrawals first: users may be notified anew of the same goal with other terms.
            for passing in passings.values where isOver(passing, standings, found) {
                try await withdraw(passing, of: user, at: now, in: connection)
                passings[passing.place]?.isPassed = false
            }
            for standing in standings.values.sorted(by: { $0.place < $1.place }) where standing.isPassed {
                try await note(standing, among: &passings, of: user, at: now, in: connection)
            }
            if standings.values.contains(where: \.progress.isMissingRates) {
                try await queue(user, for: "\(now.addingTimeInterval(Self.pauseWithoutRates))", in: connection)
            } else if let next {
                try await queue(user, for: Self.beginning(of: next), in: connection)
            }
        }
        return .settled
    }

    // MARK: Comparing

    /// A goal in one of its periods.
    private struct Place: Hashable, Comparable {
        let goal: UUID
        let firstDay: CalendarDay

        static func < (one: Place, other: Place) -> Bool {
            (one.firstDay.text, one.goal.canonical) < (other.firstDay.text, other.goal.canonical)
        }
    }

    /// How far a goal is.
    private struct Standing: Sendable {
        let goal: Goal
        let progress: GoalProgress

        var place: Place { Place(goal: goal.id, firstDay: progress.period.first) }
        var isPassed: Bool { progress.spent > goal.terms.limit }
        /// Whether it is passed also without other currencies.
        var isPassedByOwnCurrency: Bool { progress.own > goal.terms.limit }
    }

    /// How far goals are, wherever their owner is: a day counts once it has begun somewhere, and until it has ended everywhere,
    /// and so the period that it is in.
    /// - Returns: Also the first later day on which something is listed already.
    private func standings(
        of found: [Goal],
        of user: UUID,
        at now: Date
    ) async throws -> (standings: [Place: Standing], next: CalendarDay?) {
        let days = Self.days(at: now)
        guard let first = found.map({ $0.terms.period.containing(days.lowerBound).first }).min(),
            let last = found.map({ $0.terms.period.containing(days.upperBound).last }).max()
        else { return ([:], nil) }
        let listed = try await ledger.counted(from: first, to: last, of: user)
        let spendings = try await offLoop(for: user) { [names = ledger.names] in
            found.flatMap { goal in
                let categories = names.categories(of: goal.terms.target)
                let ends = Set(days.map { min(days.upperBound, goal.terms.period.containing($0).last) })
                return ends.map { (goal, GoalSpending(of: goal.terms, in: listed, on: $0, categories: categories)) }
            }
        }
        let conversions = try await rates.conversions(for: spendings.map(\.1))
        return try await offLoop(for: user) {
            var standings: [Place: Standing] = [:]
            for (goal, spending) in spendings {
                // What is too much to be counted is compared with nothing.
                let progress = try? GoalProgress(of: spending, by: conversions[goal.terms.currency])
                guard let standing = progress.map({ Standing(goal: goal, progress: $0) }) else { continue }
                standings[standing.place] = standing
            }
            return (standings, listed.map(\.day).filter { $0 > days.upperBound }.min())
        }
    }

    /// The days that it is somewhere.
    private static func days(at now: Date) -> ClosedRange<CalendarDay> {
        let hour = 3_600.0
        let west = CalendarDay(of: now.addingTimeInterval(-12 * hour), in: .gmt)
        return west...CalendarDay(of: now.addingTimeInterval(14 * hour), in: .gmt)
    }

    // MARK: What is known

    /// A goal that was passed.
    private struct Passing {
        let place: Place
        let version: Int64
        var isPassed: Bool
        /// How often its owner was notified, and when last.
        var notices: Int
        var notifiedAt: Date?
    }

    private func passings(
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws -> [Place: Passing] {
        let day = Self.days(at: now).lowerBound.advanced(by: -Self.withdrawalDays)
        let rows = try await connection.query(
            """
            SELECT goal_id, first_day, version, is_passed, notices, notified_at FROM passed_goals
            WHERE user_id = \(user) AND first_day >= \(day)
            """
        )
        return try rows.reduce(into: [:]) { found, row in
            let place = Place(goal: try row["goal_id"], firstDay: try row["first_day"])
            found[place] = Passing(
                place: place,
                version: try row["version"],
                isPassed: try row["is_passed"],
                notices: try row["notices"],
                notifiedAt: try row["notified_at"]
            )
        }
    }

    /// Whether a goal is not passed any more. Those of periods that have ended stay, unless the goal has other terms or is gone, and so
    /// do those of which rates are missing.
    private func isOver(_ passing: Passing, _ standings: [Place: Standing], _ found: [Goal]) -> Bool {
        guard passing.isPassed else { return false }
        guard let goal = found.first(where: { $0.id == passing.place.goal }), goal.version == passing.version else {
            return true
        }
        return standings[passing.place].map { !$0.isPassed && !$0.progress.isMissingRates } ?? false
    }

    // MARK: Notifying

    /// Notes that a goal is passed, unless that is known, and notifies its owner within the limits: where other currencies pass it once
    /// in its period, so that rates which are corrected notify nobody anew.
    private func note(
        _ standing: Standing,
        among passings: inout [Place: Passing],
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        let (goal, place) = (standing.goal, standing.place)
        let before = passings[place]
        if let before, before.isPassed, before.version == goal.version { return }
        var passing = Passing(
            place: place,
            version: goal.version,
            isPassed: true,
            notices: before?.notices ?? 0,
            notifiedAt: before?.notifiedAt
        )
        let dayAgo = now.addingTimeInterval(-86_400)
        let notified = passings.values.count { $0.notifiedAt.map { $0 > dayAgo } ?? false }
        let isTold = passing.notices > 0 && before?.version == goal.version && !standing.isPassedByOwnCurrency
        let isNotified = !isTold && passing.notices < Self.limitPerPeriod && notified < Self.limitPerDay
        if isNotified { (passing.notices, passing.notifiedAt) = (passing.notices + 1, now) }
        passings[place] = passing
        try await connection.execute(
            """
            INSERT INTO passed_goals (user_id, goal_id, first_day, version, is_passed, notices, notified_at)
            VALUES (
                \(user), \(place.goal), \(place.firstDay), \(passing.version), true, \(passing.notices),
                \(passing.notifiedAt)
            )
            ON CONFLICT (user_id, goal_id, first_day) DO UPDATE
            SET version = excluded.version, is_passed = true, notices = excluded.notices,
                notified_at = excluded.notified_at
            """
        )
        if isNotified {
            try await EventOutbox.notify(user, of: .goalPassed(event(standing, of: user)), at: now, in: connection)
        }
    }

    private func event(_ standing: Standing, of user: UUID) -> Events.GoalPassed {
        let (goal, progress) = (standing.goal, standing.progress)
        let currency = goal.terms.currency
        let target = names(of: goal.terms.target)
        return Events.GoalPassed(
            userID: user.canonical,
            goalID: goal.id.canonical,
            firstDay: progress.period.first.text,
            lastDay: progress.period.last.text,
            limit: Common.Money(minorUnits: goal.terms.limit, currency: currency),
            spent: Common.Money(minorUnits: Int64(clamping: progress.spent), currency: currency),
            targetEnglish: target?.english ?? "",
            targetFrench: target?.french ?? ""
        )
    }

    private func names(of target: GoalTerms.Target) -> ProductNames.Names? {
        switch target {
        case .everything: nil
        case .category(let slug): ledger.names.names(ofCategory: slug)
        case .product(let id): ledger.names.names(ofProduct: id)
        }
    }

    private func withdraw(
        _ passing: Passing,
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        let place = passing.place
        try await connection.execute(
            """
            UPDATE passed_goals SET is_passed = false
            WHERE user_id = \(user) AND goal_id = \(place.goal) AND first_day = \(place.firstDay)
            """
        )
        guard passing.notices > 0 else { return }
        let event = Events.GoalKept(
            userID: user.canonical,
            goalID: place.goal.canonical,
            firstDay: place.firstDay.text
        )
        try await EventOutbox.notify(user, of: .goalKept(event), at: now, in: connection)
    }

    /// Queues a user for a later moment.
    private func queue(_ user: UUID, for moment: Statement, in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            INSERT INTO goals_to_check (user_id, due_at) VALUES (\(user), \(moment))
            ON CONFLICT (user_id) DO NOTHING
            """
        )
    }

    /// When a day begins on which something is listed already, where days begin first.
    private static func beginning(of day: CalendarDay) -> Statement {
        "(\(day)::timestamp AT TIME ZONE 'UTC') - interval '14 hours'"
    }
}
