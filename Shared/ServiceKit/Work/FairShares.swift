import Synchronization

/// Places that their holders share by dynamic thresholds.
///
/// Each may hold as many as are free, so a single holder gets half of all places, and newcomers find some free. Source:
/// Abhijit Choudhury and Ellen Hahne, "Dynamic queue length thresholds for shared-memory packet switches", IEEE/ACM
/// Transactions on Networking 6(2), 1998.
package final class FairShares<Holder: Hashable & Sendable>: Sendable {
    private struct State {
        var taken = 0
        var held: [Holder: Int] = [:]
    }

    private let capacity: Int
    private let perHolder: Int
    private let state = Mutex(State())

    /// Shares a number of places.
    /// - Parameters:
    ///   - capacity: All places, at least 1.
    ///   - perHolder: The most that one may hold.
    package init(capacity: Int, perHolder: Int = .max) {
        self.capacity = capacity
        self.perHolder = perHolder
    }

    /// Places that are taken.
    package var taken: Int { state.withLock { $0.taken } }

    /// Takes places; if there are as many, give them back with ``giveBack(_:count:)``.
    package func take(_ holder: Holder, count: Int = 1) -> Bool {
        state.withLock { state in
            let own = state.held[holder, default: 0]
            guard own + count <= min(perHolder, capacity - state.taken) else { return false }
            state.taken += count
            state.held[holder] = own + count
            return true
        }
    }

    /// Gives places back.
    package func giveBack(_ holder: Holder, count: Int = 1) {
        state.withLock { state in
            state.taken -= count
            let own = state.held[holder, default: count] - count
            state.held[holder] = own > 0 ? own : nil
        }
    }
}
