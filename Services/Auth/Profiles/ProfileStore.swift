import AuthMessages
import CommonMessages
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
        let parts = try await AccountParts(of: account, masterKeys, in: database)
        return try parts.profile(with: try await database.query(Self.own(account)).first)
    }

    /// Where a user shops.
    func shoppingArea(of account: UUID) async throws -> Auth.ShoppingArea {
        let parts = try await AccountParts(of: account, masterKeys, in: database)
        return Auth.ShoppingArea(
            home: try parts.content(of: .home, as: Auth.HomePlace.self),
            stores: try parts.content(of: .stores, as: Auth.StoreChoices.self)
        )
    }

    /// Replaces a user's personal details, and their name where that is among them.
    /// - Throws: ABORTED when the expected version is not the present one.
    func setDetails(
        _ details: Auth.PersonalDetails,
        of account: UUID,
        expecting expected: ExpectedVersion
    ) async throws -> Auth.Profile {
        // The name has its place in the account, as signing up gave it.
        var stored = details
        stored.name = nil
        return try await set(.details, to: stored, of: account, expecting: expected) { parts, connection in
            guard case .displayName(let name)? = details.name else { return }
            let context = AccountEncryption.displayName
            let sealed = name.isEmpty ? nil : try parts.key.seal(name, context: context)
            try await connection.execute("UPDATE accounts SET display_name = \(sealed) WHERE id = \(account)")
        }
    }

    /// Replaces a part of a user's profile; nil deletes it.
    /// - Parameters:
    ///   - consent: Without which it may not be stored.
    ///   - change: What changes in the same transaction.
    /// - Throws: ABORTED when the expected version is not the present one; PERMISSION_DENIED when the consent was withdrawn.
    func set(
        _ part: AccountPart,
        to content: (some Message & Sendable)?,
        of account: UUID,
        expecting expected: ExpectedVersion? = nil,
        consent: Auth.ConsentKind? = nil,
        also change: nonisolated(nonsending) (AccountParts, PostgresConnection) async throws -> Void = { _, _ in }
    ) async throws -> Auth.Profile {
        try await database.transaction { connection in
            var parts = try await AccountParts(locking: account, masterKeys, in: connection)
            // The token may be of a moment before the withdrawal, which deletes what there is by then.
            if let consent { try await ConsentStore.require(consent, of: account, in: connection) }
            try expected?.require(parts.version(of: part), of: .auth.nounProfile)
            try await change(parts, connection)
            try await parts.write(content, as: part, at: clock.now, in: connection)
            return try parts.profile(with: try await connection.query(Self.own(account)).first)
        }
    }

    /// The statement that reads what a profile has of the account, and of its photo.
    private static func own(_ account: UUID) -> Statement {
        """
        SELECT a.display_name, p.changed_at AS photo_changed_at
        FROM accounts a LEFT JOIN profile_photos p ON p.account_id = a.id
        WHERE a.id = \(account)
        """
    }
}

extension AccountParts {
    /// The profile.
    /// - Parameter row: What it has of the account, and of its photo.
    fileprivate func profile(with row: Row?) throws -> Auth.Profile {
        var details = try content(of: .details, as: Auth.PersonalDetails.self)
        if let sealed: [UInt8] = try row?["display_name"] {
            let name = try key.openText(sealed, context: AccountEncryption.displayName)
            details = details ?? .init()
            details?.name = .displayName(name)
        }
        let photoTime: Date? = try row?["photo_changed_at"]
        return Auth.Profile(
            details: details,
            body: try content(of: .body, as: Auth.BodyDetails.self),
            home: try content(of: .home, as: Auth.HomePlace.self),
            stores: try content(of: .stores, as: Auth.StoreChoices.self),
            diet: try content(of: .diet, as: Auth.DietaryPreferences.self),
            detailsVersion: version(of: .details),
            photoChangedAt: photoTime.map { Common.Timestamp($0) }
        )
    }
}
