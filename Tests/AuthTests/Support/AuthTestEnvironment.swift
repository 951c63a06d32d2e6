import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit

@testable import larder_auth

/// Auth on a database of its own, migrated by the owner and used by the restricted role.
///
/// Tests set the time.
struct AuthTestEnvironment: Sendable {
    let database: TestDatabase
    let schema: String
    /// The role that runs migrations.
    let owner: PostgresPool
    /// The role that auth runs as.
    let pool: PostgresPool
    let clock: ManualWallClock
    let masterKeys: MasterKeys
    let hasher: PasswordHasher

    /// Cheap hashes; few tests depend on their cost.
    static let cost = PasswordCost.argon2id(memory: 8, passes: 1)
    static let terms = Terms(version: "1", text: "Be kind.")

    /// One instance of auth.
    func parts(
        masterKeys: MasterKeys? = nil,
        hasher: PasswordHasher? = nil,
        terms: Terms = AuthTestEnvironment.terms,
        relyingParty: RelyingParty? = nil,
        sendMail: @escaping AccountMailer.Send = { _ in Notifications.SendMailResponse() },
        others: OtherServices = .none,
        log: Logger = TestDatabase.quietLogger,
        metrics: PrometheusRegistry = PrometheusRegistry()
    ) -> AuthComponents {
        let clock = clock
        var settings = AuthSettings(masterKeyFile: "")
        settings.relyingParty = relyingParty
        return AuthComponents(
            database: pool,
            masterKeys: masterKeys ?? self.masterKeys,
            settings: settings,
            terms: terms,
            commonPasswords: CommonPasswords(["password-1", "p@ssw0rd1"]),
            hasher: hasher ?? self.hasher,
            sendMail: sendMail,
            others: others,
            log: log,
            clock: clock,
            queueTime: .clock(clock),
            metrics: metrics
        )
    }

    /// The recorded actions, in order.
    func auditedActions() async throws -> [String] {
        try await pool.query("SELECT action FROM audit_records ORDER BY id").map { try $0["action"] }
    }

    /// The number of rows of a table.
    func count(_ table: String) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM \(identifier: table)")[0]["count"]
    }
}

/// Runs a test with auth's schema in an empty database.
func withAuth(_ body: (AuthTestEnvironment) async throws -> Void) async throws {
    let suffix = UUID().canonical.filter { $0 != "-" }.prefix(12)
    try await TestDatabase.withDatabase { database in
        let administrator = database.pool(size: 1)
        let service = try Provisioning(service: "auth_\(suffix)", ownerPassword: "owner", runtimePassword: "runtime")
        try await service.run(with: administrator)
        func pool(_ role: String, _ password: String, _ size: Int) -> PostgresPool {
            database.pool(size: size) {
                $0.user = role
                $0.password = password
                $0.schema = service.service
                $0.queueTimeout = .seconds(60)
            }
        }
        let owner = pool(service.ownerRole, "owner", 2)
        let runtime = pool(service.runtimeRole, "runtime", 8)
        let result: Result<Void, any Error>
        do {
            try await migrate(owner, schema: service.service)
            try await body(
                AuthTestEnvironment(
                    database: database,
                    schema: service.service,
                    owner: owner,
                    pool: runtime,
                    clock: ManualWallClock(),
                    masterKeys: try TestKeys.masterKeys("1"),
                    hasher: PasswordHasher(
                        cost: AuthTestEnvironment.cost,
                        pool: PasswordHasher.makePool(queueLimit: 10_000)
                    )
                )
            )
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for role in [service.ownerRole, service.runtimeRole] {
            try await administrator.execute("DROP OWNED BY \(identifier: role) CASCADE")
            try await administrator.execute("DROP ROLE \(identifier: role)")
        }
        try result.get()
    }
}

private func migrate(_ owner: PostgresPool, schema: String) async throws {
    try await ServiceSchema.migrate(
        schema,
        folder: Shell.repository + "/Services/Auth/Migrations",
        appendOnlyTables: AuthProgram.appendOnlyTables,
        with: owner,
        logger: TestDatabase.quietLogger
    )
}

/// Master keys for tests.
enum TestKeys {
    private static let lines = [
        "1": "1:" + Data(repeating: 0x11, count: 32).base64EncodedString(),
        "2": "2:" + Data(repeating: 0x22, count: 32).base64EncodedString(),
    ]

    /// The keys with these ids, the current one first.
    static func masterKeys(_ ids: String...) throws -> MasterKeys {
        try MasterKeys(parsing: ids.compactMap { lines[$0] }.joined(separator: "\n"))
    }
}

/// Files shipped with the program.
enum ShippedFiles {
    static let commonPasswords = Shell.repository + "/Services/Auth/Passwords/Common"
    static let terms = Shell.repository + "/Services/Auth/Terms"
}

extension OtherServices {
    /// Of an installation with auth alone.
    static let none = OtherServices(names: [], erase: { _, _ in }, gather: { _, _, _ in })
}
