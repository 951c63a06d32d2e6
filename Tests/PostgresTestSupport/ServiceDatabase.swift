import FoundationEssentials
import Foundations
package import Postgres

extension TestDatabase {
    /// Runs `body` with the schema of a service in an empty database; see the method of the same name.
    package static func withService<Result>(
        _ service: String,
        migrations: String,
        size: Int = 4,
        _ body: (_ pool: PostgresPool, _ owner: PostgresPool) async throws -> Result
    ) async throws -> Result {
        try await withDatabase { try await $0.withService(service, migrations: migrations, size: size, body) }
    }

    /// Runs `body` with the schema of a service in this database: provisioned as an installation's is, migrated by its
    /// owner, and used by its restricted role.
    /// - Parameters:
    ///   - service: The service; its schema has a suffix, since roles belong to the whole server.
    ///   - migrations: The folder with its migrations, numbered from 0002.
    ///   - size: The most connections of the pool.
    ///   - body: What to do with a pool of the restricted role, and one of the schema's owner.
    package func withService<Result>(
        _ service: String,
        migrations: String,
        size: Int = 4,
        _ body: (_ pool: PostgresPool, _ owner: PostgresPool) async throws -> Result
    ) async throws -> Result {
        let schema = "\(service)_\(UUID().canonical.filter { $0 != "-" }.prefix(12))"
        let provisioning = try Provisioning(service: schema, ownerPassword: "owner", runtimePassword: "runtime")
        let administrator = pool(size: 1)
        try await provisioning.run(with: administrator)
        let owner = pool(size: 2) { $0.signIn(provisioning.ownerRole, "owner", schema) }
        let runtime = pool(size: size) { $0.signIn(provisioning.runtimeRole, "runtime", schema) }
        let outcome = await Swift.Result<Result, any Error>.of {
            try await ServiceSchema.migrate(schema, folder: migrations, with: owner, logger: logger)
            return try await body(runtime, owner)
        }
        await runtime.close()
        await owner.close()
        for role in [provisioning.ownerRole, provisioning.runtimeRole] {
            try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
            try await administrator.execute("DROP ROLE \(identifier: role)")
        }
        await administrator.close()
        return try outcome.get()
    }
}

extension PostgresConfiguration {
    fileprivate mutating func signIn(_ role: String, _ password: String, _ schema: String) {
        user = role
        self.password = password
        self.schema = schema
    }
}

extension Result where Failure == any Error {
    fileprivate static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
