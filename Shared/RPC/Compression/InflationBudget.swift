import Synchronization

/// Bounds what the decompressed messages of all running calls of a server take, since a few kilobytes on the wire can
/// become megabytes in memory.
final class InflationBudget: Sendable {
    private let used = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes bytes in place of others.
    /// - Returns: False when they are too many; then the others stay taken.
    func exchange(_ old: Int, for new: Int) -> Bool {
        let change = new - old
        guard used.add(change, ordering: .relaxed).newValue > limit, change > 0 else { return true }
        used.subtract(change, ordering: .relaxed)
        return false
    }

    /// Gives bytes back.
    func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
