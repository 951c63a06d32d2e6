import Synchronization

/// Keeps the tokens of one session.
public protocol TokenStore: Sendable {
    /// The session that is kept; nil when nobody is signed in.
    func load() async throws -> StoredSession?

    /// Keeps a session in place of the one before; nil forgets it. The caller has exclusive access.
    func save(_ session: StoredSession?) async throws

    /// Runs `body` while nobody else who shares the store does: a refresh token that is used twice ends its session.
    func withExclusiveAccess<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value
}

/// Keeps a session as long as the process runs.
public final class InMemoryTokenStore: TokenStore {
    private let state = Mutex(State())

    private struct State {
        var session: StoredSession?
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// An empty store, or one with a session.
    public init(_ session: StoredSession? = nil) {
        state.withLock { $0.session = session }
    }

    public func load() -> StoredSession? { state.withLock { $0.session } }

    public func save(_ session: StoredSession?) { state.withLock { $0.session = session } }

    public func withExclusiveAccess<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        await take()
        defer { giveBack() }
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isMine { continuation.resume() }
        }
    }

    private func giveBack() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() as CheckedContinuation? }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
