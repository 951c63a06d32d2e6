import Foundation
import Foundations
import Postgres
import Synchronization

/// A pool of databases for tests, reused because creating one takes far longer than emptying one.
final class TestDatabasePool: Sendable {
    private struct State {
        var free: [String] = []
        var lentCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private static let limit = 8

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(pool: PostgresPool) { self.pool = pool }

    /// The name of an empty database.
    func take() async throws -> String {
        await waitForTurn()
        if let name = state.withLock({ $0.free.popLast() }) { return name }
        return try await create(from: "template0")
    }

    /// The name of a copy of the database `template`, to which nothing may be connected.
    func take(copyOf template: String) async throws -> String {
        await waitForTurn()
        return try await create(from: template)
    }

    /// The name of a database that is never given back.
    func takeForever() async throws -> String {
        let name = try await take()
        passOn()
        return name
    }

    private func waitForTurn() async {
        await withCheckedContinuation { continuation in
            let mayPass = state.withLock { state in
                if state.lentCount < Self.limit {
                    state.lentCount += 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if mayPass { continuation.resume() }
        }
    }

    private func create(from template: String) async throws -> String {
        let name = "test_" + UUID().canonical.filter { $0 != "-" }
        do {
            try await run("CREATE DATABASE \(SQLText.identifier(name)) TEMPLATE \(SQLText.identifier(template))")
            return name
        } catch {
            passOn()
            throw error
        }
    }

    /// Empties the database `name` for the next test.
    func giveBack(_ name: String) async throws {
        defer { passOn() }
        try await pool.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = \(name)"
        )
        try await pool.execute("GRANT CONNECT, TEMPORARY ON DATABASE \(identifier: name) TO PUBLIC")
        var configuration = pool.configuration
        configuration.database = name
        let cleaner = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        try await cleaner.withConnection { connection in
            let rows = try await connection.query(
                "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
            )
            for row in rows { try await connection.execute("DROP SCHEMA \(identifier: try row["nspname"]) CASCADE") }
            try await connection.executeScript("CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC")
        }
        await cleaner.close()
        state.withLock { $0.free.append(name) }
    }

    /// Removes the database `name`, whose state is unknown.
    func discard(_ name: String) async throws {
        defer { passOn() }
        try await run("DROP DATABASE \(SQLText.identifier(name)) WITH (FORCE)")
    }

    /// Runs a statement that must be alone: in a pipeline, another one may go before it that makes room for prepared statements.
    private func run(_ statement: String) async throws {
        try await pool.withConnection { try await $0.executeScript(statement) }
    }

    private func passOn() {
        let next = state.withLock { state in
            if state.waiters.isEmpty {
                state.lentCount -= 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
