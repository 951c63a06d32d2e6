import NIOCore

/// Runs the tasks of a connection's calls on its event loop, so that a call that waits for nothing else never leaves it.
final class EventLoopTaskExecutor: TaskExecutor {
    let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        loop.execute { unowned.runSynchronously(on: executor) }
    }
}
