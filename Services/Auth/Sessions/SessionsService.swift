import AuthMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit
import Texts

/// The service that signs users in and out, refreshes tokens, and shows users their sessions.
struct SessionsService: Auth.SessionsProvider {
    let signIns: SignInStore
    let sessions: SessionStore
    let hasher: PasswordHasher
    let passwords: PasswordCheck
    let challenges: Challenges
    let issuer: TokenIssuer
    let log: Logger
    let clock: any WallClock

    func signIn(_ request: Auth.SignInRequest, context: CallContext) async throws -> Auth.SessionTokens {
        let attempt = try SignInAttempt(validating: request)
        while true {
            // Once more when the password was replaced while it was checked.
            if let tokens = try await signIn(attempt, in: context.language, for: context.clientNetwork) {
                return tokens
            }
        }
    }

    /// Signs in.
    /// - Returns: nil when the stored password was replaced meanwhile.
    private func signIn(
        _ attempt: SignInAttempt,
        in language: Language,
        for network: String?
    ) async throws -> Auth.SessionTokens? {
        let credentials = try await passwords.credentials(for: attempt, from: network)
        if let closure = credentials.closure { throw closure.rejection(at: clock.now) }
        if credentials.isUnverified { throw SignInRejection.unverified }
        if credentials.hasFactors {
            guard attempt.acceptsChallenge else { throw FactorRejection.required }
            // The count of failures stays as it is until both are right: otherwise whoever has the password could try all codes.
            let account = credentials.account
            guard let hash = try await renewHash(attempt.password, credentials, network) else { return nil }
            return .init(challenge: try await challenges.begin(.signIn, of: account, passwordHash: hash, at: clock.now))
        }
        let signer = try await issuer.signer()
        let newHash = await renewedHash(attempt.password, credentials, network)
        return try await open(credentials, attempt, in: language, signer, newHash: newHash)
    }

    func completeSignIn(
        _ request: Auth.CompleteSignInRequest,
        context: CallContext
    ) async throws -> Auth.SessionTokens {
        if let violation = SignInAttempt.violation(ofDevice: request.device) { throw Status.invalid([violation]) }
        let (signer, time) = (try await issuer.signer(), clock.now)
        let outcome: Challenges.Outcome<Auth.SessionTokens?> = try await challenges.answer(
            request.token,
            with: request.answer?.answer,
            for: [.signIn, .passkeySignIn],
            by: nil,
            at: time,
            then: { challenge, account, proof, connection in
                try await open(
                    account.credentials,
                    device: request.device,
                    in: context.language,
                    signer,
                    factor: proof,
                    despiteLock: challenge.purpose == .passkeySignIn,
                    at: time,
                    connection
                )
            }
        )
        guard let tokens = try outcome.signedIn(at: time) else { throw FactorRejection.signInExpired }
        return tokens
    }

    func sendSignInCode(
        _ request: Auth.SendSignInCodeRequest,
        context: CallContext
    ) async throws -> Auth.SendSignInCodeResponse {
        try await challenges.sendCode(
            request.token,
            for: [.signIn, .reopening],
            by: nil,
            expired: FactorRejection.signInExpired,
            at: clock.now
        )
        return .init()
    }

    func beginPasskeySignIn(
        _ request: Auth.BeginPasskeySignInRequest,
        context: CallContext
    ) async throws -> Auth.FactorChallenge {
        try await challenges.beginPasskeySignIn(at: clock.now)
    }

    func refreshSession(
        _ request: Auth.RefreshSessionRequest,
        context: CallContext
    ) async throws -> Auth.SessionTokens {
        let key = try IdempotencyKey(context, operation: "refresh")
        guard let token = RefreshToken(request.refreshToken) else { throw SessionsService.sessionEnded }
        let signer = try await issuer.signer()
        switch try await sessions.refresh(token, key: key, signer: signer, at: clock.now) {
        case .tokens(let tokens): return tokens
        case .rejected: throw SessionsService.sessionEnded
        case .reused(let account, let session):
            log.warning(
                "a refresh token was used twice; its session was ended",
                metadata: ["account": "\(account.canonical)", "session": "\(session.canonical)"]
            )
            throw SessionsService.sessionEnded
        }
    }

    func signOut(_ request: Auth.SignOutRequest, context: CallContext) async throws -> Auth.SignOutResponse {
        if let token = RefreshToken(request.refreshToken) { try await sessions.signOut(token, at: clock.now) }
        return Auth.SignOutResponse()
    }

    func listSessions(
        _ request: Auth.ListSessionsRequest,
        context: CallContext
    ) async throws -> Auth.ListSessionsResponse {
        let caller = try context.session
        let (entries, next) = try await sessions.list(try Page(request.page), of: caller.account, at: clock.now)
        return .init(sessions: entries.map { $0.message(for: caller) }, nextPageToken: next ?? "")
    }

    func endSession(_ request: Auth.EndSessionRequest, context: CallContext) async throws -> Auth.EndSessionResponse {
        var fields = FieldValidator()
        let session = fields.uuid(request.sessionID, "session_id")
        try fields.finish()
        try await sessions.end(session, by: try context.session, at: clock.now)
        return .init()
    }

    func endOtherSessions(
        _ request: Auth.EndOtherSessionsRequest,
        context: CallContext
    ) async throws -> Auth.EndOtherSessionsResponse {
        .init(ended: UInt32(try await sessions.endOthers(than: try context.session, at: clock.now)))
    }

    /// The hash to store when the present one has an outdated cost; the password is known only now. A failure does not
    /// reject the sign-in.
    private func renewedHash(
        _ password: String,
        _ credentials: Credentials,
        _ network: String?
    ) async -> PasswordHash? {
        guard credentials.passwordHash.cost != hasher.cost else { return nil }
        return try? await hasher.hash(password, for: network)
    }

    /// Stores a new hash where the present one has an outdated cost, before the second step, which does not know the password.
    /// - Returns: The hash that is stored; nil when the password was replaced meanwhile.
    private func renewHash(
        _ password: String,
        _ credentials: Credentials,
        _ network: String?
    ) async throws -> PasswordHash? {
        guard let newHash = await renewedHash(password, credentials, network) else { return credentials.passwordHash }
        let isReplaced = try await sessions.database.withConnection { connection in
            try await signIns.replaceHash(of: credentials, with: newHash, in: connection)
        }
        return isReplaced ? newHash : nil
    }

    /// Opens a session unless the account was locked while its password was checked.
    /// - Returns: nil when the stored password was replaced meanwhile.
    private func open(
        _ credentials: Credentials,
        _ attempt: SignInAttempt,
        in language: Language,
        _ signer: TokenSigner,
        newHash: PasswordHash?
    ) async throws -> Auth.SessionTokens? {
        let time = clock.now
        return try await sessions.database.transaction { connection in
            try await open(
                credentials,
                device: attempt.device,
                in: language,
                signer,
                newHash: newHash,
                at: time,
                connection
            )
        }
    }

    /// Opens a session in the connection's transaction.
    /// - Parameters:
    ///   - factor: What a second factor has proven; nil for a password alone.
    ///   - despiteLock: Whether a lock is no obstacle, since nothing was guessed.
    private func open(
        _ credentials: Credentials,
        device: String,
        in language: Language,
        _ signer: TokenSigner,
        newHash: PasswordHash? = nil,
        factor: FactorProof? = nil,
        despiteLock: Bool = false,
        at time: Date,
        _ connection: PostgresConnection
    ) async throws -> Auth.SessionTokens? {
        let outcome = try await signIns.recordSuccess(
            credentials,
            language: language,
            despiteLock: despiteLock,
            at: time,
            in: connection
        )
        switch outcome {
        case .recorded: break
        case .replaced:
            // A passkey is answered without the password, after which a closed account is told.
            if let closure = credentials.closure { throw closure.rejection(at: time) }
            return nil
        case .locked(let end): throw SignInRejection.locked(until: end, now: time)
        }
        if let newHash { try await signIns.replaceHash(of: credentials, with: newHash, in: connection) }
        return try await sessions.open(
            credentials.account,
            credentials.username,
            device: device,
            factor: factor,
            signer: signer,
            at: time,
            in: connection
        )
    }

    /// The same response for any invalid token.
    static let sessionEnded = Status(
        .unauthenticated,
        .services.sessionEnded,
        reason: .sessionEnded
    )
}
