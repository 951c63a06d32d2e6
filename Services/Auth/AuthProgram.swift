import AllServices
import AuthMessages
import Foundation
import Foundations
import ServiceKit

@main
struct AuthProgram: ServiceProgram {
    static let name = "auth"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let appendOnlyTables = ["audit_records"]
    /// Sessions expire, and who is at a limit has to be able to sign out.
    static let storagePerUser: Int? = nil
    static let metrics = [RegistrationFailures.metrics, AuditLog.metrics, UnknownSignIns.metrics]
        .reduce(into: [:]) { $0.merge($1) { $1 } }
    static let configurationKeys = AuthSettings.keys
    static let hostCommands = [
        HostCommand("administrator", parameters: ["USERNAME"]) { runtime, arguments in
            let settings = try AuthSettings(runtime.configuration)
            let revocations = RevocationLog(
                database: try runtime.database,
                tokenLifetime: settings.accessTokenLifetime,
                clock: SystemWallClock()
            )
            let roles = RoleStore(database: try runtime.database, revocations: revocations, clock: SystemWallClock())
            let holder = try await roles.set(.administrator, of: arguments[0], granted: true, by: nil)
            return "\(holder.username) is an administrator."
        },
        HostCommand("revoke-signing-keys", parameters: []) { runtime, _ in
            let settings = try AuthSettings(runtime.configuration)
            let keys = SigningKeyStore(
                database: try runtime.database,
                masterKeys: try MasterKeys(contentsOf: settings.masterKeyFile),
                tokenLifetime: settings.accessTokenLifetime,
                clock: SystemWallClock()
            )
            try await keys.rotate(revokingFormer: true)
            return "The former signing keys are rejected within about ten seconds; a new one signs."
        },
    ]

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let settings = try AuthSettings(runtime.configuration)
        let parts = AuthComponents(
            database: try runtime.database,
            masterKeys: try MasterKeys(contentsOf: settings.masterKeyFile),
            settings: settings,
            terms: try Terms(newestIn: Bundle.module.path(forResource: "Terms", ofType: nil)),
            commonPasswords: try CommonPasswords(in: Bundle.module.path(forResource: "Common", ofType: nil)),
            hasher: PasswordHasher(cost: settings.passwordCost),
            sendMail: AccountMailer.through(try runtime.channel(to: "notifications")),
            others: try .all(in: runtime),
            log: runtime.log,
            metrics: runtime.metrics
        )
        runtime.metrics.sample("larder.erasures.oldest_age_seconds") { parts.erasures.oldestAge }
        return ServiceAssembly(
            personalData: parts.personalData,
            providers: parts.providers,
            parts: [parts.revocations.changes, parts.mailer.worker, parts.eraser.worker],
            background: [EventOutbox.relay(runtime), parts.erasures.work],
            jobs: [
                ScheduledJob("delete expired rows", .every(.seconds(3_600))) { _ in try await parts.deleteExpired() },
                // What is left of a registration that was not completed is to be gone within the hour.
                ScheduledJob("erase expired registrations", .every(.seconds(300))) { _ in
                    try await parts.registrations.eraseExpired()
                },
                ScheduledJob("rotate signing key", .every(.seconds(3_600))) { _ in try await parts.rotateSigningKey() },
                parts.eraser.job, parts.keyMove,
            ],
            degradations: [parts.erasures.degradation],
            prepare: { try await parts.prepare() },
            verificationKeys: { try await parts.keys.store.verificationKeys() },
            revocations: { receive in try await parts.revocations.follow { receive($0) } },
            stopping: { parts.revocations.stop() }
        )
    }
}
