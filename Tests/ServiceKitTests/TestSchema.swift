import Foundation
import Postgres
import PostgresTestSupport

/// The schema of a service that has the toolkit's tables and perhaps some of its own.
enum TestSchema {
    /// Runs `body` with an empty schema.
    /// - Parameter migration: The service's own tables.
    static func with(_ migration: String? = nil, _ body: (PostgresPool) async throws -> Void) async throws {
        try await with(migration) { pool, _ in try await body(pool) }
    }

    /// Runs `body` with an empty schema, as its restricted role and as its owner.
    /// - Parameter migration: The service's own tables.
    static func with(
        _ migration: String? = nil,
        _ body: (_ pool: PostgresPool, _ owner: PostgresPool) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if let migration {
            try migration.write(toFile: folder + "/0002_test.sql", atomically: true, encoding: .utf8)
        }
        try await TestDatabase.withService("toolkit", migrations: folder, size: 8, body)
    }
}
