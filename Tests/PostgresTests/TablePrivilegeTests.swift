import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import Testing

/// The tables of a service after provisioning and migration, as its runtime role may use them.
@Suite("Privileges of the role that a service runs as", .serialized, .timeLimit(.minutes(5)))
struct TablePrivilegeTests {
    private struct Installation {
        let provisioning: Provisioning
        let folder: String
        let administrator: PostgresPool
        let owner: PostgresPool

        var schema: String { provisioning.service }

        func provision() async throws { try await provisioning.run(with: administrator) }

        func migrate() async throws {
            try await ServiceSchema.migrate(
                schema,
                folder: folder,
                appendOnlyTables: ["journal"],
                with: owner,
                logger: TestDatabase.quietLogger
            )
        }

        /// The privileges on a table, as the database answers.
        func privileges(on table: String) async throws -> [String] {
            let rows = try await administrator.query(
                """
                SELECT p.name, has_table_privilege(
                    \(provisioning.runtimeRole), (\(schema) || '.' || \(table))::regclass, p.name
                ) AS granted
                FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS p(name)
                """
            )
            return try rows.filter { try $0["granted"] }.map { try $0["name"] }
        }

        func expectPrivileges() async throws {
            #expect(try await privileges(on: "notes") == ["SELECT", "INSERT", "UPDATE", "DELETE"])
            for table in ["journal", "sealed_columns"] {
                #expect(try await privileges(on: table) == ["SELECT", "INSERT"])
            }
            for history in ["schema_migrations", "toolkit_migrations"] {
                #expect(try await privileges(on: history) == ["SELECT"])
            }
        }
    }

    /// Runs `body` with a schema of two tables, provisioned and migrated.
    private func withInstallation(_ body: (Installation) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("CREATE TABLE notes (id int); CREATE TABLE journal (id int);".utf8)
            .write(to: URL(filePath: folder + "/0002_notes.sql"))
        let suffix = UUID().canonical.filter { $0 != "-" }.prefix(12)
        try await TestDatabase.withDatabase { database in
            let provisioning = try Provisioning(
                service: "shop_\(suffix)",
                ownerPassword: "owner",
                runtimePassword: "runtime"
            )
            let installation = Installation(
                provisioning: provisioning,
                folder: folder,
                administrator: database.pool(size: 1),
                owner: database.pool(size: 2) {
                    $0.user = provisioning.ownerRole
                    $0.password = "owner"
                    $0.schema = provisioning.service
                }
            )
            let result: Result<Void, any Error>
            do {
                try await installation.provision()
                try await installation.migrate()
                result = .success(try await body(installation))
            } catch {
                result = .failure(error)
            }
            for role in [provisioning.ownerRole, provisioning.runtimeRole] {
                try await installation.administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
                try await installation.administrator.execute("DROP ROLE \(identifier: role)")
            }
            try result.get()
        }
    }

    @Test("are those of each table's purpose, also after it is provisioned and migrated again")
    func again() async throws {
        try await withInstallation { installation in
            try await installation.expectPrivileges()
            try await installation.provision()
            try await installation.expectPrivileges()
            try await installation.migrate()
            try await installation.expectPrivileges()
        }
    }

    @Test("become so in a schema where a former release granted all, to anybody")
    func formerRelease() async throws {
        try await withInstallation { installation in
            let schema = installation.schema
            for grantee in ["\"\(installation.provisioning.runtimeRole)\"", "PUBLIC"] {
                try await installation.administrator.execute(
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(identifier: schema) TO \(unsafe: grantee)"
                )
            }
            try await installation.migrate()
            try await installation.expectPrivileges()
        }
    }

    @Test("are given to a role that was made anew")
    func newRole() async throws {
        try await withInstallation { installation in
            let role = installation.provisioning.runtimeRole
            try await installation.administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
            try await installation.administrator.execute("DROP ROLE \(identifier: role)")
            try await installation.provision()
            try await installation.migrate()
            try await installation.expectPrivileges()
        }
    }
}
