import NIOCore
import Synchronization

/// What a connection has done so far. Plain numbers, which belong to its event loop like all of it.
struct ConnectionCounters {
    var started = 0
    var succeeded = 0
    var failed = 0
    var messagesSent = 0
    var keepAlivesSent = 0

    /// The calls while some of them may still run.
    var calls: CallCounts { CallCounts(started: started, succeeded: succeeded, failed: failed) }

    /// The calls once the connection is gone: what has not ended well has failed.
    var allCalls: CallCounts { CallCounts(started: started, succeeded: succeeded, failed: started - succeeded) }
}

/// The calls of connections that are gone.
final class CallTally: Sendable {
    private let sum = Mutex(CallCounts())

    var counts: CallCounts { sum.withLock { $0 } }

    func add(_ counts: CallCounts) { sum.withLock { $0 = $0 + counts } }
}
