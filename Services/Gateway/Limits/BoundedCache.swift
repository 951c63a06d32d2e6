import Synchronization

/// A cache of one object per key, in bounded memory.
///
/// Keys are evicted by age of use when there are too many, unless their object is referenced elsewhere; an evicted key
/// gets a new object.
final class BoundedCache<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private struct State {
        // Two generations are a cheap approximation of "least recently used".
        var recent: [Key: Object] = [:]
        var older: [Key: Object] = [:]

        /// Evicts objects that were unused for a whole generation and are not referenced.
        mutating func evict() {
            var inUse: [Key: Object] = [:]
            // A list of the keys, since iterating the dictionary would retain its objects.
            for key in Array(older.keys) where !isKnownUniquelyReferenced(&older[key]) {
                inUse[key] = older[key]
            }
            older = recent
            recent = inUse
        }
    }

    private let generationSize: Int
    private let make: @Sendable (Key) -> Object
    private let state = Mutex(State())

    /// An empty cache.
    /// - Parameters:
    ///   - capacity: the maximum number of keys, apart from those in use.
    ///   - make: creates the object of a new key.
    init(capacity: Int, make: @escaping @Sendable (Key) -> Object) {
        generationSize = max(1, capacity / 2)
        self.make = make
    }

    /// The object of a key.
    func object(for key: Key) -> Object {
        state.withLock { state in
            if let known = state.recent[key] { return known }
            let object = state.older.removeValue(forKey: key) ?? make(key)
            if state.recent.count >= generationSize { state.evict() }
            state.recent[key] = object
            return object
        }
    }

    /// The number of cached keys.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }
}
