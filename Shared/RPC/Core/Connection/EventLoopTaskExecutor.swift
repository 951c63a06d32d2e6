public import NIOCore

/// Runs tasks on an event loop. A task that makes calls does best on the loop of its connections, which it then never
/// leaves; a server runs its handlers so.
///
/// What becomes ready while the loop works waits in a queue of its own and runs in one go, which costs a fraction of the
/// loop's own queue.
public final class EventLoopTaskExecutor: TaskExecutor {
    private final class State {
        var ready = CircularBuffer<UnownedJob>(initialCapacity: 0)
        var isRunning = false
        var isScheduled = false
    }

    let loop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    /// Whether a task of this executor runs now. On the loop.
    var isRunning: Bool { state.value.isRunning }

    /// The most jobs of one run, so that tasks waking each other cannot block the loop.
    private static let turnLimit = 4_096

    /// Runs tasks on this loop.
    public init(_ loop: any EventLoop) {
        self.loop = loop
        state = .makeBoxSendingValue(State(), eventLoop: loop)
    }

    /// Runs a job on the event loop, in the present turn if possible.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        guard loop.inEventLoop else {
            return loop.execute {
                self.state.value.ready.append(unowned)
                self.run()
            }
        }
        let state = state.value
        state.ready.append(unowned)
        if !state.isRunning { scheduleRun(state) }
    }

    private func scheduleRun(_ state: State) {
        guard !state.isScheduled else { return }
        state.isScheduled = true
        loop.execute {
            self.state.value.isScheduled = false
            self.run()
        }
    }

    /// Runs what is ready. On the loop, and never from within a task.
    /// - Returns: Whether nothing is ready any more.
    @discardableResult
    func run() -> Bool {
        let state = state.value
        guard !state.isRunning else { return false }
        guard !state.ready.isEmpty else { return true }
        state.isRunning = true
        let executor = asUnownedTaskExecutor()
        var count = 0
        while count < EventLoopTaskExecutor.turnLimit, let job = state.ready.popFirst() {
            job.runSynchronously(on: executor)
            count += 1
        }
        state.isRunning = false
        if state.ready.isEmpty { return true }
        scheduleRun(state)
        return false
    }
}
