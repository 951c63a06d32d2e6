public import NIOCore

/// Runs tasks on an event loop. A task that makes calls does best on the loop of its connections, which it then never
/// leaves; a server runs its handlers so.
///
/// What becomes ready while the loop works waits in a queue of its own and runs in one go, which costs a fraction of the
/// loop's own queue.
///
/// The queue belongs to the event loop, which is what makes the unchecked conformance sound.
public final class EventLoopTaskExecutor: TaskExecutor, @unchecked Sendable {
    let loop: any EventLoop
    @exclusivity(unchecked) private var ready = CircularBuffer<UnownedJob>(initialCapacity: 0)
    /// Whether a task of this executor runs now.
    @exclusivity(unchecked) private(set) var isRunning = false
    @exclusivity(unchecked) private var isScheduled = false

    /// The most jobs of one run, so that tasks waking each other cannot block the loop.
    private static let turnLimit = 4_096

    /// Runs tasks on this loop.
    public init(_ loop: any EventLoop) { self.loop = loop }

    /// Runs a job on the event loop, in the present turn if possible.
    public func enqueue(_ job: consuming ExecutorJob) {
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
    /// - Returns: Whether nothing is ready any more.
    @discardableResult
    func run() -> Bool {
        guard !isRunning else { return false }
        guard !ready.isEmpty else { return true }
        isRunning = true
        let executor = asUnownedTaskExecutor()
        var count = 0
        while count < EventLoopTaskExecutor.turnLimit, let job = ready.popFirst() {
            job.runSynchronously(on: executor)
            count += 1
        }
        isRunning = false
        if ready.isEmpty { return true }
        scheduleRun()
        return false
    }
}
