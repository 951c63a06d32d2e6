/// Which transactions had been committed at some moment, as PostgreSQL's type `pg_snapshot` says it.
///
/// Transactions are numbered when they first write and committed in any order. A snapshot is a position among them that
/// misses none: what it lacks are the transactions from ``end`` on, and those that were ``inProgress``.
package struct TransactionSnapshot: Sendable, Hashable {
    /// The first number that was not assigned yet, at least 1.
    package private(set) var end: UInt64
    /// The transactions before ``end`` that were in progress, in ascending order.
    package private(set) var inProgress: [UInt64]

    /// The position before all transactions.
    package static let beginning = TransactionSnapshot(end: 1, inProgress: [])

    private init(end: UInt64, inProgress: [UInt64]) {
        self.end = end
        self.inProgress = inProgress
    }

    /// Reads a `pg_snapshot`, such as `5:9:6,7`; nil when it is none.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let first = UInt64(parts[0]), let end = UInt64(parts[1]) else { return nil }
        let numbers = parts[2].isEmpty ? [] : parts[2].split(separator: ",", omittingEmptySubsequences: false)
        let inProgress = numbers.compactMap { UInt64($0) }
        // PostgreSQL rejects what is out of order or of range.
        guard first >= 1, end >= first, inProgress.count == numbers.count, inProgress.allSatisfy({ first..<end ~= $0 }),
            zip(inProgress, inProgress.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        self.init(end: end, inProgress: inProgress)
    }

    /// The snapshot as a `pg_snapshot`.
    package var text: String {
        "\(inProgress.first ?? end):\(end):\(inProgress.map(String.init).joined(separator: ","))"
    }

    /// The same position for transactions up to `latest`; it lacks all later ones.
    package func capped(at latest: UInt64) -> TransactionSnapshot {
        guard latest < end - 1 else { return self }
        return TransactionSnapshot(end: latest + 1, inProgress: inProgress.filter { $0 <= latest })
    }

    /// A position with at most `count` transactions in progress, which lacks more than this one where there are more.
    package func shortened(to count: Int) -> TransactionSnapshot {
        guard inProgress.count > count else { return self }
        return TransactionSnapshot(end: inProgress[count], inProgress: Array(inProgress.prefix(count)))
    }
}
