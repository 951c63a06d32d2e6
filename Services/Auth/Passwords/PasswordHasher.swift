import RPC
import ServiceKit
import Synchronization

/// Hashes and checks passwords on dedicated threads, which the clients' networks share fairly.
struct PasswordHasher: Sendable {
    /// The number of threads; each hash in progress takes 32 MiB and a processor.
    static let threads = 2
    /// The queue limit; the last in the queue waits less than three seconds.
    static let queueLimit = 20

    let cost: PasswordHash.Cost
    let threads: BlockingPool
    private let networks: NetworkShares
    /// Checked in place of the hash of a nonexistent account, so that it takes as long.
    private let decoy: PasswordHash
    /// Gets the cost of each password that is checked, when it is.
    private let checked: @Sendable (PasswordHash.Cost) -> Void

    /// A hasher with a cost for new hashes.
    init(
        cost: PasswordHash.Cost = .standard,
        threads: BlockingPool = PasswordHasher.makePool(),
        checked: @escaping @Sendable (PasswordHash.Cost) -> Void = { _ in }
    ) {
        self.cost = cost
        self.threads = threads
        networks = NetworkShares(capacity: threads.capacity)
        decoy = PasswordHash(decoyOf: cost)
        self.checked = checked
    }

    /// Threads that reject what would wait for too long.
    static func makePool(queueLimit: Int = PasswordHasher.queueLimit) -> BlockingPool {
        BlockingPool(
            "passwords",
            threads: threads,
            queueLimit: queueLimit,
            rejection: tooMany
        )
    }

    private static let tooMany = Status(
        .resourceExhausted,
        "Too many people are signing in at this moment. Please try again in a few seconds.",
        retryDelay: .seconds(2),
        reason: .tooManySignIns
    )

    /// Hashes a new password.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting, or too many of the network.
    func hash(_ password: String, for network: String?) async throws -> PasswordHash {
        let cost = cost
        return try await run(for: network) { try PasswordHash(of: password, cost: cost) }
    }

    /// Whether a password is correct; false, after the same time, without a hash to check against.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting, or too many of the network.
    func verify(_ password: String, against hash: PasswordHash?, for network: String?) async throws -> Bool {
        let (hash, checked) = (hash ?? decoy, checked)
        return try await run(for: network) {
            checked(hash.cost)
            return try hash.matches(password)
        }
    }

    private func run<Result: Sendable>(
        for network: String?,
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard networks.take(network) else { throw PasswordHasher.tooMany }
        defer { networks.giveBack(network) }
        return try await threads.run(work)
    }
}

/// Shares places among networks by dynamic thresholds (Choudhury and Hahne, 1998).
///
/// Each may hold as many as are free. So a single network gets half of all places, and every newcomer finds some free.
final class NetworkShares: Sendable {
    private struct State {
        var taken = 0
        var ofNetworks: [String?: Int] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Shares a number of places, at least 1.
    init(capacity: Int) { self.capacity = capacity }

    /// Takes a place; if there is one, give it back with ``giveBack(_:)``.
    func take(_ network: String?) -> Bool {
        state.withLock { state in
            let own = state.ofNetworks[network, default: 0]
            guard own < capacity - state.taken else { return false }
            state.taken += 1
            state.ofNetworks[network] = own + 1
            return true
        }
    }

    /// Gives a place back.
    func giveBack(_ network: String?) {
        state.withLock { state in
            state.taken -= 1
            let own = state.ofNetworks[network, default: 1] - 1
            state.ofNetworks[network] = own > 0 ? own : nil
        }
    }
}

extension StatusReason {
    /// Too many passwords are being checked at once.
    static let tooManySignIns: StatusReason = "TOO_MANY_SIGN_INS"
}
