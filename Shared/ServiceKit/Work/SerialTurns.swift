import Synchronization

/// Work that is done one piece after the other for each key, and side by side for different keys.
///
/// For what waits for the same lock in the database anyway: it waits here instead, without a connection that others need.
package final class SerialTurns<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let turns: FairTurns<Key>
        /// How many have a turn or wait for one.
        var users: Int
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// Nobody waits yet.
    package init() {}

    /// How many wait, of all keys.
    package var waiting: Int { entries.withLock { $0.values.reduce(0) { $0 + $1.turns.waiting } } }

    /// Runs `body` when no other one of its key runs, in the order of the calls.
    /// - Throws: `CancellationError` when the task is cancelled before; what `body` throws.
    nonisolated(nonsending) package func withTurn<Result>(
        of key: Key,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        let turns = enter(key)
        defer { leave(key) }
        return try await turns.withTurn(of: key, body)
    }

    private func enter(_ key: Key) -> FairTurns<Key> {
        entries.withLock { entries in
            let entry = entries[key] ?? Entry(turns: FairTurns(1), users: 0)
            entries[key] = Entry(turns: entry.turns, users: entry.users + 1)
            return entry.turns
        }
    }

    private func leave(_ key: Key) {
        entries.withLock { entries in
            guard let entry = entries[key] else { return }
            entries[key] = entry.users > 1 ? Entry(turns: entry.turns, users: entry.users - 1) : nil
        }
    }
}
