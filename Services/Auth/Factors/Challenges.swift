import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Makes challenges and takes their answers.
///
/// Answers for an account are checked one after the other, under a lock of its row, and a wrong code counts before the next is
/// checked: however many come at once, at most seven codes are tried before none is taken any more. At a passkey there is nothing
/// to guess: a wrong one is recorded and does not count.
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

        /// What a right answer has come to.
        /// - Throws: Why an answer of somebody who is not signing in is rejected.
        func result(at time: Date) throws -> Result {
            switch self {
            case .right(let result): return result
            case .wrong: throw FactorRejection.wrong
            case .locked(let end): throw PasswordRejection.locked(until: end, now: time)
            case .expired: throw FactorRejection.expired
            }
        }

        /// What a right answer of somebody who is signing in has come to.
        /// - Throws: Why another one is rejected.
        func signedIn(at time: Date) throws -> Result {
            switch self {
            case .right(let result): return result
            case .wrong: throw FactorRejection.wrongAtSignIn
            case .locked(let end): throw SignInRejection.locked(until: end, now: time)
            case .expired: throw FactorRejection.signInExpired
            }
        }
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
            var kinds = try await FactorStore.provingKinds(of: account, in: connection).map(\.message)
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
                let kinds = try await FactorStore.provingKinds(of: account, in: connection)
                guard kinds.contains(.emailCode) else { throw expired }
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
    ///   - isGuess: Whether the answer is a code.
    ///   - check: What a right answer gives; nil for a wrong one.
    ///   - body: What a right answer is for; the challenge is used up.
    func answer<Given: Sendable, Result: Sendable>(
        _ token: String,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        isGuess: Bool,
        owner: nonisolated(nonsending) (PostgresConnection) async throws -> UUID? = { _ in nil },
        at time: Date,
        check: nonisolated(nonsending) (Challenge, LockedAccount, PostgresConnection) async throws -> Given?,
        then body: nonisolated(nonsending) (Challenge, LockedAccount, Given, PostgresConnection) async throws -> Result
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
            if let hash = challenge.passwordHash, hash != account.credentials.passwordHash { return .expired }
            if let end = account.lockEnd(for: challenge, isGuess: isGuess, at: time) { return .locked(until: end) }
            guard let given = try await check(challenge, account, connection) else {
                try await connection.execute(ChallengeStore.failure(of: challenge))
                guard isGuess else {
                    try await connection.execute(
                        AuditLog.record(.signInFailed, account: known, session: caller?.id, at: time)
                    )
                    return .wrong
                }
                let end = try await signIns.recordFailure(
                    known,
                    session: caller?.id,
                    isCode: challenge.purpose != .addition,
                    at: time,
                    in: connection
                )
                return end.map { .locked(until: $0) } ?? .wrong
            }
            try await connection.execute(ChallengeStore.deletion(of: challenge))
            // The first code of a new factor proves nothing of the others.
            if challenge.purpose != .addition { try await connection.execute(SignInStore.codesProven(of: known)) }
            return .right(try await body(challenge, account, given, connection))
        }
    }

    /// Checks an answer with one of the account's factors, and does what it is for in the same transaction.
    func answer<Result: Sendable>(
        _ token: String,
        with answer: Auth.FactorAnswer.Answer?,
        for purposes: [Challenge.Purpose],
        by caller: CallerSession?,
        at time: Date,
        then body:
            nonisolated(nonsending) (Challenge, LockedAccount, FactorProof, PostgresConnection) async throws -> Result
    ) async throws -> Outcome<Result> {
        var isGuess = true
        if case .passkey = answer { isGuess = false }
        return try await self.answer(
            token,
            for: purposes,
            by: caller,
            isGuess: isGuess,
            owner: { connection in
                guard case .passkey(let assertion) = answer else { return nil }
                return try await verifier.owner(of: assertion, in: connection)
            },
            at: time,
            check: { challenge, account, connection in
                try await verifier.proof(answer, to: challenge, of: account, at: time, in: connection)
            },
            then: body
        )
    }
}
