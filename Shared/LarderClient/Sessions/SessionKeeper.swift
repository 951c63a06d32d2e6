import Synchronization

/// Keeps the session's tokens good: one renewal at a time, in this process and among all that share the store.
final class SessionKeeper: Sendable {
    private let service: Auth.SessionsClient
    private let store: any TokenStore
    private let clock: WallClock
    private let state = Mutex(State())

    private struct State {
        var session: StoredSession?
        var renewal: Task<StoredSession, any Error>?
    }

    /// - Parameter channel: Makes calls without tokens.
    init(channel: any CallChannel, store: any TokenStore, clock: WallClock) {
        service = Auth.SessionsClient(channel: channel)
        self.store = store
        self.clock = clock
    }

    // MARK: Tokens for calls

    /// An access token that is good for a while yet.
    /// - Throws: UNAUTHENTICATED when nobody is signed in or the session is over.
    func accessToken() async throws -> String {
        let session = try await currentSession()
        guard session.isDueForRenewal(at: clock.now()) else { return session.accessToken }
        do {
            return try await accessToken(replacing: session.accessToken)
        } catch let status as Status where status.code != .unauthenticated && !session.isExpired(at: clock.now()) {
            // It could not be renewed just now, but will do for this call.
            return session.accessToken
        }
    }

    /// An access token other than this one, which the server takes no more.
    func accessToken(replacing stale: String) async throws -> String {
        let renewal = state.withLock { state -> Task<StoredSession, any Error> in
            if let session = state.session, session.accessToken != stale { return Task { session } }
            if let renewal = state.renewal { return renewal }
            // Belongs to nobody's call: a caller that gives up must not take the renewal from the others.
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
        // Another process was faster.
        if kept.accessToken != stale, !kept.isDueForRenewal(at: clock.now()) { return kept }
        let tokens: Auth.SessionTokens
        do {
            tokens = try await requestTokens(kept)
        } catch let status as Status where status.refusesRefreshToken {
            try await store.save(nil)
            throw Status.signInAgain
        }
        let session = StoredSession(tokens, receivedAt: clock.now())
        try await store.save(session)
        return session
    }

    /// Asks with the key that belongs to the refresh token, so that asking again after a lost answer gives that answer
    /// and doesn't count as a second use of the token, which would end the session.
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
        let session = StoredSession(try await service.signIn(request, options: options), receivedAt: clock.now())
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
    /// Nobody is signed in.
    static let signInRequired = Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
    /// The server takes the refresh token no more.
    static let signInAgain = Status(
        .unauthenticated,
        "Your session has ended. Please sign in again.",
        reason: "SIGN_IN_REQUIRED"
    )

    /// Another program that shares the store has signed in as somebody else: what this one does must not become theirs.
    static let accountChanged = Status(
        .unauthenticated,
        "Somebody else has signed in meanwhile. Please sign in again.",
        reason: "ACCOUNT_CHANGED"
    )

    /// Whether another try with the same refresh token is pointless.
    fileprivate var refusesRefreshToken: Bool {
        [.unauthenticated, .invalidArgument, .notFound, .failedPrecondition].contains(code)
    }

    /// Whether the server may have answered without the answer arriving.
    fileprivate var mayHaveLostAnswer: Bool { code == .unavailable || code == .deadlineExceeded }
}
