import Synchronization

/// A store for the tokens of one session.
public protocol TokenStore: Sendable {
    /// The stored session; nil when no user is signed in.
    func load() async throws -> StoredSession?

    /// Replaces the stored session; nil deletes it. The caller has exclusive access.
    func save(_ session: StoredSession?) async throws

    /// Runs `body` exclusively among all that share the store: using a refresh token twice ends its session.
    func withExclusiveAccess<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value
}

/// Stores a session in memory.
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

    /// The stored session; nil when no user is signed in.
    public func load() -> StoredSession? { state.withLock { $0.session } }

    /// Replaces the stored session; nil deletes it.
    public func save(_ session: StoredSession?) { state.withLock { $0.session = session } }

    /// Runs `body`; the store is not shared with other processes.
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
