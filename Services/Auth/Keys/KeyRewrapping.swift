import Foundation
import Foundations
import Postgres
import ServiceKit

/// Wraps the keys of accounts and of signatures under the current master key, while auth serves.
///
/// Only the wrapping changes: the keys themselves stay, and so does all that they encrypt.
struct KeyRewrapping: Sendable {
    /// What one run did.
    struct Outcome: Sendable, Hashable {
        /// Keys that were rewrapped.
        var rewrapped = 0
        /// Keys that could not be unwrapped, which stay as they are.
        var unreadable = 0
        /// Keys that other master keys still wrap.
        var remaining = 0
    }

    let database: PostgresPool
    let masterKeys: MasterKeys
    /// The most accounts that one run rewraps.
    var limit = 5_000
    /// The accounts that one transaction locks.
    var batchSize = 200

    /// Rewraps signing keys, then accounts.
    func run() async throws -> Outcome {
        var outcome = Outcome()
        try await rewrapSigningKeys(&outcome)
        var last: UUID?
        repeat {
            last = try await rewrapAccounts(after: last, &outcome)
            try Task.checkCancellation()
        } while last != nil && outcome.rewrapped < limit
        outcome.remaining = try await remaining()
        return outcome
    }

    /// Rewraps the signing keys, also retired ones: there are few.
    private func rewrapSigningKeys(_ outcome: inout Outcome) async throws {
        let (rewrapped, unreadable) = try await database.transaction { connection in
            let rows = try await connection.query(
                """
                SELECT id, private_key, master_key_id FROM signing_keys
                WHERE master_key_id <> \(masterKeys.currentID) ORDER BY id FOR UPDATE
                """
            )
            var statements: [Statement] = []
            for row in rows {
                let id: String = try row["id"]
                let old = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["private_key"])
                guard let new = try rewrap(old, for: SigningKeyStore.subject(id)) else { continue }
                statements.append(
                    """
                    UPDATE signing_keys SET private_key = \(new.bytes), master_key_id = \(new.masterKeyID)
                    WHERE id = \(id)
                    """
                )
            }
            if !statements.isEmpty { try await connection.pipeline(statements) }
            return (statements.count, rows.count - statements.count)
        }
        outcome.rewrapped += rewrapped
        outcome.unreadable += unreadable
    }

    /// Rewraps a batch of accounts and leaves each the look-up under the current master key alone.
    /// - Returns: The last of the batch; nil at the end.
    private func rewrapAccounts(after last: UUID?, _ outcome: inout Outcome) async throws -> UUID? {
        let (batch, rewrapped) = try await database.transaction { connection in
            let after: Statement = last.map { "AND id > \($0)" } ?? ""
            let rows = try await connection.query(
                """
                SELECT id, data_key, master_key_id, email FROM accounts
                WHERE (master_key_id <> \(masterKeys.currentID) OR \(Self.hasFormerLookups)) \(after)
                ORDER BY id LIMIT \(batchSize) FOR UPDATE
                """
            )
            let changes = try rows.compactMap(change)
            if !changes.isEmpty { try await connection.pipeline(changes.flatMap(\.self)) }
            return (try rows.map { try $0["id"] as UUID }, changes.count)
        }
        outcome.rewrapped += rewrapped
        outcome.unreadable += batch.count - rewrapped
        return batch.last
    }

    /// The statements that rewrap an account; nil when it can't be read.
    private func change(of row: Row) throws -> [Statement]? {
        let id: UUID = try row["id"]
        let old = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["data_key"])
        let subject = AccountEncryption.subject(id)
        let sealed: [UInt8] = try row["email"]
        guard let new = try rewrap(old, for: subject),
            let text = try? masterKeys.dataKey(new, for: subject).openText(sealed, context: AccountEncryption.email),
            let email = EmailAddress(text)
        else { return nil }
        let hash = masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)[0]
        return [
            """
            UPDATE accounts SET data_key = \(new.bytes), master_key_id = \(new.masterKeyID) WHERE id = \(id)
            """,
            """
            INSERT INTO email_lookups (hash, account_id) VALUES (\(hash), \(id)) ON CONFLICT (hash) DO NOTHING
            """,
            """
            DELETE FROM email_lookups WHERE account_id = \(id) AND hash <> \(hash)
            AND EXISTS (SELECT 1 FROM email_lookups WHERE account_id = \(id) AND hash = \(hash))
            """,
        ]
    }

    /// Accounts that registered while the file had several keys have a look-up under each.
    private static let hasFormerLookups: Statement =
        "(SELECT count(*) FROM email_lookups WHERE account_id = accounts.id) > 1"

    private func rewrap(_ old: WrappedSecret, for subject: String) throws -> WrappedSecret? {
        guard let secret = try? masterKeys.unwrap(old, for: subject) else { return nil }
        return try masterKeys.wrap(secret, for: subject)
    }

    private func remaining() async throws -> Int {
        try await database.query(
            """
            SELECT (SELECT count(*) FROM accounts WHERE master_key_id <> \(masterKeys.currentID))
                + (SELECT count(*) FROM signing_keys WHERE master_key_id <> \(masterKeys.currentID)) AS count
            """
        )[0]["count"]
    }
}
