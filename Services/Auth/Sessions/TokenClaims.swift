import AuthMessages
import Foundation
import Foundations
import Postgres
import ServiceKit
import Texts

/// What a new access token says of its account beside the name.
///
/// Tokens are issued and claims are changed in turn: every token that says what was true before a change is revoked by it.
struct TokenClaims: Sendable {
    /// The consents that are given.
    let consents: [Auth.ConsentKind]
    let roles: [Auth.Role]
    let plan: GrantedPlan
    /// Whether the terms of use in force are still to be accepted.
    let isTermsPending: Bool
    /// In which the person is written to.
    let language: Language?
    /// IANA name; nil when none is chosen.
    let timeZone: String?
    /// Whether the session was signed in with a second factor, and the account has one still. Codes by e-mail
    /// don't count, since whoever reads the mails can set another password, too.
    let hasSecondFactor: Bool
    /// When the token is issued, in whole seconds: up to a second later than now, when that is what it takes to be later than
    /// the latest change of the claims.
    let issuedAt: Date

    /// Reads the claims of an account in a session; they cannot change until the transaction has ended.
    /// - Parameter terms: The version of the terms in force.
    init(
        of account: UUID,
        in session: UUID,
        terms: String,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let tables = try await connection.pipeline([
            "SELECT pg_advisory_xact_lock_shared(\(Self.lock(account)))",
            "SELECT kind FROM consents WHERE account_id = \(account) AND is_given ORDER BY kind",
            "SELECT role FROM account_roles WHERE account_id = \(account) ORDER BY role",
            "SELECT plan, started_at, expires_at FROM account_plans WHERE account_id = \(account)",
            "SELECT 1 FROM terms_acceptances WHERE account_id = \(account) AND version = \(terms)",
            "SELECT language, time_zone FROM accounts WHERE id = \(account)",
            """
            SELECT 1 FROM sessions s WHERE account_id = \(account) AND id = \(session)
                AND second_factor_at IS NOT NULL
                AND EXISTS (SELECT 1 FROM factors f WHERE f.account_id = s.account_id AND f.kind <> 'email_code')
            """,
            Self.latestChange(of: account, at: time),
        ])
        consents = try tables[1].compactMap { Auth.ConsentKind(name: try $0["kind"]) }
        roles = try tables[2].compactMap { Auth.Role(name: try $0["role"]) }
        plan = GrantedPlan(try Auth.PlanState(tables[3].first, at: time))
        isTermsPending = tables[4].isEmpty
        language = try tables[5].first.flatMap { Language(rawValue: try $0["language"]) }
        timeZone = try tables[5].first.flatMap { try $0["time_zone"] }
        hasSecondFactor = !tables[6].isEmpty
        issuedAt = try Self.issueTime(after: tables[7], at: time)
    }

    /// Keeps the claims of an account from being changed until the transaction has ended.
    static func keep(of account: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute("SELECT pg_advisory_xact_lock_shared(\(lock(account)))")
    }

    /// Waits until no token is being issued, and has others wait until the transaction has ended, which changes the claims.
    /// - Returns: The time of the change: now, or the time of the latest token if that is later.
    static func beginChange(
        of account: UUID,
        by clock: any WallClock,
        in connection: PostgresConnection
    ) async throws -> Date {
        try await connection.execute("SELECT pg_advisory_xact_lock(\(lock(account)))")
        let time = clock.now
        let latestChange = try await connection.query(latestChange(of: account, at: time))
        return max(time, try issueTime(after: latestChange, at: time))
    }

    /// When a token is issued that must be later than a change.
    private static func issueTime(after latestChange: [Row], at time: Date) throws -> Date {
        let changedAt: Date? = try latestChange.first?["changed_at"]
        let seconds = time.timeIntervalSince1970.rounded(.down)
        let least = changedAt.map { $0.timeIntervalSince1970.rounded(.down) + 1 } ?? seconds
        return Date(timeIntervalSince1970: max(seconds, least))
    }

    private static func latestChange(of account: UUID, at time: Date) -> Statement {
        """
        SELECT max(revoked_at) AS changed_at FROM revocations
        WHERE account_id = \(account) AND session_id IS NULL AND expires_at > \(time)
        """
    }

    private static func lock(_ account: UUID) -> Statement {
        "hashtextextended(\("token claims \(account.canonical)"), 0)"
    }
}
