import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of people's photos, each encrypted under its owner's key.
struct ProfilePhotoStore: Sendable {
    let database: PostgresPool
    let masterKeys: MasterKeys
    let clock: any WallClock

    /// A user's photo; nil when there is none.
    func photo(of account: UUID) async throws -> [UInt8]? {
        let rows = try await database.query("SELECT picture FROM profile_photos WHERE account_id = \(account)")
        guard let sealed: [UInt8] = try rows.first?["picture"] else { return nil }
        let key = try await AccountParts(of: account, masterKeys, in: database).key
        return try await offLoop { try key.open(sealed, context: AccountEncryption.photo) }
    }

    /// Since when a user has the present photo; nil when there is none.
    func changedAt(of account: UUID) async throws -> Date? {
        try await database.query("SELECT changed_at FROM profile_photos WHERE account_id = \(account)")
            .first.map { try $0["changed_at"] }
    }

    /// Replaces a user's photo.
    func set(_ picture: ProfilePicture, of account: UUID) async throws {
        let time = clock.now
        try await database.transaction { connection in
            let key = try await AccountParts(locking: account, masterKeys, in: connection).key
            let sealed = try await offLoop { try key.seal(picture.bytes, context: AccountEncryption.photo) }
            try await connection.execute(
                """
                INSERT INTO profile_photos (account_id, picture, changed_at) VALUES (\(account), \(sealed), \(time))
                ON CONFLICT (account_id) DO UPDATE SET picture = EXCLUDED.picture, changed_at = EXCLUDED.changed_at
                """
            )
        }
    }

    /// Deletes a user's photo, if there is one.
    func remove(of account: UUID) async throws {
        try await database.execute("DELETE FROM profile_photos WHERE account_id = \(account)")
    }
}
