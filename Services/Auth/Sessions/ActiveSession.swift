import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// A session that has not ended, as its user sees it.
struct ActiveSession: ListedEntry, Sendable {
    static let list = "sessions"

    let id: UUID
    /// The name of the device; empty when none was given.
    let device: String
    let signedInAt: Date
    /// The time of the latest renewal, or else of signing in.
    let lastUsedAt: Date

    /// The session as the service returns it.
    /// - Parameter caller: The session that calls.
    func message(for caller: CallerSession) -> Auth.Session {
        Auth.Session(
            id: id.canonical,
            device: device,
            signedInAt: Common.Timestamp(signedInAt),
            lastUsedAt: Common.Timestamp(lastUsedAt),
            isCurrent: id == caller.id
        )
    }
}

/// The session on whose behalf a call is.
struct CallerSession: Sendable {
    let account: UUID
    let id: UUID
}

extension CallContext {
    /// The session of the verified user.
    /// - Throws: UNAUTHENTICATED when there is none.
    var session: CallerSession {
        get throws {
            guard let id = try user.session.flatMap(UUID.init(canonical:)) else {
                throw Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
            }
            return CallerSession(account: try userID, id: id)
        }
    }
}

// MARK: - Listing and ending one's own

extension SessionStore {
    typealias Key = TimeKey<ActiveSession>

    /// A page of a user's sessions that can be used at a time, latest use first, and the token of the next page.
    func list(
        _ page: Page<Key>,
        of account: UUID,
        at time: Date
    ) async throws -> (entries: [ActiveSession], next: String?) {
        let results = try await database.pipeline([
            "SELECT \(AccountEncryption.keyColumns()) FROM accounts WHERE id = \(account)",
            """
            SELECT id, device, created_at, used_at FROM (
                SELECT id, device, created_at, coalesce(last_used_at, created_at) AS used_at FROM sessions s
                WHERE account_id = \(account) AND ended_at IS NULL AND EXISTS (
                    SELECT 1 FROM refresh_tokens t
                    WHERE t.account_id = s.account_id AND t.session_id = s.id AND t.spent_at IS NULL
                        AND t.expires_at > \(time)
                )
            ) AS active
            \(after(page.after)) ORDER BY used_at DESC, id DESC LIMIT \(page.rowLimit)
            """,
        ])
        guard let key = try results[0].first.map({ try dataKey($0, of: account) }) else { return ([], nil) }
        return try page.entries(in: results[1], key: { Key(try $0["used_at"], try $0["id"]) }) { row in
            let device: [UInt8]? = try row["device"]
            return ActiveSession(
                id: try row["id"],
                device: try device.map { try key.openText($0, context: AccountEncryption.device) } ?? "",
                signedInAt: try row["created_at"],
                lastUsedAt: try row["used_at"]
            )
        }
    }

    private func after(_ key: Key?) -> Statement {
        guard let key else { return "" }
        return "WHERE (used_at, id) < (\(key.time), \(key.id))"
    }

    /// Ends a session of the caller's; one that has ended stays so.
    /// - Throws: NOT_FOUND for a session of another account; UNAUTHENTICATED when the caller's own has ended.
    func end(_ session: UUID, by caller: CallerSession, at time: Date) async throws {
        try await database.transaction { connection in
            _ = try await lockSessions(of: caller, in: connection)
            let known = try await connection.query(
                "SELECT 1 FROM sessions WHERE account_id = \(caller.account) AND id = \(session)"
            )
            guard !known.isEmpty else { throw Status.notFound(.auth.nounSession) }
            try await end([session], of: caller.account, reason: .sessionEnded, at: time, in: connection)
        }
    }

    /// Ends all sessions of the caller's account but the one that calls.
    /// - Returns: How many it has ended.
    /// - Throws: UNAUTHENTICATED when the caller's own has ended.
    func endOthers(than caller: CallerSession, at time: Date) async throws -> Int {
        try await database.transaction { try await endOthers(than: caller, at: time, in: $0) }
    }

    /// Ends the others in the connection's transaction, of which it is the last.
    @discardableResult
    func endOthers(
        than caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Int {
        let others = try await lockSessions(of: caller, in: connection).filter { $0 != caller.id }
        return try await end(others, of: caller.account, reason: .sessionEnded, at: time, in: connection)
    }

    /// Ends all sessions of an account in the connection's transaction, of which it is the last.
    func endAll(of account: UUID, at time: Date, in connection: PostgresConnection) async throws {
        let sessions = try await lockSessions(of: account, in: connection)
        try await end(sessions, of: account, reason: .sessionEnded, at: time, in: connection)
    }

    /// The sessions of the caller's account that have not ended, which nobody else changes until the transaction has ended.
    ///
    /// Of two sessions that end each other at once, the later one finds that it has ended, and ends nothing: otherwise whoever
    /// has stolen one could end its owner's for a moment after it was ended.
    /// - Throws: UNAUTHENTICATED when the caller's own has ended.
    private func lockSessions(of caller: CallerSession, in connection: PostgresConnection) async throws -> [UUID] {
        let sessions = try await lockSessions(of: caller.account, in: connection)
        guard sessions.contains(caller.id) else { throw SessionsService.sessionEnded }
        return sessions
    }

    /// Has sessions of an account count as signed in without a second factor, in the connection's transaction.
    /// - Parameter kept: The session that stays as it is; nil for none.
    func withdrawProofs(of account: UUID, keeping kept: UUID?, in connection: PostgresConnection) async throws {
        let others = try await lockSessions(of: account, in: connection).filter { $0 != kept }
        try await connection.execute(
            """
            UPDATE sessions SET factor_proven_at = NULL, second_factor_at = NULL
            WHERE account_id = \(account) AND id = ANY(\(others))
            """
        )
    }

    /// - Throws: UNAUTHENTICATED when a session has ended.
    func requireActive(_ caller: CallerSession) async throws {
        let rows = try await database.query(
            "SELECT 1 FROM sessions WHERE account_id = \(caller.account) AND id = \(caller.id) AND ended_at IS NULL"
        )
        guard !rows.isEmpty else { throw SessionsService.sessionEnded }
    }

    private func lockSessions(of account: UUID, in connection: PostgresConnection) async throws -> [UUID] {
        // In one order everywhere, so that two calls cannot wait for each other.
        try await connection.query(
            "SELECT id FROM sessions WHERE account_id = \(account) AND ended_at IS NULL ORDER BY id FOR UPDATE"
        ).map { try $0["id"] }
    }
}
