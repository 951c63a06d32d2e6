import Synchronization

/// One object for each of many keys, in bounded memory.
///
/// Keys are forgotten by age of use when there are too many, other than those whose objects somebody holds; what is
/// forgotten starts anew.
final class BoundedCache<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private struct State {
        // Two generations make a cheap approximation of "least recently used".
        var recent: [Key: Object] = [:]
        var older: [Key: Object] = [:]

        /// Forgets what has not been asked for in a whole generation and what nobody holds.
        mutating func turn() {
            var inUse: [Key: Object] = [:]
            // The keys in a list of their own: walking the dictionary would hold it while its objects are asked about.
            for key in Array(older.keys) where !isKnownUniquelyReferenced(&older[key]) {
                inUse[key] = older[key]
            }
            older = recent
            recent = inUse
        }
    }

    private let generationSize: Int
    private let make: @Sendable () -> Object
    private let state = Mutex(State())

    /// Remembers nothing yet.
    /// - Parameters:
    ///   - capacity: Keys that are remembered at the most, apart from those that are in use.
    ///   - make: Makes the object of a new key.
    init(capacity: Int, make: @escaping @Sendable () -> Object) {
        generationSize = max(1, capacity / 2)
        self.make = make
    }

    /// The object of a key.
    func object(for key: Key) -> Object {
        state.withLock { state in
            if let known = state.recent[key] { return known }
            let object = state.older.removeValue(forKey: key) ?? make()
            if state.recent.count >= generationSize { state.turn() }
            state.recent[key] = object
            return object
        }
    }

    /// Keys that are remembered.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }
}
