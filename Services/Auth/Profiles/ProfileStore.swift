import AuthMessages
import Foundation
import Foundations
import MessageCoding
import Postgres
import RPC
import ServiceKit

/// The store of what users say about themselves.
struct ProfileStore: Sendable {
    let database: PostgresPool
    let masterKeys: MasterKeys
    let clock: any WallClock

    /// A user's profile.
    func profile(of account: UUID) async throws -> Auth.Profile {
        try await AccountParts(of: account, masterKeys, in: database).profile
    }

    /// What services do their work by.
    func preferences(of account: UUID) async throws -> Auth.UserPreferences {
        let parts = try await AccountParts(of: account, masterKeys, in: database)
        let (profile, settings) = (try parts.profile, try parts.settings)
        return Auth.UserPreferences(
            home: profile.home,
            stores: profile.stores,
            diet: profile.diet,
            units: settings.units,
            currency: settings.currency,
            language: settings.language,
            timeZone: settings.timeZone
        )
    }

    /// Replaces a part of a user's profile; nil deletes it.
    /// - Parameter consent: Without which it may not be stored.
    /// - Throws: ABORTED when the expected version is not the present one; PERMISSION_DENIED when the consent was withdrawn.
    func set(
        _ part: AccountPart,
        to content: (some Message & Sendable)?,
        of account: UUID,
        expecting expected: ExpectedVersion? = nil,
        consent: Auth.ConsentKind? = nil
    ) async throws -> Auth.Profile {
        try await database.transaction { connection in
            var parts = try await AccountParts(locking: account, masterKeys, in: connection)
            // The token may be of a moment before the withdrawal, which deletes what there is by then.
            if let consent { try await ConsentStore.require(consent, of: account, in: connection) }
            try expected?.require(parts.version(of: part), of: .auth.nounProfile)
            try await parts.write(content, as: part, at: clock.now, in: connection)
            return try parts.profile
        }
    }
}

extension AccountParts {
    fileprivate var profile: Auth.Profile {
        get throws {
            Auth.Profile(
                details: try content(of: .details, as: Auth.PersonalDetails.self),
                body: try content(of: .body, as: Auth.BodyDetails.self),
                home: try content(of: .home, as: Auth.HomePlace.self),
                stores: try content(of: .stores, as: Auth.StoreChoices.self),
                diet: try content(of: .diet, as: Auth.DietaryPreferences.self),
                detailsVersion: version(of: .details)
            )
        }
    }
}
