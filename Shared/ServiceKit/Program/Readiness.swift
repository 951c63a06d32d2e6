package import RPC
import Synchronization
import Wire

/// Whether a program has done what must be done before it can serve, such as migrating its schema.
package final class Readiness: Sendable {
    private struct State {
        var isReady = false
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())
    /// Read for each call.
    private let isDone = Atomic(false)

    /// Not ready yet.
    package init() {}

    /// Whether everything is done.
    package var isReady: Bool { isDone.load(ordering: .acquiring) }

    /// Marks everything as done, and resumes all waiters.
    package func markReady() {
        let waiters = state.withLock { state in
            state.isReady = true
            isDone.store(true, ordering: .releasing)
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

/// Rejects calls, other than those about health, until the program is ready.
struct ReadinessPolicy: AdmissionPolicy {
    let readiness: Readiness

    func admission(for peer: Peer) -> any ConnectionAdmission { ReadinessRule(readiness) }
}

/// One for all calls of a connection.
private final class ReadinessRule: ConnectionAdmission, AdmissionRule {
    private let readiness: Readiness

    init(_ readiness: Readiness) { self.readiness = readiness }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        method?.service == "larder.rpc.v1.Health" ? nil : self
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        readiness.isReady ? .admit : .reject(ReadinessRule.starting)
    }

    private static let starting = Status(
        .unavailable,
        .services.starting,
        retryDelay: .seconds(1),
        reason: .starting,
        isUnprocessed: true
    )
}

extension StatusReason {
    /// The program is not ready to serve yet.
    package static let starting: StatusReason = "STARTING"
}
