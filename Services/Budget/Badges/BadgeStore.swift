import EventsMessages
import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit
import Texts

/// The badges that users have got, in the database. Every statement names their owner.
struct BadgeStore: Sendable {
    let pool: PostgresPool
    let log: Logger
    var list = BadgeList.shipped
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// How far a user is.
    struct Standing: Sendable {
        /// When badges were got, by their names.
        var awarded: [String: Date] = [:]
        /// How much there is of what is counted, at most as much as any badge needs.
        var reached: [BadgeTerms.Milestone: Int64] = [:]

        /// How much of a badge's milestone its owner has reached, at most what is needed.
        func reached(_ terms: BadgeTerms) -> Int64 {
            awarded[terms.name] != nil ? terms.needed : min(terms.needed, reached[terms.milestone] ?? 0)
        }
    }

    /// Gives a user the badges that they have reached and not got, each once, and notifies them.
    /// - Returns: How far the user is then.
    @discardableResult
    func award(to user: UUID, in connection: PostgresConnection) async throws -> Standing {
        var standing = Standing(awarded: try await awarded(to: user, in: connection))
        let missing = list.badges.filter { standing.awarded[$0.name] == nil }
        standing.reached = try await reached(Set(missing.map(\.milestone)), by: user, in: connection)
        let reached = missing.filter { standing.reached($0) >= $0.needed }
        if reached.isEmpty { return standing }
        try await give(reached, to: user, in: connection)
        // Another call may have given some of them at the same time.
        standing.awarded = try await awarded(to: user, in: connection)
        return standing
    }

    /// Gives a user the badges of something that they have done, each once, and notifies them. What was done stands when that
    /// fails, and counts the next time.
    func recordMilestone(_ milestone: BadgeTerms.Milestone, of user: UUID) async {
        let terms = list.badges.filter { $0.milestone == milestone }
        do {
            // Most have got them before; it takes no transaction to see that.
            let rows = try await pool.query(
                "SELECT name FROM badges WHERE user_id = \(user) AND name = ANY(\(terms.map(\.name)))"
            )
            guard rows.count < terms.count else { return }
            try await pool.transaction { try await give(terms, to: user, in: $0) }
        } catch {
            log.error("a badge could not be given", metadata: ["error": "\(error)"])
        }
    }

    // MARK: What is stored

    private func give(_ terms: [BadgeTerms], to user: UUID, in connection: PostgresConnection) async throws {
        let time = clock.now
        let rows = try await connection.query(
            """
            INSERT INTO badges (user_id, name, awarded_at)
            SELECT \(user), name, \(time) FROM unnest(\(terms.map(\.name))) AS reached (name)
            ON CONFLICT (user_id, name) DO NOTHING
            RETURNING name
            """
        )
        let new = Set(try rows.map { try $0["name"] as String })
        // Whoever moves in with an old ledger gets several at once: one notice suffices, and none that there is an account.
        guard let latest = terms.last(where: { new.contains($0.name) && $0.milestone != .account }) else { return }
        let event = Events.BadgeAwarded(
            userID: user.canonical,
            badge: latest.name,
            titleEnglish: latest.title.rendered(in: .english),
            titleFrench: latest.title.rendered(in: .french)
        )
        try await EventOutbox.notify(user, of: .badgeAwarded(event), at: time, in: connection)
    }

    private func awarded(to user: UUID, in connection: PostgresConnection) async throws -> [String: Date] {
        let rows = try await connection.query("SELECT name, awarded_at FROM badges WHERE user_id = \(user)")
        return try rows.reduce(into: [:]) { $0[try $1["name"]] = try $1["awarded_at"] as Date }
    }

    /// How much there is of milestones; of what is not counted in rows, nothing.
    private func reached(
        _ milestones: Set<BadgeTerms.Milestone>,
        by user: UUID,
        in connection: PostgresConnection
    ) async throws -> [BadgeTerms.Milestone: Int64] {
        var reached: [BadgeTerms.Milestone: Int64] = milestones.contains(.account) ? [.account: 1] : [:]
        let counted = BadgeTerms.Milestone.allCases.filter(milestones.contains).compactMap { milestone in
            rows(of: milestone, user).map { (milestone, $0) }
        }
        let results = try await connection.pipeline(
            counted.map { "SELECT count(*) AS count FROM (\($0.1)) AS counted" }
        )
        for (index, (milestone, _)) in counted.enumerated() {
            reached[milestone] = try results[index][0]["count"] as Int64
        }
        return reached
    }

    /// Rows of what is counted for a milestone, no more than are needed, in an order in which an index has them; nil for what is not
    /// counted in rows.
    private func rows(of milestone: BadgeTerms.Milestone, _ user: UUID) -> Statement? {
        let limit = list.mostNeeded(of: milestone)
        let entries: Statement = "FROM purchases WHERE user_id = \(user) AND state <> 'discarded'"
        let own: Statement = "\(entries) AND recurring_id IS NULL"
        return switch milestone {
        case .entries: "SELECT \(own) ORDER BY recorded_at LIMIT \(limit)"
        case .receipts:
            "SELECT \(entries) AND receipt_id IS NOT NULL AND NOT typed_in ORDER BY receipt_id LIMIT \(limit)"
        case .days: "SELECT DISTINCT listed_on \(own) ORDER BY listed_on DESC LIMIT \(limit)"
        case .goals: "SELECT FROM goals WHERE user_id = \(user) LIMIT \(limit)"
        case .imports: "SELECT FROM imports WHERE user_id = \(user) AND undone_at IS NULL LIMIT \(limit)"
        case .account, .comparison, .earnings: nil
        }
    }
}
