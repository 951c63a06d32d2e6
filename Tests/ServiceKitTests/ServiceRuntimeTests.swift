import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import TLS
import Testing

@testable import ServiceKit

@Suite("The parts of a program", .timeLimit(.minutes(5)))
struct ServiceRuntimeTests {
    @Test("have no channel to a service whose place is not configured, and say which key is missing")
    func unknownPlace() async throws {
        let runtime = try await makeRuntime("ocr", ["--peers-budget", ""])
        for service in ["catalog", "budget", "nobody"] {
            let error = #expect(throws: ConfigurationError.self) { try runtime.channel(to: service) }
            #expect(error?.description.hasPrefix("peers.\(service) is not set: give --peers-\(service), ") == true)
        }
        #expect(runtime.diagnostics.channels.isEmpty)
        await runtime.close()
    }

    @Test("belong to the trust domain that is configured")
    func trustDomain() async throws {
        let error = await #expect(throws: ConfigurationError.self) {
            _ = try await makeRuntime("ocr", ["--tls-trust-domain", "larder.staging"])
        }
        #expect(error?.description.hasPrefix("tls.trustDomain is larder.staging, but the certificate ") == true)
    }

    @Test("have no database unless one is configured, and say which key is missing")
    func noDatabase() async throws {
        let runtime = try await makeRuntime()
        let error = #expect(throws: ConfigurationError.self) { try runtime.database }
        #expect(error?.description.hasPrefix("database.url is not set: ") == true)
        await #expect(throws: PostgresError.self) {
            _ = try await makeRuntime("ocr", ["--database-url", "nonsense"])
        }
        await runtime.close()
    }

    @Test("share one channel to each service, also when many ask for it at once, which ends with the program")
    func channels() async throws {
        let server = try await startServer("budget", handlers: [])
        let runtime = try await makeRuntime(
            "ocr",
            ["--peers-budget", "127.0.0.1:\(server.port)", "--peers-catalog", "127.0.0.1:\(server.port)"]
        )
        let channels = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<20 { group.addTask { ObjectIdentifier(try runtime.channel(to: "budget")) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(channels.count == 1)
        let other = try runtime.channel(to: "catalog")
        #expect(!channels.contains(ObjectIdentifier(other)))
        #expect(runtime.diagnostics.channels.count == 2)
        // The server's first, whose certificate's end is watched; then one for each channel.
        #expect(runtime.tlsContexts.count == 3)
        #expect(runtime.tlsContexts.first === runtime.serverTLS)
        // This server's certificate is budget's: nobody else is believed to be catalog.
        let options = CallOptions(timeout: .seconds(20))
        let health = RPCMessages.HealthClient(channel: other)
        #expect(await failure { _ = try await health.checkHealth(.init(), options: options) }?.code == .unavailable)
        await runtime.close()
        let states = await runtime.diagnostics.channels.asyncMap { await $0.snapshot().state }
        #expect(states == [.shutdown, .shutdown])
        await server.stop()
    }

    @Test("read a database by its schema's name")
    func databaseSettings() async throws {
        let runtime = try await makeRuntime(
            "budget",
            ["--database-url", "host=/nowhere user=u dbname=d", "--database-pool-size", "3"]
        )
        let configuration = try runtime.database.configuration
        #expect(configuration.schema == "budget")
        #expect(configuration.applicationName == "larder-budget")
        #expect(configuration.poolSize == 3)
        await runtime.close()
    }
}

@Suite("Getting a program ready", .timeLimit(.minutes(5)))
struct StartupServiceTests {
    /// Runs what makes a program ready until it ends.
    private func run(
        _ runtime: ServiceRuntime,
        migrations: String? = nil,
        prepare: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        try await StartupService(migrations: migrations, runtime: runtime, prepare: prepare).run()
    }

    @Test("ends with the reason when it needs a database that nobody configured")
    func noDatabase() async throws {
        let runtime = try await makeRuntime()
        let error = await #expect(throws: ConfigurationError.self) { try await run(runtime, migrations: "/nowhere") }
        #expect(error?.description.hasPrefix("database.url is not set: ") == true)
        #expect(!runtime.readiness.isReady)
        await runtime.close()
    }

    @Test("is ready only once the schema has been migrated, which it never does itself")
    func pendingMigration() async throws {
        try await TestDatabase.withDatabase { database in
            let owner = database.pool(size: 2) { $0.schema = "budget" }
            try await owner.execute("CREATE SCHEMA budget")
            let role = "larder_test_\(UUID().canonical.filter { $0 != "-" })"
            try await owner.execute("CREATE ROLE \(identifier: role)")
            try await owner.execute("GRANT USAGE ON SCHEMA budget TO \(identifier: role)")
            let server = database.configuration
            let administrator = "host=\(server.host) port=\(server.port) dbname=\(server.database) user=\(server.user)"
            let url = "\(administrator) options='-c role=\(role)'"
            let runtime = try await makeRuntime("budget", ["--database-url", url])
            let folder = FileManager.default.temporaryDirectory.path + "/larder-migrations-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try Data("CREATE TABLE notes (id int);".utf8).write(to: URL(filePath: folder + "/0002_notes.sql"))
            let startup = StartupService(migrations: folder, runtime: runtime, prepare: nil)
            let error = await #expect(throws: (any Error).self) { try await startup.checkSchema() }
            let sentence = error.map { "\($0)" } ?? ""
            #expect(sentence.hasPrefix("the schema lacks 0001_outbox, 0002_notes, "))
            #expect(sentence.hasSuffix("; run larder-budget migrate"))
            let tables = try await owner.query("SELECT 1 FROM pg_tables WHERE schemaname = 'budget'")
            #expect(tables.isEmpty)
            try await ServiceSchema.migrate("budget", folder: folder, with: owner, logger: TestDatabase.quietLogger)
            try await owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA budget TO \(identifier: role)")
            try await startup.checkSchema()

            let mighty = try await makeRuntime("budget", ["--database-url", administrator])
            let refusal = await #expect(throws: PostgresError.self) {
                try await StartupService(migrations: folder, runtime: mighty, prepare: nil).checkSchema()
            }
            #expect(refusal?.code == .configuration)
            #expect(refusal?.message.contains("\(server.user), which may change the schema budget") == true)
            await mighty.close()
            await runtime.close()
            try await owner.execute("DROP OWNED BY \(identifier: role)")
            try await owner.execute("DROP ROLE \(identifier: role)")
            await owner.close()
        }
    }

    @Test(
        "ends with what another attempt would not correct",
        arguments: [PostgresError.Code.migration, .configuration]
    )
    func permanent(code: PostgresError.Code) async throws {
        let runtime = try await makeRuntime()
        let attempts = Recorder<Void>()
        let error = await #expect(throws: PostgresError.self) {
            try await run(runtime) {
                attempts.record(())
                throw PostgresError(code, "migrations contradict each other")
            }
        }
        #expect(error?.code == code)
        #expect(attempts.count == 1)
        #expect(!runtime.readiness.isReady)
        await runtime.close()
    }
}

extension Sequence {
    fileprivate func asyncMap<Mapped>(_ body: (Element) async throws -> Mapped) async rethrows -> [Mapped] {
        var mapped: [Mapped] = []
        for element in self { mapped.append(try await body(element)) }
        return mapped
    }
}
