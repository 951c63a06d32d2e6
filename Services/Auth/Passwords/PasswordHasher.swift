/// Hashes and checks passwords without holding up anything else.
struct PasswordHasher: Sendable {
    /// Each hash in progress takes 32 MiB and a processor.
    private static let threads = 2
    /// The last of those that wait waits less than three seconds.
    private static let queueLimit = 20

    let cost: PasswordHash.Cost
    let threads: BoundedThreads
    /// Checked in place of the hash of an account that does not exist, so that this takes as long.
    private let decoy: PasswordHash

    /// A hasher whose new hashes have a cost.
    init(
        cost: PasswordHash.Cost = .standard,
        threads: BoundedThreads = BoundedThreads(threads: PasswordHasher.threads, queueLimit: PasswordHasher.queueLimit)
    ) {
        self.cost = cost
        self.threads = threads
        decoy = PasswordHash(decoyOf: cost)
    }

    /// The hash of a new password.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting.
    func hash(_ password: String) async throws -> PasswordHash {
        let cost = cost
        return try await threads.run { try PasswordHash(of: password, cost: cost) }
    }

    /// Whether a password is right; false, after the same time, when there is no hash to check against.
    /// - Throws: RESOURCE_EXHAUSTED when too many are waiting.
    func verify(_ password: String, against hash: PasswordHash?) async throws -> Bool {
        let decoy = decoy
        return try await threads.run {
            try (hash ?? decoy).matches(password)
        }
    }
}
