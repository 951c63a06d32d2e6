package import CoreMetrics
package import Postgres
package import RPC
import Synchronization

/// Announces changes of rows to watchers in every instance of a service.
///
/// The database sends a notification when a row changes, in the transaction of the change; its payload is the row's key, its
/// new revision and, if wanted, some details, separated by spaces. All feeds of a program share the connection on which
/// its pool listens. Nothing is lost: whenever notifications may have been missed, every watcher is asked to read.
package final class ChangeFeed<Key: ChangeFeedKey>: Sendable {
    /// One row's new revision.
    package struct Change: Sendable, Hashable {
        /// The row that changed.
        package var key: Key
        /// Its new revision.
        package var revision: Int64
        /// What the payload has after the revision.
        package var details: String

        /// Makes a change.
        package init(key: Key, revision: Int64, details: String = "") {
            self.key = key
            self.revision = revision
            self.details = details
        }
    }

    /// What a watcher receives.
    package enum Update: Sendable, Hashable {
        case change(Change)
        /// Changes may have been missed: read the state again.
        case missed
    }

    /// Updates that are kept for a watcher of a row; of more the oldest are dropped, since a later revision includes them.
    package static var bufferLimit: Int { 64 }

    private struct State {
        var byKey: [Key: [Int: AsyncStream<Update>.Continuation]] = [:]
        var nextWatcher = 0
        var hasEnded = false

        var everybody: [AsyncStream<Update>.Continuation] { byKey.values.flatMap(\.values) }
    }

    let name: String
    private let pool: PostgresPool
    private let state = Mutex(State())

    /// A feed that receives nothing until it runs.
    /// - Parameter name: What is announced, such as "purchases"; `name_schema` is the channel that the database notifies.
    package init(_ name: String, pool: PostgresPool) {
        self.name = name
        self.pool = pool
    }

    /// How many watchers there are.
    package var watcherCount: Int { state.withLock { $0.everybody.count } }

    // MARK: Watching

    /// The changes of one row from now on. Read the row after this call: what changes in between is then seen twice
    /// rather than never.
    ///
    /// The stream ends with the task that reads it, or when the feed ends.
    /// - Parameter limit: How many updates are kept for a reader that is slow; of more the oldest are dropped.
    package func watch(_ key: Key, keeping limit: Int = bufferLimit) -> AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
            let watcher = state.withLock { state -> Int? in
                guard !state.hasEnded else { return nil }
                state.nextWatcher += 1
                state.byKey[key, default: [:]][state.nextWatcher] = continuation
                return state.nextWatcher
            }
            guard let watcher else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in self?.remove(watcher, key) }
        }
    }

    /// Calls `advance` at once, and again for every change beyond the cursor that it returned last.
    /// - Parameters:
    ///   - cursor: The revision that the caller has seen.
    ///   - noun: What is watched, for the sentence with which it ends when the service stops, such as "purchase".
    ///   - advance: Receives the cursor and why it is called; returns the revision that is seen now, nil to end.
    /// - Throws: UNAVAILABLE with reason RESTARTING when the feed ends; `CancellationError`; what `advance` throws.
    nonisolated(nonsending) package func follow(
        _ key: Key,
        after cursor: Int64,
        noun: LocalizedText,
        _ advance: nonisolated(nonsending) (_ cursor: Int64, Update) async throws -> Int64?
    ) async throws {
        let updates = watch(key)
        guard var cursor = try await advance(cursor, .missed) else { return }
        for await update in updates {
            if case .change(let change) = update, change.revision <= cursor { continue }
            guard let next = try await advance(cursor, update) else { return }
            cursor = next
        }
        try Task.checkCancellation()
        throw Status.restarting(watchOf: noun)
    }

    private func remove(_ watcher: Int, _ key: Key) {
        state.withLock { state in
            state.byKey[key]?[watcher] = nil
            if state.byKey[key]?.isEmpty == true { state.byKey[key] = nil }
        }
    }

    // MARK: Receiving

    /// Receives changes until the task is cancelled or the pool is closed; then all watchers' streams end.
    /// - Parameter metrics: Where changes and interruptions are counted.
    package func run(metrics: any MetricsFactory = MetricsSystem.factory) async {
        let label = [("feed", name)]
        let received = Counter(label: "larder.change_feed.changes", dimensions: label, factory: metrics)
        let interruptions = Counter(label: "larder.change_feed.interruptions", dimensions: label, factory: metrics)
        state.withLock { $0.hasEnded = false }
        for await event in pool.listen("\(name)_\(pool.configuration.schema ?? "public")") {
            switch event {
            case .listening(let isReconnected):
                if isReconnected { interruptions.increment() }
                send(.missed, to: state.withLock { $0.everybody })
            case .notification(let notification):
                received.increment()
                // What cannot be read is some row's change all the same.
                guard let change = Change(notification.payload) else {
                    send(.missed, to: state.withLock { $0.everybody })
                    continue
                }
                send(.change(change), to: state.withLock { $0.byKey[change.key].map { Array($0.values) } ?? [] })
            }
        }
        let watchers = state.withLock { state in
            state.hasEnded = true
            defer { state.byKey = [:] }
            return state.everybody
        }
        watchers.forEach { $0.finish() }
    }

    // Not under the lock: a stream's end, which takes it, comes from within the cancellation of its reader's task.
    private func send(_ update: Update, to watchers: [AsyncStream<Update>.Continuation]) {
        for watcher in watchers { watcher.yield(update) }
    }
}

extension ChangeFeed: ServicePart {
    /// Receives changes, and counts them.
    package func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        [BackgroundWork("change feed \(name)") { await self.run(metrics: runtime.metrics) }]
    }
}

extension ChangeFeed.Change {
    /// Reads a payload: key, revision and details, separated by spaces.
    package init?(_ payload: String) {
        let parts = payload.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let key = Key(changeFeedText: parts[0]), let revision = Int64(parts[1]) else {
            return nil
        }
        self.init(key: key, revision: revision, details: parts.count == 3 ? String(parts[2]) : "")
    }
}

extension Status {
    /// The end of a watch because the service stops.
    static func restarting(watchOf noun: LocalizedText) -> Status {
        Status(
            .unavailable,
            .services.restarting(what: noun),
            retryDelay: .seconds(1),
            reason: .restarting
        )
    }
}

extension StatusReason {
    /// The server stops; the client should watch again from another instance.
    package static let restarting: StatusReason = "RESTARTING"
}
