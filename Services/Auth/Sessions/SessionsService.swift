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
        let credentials = try await signIns.credentials(for: attempt.name, at: clock.now)
        if let end = credentials?.lockedUntil, end > clock.now {
            throw SignInRejection.locked(until: end, now: clock.now)
        }
        let isRight = try await hasher.verify(attempt.password, against: credentials?.passwordHash, for: network)
        guard let credentials else { throw SignInRejection.wrongCredentials }
        guard isRight else { throw try await reject(credentials) }
        if let closure = credentials.closure { throw closure.rejection(at: clock.now) }
        if credentials.isUnverified { throw SignInRejection.unverified }
        if credentials.hasFactors {
            guard attempt.acceptsChallenge else { throw FactorRejection.required }
            // The count of failures stays as it is until both are right: otherwise whoever has the password could try all codes.
            let (account, hash) = (credentials.account, credentials.passwordHash)
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
        let outcome = try await challenges.answer(
            request.token,
            with: request.answer?.answer,
            for: [.signIn, .passkeySignIn],
            by: nil,
            at: time,
            then: { account, connection in
                try await open(
                    account.credentials,
                    device: request.device,
                    in: context.language,
                    signer,
                    at: time,
                    connection
                )
            }
        )
        switch outcome {
        case .right(let tokens?): return tokens
        case .right(nil), .expired: throw FactorRejection.signInExpired
        case .wrong: throw FactorRejection.wrongAtSignIn
        case .locked(let end): throw SignInRejection.locked(until: end, now: time)
        }
    }

    func sendSignInCode(
        _ request: Auth.SendSignInCodeRequest,
        context: CallContext
    ) async throws -> Auth.SendSignInCodeResponse {
        try await challenges.sendCode(
            request.token,
            for: [.signIn],
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

    private func reject(_ credentials: Credentials) async throws -> Status {
        let time = clock.now
        guard let end = try await signIns.recordFailure(credentials.account, at: time) else {
            return SignInRejection.wrongCredentials
        }
        return SignInRejection.locked(until: end, now: time)
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
    private func open(
        _ credentials: Credentials,
        device: String,
        in language: Language,
        _ signer: TokenSigner,
        newHash: PasswordHash? = nil,
        at time: Date,
        _ connection: PostgresConnection
    ) async throws -> Auth.SessionTokens? {
        switch try await signIns.recordSuccess(credentials, language: language, at: time, in: connection) {
        case .recorded: break
        case .replaced: return nil
        case .locked(let end): throw SignInRejection.locked(until: end, now: time)
        }
        if let newHash { try await signIns.replaceHash(of: credentials, with: newHash, in: connection) }
        return try await sessions.open(
            credentials.account,
            credentials.username,
            device: device,
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
