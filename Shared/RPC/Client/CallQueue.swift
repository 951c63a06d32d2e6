import NIOCore
import Synchronization
import Wire

/// Calls that wait for room on a connection, in order of arrival. Every connection that they could take has as many
/// calls as its server allows.
///
/// gRPC keeps calls beyond MAX_CONCURRENT_STREAMS in the same way. Here the queue is one for the whole channel, so that
/// the first instance that has room takes the call that has waited longest, and it is bounded. A place that becomes free is
/// assigned before another call can take it.
final class CallQueue: Sendable {
    /// Starts a call on a connection that has room. On the connection's loop.
    typealias Start = @Sendable (ClientConnection) throws(CallStartFailure) -> ClientCall

    /// A call that waits.
    struct Waiter: Sendable {
        /// The instance that it is for; nil when any will do.
        let instance: Endpoint?
        let start: Start
        fileprivate let continuation: UnsafeContinuation<ClientCallHandle, any Error>
        fileprivate var timer: ScheduledWork?
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        /// Ids in order of arrival, with gaps for calls that were cancelled.
        var order = CircularBuffer<Int>()
        var next = 0

        mutating func remove(_ id: Int) -> Waiter? {
            guard let waiter = waiters.removeValue(forKey: id) else { return nil }
            if order.count > 2 * waiters.count + 64 {
                let waiting = waiters
                order.removeAll { waiting[$0] == nil }
            }
            return waiter
        }
    }

    private let limit: Int
    private let state = Mutex(State())
    private let waiting = Atomic<Int>(0)

    /// - Parameter limit: Calls that may wait at once.
    init(limit: Int) { self.limit = limit }

    /// Calls that wait.
    var count: Int { waiting.load(ordering: .relaxed) }

    /// Whether no call waits. Checked at the end of every call.
    var isEmpty: Bool { count == 0 }

    /// Waits until a connection has started the call.
    /// - Parameters:
    ///   - instance: The one that the call is for; nil when any will do.
    ///   - enqueued: Has connections that have room look at the queue.
    /// - Throws: DEADLINE_EXCEEDED at the deadline, RESOURCE_EXHAUSTED when too many wait, what `start` throws, or what
    ///   ``fail(_:where:)`` was given; `CancellationError`.
    func wait(
        for instance: Endpoint?,
        deadline: NIODeadline?,
        clock: any RPCClock,
        loop: any EventLoop,
        start: @escaping Start,
        enqueued: () -> Void
    ) async throws -> ClientCallHandle {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                guard add(Waiter(instance: instance, start: start, continuation: continuation), id) else {
                    return continuation.resume(throwing: CallQueue.tooMany)
                }
                if let deadline {
                    let timer = clock.schedule(at: deadline, on: loop) { self.fail(id, Status.deadlineExceeded) }
                    let isWaiting = state.withLock { $0.waiters[id]?.timer = timer } != nil
                    if !isWaiting { timer.cancel() }
                }
                // It may have been cancelled before it waited.
                if Task.isCancelled { return fail(id, CancellationError()) }
                enqueued()
            }
        } onCancel: {
            fail(id, CancellationError())
        }
    }

    private func add(_ waiter: Waiter, _ id: Int) -> Bool {
        state.withLock { state in
            guard state.waiters.count < limit else { return false }
            state.waiters[id] = waiter
            state.order.append(id)
            waiting.store(state.waiters.count, ordering: .relaxed)
            return true
        }
    }

    /// Starts the longest waiting calls on a connection while it has room. On the connection's loop.
    /// - Parameter isOpenToAll: Whether calls may go there that are for no instance in particular.
    func serve(_ connection: ClientConnection, isOpenToAll: Bool) {
        while connection.hasRoom, let waiter = take(for: connection.endpoint, isOpenToAll) {
            waiter.timer?.cancel()
            waiter.continuation.resume(with: Result { try waiter.start(connection).handle })
        }
    }

    private func take(for endpoint: Endpoint, _ isOpenToAll: Bool) -> Waiter? {
        state.withLock { state in
            while let first = state.order.first, state.waiters[first] == nil { state.order.removeFirst() }
            let found = state.order.first { id in
                guard let waiter = state.waiters[id] else { return false }
                return waiter.instance.map { $0 == endpoint } ?? isOpenToAll
            }
            guard let found else { return nil }
            defer { waiting.store(state.waiters.count, ordering: .relaxed) }
            return state.remove(found)
        }
    }

    private func fail(_ id: Int, _ error: any Error) {
        let waiter = state.withLock { state in
            defer { waiting.store(state.waiters.count, ordering: .relaxed) }
            return state.remove(id)
        }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(throwing: error)
    }

    /// Ends the wait of those whose instances can no longer take them.
    func fail(_ failure: CallStartFailure, where isHopeless: (Waiter) -> Bool) {
        let ids = state.withLock { state in state.waiters.filter { isHopeless($0.value) }.map(\.key).sorted() }
        for id in ids { fail(id, failure) }
    }

    private static let tooMany = Status(
        .resourceExhausted,
        .rpc.tooManyCallsWait,
        retryDelay: .seconds(1),
        reason: .tooManyCallsWait,
        isUnprocessed: true
    ).fromChannel
}

extension RPCChannel {
    /// Waits for room on a connection and starts a call there.
    func enqueue(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?,
        observed: ObservedAttempt?
    ) async throws -> ClientCallHandle {
        let pool = pool
        return try await pool.environment.queue.wait(
            for: source.instance,
            deadline: deadline,
            clock: clock,
            loop: group.any(),
            start: { connection throws(CallStartFailure) in
                try connection.startOnLoop(template, metadata, deadline, request, observed)
            },
            enqueued: { pool.serveQueue() }
        )
    }
}
