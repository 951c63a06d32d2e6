import FoundationEssentials
package import Postgres

/// A service's schema in a database of one test's own: made and migrated by its owner, used by its restricted role.
package struct ServiceDatabase: Sendable {
    /// Connects as the role that the service runs as.
    package let pool: PostgresPool
    /// Connects as the schema's owner.
    package let owner: PostgresPool

    /// Runs `body` with a schema to which the migrations of a folder have been applied.
    /// - Parameters:
    ///   - service: the service's name; its roles get a suffix of their own, since roles belong to the whole server.
    ///   - folder: the service's migrations, numbered from 0002.
    package static func with<Result>(
        service: String,
        migrations folder: String?,
        poolSize: Int = 8,
        _ body: (ServiceDatabase) async throws -> Result
    ) async throws -> Result {
        try await TestDatabase.withDatabase { database in
            let administrator = database.pool(size: 1)
            let suffix = UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12)
            let roles = try Provisioning(service: "\(service)_\(suffix)", ownerPassword: "o", runtimePassword: "r")
            try await roles.run(with: administrator)
            func pool(_ role: String, _ password: String, size: Int) -> PostgresPool {
                database.pool(size: size) {
                    $0.user = role
                    $0.password = password
                    $0.schema = roles.service
                }
            }
            let made = ServiceDatabase(
                pool: pool(roles.runtimeRole, "r", size: poolSize),
                owner: pool(roles.ownerRole, "o", size: 1)
            )
            let outcome = await Swift.Result {
                try await migrate(made.owner, schema: roles.service, folder: folder)
                return try await body(made)
            }
            await made.pool.close()
            await made.owner.close()
            for role in [roles.ownerRole, roles.runtimeRole] {
                try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
                try await administrator.execute("DROP ROLE \(identifier: role)")
            }
            await administrator.close()
            return try outcome.get()
        }
    }

    /// Applies a service's migrations as the service does it when it starts.
    package static func migrate(_ pool: PostgresPool, schema: String, folder: String?) async throws {
        guard let folder else { throw TestSupportError("the service's migrations are missing from its resources") }
        let migrator = try Migrator(
            pool: pool,
            schema: schema,
            migrations: [Migration(name: "0001_outbox", sql: Outbox.migrationSQL)] + Migration.load(directory: folder),
            logger: TestDatabase.quietLogger
        )
        try await migrator.run()
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
