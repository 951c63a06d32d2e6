import Logging
import Postgres
import ServiceLifecycle

/// Migrates the schema and prepares the program, as often as it takes: a database that is down is waited for.
struct MigrationService: Service {
    /// Folder with the migrations; nil for a program without a schema.
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
                try await migrate()
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

    private func migrate() async throws {
        guard let folder = migrations else { return }
        guard let url = runtime.configuration.databaseOwnerURL else {
            throw ConfigurationError.missing("database.ownerUrl")
        }
        var settings = try PostgresConfiguration(connectionString: url)
        settings.schema = runtime.name
        settings.applicationName = "larder-\(runtime.name)-migration"
        settings.poolSize = 2
        let pool = PostgresPool(configuration: settings, logger: runtime.log)
        let outcome = await Result {
            try await ServiceSchema.migrate(runtime.name, folder: folder, with: pool, logger: runtime.log)
        }
        await pool.close()
        let applied = try outcome.get()
        if !applied.isEmpty {
            runtime.log.notice("migrated", metadata: ["applied": "\(applied.joined(separator: ", "))"])
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
