import AuthMessages
import Foundation
import Foundations
import Logging
import Postgres
import RPC
import ServiceKit

/// The service that signs users in and out, and refreshes tokens.
struct SessionsService: Auth.SessionsProvider {
    let signIns: SignInStore
    let sessions: SessionStore
    let hasher: PasswordHasher
    let issuer: TokenIssuer
    let log: Logger
    let clock: any WallClock

    func signIn(_ request: Auth.SignInRequest, context: CallContext) async throws -> Auth.SessionTokens {
        let attempt = try SignInAttempt(validating: request)
        let credentials = try await signIns.credentials(for: attempt.name)
        if let end = credentials?.lockedUntil, end > clock.now {
            throw SignInRejection.locked(until: end, now: clock.now)
        }
        let network = context.clientNetwork
        let isRight = try await hasher.verify(attempt.password, against: credentials?.passwordHash, for: network)
        guard let credentials else { throw SignInRejection.wrongCredentials }
        guard isRight else { throw try await reject(credentials) }
        let signer = try await issuer.signer()
        let newHash = await renewedHash(attempt.password, credentials, network)
        let outcome = try await open(credentials, device: attempt.device, signer, newHash: newHash)
        switch outcome {
        case .success(let tokens): return tokens
        case .failure(let rejection): throw rejection
        }
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

    private func reject(_ credentials: Credentials) async throws -> Status {
        let time = clock.now
        guard let end = try await signIns.recordFailure(credentials.account, at: time) else {
            return SignInRejection.wrongCredentials
        }
        log.notice("an account is locked", metadata: ["account": "\(credentials.account.canonical)"])
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
    private func open(
        _ credentials: Credentials,
        device: String,
        _ signer: TokenSigner,
        newHash: PasswordHash?
    ) async throws -> Result<Auth.SessionTokens, Status> {
        let time = clock.now
        return try await sessions.database.transaction { connection in
            if let end = try await signIns.recordSuccess(credentials.account, at: time, in: connection) {
                return .failure(SignInRejection.locked(until: end, now: time))
            }
            if let newHash { try await signIns.replaceHash(of: credentials, with: newHash, in: connection) }
            let tokens = try await sessions.open(
                credentials.account,
                credentials.username,
                device: device,
                signer: signer,
                at: time,
                in: connection
            )
            return .success(tokens)
        }
    }

    /// The same response for any invalid token.
    private static let sessionEnded = Status(
        .unauthenticated,
        .services.sessionEnded,
        reason: .sessionEnded
    )
}
