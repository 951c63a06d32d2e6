import AuthMessages
import CommonMessages
import Crypto
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import ServiceKit

/// The store of sessions and their refresh tokens.
struct SessionStore: Sendable {
    /// How long the response to a refresh can be repeated while none of its tokens was used, in seconds: for as long as a
    /// client may have no network.
    static let retryWindow: TimeInterval = 86_400

    let database: PostgresPool
    let masterKeys: MasterKeys
    let revocations: RevocationLog
    /// The lifetime of an unused refresh token, in seconds.
    let refreshLifetime: TimeInterval
    /// The version of the terms of use in force.
    let terms: String

    /// The outcome of a refresh.
    enum Refresh: Sendable {
        case tokens(Auth.SessionTokens)
        /// The token is unknown or expired, or its session has ended.
        case rejected
        /// The token had already been used, which ended its session.
        case reused(account: UUID, session: UUID)
    }

    // MARK: Opening and closing

    /// Opens a session in the connection's transaction.
    /// - Parameter factor: What a second factor has proven at the sign-in; nil for a password alone.
    func open(
        _ account: UUID,
        _ username: String,
        device: String,
        factor: FactorProof?,
        signer: TokenSigner,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Auth.SessionTokens {
        let session = UUID()
        let sealedDevice = try await seal(device, for: account, in: connection)
        let token = RefreshToken()
        try await connection.pipeline([
            """
            INSERT INTO sessions (account_id, id, device, created_at, proven_at, factor_proven_at, second_factor_at)
            VALUES (
                \(account), \(session), \(sealedDevice), \(time), \(time), \(factor == nil ? nil : time),
                \(factor == .possession ? time : nil)
            )
            """,
            insertion(of: token, account, session, at: time),
            AuditLog.record(.signedIn, account: account, session: session, at: time),
        ])
        return try await tokens(account, username, session, token, signer, at: time, in: connection)
    }

    /// Ends the session of a token; an unknown token has no effect.
    func signOut(_ token: RefreshToken, at time: Date) async throws {
        try await database.transaction { connection in
            guard let (account, session) = try await owner(of: token, in: connection) else { return }
            try await end([session], of: account, reason: .signedOut, at: time, in: connection)
        }
    }

    /// Ends those of some sessions that have not ended before; the last of its transaction, as others wait for it.
    /// - Returns: How many it has ended.
    @discardableResult
    func end(
        _ sessions: [UUID],
        of account: UUID,
        reason: AuditLog.Action,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Int {
        let ended: [UUID] = try await connection.query(
            """
            UPDATE sessions SET ended_at = \(time), end_reason = \(reason.rawValue)
            WHERE account_id = \(account) AND id = ANY(\(sessions)) AND ended_at IS NULL
            RETURNING id
            """
        ).map { try $0["id"] }
        guard !ended.isEmpty else { return 0 }
        try await connection.pipeline([
            AuditLog.record(reason, account: account, sessions: ended, at: time),
            """
            UPDATE refresh_tokens SET retry_hash = NULL, retry_answer = NULL
            WHERE account_id = \(account) AND session_id = ANY(\(ended)) AND retry_answer IS NOT NULL
            """,
            revocations.revocations(of: account, sessions: ended, at: time),
        ])
        return ended.count
    }

    /// A session of an account.
    struct Reference: Sendable, Hashable {
        let account: UUID
        let session: UUID
    }

    /// Those of some sessions that have ended or are not known, each once.
    func ended(of asked: [Reference]) async throws -> [Reference] {
        try await database.query(
            """
            SELECT DISTINCT asked.account_id, asked.session_id
            FROM unnest(\(asked.map(\.account)), \(asked.map(\.session))) AS asked (account_id, session_id)
            WHERE NOT EXISTS (
                SELECT FROM sessions s
                WHERE s.account_id = asked.account_id AND s.id = asked.session_id AND s.ended_at IS NULL
            )
            """
        ).map { Reference(account: try $0["account_id"], session: try $0["session_id"]) }
    }

    /// Deletes tokens that expired before a time, and the sessions whose last token is among them.
    ///
    /// Spent tokens are kept until they expire, so there are far more of them than one statement can look through within its time
    /// limit: each transaction takes some, the oldest first, and looks at the sessions of those alone.
    /// - Parameter batchSize: The tokens that one transaction deletes.
    func deleteExpired(before time: Date, batchSize: Int = 2_000) async throws {
        while try await deleteBatch(of: batchSize, before: time) == batchSize { try Task.checkCancellation() }
    }

    /// - Returns: How many tokens it has deleted.
    private func deleteBatch(of size: Int, before time: Date) async throws -> Int {
        try await database.transaction { connection in
            let rows = try await connection.query(Self.deletion(of: size, before: time))
            let owners: (accounts: [UUID], sessions: [UUID]) = (
                try rows.map { try $0["account_id"] }, try rows.map { try $0["session_id"] }
            )
            // A statement of its own: the one above would still see the tokens that it deletes.
            try await connection.execute(Self.deletion(ofEmptied: owners.sessions, of: owners.accounts))
            return try rows.reduce(0) { $0 + (try $1["tokens"] as Int) }
        }
    }

    /// The statement that deletes some tokens which expired before a time. It selects their sessions, and how many each has lost.
    static func deletion(of limit: Int, before time: Date) -> Statement {
        """
        WITH deleted AS (
            DELETE FROM refresh_tokens WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM refresh_tokens WHERE expires_at < \(time)
                ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            RETURNING account_id, session_id
        )
        SELECT account_id, session_id, count(*) AS tokens FROM deleted GROUP BY account_id, session_id
        """
    }

    /// The statement that deletes those of some sessions that have no tokens.
    /// - Parameter accounts: The account of each session.
    static func deletion(ofEmptied sessions: [UUID], of accounts: [UUID]) -> Statement {
        """
        DELETE FROM sessions s USING unnest(\(accounts), \(sessions)) AS emptied (account_id, id)
        WHERE s.account_id = emptied.account_id AND s.id = emptied.id AND NOT EXISTS (
            SELECT FROM refresh_tokens t WHERE t.account_id = s.account_id AND t.session_id = s.id
        )
        """
    }

    private func seal(_ device: String, for account: UUID, in connection: PostgresConnection) async throws -> [UInt8]? {
        guard !device.isEmpty else { return nil }
        let rows = try await connection.query(
            "SELECT \(AccountEncryption.keyColumns()) FROM accounts WHERE id = \(account)"
        )
        guard let row = rows.first else { return nil }
        return try dataKey(row, of: account).seal(device, context: AccountEncryption.device)
    }

    /// The key in a row of an account, with which its device names are encrypted.
    func dataKey(_ row: Row, of account: UUID) throws -> DataKey {
        try AccountEncryption.key(in: row, of: account, masterKeys)
    }

    private func insertion(of token: RefreshToken, _ account: UUID, _ session: UUID, at time: Date) -> Statement {
        """
        INSERT INTO refresh_tokens (account_id, hash, session_id, created_at, expires_at)
        VALUES (\(account), \(token.hash), \(session), \(time), \(time.addingTimeInterval(refreshLifetime)))
        """
    }

    private func tokens(
        _ account: UUID,
        _ username: String,
        _ session: UUID,
        _ token: RefreshToken,
        _ signer: TokenSigner,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Auth.SessionTokens {
        let (accessToken, expiry) = try await signer.sign(
            account: account,
            username: username,
            session: session,
            claims: try await TokenClaims(of: account, in: session, terms: terms, at: time, in: connection)
        )
        return Auth.SessionTokens(
            accessToken: accessToken,
            accessTokenExpiresAt: Common.Timestamp(expiry),
            refreshToken: token.text,
            refreshTokenExpiresAt: Common.Timestamp(time.addingTimeInterval(refreshLifetime)),
            accountID: account.canonical,
            username: username
        )
    }

    private func owner(of token: RefreshToken, in connection: PostgresConnection) async throws
        -> (account: UUID, session: UUID)?
    {
        let rows = try await connection.query(
            "SELECT account_id, session_id FROM refresh_tokens WHERE hash = \(token.hash)"
        )
        return try rows.first.map { (try $0["account_id"], try $0["session_id"]) }
    }
}

// MARK: - Refreshing

extension SessionStore {
    /// Exchanges a token for new ones. Changes to a session are serialized by a lock on its row.
    ///
    /// A used token ends its session, since either it or its successor was stolen. The exception is a client that did
    /// not receive the response and repeats the request with the same idempotency key, within ``retryWindow`` and
    /// before the successor was used: it receives the same response.
    func refresh(
        _ token: RefreshToken,
        key: IdempotencyKey?,
        signer: TokenSigner,
        at time: Date
    ) async throws -> Refresh {
        try await database.transaction { connection in
            guard let (account, session) = try await owner(of: token, in: connection) else { return .rejected }
            let results = try await connection.pipeline([
                """
                SELECT a.username, s.ended_at FROM sessions s JOIN accounts a ON a.id = s.account_id
                WHERE s.account_id = \(account) AND s.id = \(session) FOR UPDATE OF s
                """,
                """
                SELECT expires_at, spent_at, retry_hash, retry_answer FROM refresh_tokens
                WHERE account_id = \(account) AND hash = \(token.hash)
                """,
            ])
            guard let family = results[0].first, let row = results[1].first,
                try family.decode("ended_at", as: Date?.self) == nil
            else { return .rejected }
            let state = try TokenState(row)
            if let spentAt = state.spentAt {
                if let answer = try repeatedAnswer(state, spentAt, token, key, at: time) {
                    try await connection.execute(use(of: session, account, at: time))
                    return .tokens(try await renewed(answer, account, session, signer, at: time, in: connection))
                }
                try await end([session], of: account, reason: .tokenReused, at: time, in: connection)
                return .reused(account: account, session: session)
            }
            guard state.expiresAt > time else { return .rejected }
            let successor = RefreshToken()
            let answer = try await tokens(
                account,
                try family["username"],
                session,
                successor,
                signer,
                at: time,
                in: connection
            )
            try await connection.pipeline([
                // The previous response is discarded: the client received it, or it would not know this token.
                """
                UPDATE refresh_tokens SET retry_hash = NULL, retry_answer = NULL
                WHERE account_id = \(account) AND session_id = \(session) AND retry_answer IS NOT NULL
                """,
                """
                UPDATE refresh_tokens SET spent_at = \(time), retry_hash = \(key?.hash),
                    retry_answer = \(try key.map { _ in try seal(answer, with: token) })
                WHERE account_id = \(account) AND hash = \(token.hash)
                """,
                insertion(of: successor, account, session, at: time),
                use(of: session, account, at: time),
            ])
            return .tokens(answer)
        }
    }

    /// The statement that notes when a session was used.
    private func use(of session: UUID, _ account: UUID, at time: Date) -> Statement {
        "UPDATE sessions SET last_used_at = \(time) WHERE account_id = \(account) AND id = \(session)"
    }

    private struct TokenState {
        let expiresAt: Date
        let spentAt: Date?
        let retryHash: [UInt8]?
        let retryAnswer: [UInt8]?

        init(_ row: Row) throws {
            expiresAt = try row["expires_at"]
            spentAt = try row["spent_at"]
            retryHash = try row["retry_hash"]
            retryAnswer = try row["retry_answer"]
        }
    }

    private func repeatedAnswer(
        _ state: TokenState,
        _ spentAt: Date,
        _ token: RefreshToken,
        _ key: IdempotencyKey?,
        at time: Date
    ) throws -> Auth.SessionTokens? {
        guard let key, state.retryHash == key.hash, let sealed = state.retryAnswer,
            time.timeIntervalSince(spentAt) <= Self.retryWindow
        else { return nil }
        let bytes = try Self.retryKey(token).open(sealed, context: Self.retryContext)
        return try Auth.SessionTokens(decoding: ByteBuffer(bytes: bytes))
    }

    /// A repeated answer whose access token is good, though the client may have had no network for longer than its lifetime.
    private func renewed(
        _ answer: Auth.SessionTokens,
        _ account: UUID,
        _ session: UUID,
        _ signer: TokenSigner,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Auth.SessionTokens {
        if let expiry = answer.accessTokenExpiresAt?.date, expiry > time { return answer }
        var answer = answer
        let (accessToken, expiry) = try await signer.sign(
            account: account,
            username: answer.username,
            session: session,
            claims: try await TokenClaims(of: account, in: session, terms: terms, at: time, in: connection)
        )
        answer.accessToken = accessToken
        answer.accessTokenExpiresAt = Common.Timestamp(expiry)
        return answer
    }

    private func seal(_ answer: Auth.SessionTokens, with token: RefreshToken) throws -> [UInt8] {
        let bytes = Array(try answer.encoded().readableBytesView)
        return try Self.retryKey(token).seal(bytes, context: Self.retryContext)
    }

    private static let retryContext = "auth.refresh_tokens.retry_answer"

    private static func retryKey(_ token: RefreshToken) -> DataKey {
        DataKey(derivedFrom: token.bytes, purpose: "larder refresh retry v1")
    }
}
