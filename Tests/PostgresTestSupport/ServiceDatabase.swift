import FoundationEssentials
import Foundations
package import Postgres

/// A service's schema for one test: provisioned as an installation's is, migrated by its owner, and used by its restricted role.
package struct ServiceDatabase: Sendable {
    /// The database that the schema is in.
    package let database: TestDatabase
    /// The schema's name: the service's with a suffix, since roles belong to the whole server.
    package let schema: String
    /// Connects as the restricted role.
    package let pool: PostgresPool
    /// Connects as the schema's owner.
    package let owner: PostgresPool

    fileprivate init(_ provisioning: Provisioning, in database: TestDatabase, size: Int) {
        func signedIn(_ role: String, _ password: String, _ size: Int) -> PostgresPool {
            database.pool(size: size) {
                $0.user = role
                $0.password = password
                $0.schema = provisioning.service
                $0.queueTimeout = .seconds(60)
            }
        }
        self.database = database
        schema = provisioning.service
        pool = signedIn(provisioning.runtimeRole, "runtime", size)
        owner = signedIn(provisioning.ownerRole, "owner", 2)
    }

    fileprivate func close() async {
        await pool.close()
        await owner.close()
    }
}

extension TestDatabase {
    /// Runs `body` with the schema of a service in a database of its own.
    /// - Parameters:
    ///   - service: The service.
    ///   - migrations: The folder with its migrations, numbered from 0002.
    ///   - appendOnlyTables: See `ServiceSchema.migrate`.
    ///   - size: The most connections of the restricted role.
    ///   - body: What to do with it.
    package static func withServiceDatabase<Result>(
        _ service: String,
        migrations: String,
        appendOnlyTables: [String] = [],
        size: Int = 4,
        _ body: (ServiceDatabase) async throws -> Result
    ) async throws -> Result {
        let template = try await ServiceTemplates.shared.template(service, migrations, appendOnlyTables)
        return try await withDatabase(copyOf: template.database) { database in
            try await template.provisioning.grantConnections(to: database)
            let prepared = ServiceDatabase(template.provisioning, in: database, size: size)
            let outcome = await Swift.Result<Result, any Error>.of { try await body(prepared) }
            await prepared.close()
            return try outcome.get()
        }
    }

    /// Runs `body` with the schema of a service in a database of its own: with a pool of the restricted role, and one of the
    /// schema's owner.
    package static func withService<Result>(
        _ service: String,
        migrations: String,
        size: Int = 4,
        _ body: (_ pool: PostgresPool, _ owner: PostgresPool) async throws -> Result
    ) async throws -> Result {
        try await withServiceDatabase(service, migrations: migrations, size: size) { try await body($0.pool, $0.owner) }
    }

    /// Runs `body` with the schema of a service in this database, beside those of others.
    package func withService<Result>(
        _ service: String,
        migrations: String,
        size: Int = 4,
        _ body: (_ pool: PostgresPool, _ owner: PostgresPool) async throws -> Result
    ) async throws -> Result {
        let provisioning = try await provision(service, migrations, [])
        let prepared = ServiceDatabase(provisioning, in: self, size: size)
        let outcome = await Swift.Result<Result, any Error>.of { try await body(prepared.pool, prepared.owner) }
        await prepared.close()
        try await withAdministrator { administrator in
            for role in [provisioning.ownerRole, provisioning.runtimeRole] {
                try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
                try await administrator.execute("DROP ROLE \(identifier: role)")
            }
        }
        return try outcome.get()
    }

    /// Makes the schema of a service, with roles of its own.
    fileprivate func provision(
        _ service: String,
        _ migrations: String,
        _ appendOnlyTables: [String]
    ) async throws -> Provisioning {
        let schema = "\(service)_\(UUID().canonical.filter { $0 != "-" }.prefix(12))"
        let provisioning = try Provisioning(service: schema, ownerPassword: "owner", runtimePassword: "runtime")
        try await withAdministrator { try await provisioning.run(with: $0) }
        let prepared = ServiceDatabase(provisioning, in: self, size: 1)
        let outcome = await Swift.Result<Void, any Error>.of {
            try await ServiceSchema.migrate(
                schema,
                folder: migrations,
                appendOnlyTables: appendOnlyTables,
                with: prepared.owner,
                logger: logger
            )
        }
        await prepared.close()
        try outcome.get()
        return provisioning
    }

    /// Runs `body` with a superuser's connection, which is closed then: nothing may be connected to a database that is copied.
    fileprivate func withAdministrator(_ body: (PostgresPool) async throws -> Void) async throws {
        let administrator = pool(size: 1)
        let outcome = await Swift.Result<Void, any Error>.of { try await body(administrator) }
        await administrator.close()
        try outcome.get()
    }
}

extension Provisioning {
    /// What a copy of a database lacks of the original: the privileges on the database. Roles are left alone, since other tests use
    /// them at the same time.
    fileprivate func grantConnections(to database: TestDatabase) async throws {
        let name = database.configuration.database
        try await database.withAdministrator { administrator in
            try await administrator.execute("REVOKE ALL ON DATABASE \(identifier: name) FROM PUBLIC")
            try await administrator.execute(
                "GRANT CONNECT ON DATABASE \(identifier: name) TO \(identifier: ownerRole), \(identifier: runtimeRole)"
            )
        }
    }
}

/// Databases with the schema of a service, each made once and copied for every test: copying takes a fraction of migrating.
private actor ServiceTemplates {
    static let shared = ServiceTemplates()

    struct Template {
        let database: String
        let provisioning: Provisioning
    }

    private struct Key: Hashable {
        let service: String
        let migrations: [String: Data]
        let appendOnlyTables: [String]
    }

    private var templates: [Key: Task<Template, any Error>] = [:]

    func template(_ service: String, _ migrations: String, _ appendOnlyTables: [String]) async throws -> Template {
        let key = Key(
            service: service,
            migrations: try contents(of: migrations),
            appendOnlyTables: appendOnlyTables
        )
        if let known = templates[key] { return try await known.value }
        let made = Task {
            let database = try await TestDatabase.lasting()
            let provisioning = try await database.provision(service, migrations, appendOnlyTables)
            return Template(database: database.configuration.database, provisioning: provisioning)
        }
        templates[key] = made
        do {
            return try await made.value
        } catch {
            templates[key] = nil
            throw error
        }
    }

    /// The files of a folder by name, since tests write folders anew with the same migrations.
    private func contents(of folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            contents[name] = try Data(contentsOf: URL(filePath: folder).appending(path: name))
        }
        return contents
    }
}

extension Result where Failure == any Error {
    static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
