import Foundation

/// A bounded dictionary of values that expire.
struct ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, expiry: Date)] = [:]
    private let capacity: Int

    /// An empty cache.
    /// - Parameter capacity: The most values that are kept.
    init(capacity: Int) { self.capacity = capacity }

    /// The value of a key, which may have expired; nil when there is none.
    subscript(key: Key) -> Value? { entries[key]?.value }

    /// The value of a key unless it has expired at a time; nil when there is none.
    subscript(key: Key, at time: Date) -> Value? {
        entries[key].flatMap { $0.expiry > time ? $0.value : nil }
    }

    /// Keeps a value. When there are too many, those that have expired are evicted, or else all.
    mutating func insert(_ value: Value, for key: Key, until expiry: Date, now: Date) {
        if entries.count >= capacity {
            entries = entries.filter { $0.value.expiry > now }
            if entries.count >= capacity { entries = [:] }
        }
        entries[key] = (value, expiry)
    }

    /// Evicts all values.
    mutating func removeAll() { entries = [:] }
}
