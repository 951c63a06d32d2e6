import AllServices
import Foundation
import NIOCore
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import TLS
import Testing

@testable import ServiceKit
@testable import larder_budget
@testable import larder_notifications

/// Budget and notifications as their programs assemble them, in this process, over TLS on loopback.
struct TestPlatform: Sendable {
    let budget: ServiceRuntime
    let notifications: ServiceRuntime
    /// The port on which notifications is expected to listen.
    let notificationsPort: Int

    private static let certificates = Task { () async throws -> String in
        let folder = FileManager.default.temporaryDirectory.path + "/larder-budget-tests-\(UUID().uuidString)"
        let script = Shell.repository + "/deploy/local/certificates.sh"
        _ = try await Shell.run("/bin/bash", [script, folder, "budget", "notifications", "ocr", "orders"])
        return folder
    }

    /// Runs `body` with both programs on one database; neither is serving yet.
    static func with(_ body: (TestPlatform) async throws -> Void) async throws {
        try await TestDatabase.withDatabase { database in
            for program in [BudgetProgram.self, NotificationsProgram.self] as [any ServiceProgram.Type] {
                try await migrate(program, database)
            }
            let key = FileManager.default.temporaryDirectory.path + "/larder-budget-key-\(UUID().uuidString)"
            let text = "1:" + Data(repeating: 7, count: 32).base64EncodedString()
            let isMade = FileManager.default.createFile(
                atPath: key,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
            try #require(isMade)
            defer { try? FileManager.default.removeItem(atPath: key) }
            let notifications = try await runtime(
                "notifications",
                database,
                ["--keys-master", key, "--peers-auth", "127.0.0.1:1", "--peers-budget", "127.0.0.1:1"]
            )
            let port = try await freePort(notifications)
            let budget = try await runtime(
                "budget",
                database,
                [
                    "--keys-master", key, "--peers-notifications", "127.0.0.1:\(port)", "--peers-catalog",
                    "127.0.0.1:1",
                    "--peers-auth", "127.0.0.1:1",
                ]
            )
            let platform = TestPlatform(budget: budget, notifications: notifications, notificationsPort: port)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(platform)) } catch { outcome = .failure(error) }
            await budget.close()
            await notifications.close()
            try outcome.get()
        }
    }

    /// Starts a program's server.
    func serve(_ program: any ServiceProgram.Type, port: Int = 0) async throws -> RPCServer {
        let runtime = program.name == "budget" ? budget : notifications
        let assembly = try await program.assemble(runtime)
        return try await TestPlatform.serve(runtime, assembly.allProviders.flatMap(\.handlers), port: port)
    }

    /// A client of a program, as the service `caller`.
    func channel(to server: RPCServer, _ service: String, as caller: String) async throws -> RPCChannel {
        let (identity, trust) = try await TestPlatform.credentials(caller)
        return RPCChannel(
            serviceName: service,
            endpoints: [Endpoint(host: "127.0.0.1", port: server.port)],
            tls: try TLSContext(
                .client(identity: identity, trust: trust, expectedService: service, alpn: ["larder/1"])
            ),
            group: budget.group,
            log: TestDatabase.quietLogger
        )
    }

    /// The content of a user's inbox.
    func inbox(of user: User) async throws -> [Notifications.Notification] {
        let database = try notifications.database
        let file = try notifications.configuration.requiredText("keys.master")
        let keys = PersonKeys(in: database, masterKeys: try MasterKeys(contentsOf: file))
        let preferences = NoticePreferenceStore(pool: database)
        let service = InboxService(
            store: InboxStore(deliveries: DeliveryStore(preferences: preferences, keys: keys)),
            changes: InboxStore.changes(in: database)
        )
        return try await service.listNotifications(.init(), context: user.context()).notifications
    }

    private static func migrate(_ program: any ServiceProgram.Type, _ database: TestDatabase) async throws {
        let owner = database.pool(size: 2) { $0.schema = program.name }
        try await owner.execute("CREATE SCHEMA \(identifier: program.name)")
        let folder = program.migrations
        try await ServiceSchema.migrate(
            program.name,
            folder: try #require(folder),
            with: owner,
            logger: TestDatabase.quietLogger
        )
        await owner.close()
    }

    private static func serve(
        _ runtime: ServiceRuntime,
        _ handlers: [MethodHandler],
        port: Int
    ) async throws -> RPCServer {
        var configuration = ServerConfiguration(
            host: "127.0.0.1",
            port: port,
            tls: runtime.serverTLS,
            handlers: handlers,
            drainTimeout: .seconds(5)
        )
        configuration.admissionPolicies = [AccessControl(verifier: TokenVerifier { [] })]
        return try await RPCServer.start(configuration, group: runtime.group, log: TestDatabase.quietLogger)
    }

    private static func freePort(_ runtime: ServiceRuntime) async throws -> Int {
        let server = try await serve(runtime, [], port: 0)
        await server.stop()
        return server.port
    }

    private static func credentials(_ service: String) async throws -> (TLSIdentity, TLSTrust) {
        let folder = try await certificates.value
        let identity = TLSIdentity(
            certificateChain: "\(folder)/\(service).pem",
            privateKey: "\(folder)/\(service)-key.pem"
        )
        return (identity, TLSTrust(bundle: "\(folder)/ca.pem"))
    }

    private static func runtime(
        _ name: String,
        _ database: TestDatabase,
        _ flags: [String] = []
    ) async throws -> ServiceRuntime {
        let folder = try await certificates.value
        let server = database.configuration
        let configuration = try await ServiceConfiguration(
            arguments: [
                "--tls-certificate", "\(folder)/\(name).pem", "--tls-key", "\(folder)/\(name)-key.pem",
                "--tls-authority", "\(folder)/ca.pem", "--database-url",
                "host=\(server.host) port=\(server.port) user=\(server.user) dbname=\(server.database)",
            ] + flags,
            environment: [:],
            keys: NotificationsProgram.configurationKeys,
            services: ServiceCatalogue.all
        )
        return try ServiceRuntime(name: name, configuration: configuration, clientCertificates: .required)
    }
}
