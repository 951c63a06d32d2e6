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
        /// Accounts and signing keys that still need other master keys, or whose address was not looked at yet.
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
        outcome.remaining = try await remaining(after: last)
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

    /// Rewraps a batch of accounts and leaves each the look-up or claim under the current master key alone.
    /// - Returns: The last of the batch; nil at the end.
    private func rewrapAccounts(after last: UUID?, _ outcome: inout Outcome) async throws -> UUID? {
        let (batch, changes) = try await database.transaction { connection in
            let after: Statement = last.map { "AND id > \($0)" } ?? ""
            let rows = try await connection.query(
                """
                SELECT id, \(AccountEncryption.keyColumns()), email, email_claim, \(needsRewrapping) AS needs_rewrapping,
                    \(Self.hasFormerLookups) AS has_former_lookups
                FROM accounts
                WHERE (\(needsRewrapping) OR \(Self.hasFormerLookups) OR email_claim IS NOT NULL) \(after)
                ORDER BY id LIMIT \(batchSize) FOR UPDATE
                """
            )
            let changes = try rows.map { try self.changes(of: $0) }
            let statements = changes.compactMap(\.self).flatMap(\.self)
            if !statements.isEmpty { try await connection.pipeline(statements) }
            return (try rows.map { try $0["id"] as UUID }, changes)
        }
        outcome.rewrapped += changes.count { $0?.isEmpty == false }
        outcome.unreadable += changes.count { $0 == nil }
        return batch.last
    }

    /// The statements that bring an account to the current master key; none when it is there, nil when it can't be read.
    private func changes(of row: Row) throws -> [Statement]? {
        let id: UUID = try row["id"]
        let subject = AccountEncryption.subject(id)
        let sealed: [UInt8] = try row["email"]
        guard let key = try? AccountEncryption.wrappedKey(in: row),
            let text = try? masterKeys.dataKey(key, for: subject).openText(sealed, context: AccountEncryption.email),
            let email = EmailAddress(text)
        else { return nil }
        let needsRewrapping: Bool = try row["needs_rewrapping"]
        let hash = masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)[0]
        var statements: [Statement] = []
        if needsRewrapping {
            guard let new = try rewrap(key, for: subject) else { return nil }
            statements += [AccountKeys.storing(new, of: id), AccountKeys.emptying(id)]
        }
        // Nobody knows whose the address is: it stays a claim. Which key has made it is not stored, and may be another one than
        // the account's.
        if let claim: [UInt8] = try row["email_claim"] {
            return statements
                + (claim == hash ? [] : ["UPDATE accounts SET email_claim = \(hash) WHERE id = \(id)"])
        }
        return try statements + (needsRewrapping || row["has_former_lookups"] ? Self.lookup(hash, of: id) : [])
    }

    /// The statements that leave an account one look-up.
    private static func lookup(_ hash: [UInt8], of account: UUID) -> [Statement] {
        [
            """
            INSERT INTO email_lookups (hash, account_id) VALUES (\(hash), \(account)) ON CONFLICT (hash) DO NOTHING
            """,
            """
            DELETE FROM email_lookups WHERE account_id = \(account) AND hash <> \(hash)
            AND EXISTS (SELECT 1 FROM email_lookups WHERE account_id = \(account) AND hash = \(hash))
            """,
        ]
    }

    /// Accounts whose key another master key wraps, in either of its places.
    private var needsRewrapping: Statement {
        """
        (coalesce(master_key_id <> \(masterKeys.currentID), false) OR EXISTS (
            SELECT FROM person_keys
            WHERE user_id = accounts.id AND person_keys.master_key_id <> \(masterKeys.currentID)
        ))
        """
    }

    /// Accounts that registered while the file had several keys have a look-up under each.
    private static let hasFormerLookups: Statement =
        "(SELECT count(*) FROM email_lookups WHERE account_id = accounts.id) > 1"

    private func rewrap(_ old: WrappedSecret, for subject: String) throws -> WrappedSecret? {
        guard let secret = try? masterKeys.unwrap(old, for: subject) else { return nil }
        return try masterKeys.wrap(secret, for: subject)
    }

    /// - Parameter last: The account behind which the run has stopped; nil when it has looked at all.
    private func remaining(after last: UUID?) async throws -> Int {
        let claims: Statement =
            last.map { "UNION SELECT id FROM accounts WHERE email_claim IS NOT NULL AND id > \($0)" } ?? ""
        return try await database.query(
            """
            SELECT (
                SELECT count(*) FROM (
                    SELECT user_id FROM person_keys WHERE master_key_id <> \(masterKeys.currentID)
                    UNION SELECT id FROM accounts WHERE master_key_id <> \(masterKeys.currentID)
                    \(claims)
                ) left_over
            ) + (SELECT count(*) FROM signing_keys WHERE master_key_id <> \(masterKeys.currentID)) AS count
            """
        )[0]["count"]
    }
}
