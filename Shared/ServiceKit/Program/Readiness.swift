import RPC
import Synchronization

/// Whether a program has done what must be done before it can serve, such as migrating its schema.
package final class Readiness: Sendable {
    private struct State {
        var isReady = false
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// Not ready yet.
    package init() {}

    /// Whether everything is done.
    package var isReady: Bool { state.withLock { $0.isReady } }

    /// Everything is done; whoever waits goes on.
    package func markReady() {
        let waiters = state.withLock { state in
            state.isReady = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        waiters.forEach { $0.resume() }
    }

    /// Returns once everything is done.
    /// - Throws: `CancellationError` when the task is cancelled before.
    package func wait() async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.isReady || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}

/// Refuses calls, other than those about health, until the program is ready.
struct ReadinessGate: ServerInterceptor {
    let readiness: Readiness

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        guard readiness.isReady || method.service == "larder.rpc.v1.Health" else {
            throw Status(
                .unavailable,
                "The service is starting. Please try again in a moment.",
                retryDelay: .seconds(1),
                reason: "STARTING",
                isUnprocessed: true
            )
        }
        try await next(context)
    }
}
