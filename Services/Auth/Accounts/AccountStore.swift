import AuthMessages
import Foundation
import Foundations
import Postgres
import ServiceKit
import Texts

/// The store of accounts.
struct AccountStore: Sendable {
    let database: PostgresPool
    let masterKeys: MasterKeys
    /// The version of the terms of use in force.
    let terms: String

    /// Stores a new account atomically.
    ///
    /// It can be used once its address is confirmed, for which a mail is due. Until then others may claim the address, too.
    /// - Parameter language: In which the person is written to.
    /// - Throws: `PostgresError.Code.uniqueViolation` when name or idempotency key are already used.
    func insert(
        _ account: NewAccount,
        passwordHash: PasswordHash,
        idempotencyKey: IdempotencyKey?,
        language: Language,
        at time: Date
    ) async throws -> Account {
        let id = UUID()
        let (key, wrapped) = try masterKeys.makeDataKey(for: AccountEncryption.subject(id))
        let email = try key.seal(account.email.text, context: AccountEncryption.email)
        let displayName = try account.displayName.map {
            try key.seal($0.text, context: AccountEncryption.displayName)
        }
        let deadline = time.addingTimeInterval(AccountMail.Kind.emailVerification.lifetime)
        var statements: [Statement] = [
            """
            INSERT INTO accounts (
                id, username, password_hash, email, email_claim, display_name, language, created_at, unverified_until
            )
            VALUES (
                \(id), \(account.username.text), \(passwordHash.description), \(email), \(hashes(of: account.email)[0]),
                \(displayName), \(language.rawValue), \(time), \(deadline)
            )
            RETURNING created_at
            """,
            AccountKeys.storing(wrapped, of: id),
            """
            INSERT INTO terms_acceptances (account_id, version, accepted_at)
            VALUES (\(id), \(account.termsVersion), \(time))
            """,
            AuditLog.record(.registered, account: id, at: time),
        ]
        statements += AccountMail.registration(of: id, language: language, at: time)
        for kind in account.consents {
            statements += [
                ConsentStore.insertion(of: kind, by: id, at: time),
                AuditLog.record(.consentGiven, account: id, at: time),
            ]
        }
        if let idempotencyKey {
            statements.append(
                """
                INSERT INTO registrations (idempotency_hash, account_id, created_at)
                VALUES (\(idempotencyKey.hash), \(id), \(time))
                """
            )
        }
        let rows = try await database.pipeline(statements)
        return Account(
            id: id,
            username: account.username.text,
            email: account.email.text,
            createdAt: try rows[0][0]["created_at"],
            acceptedTermsVersion: account.termsVersion,
            displayName: account.displayName?.text ?? "",
            isEmailConfirmed: false
        )
    }

    /// The statements by which an account is found by an address.
    /// - Throws: At their execution, `PostgresError.Code.uniqueViolation` when another account has the address.
    func lookups(of email: EmailAddress, for account: UUID) -> [Statement] {
        // In a fixed order everywhere, so that concurrent ones cannot deadlock.
        hashes(of: email).sorted { $0.lexicographicallyPrecedes($1) }.map {
            "INSERT INTO email_lookups (hash, account_id) VALUES (\($0), \(account))"
        }
    }

    /// The account with an id.
    func find(_ id: UUID) async throws -> Account? {
        try await first("a.id = \(id)")?.account
    }

    /// How an account's owner is written to; nil for an account that there is not.
    func contact(of id: UUID) async throws -> Auth.Contact? {
        guard let account = try await find(id) else { return nil }
        let rows = try await database.query("SELECT language FROM accounts WHERE id = \(id)")
        guard let row = rows.first else { return nil }
        return Auth.Contact(email: account.isEmailConfirmed ? account.email : "", language: try row["language"])
    }

    /// Where a mail goes when that is not its account's address; nil otherwise, and when there is no such account.
    func address(of mail: AccountMail) async throws -> String? {
        guard let address = mail.address else { return nil }
        let rows = try await database.query(
            "SELECT \(AccountEncryption.keyColumns()) FROM accounts WHERE id = \(mail.account)"
        )
        return try rows.first.map {
            try dataKey($0, of: mail.account).openText(address, context: AccountEncryption.mailAddress)
        }
    }

    /// The key in a row of an account, with which its personal fields are encrypted.
    func dataKey(_ row: Row, of account: UUID) throws -> DataKey {
        try AccountEncryption.key(in: row, of: account, masterKeys)
    }

    /// The account registered with an idempotency key, and its password's hash.
    func registered(with key: IdempotencyKey) async throws -> (account: Account, passwordHash: PasswordHash)? {
        try await first("a.id = (SELECT account_id FROM registrations WHERE idempotency_hash = \(key.hash))")
    }

    /// The unique fields of an account that others already use.
    func taken(_ account: NewAccount) async throws -> [UniqueField] {
        let results = try await database.pipeline([
            "SELECT 1 FROM accounts WHERE lower(username) = \(account.username.text.lowercased())",
            "SELECT 1 FROM email_lookups WHERE \(Statement.any(of: hashes(of: account.email), in: "hash"))",
        ])
        return zip(UniqueField.allCases, results).filter { !$1.isEmpty }.map(\.0)
    }

    /// Deletes idempotency keys of registrations before a time.
    func forgetRegistrations(before time: Date) async throws {
        try await database.execute("DELETE FROM registrations WHERE created_at < \(time)")
    }

    /// The ids of the master keys that accounts need, and signing keys in force at a time.
    func masterKeyIDs(at time: Date) async throws -> Set<String> {
        let rows = try await database.query(
            """
            SELECT master_key_id FROM person_keys
            UNION SELECT master_key_id FROM accounts WHERE master_key_id IS NOT NULL
            UNION SELECT master_key_id FROM signing_keys WHERE \(SigningKeyStore.isInForce(at: time))
            """
        )
        return Set(try rows.map { try $0["master_key_id"] })
    }

    private func first(_ condition: Statement) async throws -> (account: Account, passwordHash: PasswordHash)? {
        let rows = try await database.query(
            """
            SELECT a.id, a.username, a.password_hash, \(AccountEncryption.keyColumns(of: "a")), a.email, a.display_name,
                a.created_at, a.unverified_until IS NULL AND a.email_claim IS NULL AS is_confirmed, t.version,
                NOT EXISTS (
                    SELECT 1 FROM terms_acceptances WHERE account_id = a.id AND version = \(terms)
                ) AS is_terms_pending,
                array(SELECT role FROM account_roles WHERE account_id = a.id ORDER BY role) AS roles
            FROM accounts a
            JOIN LATERAL (
                SELECT version FROM terms_acceptances WHERE account_id = a.id ORDER BY accepted_at DESC LIMIT 1
            ) t ON true
            WHERE \(condition)
            """
        )
        guard let row = rows.first else { return nil }
        let id: UUID = try row["id"]
        let key = try dataKey(row, of: id)
        let displayName: [UInt8]? = try row["display_name"]
        let account = Account(
            id: id,
            username: try row["username"],
            email: try key.openText(try row["email"], context: AccountEncryption.email),
            createdAt: try row["created_at"],
            acceptedTermsVersion: try row["version"],
            displayName: try displayName.map { try key.openText($0, context: AccountEncryption.displayName) } ?? "",
            isEmailConfirmed: try row["is_confirmed"],
            isTermsPending: try row["is_terms_pending"],
            roles: (try row["roles"] as [String]).compactMap(Auth.Role.init(name:))
        )
        return (account, try PasswordHash(stored: try row["password_hash"]))
    }

    /// By what an address is found, under each of the master keys.
    func hashes(of email: EmailAddress) -> [[UInt8]] {
        masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)
    }

    /// The statement that locks the row of an account, the first of all that a change of it locks.
    static func locking(_ account: UUID) -> Statement {
        "SELECT 1 FROM accounts WHERE id = \(account) FOR NO KEY UPDATE"
    }
}

/// The associated data of encrypted account fields.
enum AccountEncryption {
    static let email = "auth.accounts.email"
    static let displayName = "auth.accounts.display_name"
    static let mailAddress = "auth.account_mails.address"
    static let device = "auth.sessions.device"
    static let factorName = "auth.factors.name"
    static let factorSecret = "auth.factors.secret"
    static let photo = "auth.profile_photos.picture"
    static let emailLookup = "auth.email"

    /// What wrapped keys are bound to; `PersonKeys`, which auth does not use, binds them to something else.
    static func subject(_ account: UUID) -> String { "account \(account.canonical)" }

    /// What a query of accounts selects for ``key(in:of:_:)``.
    /// - Parameter accounts: The table's name in the query.
    static func keyColumns(of accounts: String = "accounts") -> Statement {
        let (account, key): (Statement, Statement) = (
            "\(identifier: accounts)", "FROM person_keys WHERE user_id = \(identifier: accounts).id"
        )
        return """
            coalesce((SELECT wrapped_key \(key)), \(account).data_key) AS data_key,
            coalesce((SELECT master_key_id \(key)), \(account).master_key_id) AS master_key_id
            """
    }

    /// The wrapped key in a row of an account.
    /// - Throws: `EncryptionError/unreadable` when it was destroyed.
    static func wrappedKey(in row: Row) throws -> WrappedSecret {
        guard let bytes: [UInt8] = try row["data_key"], let masterKeyID: String = try row["master_key_id"] else {
            throw EncryptionError.unreadable
        }
        return WrappedSecret(masterKeyID: masterKeyID, bytes: bytes)
    }

    /// The key in a row of an account, with which its personal fields are encrypted.
    static func key(in row: Row, of account: UUID, _ masterKeys: MasterKeys) throws -> DataKey {
        try masterKeys.dataKey(try wrappedKey(in: row), for: subject(account))
    }
}

extension PasswordHash {
    /// Parses a hash from the database.
    /// - Throws: `PostgresError.Code.decoding` for an unknown form.
    init(stored text: String) throws {
        guard let hash = PasswordHash(text) else {
            throw PostgresError(.decoding, "column password_hash contains a hash of unknown form")
        }
        self = hash
    }
}
