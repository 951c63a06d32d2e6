import Logging
import Postgres
import ServiceLifecycle

/// Waits until the schema is up to date and prepares the program, as often as it takes: a database that is down, or that
/// is still to be migrated, is waited for.
struct StartupService: Service {
    /// Folder with the migrations that must have been applied; nil for a program without a schema.
    let migrations: String?
    let runtime: ServiceRuntime
    let prepare: (@Sendable () async throws -> Void)?

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await attempt() }
        try? await gracefulShutdown()
    }

    /// - Throws: A failure that another attempt would not correct.
    private func attempt() async throws {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await checkSchema()
                try await prepare?()
                runtime.readiness.markReady()
                runtime.log.notice("ready")
                return
            } catch let error as PostgresError where error.code == .migration || error.code == .configuration {
                throw error
            } catch let error as ConfigurationError {
                throw error
            } catch {
                failures += 1
                if failures == 1 || failures % 20 == 0 {
                    runtime.log.error("cannot start yet; trying again", metadata: ["why": "\(error)"])
                }
                try? await Task.sleep(for: .milliseconds(min(200 * failures, 2_000)))
            }
        }
    }

    /// - Throws: A sentence that names the migrations that the schema lacks; `PostgresError` for a role that may change it.
    func checkSchema() async throws {
        guard let folder = migrations else { return }
        let pool = try runtime.database
        try await ServiceSchema.requireServingRole(runtime.name, with: pool)
        let pending = try await ServiceSchema.pending(runtime.name, folder: folder, with: pool, logger: runtime.log)
        guard pending.isEmpty else { throw SchemaOutdated(service: runtime.name, pending: pending) }
    }
}

/// The schema lacks migrations that the program needs.
private struct SchemaOutdated: Error, CustomStringConvertible {
    let service: String
    let pending: [String]

    var description: String {
        "the schema lacks \(pending.joined(separator: ", ")); run larder-\(service) \(MigrationConfiguration.command)"
    }
}
