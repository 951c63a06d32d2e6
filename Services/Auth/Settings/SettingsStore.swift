import AuthMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of users' settings.
struct SettingsStore: Sendable {
    let database: PostgresPool
    let masterKeys: MasterKeys
    let revocations: RevocationLog
    let clock: any WallClock

    /// The settings of an account.
    func settings(of account: UUID) async throws -> Auth.UserSettings {
        try await AccountParts(of: account, masterKeys, in: database).settings
    }

    /// Makes a change; one that changes nothing leaves the version as it is.
    ///
    /// Access tokens that name another language or time zone are revoked in the same transaction.
    /// - Throws: ABORTED when the expected version is not the present one.
    func change(_ change: SettingsChange, of account: UUID) async throws -> Auth.UserSettings {
        try await database.transaction { connection in
            var parts = try await AccountParts(locking: account, masterKeys, in: connection)
            let former = try parts.settings
            try change.expected.require(former.version, of: .auth.nounSettings)
            let next = try change.applied(to: former)
            guard next != former else { return former }
            var time = clock.now
            if next.language != former.language || next.timeZone != former.timeZone {
                time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
                try await connection.pipeline([
                    claims(of: next, account), revocations.revocation(of: account, at: time),
                ])
            }
            try await parts.write(next, as: .settings, at: time, in: connection)
            return try parts.settings
        }
    }

    /// The statement that keeps what tokens and mails name where these are made.
    private func claims(of settings: Auth.UserSettings, _ account: UUID) -> Statement {
        let language: String? = settings.language.isEmpty ? nil : settings.language
        let timeZone: String? = settings.timeZone.isEmpty ? nil : settings.timeZone
        return """
            UPDATE accounts SET language = coalesce(\(language), language), is_language_chosen = \(language != nil),
                time_zone = \(timeZone)
            WHERE id = \(account)
            """
    }
}

extension AccountParts {
    /// The settings with their version.
    var settings: Auth.UserSettings {
        get throws {
            var settings = try content(of: .settings, as: Auth.UserSettings.self) ?? .init()
            settings.version = version(of: .settings)
            return settings
        }
    }
}
