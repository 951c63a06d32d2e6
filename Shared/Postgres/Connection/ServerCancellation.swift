import CPostgres
import Dispatch
import Synchronization

/// The address and secret with which a running statement can be cancelled.
// @unchecked: libpq documents PQcancel as safe from any thread; the memory doesn't change and is freed once, in deinit.
final class CancellationKey: @unchecked Sendable {
    private let pointer: OpaquePointer?

    init(of connection: OpaquePointer) { pointer = PQgetCancel(connection) }

    deinit { PQfreeCancel(pointer) }

    /// Asks the server to cancel. Blocks while it connects: never call it on a task's thread.
    func send() {
        var problem = [CChar](repeating: 0, count: 256)
        // A failure isn't reported: the operation's deadline ends it in that case.
        _ = pointer.map { PQcancel($0, &problem, Int32(problem.count)) }
    }
}

/// Carries the cancellation of one task to the one operation that it waits for.
///
/// The server ignores a cancel request that arrives while it reads the statement, so the request is repeated until the
/// operation has ended. An operation that doesn't end within the grace time loses its connection.
final class ServerCancellation: Sendable {
    private enum Phase {
        case idle
        case attempting
        case pausing
        case sealed
    }

    private struct State {
        var phase = Phase.idle
        var isRequested = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private static let grace = Duration.seconds(5)
    private static let pause = DispatchTimeInterval.milliseconds(100)
    private static let lastAttemptLimit = DispatchTimeInterval.seconds(2)

    private let key: CancellationKey
    private let deadline: OperationDeadline
    private let state = Mutex(State())

    init(key: CancellationKey, deadline: OperationDeadline) {
        self.key = key
        self.deadline = deadline
    }

    /// Whether the task was cancelled while the operation ran.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Begins to cancel; returns at once.
    func request() {
        let isFirst = state.withLock { state in
            guard state.phase == .idle else { return false }
            state.isRequested = true
            state.phase = .pausing
            return true
        }
        guard isFirst else { return }
        deadline.shorten(to: .now + Self.grace)
        DispatchQueue.global().async { self.attempt() }
    }

    /// Ends the cancelling, after which no request of this operation can reach a later statement.
    /// - Returns: false when a request may still be under way, so the connection must not be used again.
    func seal() async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.phase == .attempting else {
                    state.phase = .sealed
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isOver {
                continuation.resume(returning: true)
            } else {
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.lastAttemptLimit) { self.resumeSeal(false) }
            }
        }
    }

    private func attempt() {
        let mayStart = state.withLock { state in
            guard state.phase == .pausing else { return false }
            state.phase = .attempting
            return true
        }
        guard mayStart else { return }
        key.send()
        let isWanted = state.withLock { state in
            state.phase = state.waiter == nil ? .pausing : .sealed
            return state.waiter == nil
        }
        if isWanted {
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { self.attempt() }
        } else {
            resumeSeal(true)
        }
    }

    private func resumeSeal(_ isOver: Bool) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: isOver)
    }
}
