import NIOCore

/// Runs the tasks of a connection's calls on its event loop, so that a call that waits for nothing else never leaves it.
///
/// What becomes ready while the loop works for the connection waits in a queue of its own and runs at the end of that
/// work, which costs a fraction of the loop's own queue.
///
/// The queue belongs to the event loop, which is what makes the unchecked conformance sound.
final class ConnectionExecutor: TaskExecutor, @unchecked Sendable {
    let loop: any EventLoop
    private var ready = CircularBuffer<UnownedJob>(initialCapacity: 0)
    private var isRunning = false
    private var isScheduled = false

    /// Jobs that run in one go, so that tasks which wake each other for ever do not hold the loop.
    private static let turnLimit = 4_096

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        guard loop.inEventLoop else {
            return loop.execute {
                self.ready.append(unowned)
                self.run()
            }
        }
        ready.append(unowned)
        if !isRunning { scheduleRun() }
    }

    private func scheduleRun() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.execute {
            self.isScheduled = false
            self.run()
        }
    }

    /// Runs what is ready. On the loop, and never from within a task.
    func run() {
        guard !ready.isEmpty, !isRunning else { return }
        isRunning = true
        let executor = asUnownedTaskExecutor()
        var count = 0
        while count < ConnectionExecutor.turnLimit, let job = ready.popFirst() {
            job.runSynchronously(on: executor)
            count += 1
        }
        isRunning = false
        if !ready.isEmpty { scheduleRun() }
    }
}
