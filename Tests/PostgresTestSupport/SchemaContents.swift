import Foundations
package import Postgres

extension PostgresPool {
    /// Every row of the pool's schema as JSON, sorted, by table: equal when nothing has changed.
    package func contents() async throws -> [String: [String]] {
        let tables = try await query(
            "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()"
        )
        var contents: [String: [String]] = [:]
        for table in tables {
            let name: String = try table["name"]
            let rows = try await query(
                "SELECT to_jsonb(each)::text AS row FROM \(identifier: name) AS each ORDER BY 1"
            )
            contents[name] = try rows.map { try $0["row"] }
        }
        return contents
    }
}
