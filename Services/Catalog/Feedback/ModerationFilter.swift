import CatalogDomain
import Foundation
import Postgres

extension PrivateReason: PostgresCodable {}

/// Decides whether a user's choice may be shared, and counts abuse.
struct ModerationFilter: Sendable {
    let now: Date

    /// Moderates a choice, in the transaction that stores it.
    func run(_ choice: MappingsStore.Choice, in connection: PostgresConnection) async throws -> ModerationOutcome {
        guard let reason = try await objection(to: choice, in: connection) else { return ModerationOutcome() }
        let report = reason.isAbuse ? try await recordAbuse(reason, of: choice.user, in: connection) : nil
        return ModerationOutcome(reason: reason, report: report)
    }

    private func objection(
        to choice: MappingsStore.Choice,
        in connection: PostgresConnection
    ) async throws -> PrivateReason? {
        guard choice.isVote else { return .unchanged }
        guard choice.consentedAt != nil else { return .consent }
        let scope = choice.scope
        let store = scope.storeKey.isEmpty ? scope.chainKey : scope.storeKey
        if let found = ModerationRules.objection(to: choice.printed, key: choice.key, store: store) { return found }
        let most = Int32(ModerationRules.maximumLinesPerDay)
        let said: Int = try await connection.query(
            """
            SELECT count(*) AS count FROM (
                SELECT 1 FROM receipt_text_mappings
                WHERE user_id = \(choice.user) AND basis = 'chosen' AND changed_at > \(now.addingTimeInterval(-86_400))
                    AND changed_at <= \(now)
                LIMIT \(most)
            ) AS said
            """
        )[0]["count"]
        return said >= Int(most) ? .excess : nil
    }

    /// Counts abuse by a user.
    /// - Returns: the report that this triggers; nil when the threshold is not reached, or a report exists.
    private func recordAbuse(
        _ reason: PrivateReason,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> UUID? {
        let counts = [PrivateReason.insult, .contact, .excess].map { Int32($0 == reason ? 1 : 0) }
        let pause = now.addingTimeInterval(-Double(ModerationRules.pauseDays) * 86_400)
        let row = try await connection.query(
            """
            INSERT INTO abusive_feedback AS old (user_id, insults, contacts, excess, first_at, last_at)
            VALUES (\(user), \(counts[0]), \(counts[1]), \(counts[2]), \(now), \(now))
            ON CONFLICT (user_id) DO UPDATE SET (state, insults, contacts, excess, first_at, last_at) = (
                SELECT CASE WHEN is_over THEN 'watched' ELSE old.state END,
                    CASE WHEN is_over THEN 0 ELSE old.insults END + excluded.insults,
                    CASE WHEN is_over THEN 0 ELSE old.contacts END + excluded.contacts,
                    CASE WHEN is_over THEN 0 ELSE old.excess END + excluded.excess,
                    CASE WHEN is_over THEN excluded.first_at ELSE old.first_at END, excluded.last_at
                FROM (VALUES (old.state = 'dismissed' OR old.state = 'watched' AND old.last_at < \(pause)))
                    AS earlier (is_over))
            RETURNING id, state, insults + contacts + excess AS count
            """
        )[0]
        guard try row["state"] == FeedbackReport.State.belowThreshold,
            try row.decode("count") as Int32 >= Int32(ModerationRules.abuseToReport)
        else { return nil }
        try await connection.execute("UPDATE abusive_feedback SET state = 'open' WHERE user_id = \(user)")
        return try row["id"]
    }
}
