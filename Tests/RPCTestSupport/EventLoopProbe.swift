import Glibc
package import NIOCore
import Synchronization

/// Measures how long event loops are kept busy at a stretch.
///
/// A turn is measured by the processor time of the loop's thread, so that a machine that is busy with something else doesn't
/// count: what is long is work on the loop.
package final class EventLoopProbe: Sendable {
    private struct State {
        var longest = Duration.zero
        var turns = 0
        var isRunning = true
    }

    private let state = Mutex(State())

    /// Measures the loops of a group from now on.
    package init(_ group: any EventLoopGroup) {
        for loop in group.makeIterator() { loop.execute { self.measure(loop, since: EventLoopProbe.threadTime) } }
    }

    /// The longest stretch of work between two turns.
    package var longestStretch: Duration { state.withLock { $0.longest } }

    /// How often loops were looked at.
    package var turns: Int { state.withLock { $0.turns } }

    /// Ends measuring.
    package func stop() { state.withLock { $0.isRunning = false } }

    private func measure(_ loop: any EventLoop, since last: Duration) {
        let now = EventLoopProbe.threadTime
        let isRunning = state.withLock { state in
            state.longest = max(state.longest, now - last)
            state.turns += 1
            return state.isRunning
        }
        guard isRunning else { return }
        loop.scheduleTask(in: .milliseconds(1)) { self.measure(loop, since: now) }
    }

    /// The processor time that this thread takes for some work.
    package static func processorTime(of work: () throws -> Void) rethrows -> Duration {
        let start = threadTime
        try work()
        return threadTime - start
    }

    /// Processor time that this thread has used.
    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
