package import Synchronization

extension Atomic<Int> {
    /// Takes one of a number of places, which is given back by subtracting 1.
    /// - Returns: False when all are taken; nothing has changed then.
    package func take(atMost limit: Int) -> Bool {
        guard add(1, ordering: .relaxed).newValue <= limit else {
            subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }
}
