public import NIOCore

/// The RPC layer's clock, which tests replace by a manual one. Programs use the ``SystemClock``; a test can have a
/// clock of its own, which does what is scheduled when the test moves it.
public protocol RPCClock: Sendable {
    /// The present time; never goes back.
    var now: NIODeadline { get }

    /// Runs work on an event loop at a time, at once when it has passed.
    func schedule(
        at deadline: NIODeadline,
        on loop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork
}

/// Something that will be done at its time unless it is cancelled before.
public struct ScheduledWork: Sendable {
    private let cancelling: @Sendable () -> Void

    /// Names how to cancel it.
    public init(cancel: @escaping @Sendable () -> Void) { cancelling = cancel }

    /// Keeps it from being done; without effect when it has been done.
    public func cancel() { cancelling() }
}

extension RPCClock {
    /// Returns once a time has come.
    /// - Throws: `CancellationError` when the task is cancelled before.
    package func sleep(until deadline: NIODeadline, on loop: any EventLoop) async throws {
        // A promise takes its first outcome; what comes later is ignored.
        let promise = loop.makePromise(of: Void.self)
        let timer = schedule(at: deadline, on: loop) { promise.succeed() }
        try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            timer.cancel()
            promise.fail(CancellationError())
        }
    }
}

/// The clock of the system, which counts from its start.
public struct SystemClock: RPCClock {
    /// Makes the clock.
    public init() {}

    /// Time since the start of the system.
    public var now: NIODeadline { .now() }

    /// Does something on an event loop once a time has come.
    public func schedule(
        at deadline: NIODeadline,
        on loop: any EventLoop,
        _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
        let scheduled = loop.scheduleTask(deadline: deadline, work)
        return ScheduledWork { scheduled.cancel() }
    }
}
