import NIOCore
import Synchronization

/// What the connections of a proxy do at this moment.
final class FaultSwitches: Sendable {
    struct State {
        var delay: TimeAmount?
        var isHalfOpen = false
        /// How many further answers to COMMIT are dropped.
        var commitsToDrop = 0
        var commitsDropped = 0
    }

    private let state = Mutex(State())

    /// The present state.
    var current: State { state.withLock { $0 } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Whether an answer to COMMIT that has come is dropped; counts it then.
    func takeCommitDrop() -> Bool {
        state.withLock { state in
            guard state.commitsToDrop > 0 else { return false }
            state.commitsToDrop -= 1
            state.commitsDropped += 1
            return true
        }
    }
}
