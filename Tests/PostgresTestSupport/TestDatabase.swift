import Foundation
package import Logging
package import Postgres

/// An empty database of one test's own, on a server that all tests of the process share.
///
/// The server is a private one, started on first use; `LARDER_TEST_DATABASE_URL` names another one to use instead, with
/// a superuser's credentials.
package struct TestDatabase: Sendable {
    /// The superuser's configuration for this database.
    package let configuration: PostgresConfiguration
    /// A logger that discards everything.
    package let logger: Logger

    private static let server = Task { () async throws -> PostgresConfiguration in
        if let url = ProcessInfo.processInfo.environment["LARDER_TEST_DATABASE_URL"] {
            return try PostgresConfiguration(connectionString: url)
        }
        return try await TestServer().configuration()
    }

    private static let shelf = Task { () async throws -> TestDatabasePool in
        var configuration = try await shared
        configuration.poolSize = 2
        configuration.queueTimeout = .seconds(60)
        configuration.statementTimeout = .seconds(60)
        return TestDatabasePool(pool: PostgresPool(configuration: configuration, logger: quietLogger))
    }

    /// The superuser's configuration for the shared server.
    package static var shared: PostgresConfiguration {
        get async throws { try await server.value }
    }

    /// A logger that discards everything.
    package static let quietLogger = Logger(label: "larder.tests") { _ in SwiftLogNoOpLogHandler() }

    /// Runs `body` with an empty database.
    package static func withDatabase<Result>(_ body: (TestDatabase) async throws -> Result) async throws -> Result {
        let shelf = try await shelf.value
        let name = try await shelf.take()
        let result: Result
        do {
            result = try await body(named(name))
        } catch {
            try await shelf.discard(name)
            throw error
        }
        try await shelf.giveBack(name)
        return result
    }

    /// Runs `body` with a copy of the database `template`, to which nothing may be connected.
    static func withDatabase<Result>(
        copyOf template: String,
        _ body: (TestDatabase) async throws -> Result
    ) async throws -> Result {
        let shelf = try await shelf.value
        let name = try await shelf.take(copyOf: template)
        let outcome = await Swift.Result<Result, any Error>.of { try await body(named(name)) }
        try await shelf.discard(name)
        return try outcome.get()
    }

    /// An empty database that stays until the server ends.
    static func lasting() async throws -> TestDatabase {
        try await named(shelf.value.takeForever())
    }

    private static func named(_ name: String) async throws -> TestDatabase {
        var configuration = try await shared
        configuration.database = name
        return TestDatabase(configuration: configuration, logger: quietLogger)
    }

    /// Runs `body` with a pool on a fresh database.
    package static func withPool<Result>(
        size: Int = 4,
        _ body: (PostgresPool) async throws -> Result
    ) async throws -> Result {
        try await withDatabase { try await body($0.pool(size: size)) }
    }

    /// A pool of the superuser.
    package func pool(size: Int = 4, adjust: (inout PostgresConfiguration) -> Void = { _ in }) -> PostgresPool {
        var configuration = configuration
        configuration.poolSize = size
        adjust(&configuration)
        return PostgresPool(configuration: configuration, logger: logger)
    }
}

/// Polls until `condition` holds; it should do some asynchronous work each time.
/// - Throws: `TestSupportError` when it does not hold within half a minute.
package func until(_ description: String, _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < end else { throw TestSupportError("gave up waiting until \(description)") }
        try Task.checkCancellation()
        await Task.yield()
    }
}
