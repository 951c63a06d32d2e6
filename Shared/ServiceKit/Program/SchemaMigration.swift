import Logging
import Postgres

/// Brings a program's schema up to date: a run of the program with the argument `migrate`, before it serves.
struct SchemaMigration {
    let schema: String
    let folder: String
    let appendOnlyTables: [String]
    let configuration: MigrationConfiguration

    /// The migration of a program.
    /// - Throws: ``ConfigurationError`` for a program without a schema, or when the owner's connection string is missing.
    init(of program: any ServiceProgram.Type, arguments: [String], environment: [String: String]) throws {
        guard let folder = program.migrations else {
            throw ConfigurationError("\(program.name) has no schema to migrate.")
        }
        self.folder = folder
        schema = program.name
        appendOnlyTables = program.appendOnlyTables
        configuration = try MigrationConfiguration(
            arguments: arguments,
            environment: environment,
            keys: program.configurationKeys
        )
    }

    /// Applies what isn't applied yet; several at the same time take turns.
    func run(log: Logger) async throws {
        var settings = try PostgresConfiguration(connectionString: configuration.ownerURL)
        settings.schema = schema
        settings.applicationName = "larder-\(schema)-migration"
        settings.poolSize = 2
        let pool = PostgresPool(configuration: settings, logger: log)
        let outcome: Result<[String], any Error>
        do {
            outcome = .success(
                try await ServiceSchema.migrate(
                    schema,
                    folder: folder,
                    appendOnlyTables: appendOnlyTables,
                    with: pool,
                    logger: log
                )
            )
        } catch {
            outcome = .failure(error)
        }
        await pool.close()
        let applied = try outcome.get().joined(separator: ", ")
        log.notice("migrated", metadata: ["applied": "\(applied)"])
    }
}
