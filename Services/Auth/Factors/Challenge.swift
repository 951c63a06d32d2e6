import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// What has to be answered with a factor, once.
struct Challenge: Sendable {
    /// What the answer is for.
    enum Purpose: String, Sendable {
        /// The second step of a sign-in.
        case signIn = "sign_in"
        /// Signing in with a passkey alone.
        case passkeySignIn = "passkey_sign_in"
        /// Proving that the owner uses a session.
        case proof
        /// The first use of a factor that is added.
        case addition
        /// Reopening a closed account.
        case reopening
        /// Completing a registration by a passkey.
        case registration
    }

    /// By which a client names a challenge. A passkey signs it.
    typealias Token = SecretToken

    /// How long a challenge can be answered, in seconds.
    static let lifetime: TimeInterval = 900
    /// How many wrong answers end it.
    static let failureLimit = 5

    let token: Token
    let purpose: Purpose
    /// Nil while it is not known whose passkey will answer.
    let account: UUID?
    /// Of a proof or an addition.
    var session: UUID?
    /// Of a sign-in or a reopening, the hash of the password that was right.
    var passwordHash: PasswordHash?
    /// Of an addition or a registration.
    var kind: FactorKind?
    /// Of an addition, the factor's secret; encrypted.
    var secret: [UInt8]?
    /// The mail with the latest code, while that works.
    var mail: UUID?
    let expiresAt: Date

    /// When it was made.
    var begunAt: Date { expiresAt.addingTimeInterval(-Self.lifetime) }
}

extension Challenge {
    /// A new challenge.
    init(
        _ purpose: Purpose,
        of account: UUID?,
        session: UUID? = nil,
        passwordHash: PasswordHash? = nil,
        kind: FactorKind? = nil,
        secret: [UInt8]? = nil,
        token: Token = Token(),
        at time: Date
    ) {
        self.token = token
        self.purpose = purpose
        self.account = account
        self.session = session
        self.passwordHash = passwordHash
        self.kind = kind
        self.secret = secret
        expiresAt = time.addingTimeInterval(Self.lifetime)
    }
}

/// The store of challenges.
struct ChallengeStore: Sendable {
    let database: PostgresPool

    /// The statement that stores a new challenge.
    static func insertion(_ challenge: Challenge, at time: Date) -> Statement {
        """
        INSERT INTO challenges (
            hash, purpose, account_id, session_id, password_hash, kind, secret, created_at, expires_at
        ) VALUES (
            \(challenge.token.hash), \(challenge.purpose.rawValue), \(challenge.account), \(challenge.session),
            \(challenge.passwordHash?.description), \(challenge.kind?.rawValue), \(challenge.secret), \(time),
            \(challenge.expiresAt)
        )
        """
    }

    /// Stores a new challenge.
    func insert(_ challenge: Challenge, at time: Date) async throws {
        try await database.execute(Self.insertion(challenge, at: time))
    }

    /// The challenge of a token, which nobody else answers until the transaction has ended; nil for one that was answered, is
    /// too old, had too many wrong answers, is for something else or never was one.
    /// - Parameter caller: The session that calls; nil when nobody is signed in.
    func lock(
        _ text: String,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Challenge? {
        guard let token = Challenge.Token(text) else { return nil }
        let rows = try await connection.query(
            """
            SELECT purpose, account_id, session_id, password_hash, kind, secret, mail_id, mailed_at, expires_at
            FROM challenges
            WHERE hash = \(token.hash) AND purpose = ANY(\(purposes.map(\.rawValue))) AND expires_at > \(time)
                AND failures < \(Challenge.failureLimit)
            FOR UPDATE
            """
        )
        guard let row = rows.first, let purpose = Challenge.Purpose(rawValue: try row["purpose"]) else { return nil }
        var challenge = Challenge(
            token: token,
            purpose: purpose,
            account: try row["account_id"],
            expiresAt: try row["expires_at"]
        )
        challenge.session = try row["session_id"]
        challenge.passwordHash = try row.decode("password_hash", as: String?.self).map { try PasswordHash(stored: $0) }
        challenge.kind = try row.decode("kind", as: String?.self).flatMap(FactorKind.init(rawValue:))
        challenge.secret = try row["secret"]
        if let mailedAt = try row.decode("mailed_at", as: Date?.self),
            mailedAt.addingTimeInterval(MailCode.lifetime) > time
        {
            challenge.mail = try row["mail_id"]
        }
        if let caller, caller.account != challenge.account || caller.id != challenge.session { return nil }
        return challenge
    }

    /// The statement that counts a wrong answer.
    static func failure(of challenge: Challenge) -> Statement {
        "UPDATE challenges SET failures = failures + 1 WHERE hash = \(challenge.token.hash)"
    }

    /// The statement that ends a challenge, which was answered.
    static func deletion(of challenge: Challenge) -> Statement {
        "DELETE FROM challenges WHERE hash = \(challenge.token.hash)"
    }

    /// Deletes challenges whose time is over.
    func deleteExpired(before time: Date) async throws {
        try await database.execute("DELETE FROM challenges WHERE expires_at <= \(time)")
    }
}
