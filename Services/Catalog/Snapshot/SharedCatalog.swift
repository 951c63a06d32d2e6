import Logging
import Postgres
import RPC
import ServiceKit
import Synchronization

/// The holder of this instance's latest snapshot.
final class SharedCatalog: Sendable {
    private let pool: PostgresPool
    private let log: Logger
    private let current = Mutex<CatalogSnapshot?>(nil)

    init(pool: PostgresPool, log: Logger) {
        self.pool = pool
        self.log = log
    }

    /// The latest snapshot.
    /// - Throws: UNAVAILABLE before the first one is read.
    var snapshot: CatalogSnapshot {
        get throws(Status) {
            guard let snapshot = current.withLock({ $0 }) else {
                throw Status(
                    .unavailable,
                    .catalog.starting,
                    retryDelay: .seconds(1),
                    reason: .starting
                )
            }
            return snapshot
        }
    }

    /// Reads a new snapshot if the reference data have changed.
    func refresh() async throws {
        let version = try await pool.withConnection { try await ReferenceLoader.version($0) }
        guard version != current.withLock({ $0?.version }) else { return }
        let snapshot = try await SnapshotReader.read(pool)
        current.withLock { $0 = snapshot }
        log.info("catalog read", metadata: ["products": "\(snapshot.products.count)"])
    }

    /// Follows changes by other instances until the task is cancelled.
    func follow() async throws {
        for await _ in pool.listen(ReferenceLoader.channel) { try await refreshUntilDone() }
    }

    private func refreshUntilDone() async throws {
        while true {
            do {
                return try await refresh()
            } catch let error as PostgresError {
                log.warning("the catalog cannot be refreshed", metadata: ["error": "\(error)"])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
