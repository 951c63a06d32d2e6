import RPC
import Synchronization

/// Bounds how many calls of one client run at once, so that calls which last, such as streams, cannot take up all places
/// of the gateway however slowly they come.
final class ConcurrencyLimit: Sendable {
    private let maximum: Int
    private let running = Mutex<[ClientNetwork: Int]>([:])

    /// - Parameter maximum: Calls at once, at least 1.
    init(maximum: Int) { self.maximum = maximum }

    /// Takes a place.
    /// - Throws: RESOURCE_EXHAUSTED when there is none.
    func enter(_ network: ClientNetwork) throws(Status) {
        let isAdmitted = running.withLock { running in
            guard running[network, default: 0] < maximum else { return false }
            running[network, default: 0] += 1
            return true
        }
        guard isAdmitted else {
            throw Status(
                .resourceExhausted,
                "Too many of your requests are still running. Please try again when some of them are done.",
                retryDelay: .seconds(1),
                reason: "TOO_MANY_CALLS"
            )
        }
    }

    /// Gives a place back.
    func leave(_ network: ClientNetwork) {
        running.withLock { running in
            let others = running[network, default: 1] - 1
            running[network] = others > 0 ? others : nil
        }
    }

    /// Clients with running calls.
    var count: Int { running.withLock { $0.count } }
}
