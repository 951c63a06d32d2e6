import NIOCore

/// A task that serves one call after the other, since making a task for each costs more than many a handler does.
///
/// Belongs to its event loop, which is what makes the unchecked conformance sound.
final class PooledCallTask: @unchecked Sendable {
    private let calls: CallTaskPool
    private var task: Task<Void, Never>?
    /// Until the task has begun.
    private var first: ServerCall?
    @exclusivity(unchecked) private var waiting: UnsafeContinuation<ServerCall?, Never>?
    @exclusivity(unchecked) private var isCancelled = false

    init(_ calls: CallTaskPool) { self.calls = calls }

    /// Serves a call. On the loop, while no other is served.
    func serve(_ call: ServerCall) {
        call.pooledTask = self
        if let waiting {
            self.waiting = nil
            return waiting.resume(returning: call)
        }
        first = call
        task = Task.detached(executorPreference: calls.executor) {
            var next = self.first.take()
            while next != nil {
                await self.serveAndForget(&next)
                next = await self.nextCall()
            }
        }
    }

    /// A runner that waits must hold nothing of the call before.
    private func serveAndForget(_ next: inout ServerCall?) async {
        guard let call = next.take() else { return }
        await call.owner.serve(call)
        call.pooledTask = nil
    }

    private func nextCall() async -> ServerCall? {
        guard !isCancelled, calls.mayWait else { return nil }
        return await withUnsafeContinuation { continuation in
            waiting = continuation
            calls.waits(self)
        }
    }

    /// Cancels the task of the call that is served. A cancelled task stays so, hence it serves no further call.
    func cancel() {
        isCancelled = true
        task?.cancel()
    }

    /// Ends the task, which waits.
    func end() {
        waiting?.resume(returning: nil)
        waiting = nil
    }
}

/// What the server's connections on one event loop share to run handlers: the executor, and runners that wait for calls.
///
/// All but the executor belongs to the event loop, which is what makes the unchecked conformance sound.
final class CallTaskPool: @unchecked Sendable {
    let executor: EventLoopTaskExecutor
    @exclusivity(unchecked) private var idle: [PooledCallTask] = []
    private var hasEnded = false

    /// Waiting runners above this number end, so that a burst of calls leaves little behind.
    private static let idleLimit = 128

    init(_ loop: any EventLoop) { executor = EventLoopTaskExecutor(loop) }

    /// A runner that serves no call.
    func takeTask() -> PooledCallTask { idle.popLast() ?? PooledCallTask(self) }

    var mayWait: Bool { !hasEnded && idle.count < CallTaskPool.idleLimit }

    func waits(_ pooledTask: PooledCallTask) { idle.append(pooledTask) }

    /// Ends all that wait, and every other once its call is over.
    func end() {
        executor.loop.execute {
            self.hasEnded = true
            let idle = self.idle
            self.idle = []
            idle.forEach { $0.end() }
        }
    }
}
