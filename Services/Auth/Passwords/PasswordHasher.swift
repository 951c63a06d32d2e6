import Glibc
import RPC
import ServiceKit

/// Hashes and checks passwords on dedicated threads, which the clients' networks share fairly.
///
/// While a processor has other work, these threads get a tenth of it: other calls take milliseconds, and wait for no password.
struct PasswordHasher: Sendable {
    /// The number of threads; each hash in progress takes 46 MiB and a processor.
    static let threads = 2
    /// The nice value of the threads.
    static let niceness: Int32 = 10
    /// The queue limit; the last in the queue waits less than three seconds.
    static let queueLimit = 20

    let cost: PasswordCost
    let pool: FairPool<String?>
    /// Checked in place of the hash of a nonexistent account, so that it takes as long.
    private let decoy: PasswordHash
    /// Gets the cost of each password that is checked, when it is.
    private let checked: @Sendable (PasswordCost) -> Void

    /// A hasher with a cost for new hashes.
    init(
        cost: PasswordCost = .standard,
        pool: FairPool<String?> = PasswordHasher.makePool(),
        checked: @escaping @Sendable (PasswordCost) -> Void = { _ in }
    ) {
        self.cost = cost
        self.pool = pool
        decoy = PasswordHash(decoyOf: cost)
        self.checked = checked
    }

    /// Threads that reject what would wait for too long.
    static func makePool(queueLimit: Int = PasswordHasher.queueLimit) -> FairPool<String?> {
        FairPool(
            "passwords",
            threads: threads,
            // While several networks send more than they get, somebody who signs in once waits for none of them.
            keeping: 1,
            queueLimit: queueLimit,
            rejection: Status(
                .resourceExhausted,
                .auth.tooManySignIns,
                retryDelay: .seconds(2),
                reason: .tooManySignIns
            )
        )
    }

    /// Hashes a new password.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting, or too many of the network.
    func hash(_ password: String, for network: String?) async throws -> PasswordHash {
        let cost = cost
        return try await pool.run(for: network, within: PasswordHasher.enclosing(network)) {
            PasswordHasher.giveWay()
            return try PasswordHash(of: password, cost: cost)
        }
    }

    /// Whether a password is correct; false, after the same time, without a hash to check against.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting, or too many of the network.
    func verify(_ password: String, against hash: PasswordHash?, for network: String?) async throws -> Bool {
        let (hash, checked) = (hash ?? decoy, checked)
        return try await pool.run(for: network, within: PasswordHasher.enclosing(network)) {
            PasswordHasher.giveWay()
            checked(hash.cost)
            return try hash.matches(password)
        }
    }

    /// Lets other threads go first, from now on; on Linux the call is for the thread that makes it.
    private static func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }

    /// The networks around a client's, which share places as it does; the largest of them takes turns with others.
    private static func enclosing(_ network: String?) -> [String?] {
        network.map { ClientNetwork(text: $0).enclosing.map(\.text) } ?? []
    }
}

extension StatusReason {
    /// Too many passwords are being checked at once.
    static let tooManySignIns: StatusReason = "TOO_MANY_SIGN_INS"
}
