import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// A user whose goals are to be compared with what they have spent: queued by the database with every change of either.
struct GoalCheck: QueuedWork {
    let user: UUID

    static let columns: Statement = "work.user_id"

    init(_ row: Row) throws { user = try row["user_id"] }

    var identity: Statement { "user_id = \(user)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "goal_checks"

    /// The checks of all users, shared by all instances. A lease also ends when something changes meanwhile.
    static func queue(in pool: PostgresPool) -> LeaseQueue<GoalCheck> {
        let table = LeaseTable(name: "goals_to_check", key: ["user_id"], since: "queued_at", order: "work.due_at")
        return LeaseQueue(pool: pool, table: table)
    }
}

/// Lets users hear when a goal is passed, once for each of its periods, and takes that back when it is not passed any more.
struct GoalWatch: Sendable {
    let goals: GoalStore
    /// Where what was spent is.
    let ledger: SpendingStore
    let log: Logger

    /// For how long it is kept which goals were passed, in days.
    static let keptDays = 800

    /// Checks the users who are queued.
    var worker: LeaseWorker<GoalCheck> {
        LeaseWorker(
            GoalCheck.queueName,
            queue: GoalCheck.queue(in: goals.pool),
            wokenBy: WakeUp(GoalCheck.queueName),
            log: log
        ) { lease in
            try await check(lease)
            return .settled
        }
    }

    /// Compares a user's goals with what was spent. Nothing changes when the lease is no longer in force.
    func check(_ lease: Lease<GoalCheck>) async throws {
        let (user, now) = (lease.work.user, goals.clock.now)
        let checked = try await standings(of: user, at: now)
        try await goals.pool.transaction { connection in
            // Before the queue's row: whoever changes a goal takes the locks in this order.
            _ = try await connection.query("SELECT FROM goals WHERE user_id = \(user) ORDER BY id FOR SHARE")
            guard try await GoalCheck.queue(in: goals.pool).finish(lease, in: connection) else { return }
            let former = try await passed(of: user, in: connection)
            for standing in checked where standing.isPassed && !former.contains(standing.place) {
                try await note(standing, of: user, at: now, in: connection)
            }
            let kept = former.filter { place in
                checked.contains { $0.place == place && !$0.isPassed } || !checked.contains { $0.goal.id == place.goal }
            }
            for place in kept { try await withdraw(place, of: user, at: now, in: connection) }
            try await connection.execute(
                """
                DELETE FROM passed_goals WHERE user_id = \(user)
                    AND first_day < \(CalendarDay(of: now, in: .gmt).advanced(by: -Self.keptDays))
                """
            )
        }
    }

    /// A goal in one of its periods.
    private struct Place: Hashable {
        let goal: UUID
        let firstDay: CalendarDay
    }

    /// How far a goal is.
    private struct Standing {
        let goal: Goal
        let progress: GoalProgress

        var place: Place { Place(goal: goal.id, firstDay: progress.period.first) }
        var isPassed: Bool { progress.spent > goal.terms.limit }
    }

    /// How far a user's goals are, wherever the user is: where today is another day in the west than in the east, and a period
    /// begins with one of them, in both periods.
    private func standings(of user: UUID, at now: Date) async throws -> [Standing] {
        let (west, east) = Self.todays(at: now)
        let found = try await goals.goals(of: user)
        guard let first = found.map({ $0.terms.period.containing(west).first }).min() else { return [] }
        let spent = try await ledger.counted(from: first, to: east, of: user)
        return found.flatMap { goal in
            let categories = goal.terms.target.category.map { ledger.names.categories(within: [$0]) } ?? []
            let ends = Set([west, east].map { min(east, goal.terms.period.containing($0).last) })
            return ends.sorted().map { end in
                Standing(
                    goal: goal,
                    progress: GoalProgress(of: goal.terms, in: spent, on: end, categories: categories)
                )
            }
        }
    }

    /// Which day it is where it is earliest, and where it is latest.
    private static func todays(at now: Date) -> (west: CalendarDay, east: CalendarDay) {
        let hour = 3_600.0
        return (
            CalendarDay(of: now.addingTimeInterval(-12 * hour), in: .gmt),
            CalendarDay(of: now.addingTimeInterval(14 * hour), in: .gmt)
        )
    }

    private func passed(of user: UUID, in connection: PostgresConnection) async throws -> Set<Place> {
        let rows = try await connection.query("SELECT goal_id, first_day FROM passed_goals WHERE user_id = \(user)")
        return Set(try rows.map { Place(goal: try $0["goal_id"], firstDay: try $0["first_day"]) })
    }

    private func note(
        _ standing: Standing,
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        let (goal, progress) = (standing.goal, standing.progress)
        try await connection.execute(
            """
            INSERT INTO passed_goals (user_id, goal_id, first_day, passed_at)
            VALUES (\(user), \(goal.id), \(progress.period.first), \(now))
            """
        )
        let currency = goal.terms.currency
        let target = names(of: goal.terms.target)
        let event = Events.GoalPassed(
            userID: user.canonical,
            goalID: goal.id.canonical,
            firstDay: progress.period.first.text,
            lastDay: progress.period.last.text,
            limit: Common.Money(minorUnits: goal.terms.limit, currency: currency),
            spent: Common.Money(minorUnits: Int64(clamping: progress.spent), currency: currency),
            targetEnglish: target?.english ?? "",
            targetFrench: target?.french ?? ""
        )
        try await send(.goalPassed(event), of: user, at: now, in: connection)
    }

    private func names(of target: GoalTerms.Target) -> ProductNames.Names? {
        switch target {
        case .everything: nil
        case .category(let slug): ledger.names.names(ofCategory: slug)
        case .product(let id): ledger.names.names(ofProduct: id)
        }
    }

    private func withdraw(
        _ place: Place,
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        try await connection.execute(
            """
            DELETE FROM passed_goals
            WHERE user_id = \(user) AND goal_id = \(place.goal) AND first_day = \(place.firstDay)
            """
        )
        let event = Events.GoalKept(userID: user.canonical, goalID: place.goal.canonical)
        try await send(.goalKept(event), of: user, at: now, in: connection)
    }

    private func send(
        _ event: Events.Event.Payload,
        of user: UUID,
        at now: Date,
        in connection: PostgresConnection
    ) async throws {
        let key = user.canonical
        try await EventOutbox.write(event, key: key, to: "notifications", occurredAt: now, in: connection)
    }
}
