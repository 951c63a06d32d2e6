import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Goals in the database. Every statement names their owner.
struct GoalStore: RevisedStore {
    let pool: PostgresPool
    let revisions = Revisions<Goal>("goal_steps", record: "goal_id", noun: .services.nounGoal)
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// What changes in lists of goals.
    static func list(in pool: PostgresPool) -> WatchedList {
        WatchedList("goal_changes", noun: .services.nounGoalList, pool: pool)
    }

    /// Adds a goal.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_GOALS) where the user has as many as there may be.
    func create(_ terms: GoalTerms, of user: UUID, in connection: PostgresConnection) async throws -> Goal {
        try await lockGoals(of: user, in: connection)
        try await requireRoom(of: user, in: connection)
        // Of removed ones the oldest make room: they can be brought back for as long as there is some.
        try await connection.execute(
            """
            DELETE FROM goals WHERE user_id = \(user) AND removed AND id IN (
                SELECT id FROM goals WHERE user_id = \(user) AND removed ORDER BY created_at DESC, id OFFSET \(Goal.limit)
            )
            """
        )
        let goal = Goal(id: UUID(), terms: terms, createdAt: clock.now)
        try await connection.execute(
            """
            INSERT INTO goals (user_id, id, period, begins_on, limit_minor, currency, category, product_id, created_at)
            VALUES (
                \(user), \(goal.id), \(terms.period.name), \(terms.period.beginsOn), \(terms.limit), \(terms.currency),
                \(terms.target.category ?? ""), \(terms.target.product), \(goal.createdAt)
            )
            """
        )
        return try await lock(goal.id, of: user, with: nil, in: connection)
    }

    /// Takes back the latest change of a goal that stands.
    /// - Throws: NOT_FOUND; ABORTED when the goal isn't as its owner has seen it; FAILED_PRECONDITION when there is nothing to take
    ///   back, or no room for a goal that would be there again.
    func takeBack(
        _ id: UUID,
        of user: UUID,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection
    ) async throws -> Goal {
        try await lockGoals(of: user, in: connection)
        let wasRemoved = try await lock(id, of: user, with: nil, in: connection).isRemoved
        if wasRemoved { try await requireRoom(of: user, in: connection) }
        return try await undo(id, of: user, expecting: version, in: connection).0
    }

    /// - Throws: FAILED_PRECONDITION where the user has as many goals as there may be.
    private func requireRoom(of user: UUID, in connection: PostgresConnection) async throws {
        let rows = try await connection.query(
            "SELECT count(*) AS count FROM goals WHERE user_id = \(user) AND NOT removed"
        )
        guard try (rows[0]["count"] as Int) < Goal.limit else {
            throw Status(.failedPrecondition, .budget.tooManyGoals(limit: Goal.limit), reason: .tooManyGoals)
        }
    }

    /// One after the other for each user, so that together goals are not too many.
    private func lockGoals(of user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(.turn("goals \(user)"))
    }

    /// A user's goals without the removed ones, oldest first.
    func goals(of user: UUID) async throws -> [Goal] {
        try await pool.query(
            "SELECT \(columns) FROM goals WHERE user_id = \(user) AND NOT removed ORDER BY created_at, id"
        ).map(Goal.init)
    }

    /// The goals of these ids, also removed ones.
    func goals(_ ids: [UUID], of user: UUID, in connection: PostgresConnection) async throws -> [Goal] {
        try await connection.query(
            "SELECT \(columns) FROM goals WHERE user_id = \(user) AND id = ANY(\(ids)) ORDER BY created_at, id"
        ).map(Goal.init)
    }

    func lock(
        _ id: UUID,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Goal {
        let rows = try await connection.query(
            "SELECT \(columns) FROM goals WHERE user_id = \(user) AND id = \(id) FOR UPDATE"
        )
        guard let row = rows.first else { throw Status.notFound(.services.nounGoal) }
        return try Goal(row)
    }

    func save(
        _ goal: Goal,
        over before: Goal,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Goal {
        var after = goal
        after.version = before.version + 1
        let terms = after.terms
        let update: Statement = """
            UPDATE goals SET period = \(terms.period.name), begins_on = \(terms.period.beginsOn),
                limit_minor = \(terms.limit), currency = \(terms.currency), category = \(terms.target.category ?? ""),
                product_id = \(terms.target.product), removed = \(after.isRemoved), version = \(after.version)
            WHERE user_id = \(user) AND id = \(after.id)
            """
        let revision = try revisions.recording(
            cause,
            before: before,
            version: after.version,
            changes: [],
            at: clock.now,
            of: user
        )
        try await connection.pipeline([update] + revision)
        return after
    }

    private var columns: Statement {
        "id, period, begins_on, limit_minor, currency, category, product_id, created_at, removed, version"
    }
}

extension Goal {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            terms: GoalTerms(
                period: try GoalPeriod(named: try row["period"], beginsOn: try row["begins_on"]),
                limit: try row["limit_minor"],
                currency: try row["currency"],
                target: GoalTerms.Target(category: try row["category"], product: try row["product_id"])
            ),
            createdAt: try row["created_at"],
            isRemoved: try row["removed"],
            version: try row["version"]
        )
    }
}

extension GoalPeriod {
    /// The database has a period that this version doesn't know.
    private struct UnknownPeriod: Error {}

    fileprivate var name: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }

    fileprivate init(named name: String, beginsOn: Int) throws {
        switch name {
        case "day": self = .day
        case "week": self = .week(beginsOn: beginsOn)
        case "month": self = .month(beginsOn: beginsOn)
        case "year": self = .year
        default: throw UnknownPeriod()
        }
    }
}

extension StatusReason {
    /// The user has as many goals as there may be.
    static let tooManyGoals: StatusReason = "TOO_MANY_GOALS"
}
