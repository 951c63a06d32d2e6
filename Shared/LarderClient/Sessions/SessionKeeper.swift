import Foundations
import Synchronization

/// Renews the session's tokens, one renewal at a time among all that share the store.
final class SessionKeeper: Sendable {
    private let service: Auth.SessionsClient
    private let store: any TokenStore
    private let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var session: StoredSession?
        var renewal: Task<StoredSession, any Error>?
    }

    /// A keeper over a token store.
    /// - Parameter channel: makes calls without tokens.
    init(channel: any CallChannel, store: any TokenStore, clock: any WallClock) {
        service = Auth.SessionsClient(channel: channel)
        self.store = store
        self.clock = clock
    }

    // MARK: Tokens for calls

    /// A valid access token.
    /// - Throws: UNAUTHENTICATED when no user is signed in or the session has ended.
    func accessToken() async throws -> String {
        let session = try await currentSession()
        guard session.isDueForRenewal(at: clock.unixSeconds) else { return session.accessToken }
        do {
            return try await accessToken(replacing: session.accessToken)
        } catch let status as Status where status.code != .unauthenticated && !session.isExpired(at: clock.unixSeconds)
        {
            // It could not be renewed now, but is still valid for this call.
            return session.accessToken
        }
    }

    /// An access token other than one that the server rejects.
    func accessToken(replacing stale: String) async throws -> String {
        let renewal = state.withLock { state -> Task<StoredSession, any Error> in
            if let session = state.session, session.accessToken != stale { return Task { session } }
            if let renewal = state.renewal { return renewal }
            // Detached from any call: a cancelled caller must not cancel the renewal for others.
            let renewal = Task.detached { try await self.renew(replacing: stale) }
            state.renewal = renewal
            return renewal
        }
        return try await renewal.value.accessToken
    }

    private func currentSession() async throws -> StoredSession {
        if let session = state.withLock({ $0.session }) { return session }
        guard let session = try await store.load() else { throw Status.signInRequired }
        state.withLock { $0.session = session }
        return session
    }

    // MARK: Renewal

    private func renew(replacing stale: String) async throws -> StoredSession {
        do {
            let session = try await store.withExclusiveAccess { try await self.exchange(replacing: stale) }
            state.withLock { $0 = State(session: session) }
            return session
        } catch {
            let isOver = (error as? Status)?.code == .unauthenticated
            state.withLock { state in
                state.renewal = nil
                if isOver { state.session = nil }
            }
            throw error
        }
    }

    private func exchange(replacing stale: String) async throws -> StoredSession {
        guard let kept = try await store.load() else { throw Status.signInRequired }
        let known = state.withLock { $0.session }
        guard known == nil || known?.accountID == kept.accountID else { throw Status.accountChanged }
        // Another process has already renewed it.
        if kept.accessToken != stale, !kept.isDueForRenewal(at: clock.unixSeconds) { return kept }
        let tokens: Auth.SessionTokens
        do {
            tokens = try await requestTokens(kept)
        } catch let status as Status where status.rejectsRefreshToken {
            try await store.save(nil)
            throw Status.signInAgain
        }
        let session = StoredSession(tokens, receivedAt: clock.unixSeconds)
        try await store.save(session)
        return session
    }

    /// Requests tokens with the refresh token's own idempotency key.
    ///
    /// A repeated request after a lost response then returns that response, rather than counting as a second use of the
    /// token, which would end the session.
    private func requestTokens(_ kept: StoredSession) async throws -> Auth.SessionTokens {
        let options = CallOptions(timeout: .seconds(5), idempotencyKey: kept.renewalKey)
        var attempts = 0
        while true {
            attempts += 1
            do {
                return try await service.refreshSession(.init(refreshToken: kept.refreshToken), options: options)
            } catch let status as Status where status.mayHaveLostAnswer && attempts < 3 {
                try await Task.sleep(for: .milliseconds(100 * attempts))
            }
        }
    }

    // MARK: Signing in and out

    var signedInUser: SignedInUser? {
        get async throws { try await store.load()?.user }
    }

    func signIn(_ request: Auth.SignInRequest, options: CallOptions) async throws -> SignedInUser {
        try await begin(try await service.signIn(request, options: options))
    }

    /// Begins the session of these tokens.
    func begin(_ tokens: Auth.SessionTokens) async throws -> SignedInUser {
        let session = StoredSession(tokens, receivedAt: clock.unixSeconds)
        try await store.withExclusiveAccess { try await self.store.save(session) }
        state.withLock { $0.session = session }
        return session.user
    }

    func signOut(options: CallOptions) async throws -> Bool {
        let ended = try await store.withExclusiveAccess {
            let ended = try await self.store.load()
            if ended != nil { try await self.store.save(nil) }
            return ended
        }
        state.withLock { $0.session = nil }
        guard let ended else { return false }
        _ = try await service.signOut(.init(refreshToken: ended.refreshToken), options: options)
        return true
    }
}

extension Status {
    /// The error when no user is signed in.
    static let signInRequired = Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)
    /// The error when the server rejects the refresh token.
    static let signInAgain = Status(
        .unauthenticated,
        .client.sessionEnded,
        reason: .signInRequired
    )

    /// The error when another program that shares the store has signed in as another user.
    ///
    /// Calls of this program must not be made for that user.
    static let accountChanged = Status(
        .unauthenticated,
        .client.anotherUser,
        reason: .accountChanged
    )

    /// Whether retrying with the same refresh token is pointless.
    fileprivate var rejectsRefreshToken: Bool {
        [.unauthenticated, .invalidArgument, .notFound, .failedPrecondition].contains(code)
    }

    /// Whether the server's response may have been lost.
    fileprivate var mayHaveLostAnswer: Bool { code == .unavailable || code == .deadlineExceeded }
}

extension StatusReason {
    /// Another account has signed in meanwhile.
    static let accountChanged: StatusReason = "ACCOUNT_CHANGED"
}
