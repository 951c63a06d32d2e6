import Foundation
import Postgres
import Synchronization

/// Tells whoever watches a purchase that it has a new version, on any instance.
///
/// One connection listens for the whole process.
final class PurchaseChanges: Sendable {
    private struct State {
        var watchers: [UUID: [Int: AsyncStream<Void>.Continuation]] = [:]
        var nextWatcher = 0
        var isOver = false
    }

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(pool: PostgresPool) { self.pool = pool }

    /// Yields when a purchase may have a new version: many changes may come as one. The stream ends with the task that
    /// reads it, or when the process stops.
    func updates(of purchase: UUID) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watcher = state.withLock { state -> Int? in
                guard !state.isOver else { return nil }
                state.nextWatcher += 1
                state.watchers[purchase, default: [:]][state.nextWatcher] = continuation
                return state.nextWatcher
            }
            guard let watcher else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in self?.remove(watcher, of: purchase) }
        }
    }

    /// Listens until the task is cancelled or the pool is closed.
    func run() async {
        for await event in pool.listen("purchases_\(pool.configuration.schema ?? "public")") {
            switch event {
            // Changes may have gone unheard.
            case .listening: tell { _ in true }
            case .notification(let notification):
                guard
                    let id = notification.payload.split(separator: " ").first.flatMap({ UUID(uuidString: String($0)) })
                else { continue }
                tell { $0 == id }
            }
        }
        let watchers = state.withLock { state in
            state.isOver = true
            defer { state.watchers = [:] }
            return state.watchers.values.flatMap(\.values)
        }
        watchers.forEach { $0.finish() }
    }

    private func tell(_ isMeant: (UUID) -> Bool) {
        let watchers = state.withLock { state in
            state.watchers.filter { isMeant($0.key) }.values.flatMap { Array($0.values) }
        }
        watchers.forEach { $0.yield() }
    }

    private func remove(_ watcher: Int, of purchase: UUID) {
        state.withLock { state in
            state.watchers[purchase]?[watcher] = nil
            if state.watchers[purchase]?.isEmpty == true { state.watchers[purchase] = nil }
        }
    }
}
