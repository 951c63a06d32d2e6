import RPC
import ServiceKit

/// Hashes and checks passwords on dedicated threads.
struct PasswordHasher: Sendable {
    /// The number of threads; each hash in progress takes 32 MiB and a processor.
    static let threads = 2
    /// The queue limit; the last in the queue waits less than three seconds.
    static let queueLimit = 20

    let cost: PasswordHash.Cost
    let threads: BlockingPool
    /// Checked in place of the hash of a nonexistent account, so that it takes as long.
    private let decoy: PasswordHash

    /// A hasher with a cost for new hashes.
    init(
        cost: PasswordHash.Cost = .standard,
        threads: BlockingPool = PasswordHasher.makePool()
    ) {
        self.cost = cost
        self.threads = threads
        decoy = PasswordHash(decoyOf: cost)
    }

    /// Threads that reject what would wait for too long.
    static func makePool(queueLimit: Int = PasswordHasher.queueLimit) -> BlockingPool {
        BlockingPool(
            "passwords",
            threads: threads,
            queueLimit: queueLimit,
            rejection: Status(
                .resourceExhausted,
                "Too many people are signing in at this moment. Please try again in a few seconds.",
                retryDelay: .seconds(2),
                reason: .tooManySignIns
            )
        )
    }

    /// Hashes a new password.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting.
    func hash(_ password: String) async throws -> PasswordHash {
        let cost = cost
        return try await threads.run { try PasswordHash(of: password, cost: cost) }
    }

    /// Whether a password is correct; false, after the same time, without a hash to check against.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting.
    func verify(_ password: String, against hash: PasswordHash?) async throws -> Bool {
        let decoy = decoy
        return try await threads.run {
            try (hash ?? decoy).matches(password)
        }
    }
}

extension StatusReason {
    /// Too many passwords are being checked at once.
    static let tooManySignIns: StatusReason = "TOO_MANY_SIGN_INS"
}
