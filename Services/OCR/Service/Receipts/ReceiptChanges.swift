import Foundation
import Postgres
import Synchronization

/// Tells whoever watches a receipt, and whoever works on receipts, what changed, on any instance.
///
/// One connection listens for the whole process.
final class ReceiptChanges: Sendable {
    /// A change of state or per cent.
    struct Change: Sendable, Hashable {
        var receiptID: UUID
        var revision: Int64
        var state: ReceiptState
        var percent: Int32
    }

    enum Update: Sendable, Hashable {
        case change(Change)
        /// Changes may have gone unheard: look.
        case unknown
    }

    private struct State {
        var watchers: [UUID: [Int: AsyncStream<Update>.Continuation]] = [:]
        var nextWatcher = 0
        var isOver = false
    }

    private let pool: PostgresPool
    private let onWork: @Sendable (Lane?) -> Void
    private let state = Mutex(State())

    /// - Parameter onWork: called when there may be work in a lane; nil for all.
    init(pool: PostgresPool, onWork: @escaping @Sendable (Lane?) -> Void = { _ in }) {
        self.pool = pool
        self.onWork = onWork
    }

    /// What happens to a receipt from now on. The stream ends with the task that reads it, or when the process stops.
    func updates(of receipt: UUID) -> AsyncStream<Update> {
        AsyncStream { continuation in
            let watcher = state.withLock { state -> Int? in
                guard !state.isOver else { return nil }
                state.nextWatcher += 1
                state.watchers[receipt, default: [:]][state.nextWatcher] = continuation
                return state.nextWatcher
            }
            guard let watcher else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in self?.remove(watcher, of: receipt) }
        }
    }

    /// Listens until the task is cancelled or the pool is closed.
    func run() async {
        for await event in pool.listen("receipts_\(pool.configuration.schema ?? "public")") {
            switch event {
            case .listening: missed()
            case .notification(let notification):
                if let change = Change(notification.payload) { publish(change) }
            }
        }
        let watchers = state.withLock { state in
            state.isOver = true
            defer { state.watchers = [:] }
            return state.watchers.values.flatMap(\.values)
        }
        watchers.forEach { $0.finish() }
    }

    private func missed() {
        onWork(nil)
        let watchers = state.withLock { $0.watchers.values.flatMap(\.values) }
        watchers.forEach { $0.yield(.unknown) }
    }

    private func publish(_ change: Change) {
        if let lane = Lane(of: change.state) { onWork(lane) }
        let watchers = state.withLock { $0.watchers[change.receiptID].map { Array($0.values) } ?? [] }
        watchers.forEach { $0.yield(.change(change)) }
    }

    private func remove(_ watcher: Int, of receipt: UUID) {
        state.withLock { state in
            state.watchers[receipt]?[watcher] = nil
            if state.watchers[receipt]?.isEmpty == true { state.watchers[receipt] = nil }
        }
    }
}

extension ReceiptChanges.Change {
    /// Reads what the database announces.
    init?(_ payload: String) {
        let parts = payload.split(separator: " ")
        guard parts.count == 4, let id = UUID(uuidString: String(parts[0])), let revision = Int64(parts[1]),
            let state = ReceiptState(rawValue: String(parts[2])), let percent = Int32(parts[3])
        else { return nil }
        self.init(receiptID: id, revision: revision, state: state, percent: percent)
    }
}
