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

/// Runs a test with auth's schema in a database of its own.
func withAuth(_ body: (AuthTestEnvironment) async throws -> Void) async throws {
    try await TestDatabase.withServiceDatabase(
        "auth",
        migrations: Shell.repository + "/Services/Auth/Migrations",
        appendOnlyTables: AuthProgram.appendOnlyTables,
        size: 8
    ) { service in
        try await body(
            AuthTestEnvironment(
                database: service.database,
                schema: service.schema,
                owner: service.owner,
                pool: service.pool,
                clock: ManualWallClock(),
                masterKeys: try TestKeys.masterKeys("1"),
                hasher: PasswordHasher(
                    cost: AuthTestEnvironment.cost,
                    pool: PasswordHasher.makePool(queueLimit: 10_000)
                )
            )
        )
    }
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
