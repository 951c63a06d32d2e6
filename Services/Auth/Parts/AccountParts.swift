import AuthMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import RPC
import ServiceKit

/// A part of what an account stores about its owner, encrypted under the account's data key.
enum AccountPart: String, Sendable, CaseIterable {
    case settings
    case details
    case body
    case home
    case stores
    case diet

    /// The associated data of its encryption.
    var context: String { "auth.account_parts.\(rawValue)" }

    private var type: MessageDescriptor {
        switch self {
        case .settings: Auth.UserSettings.descriptor
        case .details: Auth.PersonalDetails.descriptor
        case .body: Auth.BodyDetails.descriptor
        case .home: Auth.HomePlace.descriptor
        case .stores: Auth.StoreChoices.descriptor
        case .diet: Auth.DietaryPreferences.descriptor
        }
    }

    /// What all parts are, by the associated data of their encryption.
    static var types: [String: MessageDescriptor] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.context, $0.type) })
    }

    /// The statement that deletes it.
    func deletion(_ account: UUID) -> Statement {
        "DELETE FROM account_parts WHERE account_id = \(account) AND part = \(rawValue)"
    }
}

/// The parts of one account.
struct AccountParts: Sendable {
    private struct Stored {
        var content: [UInt8]
        var version: Int64
    }

    private let account: UUID
    /// With which the personal fields of the account are encrypted.
    let key: DataKey
    private var stored: [AccountPart: Stored] = [:]

    /// Reads the parts of an account.
    /// - Throws: NOT_FOUND for an account that is gone.
    init(of account: UUID, _ masterKeys: MasterKeys, in database: PostgresPool) async throws {
        try self.init(account, masterKeys, try await database.pipeline(Self.selections(account)))
    }

    /// Reads the parts of an account, and keeps others from changing them until the transaction has ended.
    ///
    /// The account is locked before its claims (`TokenClaims.beginChange`), as in signing in, so that no two transactions wait
    /// for each other.
    /// - Throws: NOT_FOUND for an account that is gone.
    init(locking account: UUID, _ masterKeys: MasterKeys, in connection: PostgresConnection) async throws {
        let statements = Self.selections(account, lock: "FOR NO KEY UPDATE")
        try self.init(account, masterKeys, try await connection.pipeline(statements))
    }

    private static func selections(_ account: UUID, lock: Statement = "") -> [Statement] {
        [
            "SELECT \(AccountEncryption.keyColumns()) FROM accounts WHERE id = \(account) \(lock)",
            "SELECT part, content, version FROM account_parts WHERE account_id = \(account)",
        ]
    }

    private init(_ account: UUID, _ masterKeys: MasterKeys, _ results: [[Row]]) throws {
        guard let row = results[0].first else { throw Status.notFound(.services.nounAccount) }
        key = try AccountEncryption.key(in: row, of: account, masterKeys)
        self.account = account
        for row in results[1] {
            guard let part = AccountPart(rawValue: try row["part"]) else { continue }
            stored[part] = Stored(content: try row["content"], version: try row["version"])
        }
    }

    /// How often a part was changed; 0 when nothing is stored.
    func version(of part: AccountPart) -> Int64 { stored[part]?.version ?? 0 }

    /// What is stored; nil when nothing is.
    func content<Content: Message>(of part: AccountPart, as type: Content.Type) throws -> Content? {
        guard let stored = stored[part] else { return nil }
        return try Content(decoding: ByteBuffer(bytes: try key.open(stored.content, context: part.context)))
    }

    /// Stores a part as its next version; nil deletes it.
    mutating func write(
        _ content: (some Message)?,
        as part: AccountPart,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        guard let content else {
            stored[part] = nil
            try await connection.execute(part.deletion(account))
            return
        }
        let sealed = try key.seal(Array(try content.encoded().readableBytesView), context: part.context)
        let next = Stored(content: sealed, version: version(of: part) + 1)
        try await connection.execute(
            """
            INSERT INTO account_parts (account_id, part, content, version, changed_at)
            VALUES (\(account), \(part.rawValue), \(next.content), \(next.version), \(time))
            ON CONFLICT (account_id, part) DO UPDATE
            SET content = EXCLUDED.content, version = EXCLUDED.version, changed_at = EXCLUDED.changed_at
            """
        )
        stored[part] = next
    }
}
