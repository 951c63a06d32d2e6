/// Gives a service its schema and its two roles. Run by an administrator, as often as wanted.
///
/// - `larder_<service>_owner` owns the schema and runs migrations.
/// - `larder_<service>` is what the service runs as: it reads and writes the rows of its schema, and nothing else.
package struct Provisioning: Sendable {
    /// The service, whose name is the schema's name too.
    package let service: String
    private let ownerPassword: String
    private let runtimePassword: String

    /// The role that owns the schema.
    package var ownerRole: String { "larder_\(service)_owner" }
    /// The role that the service runs as.
    package var runtimeRole: String { "larder_\(service)" }

    /// What `service` shall have.
    /// - Throws: `PostgresError.Code.configuration` unless `service` is 1 to 40 of `a-z`, `0-9` and `_`, a letter first.
    package init(service: String, ownerPassword: String, runtimePassword: String) throws {
        let isName = service.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard isName, (1...40).contains(service.utf8.count), service.first?.isLetter == true, service != "public",
            !service.hasPrefix("pg_"), !service.hasSuffix("_owner")
        else {
            throw PostgresError(.configuration, "A service's name has 1 to 40 of a-z, 0-9 and _, with a letter first")
        }
        self.service = service
        self.ownerPassword = ownerPassword
        self.runtimePassword = runtimePassword
    }

    /// Makes what is missing and sets what differs, in one transaction.
    /// - Parameter pool: connects as a superuser to the database that the services share.
    package func run(with pool: PostgresPool) async throws {
        try await pool.transaction { connection in
            // Roles belong to the whole server: two programs that provision at once must take turns.
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Migrator.lockKey("larder provisioning")))")
            try await ensureRole(ownerRole, password: ownerPassword, on: connection)
            try await ensureRole(runtimeRole, password: runtimePassword, on: connection)
            let database: String = try await connection.query("SELECT current_database() AS name")[0]["name"]
            try await connection.executeScript(script(database: SQLText.identifier(database)))
        }
    }

    private func ensureRole(_ role: String, password: String, on connection: PostgresConnection) async throws {
        let known = try await connection.query("SELECT 1 FROM pg_roles WHERE rolname = \(role)")
        if known.isEmpty { try await connection.execute("CREATE ROLE \(identifier: role)") }
        let verifier = try await connection.scramVerifier(password: password, role: role)
        try await connection.executeScript(
            """
            ALTER ROLE \(SQLText.identifier(role)) WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION
                NOBYPASSRLS PASSWORD \(SQLText.literal(verifier))
            """
        )
    }

    private func script(database: String) -> String {
        let schema = SQLText.identifier(service)
        let owner = SQLText.identifier(ownerRole)
        let runtime = SQLText.identifier(runtimeRole)
        return """
            REVOKE ALL ON DATABASE \(database) FROM PUBLIC;
            REVOKE ALL ON SCHEMA public FROM PUBLIC;
            GRANT CONNECT ON DATABASE \(database) TO \(owner), \(runtime);

            CREATE SCHEMA IF NOT EXISTS \(schema);
            ALTER SCHEMA \(schema) OWNER TO \(owner);
            REVOKE ALL ON SCHEMA \(schema) FROM PUBLIC;
            GRANT USAGE ON SCHEMA \(schema) TO \(runtime);

            ALTER DEFAULT PRIVILEGES FOR ROLE \(owner) REVOKE ALL ON FUNCTIONS FROM PUBLIC;
            ALTER DEFAULT PRIVILEGES FOR ROLE \(owner) IN SCHEMA \(schema)
                GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO \(runtime);
            ALTER DEFAULT PRIVILEGES FOR ROLE \(owner) IN SCHEMA \(schema)
                GRANT USAGE, SELECT ON SEQUENCES TO \(runtime);
            ALTER DEFAULT PRIVILEGES FOR ROLE \(owner) IN SCHEMA \(schema)
                GRANT EXECUTE ON FUNCTIONS TO \(runtime);
            -- Each table has had these since its migration made it, less what that took back: what is added to and never
            -- changed stays so. Only a role that was made anew has none.
            DO $$
            DECLARE
                name text;
            BEGIN
                FOR name IN
                    SELECT c.oid::regclass::text FROM pg_class c
                    WHERE c.relnamespace = \(SQLText.literal(service))::regnamespace AND c.relkind IN ('r', 'p', 'v')
                        AND NOT has_table_privilege(\(SQLText.literal(runtimeRole)), c.oid, 'SELECT')
                LOOP
                    EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON ' || name || ' TO \(runtime)';
                END LOOP;
            END
            $$;
            GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(schema) TO \(runtime);
            GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA \(schema) TO \(runtime);

            ALTER ROLE \(owner) SET search_path TO \(schema);
            ALTER ROLE \(runtime) SET search_path TO \(schema);
            """
    }
}
