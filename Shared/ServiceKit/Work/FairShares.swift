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
    private let state = Mutex(State())

    /// Shares a number of places, at least 1.
    package init(capacity: Int) { self.capacity = capacity }

    /// Places that are taken.
    package var taken: Int { state.withLock { $0.taken } }

    /// Takes a place; if there is one, give it back with ``giveBack(_:)``.
    /// - Parameter holders: The holder first, and groups to which it belongs, from the smallest: each of these may hold as many as are
    ///   free, too, and the holder as many as the largest may still take, so that others of the group find some.
    package func take(_ holders: [Holder]) -> Bool {
        state.withLock { state in
            let free = capacity - state.taken
            func held(_ holder: Holder) -> Int { state.held[holder, default: 0] }
            let limit = free - (holders.dropFirst().last.map(held) ?? 0)
            guard held(holders[0]) < limit, holders.allSatisfy({ held($0) < free }) else { return false }
            state.taken += 1
            for holder in holders { state.held[holder, default: 0] += 1 }
            return true
        }
    }

    /// Gives a place back.
    package func giveBack(_ holders: [Holder]) {
        state.withLock { state in
            state.taken -= 1
            for holder in holders {
                let rest = state.held[holder, default: 1] - 1
                state.held[holder] = rest > 0 ? rest : nil
            }
        }
    }
}
