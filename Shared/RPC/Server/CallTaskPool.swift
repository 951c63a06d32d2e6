import NIOCore

/// The tasks that serve the calls of one event loop, and the calls that wait for one.
///
/// Calls that arrive together are served together: one task runs their handlers one after the other until a handler
/// suspends, and another task continues with the rest. Creating or resuming a task for each call costs more than many
/// handlers do.
///
/// Created on its event loop and used there alone, also by its tasks.
final class CallTaskPool {
    let executor: EventLoopTaskExecutor
    private var ready = CircularBuffer<ServerCall>()
    private var idle: [PooledCallTask] = []
    private var isScheduled = false
    private var hasEnded = false

    /// Idle tasks above this number end, so that a burst of calls leaves little behind.
    private static let idleLimit = 128
    /// So many calls are served together at most, so that the first responses leave while more requests are read.
    private static let batchLimit = 8

    init(_ loop: any EventLoop) {
        loop.preconditionInEventLoop()
        executor = EventLoopTaskExecutor(loop)
    }

    /// Adds a call to serve in the present turn of the loop, with ``serveReady()`` at the latest.
    func append(_ call: ServerCall) {
        ready.append(call)
        if ready.count >= CallTaskPool.batchLimit { serveReady() }
    }

    /// Serves what is ready until every handler has returned or suspended.
    func serveReady() {
        guard !ready.isEmpty else { return }
        // From within a task the handlers would have to wait for its next suspension.
        guard !executor.isRunning else { return serveSoon() }
        while !ready.isEmpty {
            (idle.popLast() ?? PooledCallTask(self)).start()
            // Another task can keep the loop's turn full.
            guard executor.run() else { return serveSoon() }
        }
    }

    /// Serves what is ready in the next turn of the loop.
    func serveSoon() {
        guard !isScheduled else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: executor.loop)
        executor.loop.execute {
            let pool = bound.value
            pool.isScheduled = false
            pool.serveReady()
        }
    }

    /// The call to serve next; nil when none is ready.
    func next() -> ServerCall? { ready.popFirst() }

    /// Keeps a task for later calls.
    /// - Returns: Whether there is room for it; otherwise it ends.
    func keep(_ task: PooledCallTask) -> Bool {
        guard !hasEnded, idle.count < CallTaskPool.idleLimit else { return false }
        idle.append(task)
        return true
    }

    /// A task can serve no more calls.
    func taskEnded() { if !ready.isEmpty { serveSoon() } }

    /// Ends all idle tasks, and every other once its call has ended.
    func end() {
        hasEnded = true
        let tasks = idle
        idle = []
        tasks.forEach { $0.end() }
    }
}

/// A task that serves one call after the other.
///
/// Created on its event loop and used there alone, also by the task itself.
final class PooledCallTask {
    private let pool: CallTaskPool
    private var task: Task<Void, Never>?
    private var idle: UnsafeContinuation<Bool, Never>?
    private var isCancelled = false

    init(_ pool: CallTaskPool) { self.pool = pool }

    /// Serves the calls that are ready. On the loop, while it serves none.
    func start() {
        if let idle = idle.take() { return idle.resume(returning: true) }
        let bound = NIOLoopBound(self, eventLoop: pool.executor.loop)
        task = Task.detached(executorPreference: pool.executor) { await bound.value.run() }
    }

    private func run() async {
        repeat {
            while let call = pool.next() {
                call.pooledTask = self
                await call.serve()
                call.pooledTask = nil
                if isCancelled { return pool.taskEnded() }
            }
        } while await waitForCalls()
    }

    /// - Returns: False when the task is to end.
    private func waitForCalls() async -> Bool {
        guard pool.keep(self) else { return false }
        return await withUnsafeContinuation { idle = $0 }
    }

    /// Cancels the task of the call that is served. A cancelled task stays so, hence it serves no further call.
    func cancel() {
        isCancelled = true
        task?.cancel()
    }

    /// Ends the task, which is idle.
    func end() { idle.take()?.resume(returning: false) }
}
