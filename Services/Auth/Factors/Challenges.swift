import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Makes challenges and takes their answers.
///
/// Answers for an account are checked one after the other, under a lock of its row, and a wrong one counts before the next is
/// checked: however many come at once, at most seven codes are tried before the account is locked.
struct Challenges: Sendable {
    /// An account gets no other code within this time, in seconds.
    static let mailPause: TimeInterval = 30

    let store: ChallengeStore
    let factors: FactorStore
    let verifier: FactorVerifier
    let signIns: SignInStore

    /// What became of an answer.
    enum Outcome<Result: Sendable>: Sendable {
        case right(Result)
        /// It is counted as a failed sign-in.
        case wrong
        /// The account is locked, by this answer or before it.
        case locked(until: Date)
        /// The challenge was answered, is too old, had too many wrong answers or never was one.
        case expired
    }

    // MARK: Making

    /// A challenge that any of an account's factors answers.
    func begin(
        _ purpose: Challenge.Purpose,
        of account: UUID,
        session: UUID? = nil,
        passwordHash: PasswordHash? = nil,
        at time: Date
    ) async throws -> Auth.FactorChallenge {
        let challenge = Challenge(purpose, of: account, session: session, passwordHash: passwordHash, at: time)
        return try await store.database.transaction { connection in
            var kinds = try await factors.kinds(of: account, in: connection).map(\.message)
            let credentials = try await factors.credentials(of: account, in: connection)
            if verifier.relyingParty == nil { kinds.removeAll { $0 == .passkey } }
            let left = try await connection.query(
                "SELECT 1 FROM recovery_codes WHERE account_id = \(account) AND used_at IS NULL LIMIT 1"
            )
            if !left.isEmpty { kinds.append(.recoveryCode) }
            try await connection.execute(ChallengeStore.insertion(challenge, at: time))
            return message(challenge, kinds, credentials)
        }
    }

    /// A challenge that any passkey of any account answers whose device verifies its user.
    /// - Throws: FAILED_PRECONDITION where the installation takes no passkeys.
    func beginPasskeySignIn(at time: Date) async throws -> Auth.FactorChallenge {
        guard verifier.relyingParty != nil else { throw FactorRejection.notConfigured }
        let challenge = Challenge(.passkeySignIn, of: nil, at: time)
        try await store.insert(challenge, at: time)
        return message(challenge, [.passkey], [])
    }

    private func message(
        _ challenge: Challenge,
        _ kinds: [Auth.FactorKind],
        _ credentials: [[UInt8]]
    ) -> Auth.FactorChallenge {
        var message = Auth.FactorChallenge(
            token: challenge.token.text,
            expiresAt: Common.Timestamp(challenge.expiresAt),
            kinds: kinds
        )
        if kinds.contains(.passkey), let relyingParty = verifier.relyingParty {
            message.passkey = Auth.PasskeyRequest(
                challenge: challenge.token.bytes,
                relyingPartyID: relyingParty.id,
                allowedCredentials: credentials,
                requiresUserVerification: challenge.purpose == .passkeySignIn
            )
        }
        return message
    }

    /// Makes a mail due with a code for a challenge.
    /// - Parameter caller: The session that calls; nil when nobody is signed in.
    /// - Throws: RESOURCE_EXHAUSTED when the account has just got one for another challenge; what `rejection` says of a challenge
    ///   that has expired, or whose account has no codes by e-mail.
    func sendCode(
        _ token: String,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        expired: Status,
        at time: Date
    ) async throws {
        try await store.database.transaction { connection in
            let challenge = try await store.lock(token, for: purposes, by: caller, at: time, in: connection)
            guard let challenge, let account = challenge.account else { throw expired }
            if challenge.purpose == .addition {
                guard challenge.kind == .emailCode else { throw expired }
            } else {
                guard try await factors.kinds(of: account, in: connection).contains(.emailCode) else { throw expired }
            }
            try await mailCode(for: challenge, of: account, at: time, in: connection)
        }
    }

    /// Makes a mail due with a code, unless there was one a short while ago.
    func mailCode(
        for challenge: Challenge,
        of account: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let mail = UUID()
        // One at a time, so that the pause holds.
        _ = try await factors.lock(account, in: connection)
        let count = try await connection.execute(AccountMail.insertion(.signInCode, id: mail, to: account, at: time))
        if count == 0 {
            guard challenge.mail == nil else { return }
            throw Status(
                .resourceExhausted,
                .auth.codeSent,
                retryDelay: .seconds(Int(Self.mailPause)),
                reason: "CODE_SENT"
            )
        }
        try await connection.execute(
            "UPDATE challenges SET mail_id = \(mail), mailed_at = \(time) WHERE hash = \(challenge.token.hash)"
        )
    }

    // MARK: Answering

    /// Checks an answer, and does what it is for in the same transaction.
    /// - Parameters:
    ///   - caller: The session that calls; nil when nobody is signed in.
    ///   - check: Whether the answer is right.
    ///   - body: What a right answer is for; the challenge is used up.
    func answer<Result: Sendable>(
        _ token: String,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        owner: nonisolated(nonsending) (PostgresConnection) async throws -> UUID? = { _ in nil },
        at time: Date,
        check: nonisolated(nonsending) (Challenge, LockedAccount, PostgresConnection) async throws -> Bool,
        then body: nonisolated(nonsending) (Challenge, LockedAccount, PostgresConnection) async throws -> Result
    ) async throws -> Outcome<Result> {
        try await store.database.transaction { connection in
            let challenge = try await store.lock(token, for: purposes, by: caller, at: time, in: connection)
            guard let challenge else { return .expired }
            var known = challenge.account
            if known == nil { known = try await owner(connection) }
            guard let known, let account = try await factors.lock(known, in: connection) else {
                try await connection.execute(ChallengeStore.failure(of: challenge))
                return .wrong
            }
            let credentials = account.credentials
            if let hash = challenge.passwordHash, hash != credentials.passwordHash { return .expired }
            if let end = credentials.lockedUntil, end > time { return .locked(until: end) }
            guard try await check(challenge, account, connection) else {
                try await connection.execute(ChallengeStore.failure(of: challenge))
                let end = try await signIns.recordFailure(known, session: caller?.id, at: time, in: connection)
                return end.map { .locked(until: $0) } ?? .wrong
            }
            try await connection.execute(ChallengeStore.deletion(of: challenge))
            return .right(try await body(challenge, account, connection))
        }
    }

    /// Checks an answer with one of the account's factors, and does what it is for in the same transaction.
    func answer<Result: Sendable>(
        _ token: String,
        with answer: Auth.FactorAnswer.Answer?,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        at time: Date,
        then body: nonisolated(nonsending) (LockedAccount, PostgresConnection) async throws -> Result
    ) async throws -> Outcome<Result> {
        try await self.answer(
            token,
            for: purposes,
            by: caller,
            owner: { connection in
                guard case .passkey(let assertion) = answer else { return nil }
                return try await verifier.owner(of: assertion, in: connection)
            },
            at: time,
            check: { challenge, account, connection in
                try await verifier.isRight(answer, to: challenge, of: account, at: time, in: connection)
            },
            then: { _, account, connection in try await body(account, connection) }
        )
    }
}
