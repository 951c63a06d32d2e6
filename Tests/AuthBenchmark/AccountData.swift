import AuthMessages
import Foundation
import Foundations
import LocalDeployment
import MessageCoding
import NIOCore
import Postgres
import ServiceKit

/// Fills the database with accounts as auth stores them: each with a key of its own, an encrypted address that can be looked up, an
/// encrypted profile and settings, and a session. All have the hash of one password, which auth itself has made.
struct AccountData {
    let deployment: LocalDeployment
    let database: BenchmarkDatabase

    private static let password = "Larder-bench-7!"
    private static let accountsOfStatement = 1_000

    func load(_ count: Int, through clients: BenchmarkClients) async throws -> People {
        let seed = "seed" + String(UInt64.random(in: .min ... .max), radix: 36).prefix(12)
        _ = try await deployment.register(seed, password: Self.password, on: clients.gateway)
        let keys = try MasterKeys(contentsOf: deployment.folder.secrets.appending(path: "master.key").path)
        let ids = try await database.run { pool in
            let row = try await pool.query(
                """
                SELECT a.password_hash, t.version FROM auth.accounts a
                JOIN auth.terms_acceptances t ON t.account_id = a.id WHERE lower(a.username) = \(seed)
                """
            )[0]
            let rows = AccountRows(keys: keys, passwordHash: try row["password_hash"], terms: try row["version"])
            var ids: [UUID] = []
            for first in stride(from: 0, to: count, by: Self.accountsOfStatement) {
                let numbers = first..<min(first + Self.accountsOfStatement, count)
                let accounts = numbers.map { _ in UUID() }
                let script = try rows.script(Array(zip(numbers, accounts)))
                try await pool.withConnection { try await $0.executeScript(script) }
                ids += accounts
            }
            try await pool.withConnection { connection in
                try await connection.executeScript("SET statement_timeout = 0")
                try await connection.executeScript("VACUUM ANALYZE")
            }
            return ids
        }
        return People(ids: ids, password: Self.password)
    }
}

/// The rows of accounts, in SQL.
private struct AccountRows {
    let keys: MasterKeys
    let passwordHash: String
    let terms: String

    /// Inserts accounts; without triggers and without looking up each foreign key, which takes many times longer.
    func script(_ accounts: [(number: Int, id: UUID)]) throws -> String {
        var tables: [String: [String]] = [:]
        for account in accounts {
            for (table, row) in try rows(account.number, account.id) { tables[table, default: []].append(row) }
        }
        let inserts = tables.map { "INSERT INTO auth.\($0.key) VALUES \($0.value.joined(separator: ",\n"));" }
        return """
            BEGIN;
            SET LOCAL session_replication_role = replica;
            SET LOCAL statement_timeout = 0;
            \(inserts.joined(separator: "\n"))
            COMMIT;
            """
    }

    private func rows(_ number: Int, _ id: UUID) throws -> [(table: String, row: String)] {
        let (key, wrapped) = try keys.makeDataKey(for: "account \(id.canonical)")
        let email = try key.seal(People.email(number), context: "auth.accounts.email")
        let name = try key.seal("Person \(number)", context: "auth.accounts.display_name")
        let details = Auth.PersonalDetails(phone: "+16045550123", department: "Department \(number)")
        let settings = Auth.UserSettings(currency: "CAD", language: "en", timeZone: "America/Vancouver")
        let (user, session) = ("'\(id.canonical)'", "'\(UUID().canonical)'")
        let lookups = keys.lookupHashes(of: People.email(number), purpose: "auth.email")
        return [
            (
                "accounts (id, username, password_hash, email, display_name, created_at)",
                "(\(user), '\(People.name(number))', '\(passwordHash)', \(hex(email)), \(hex(name)), now())"
            ),
            (
                "person_keys (user_id, wrapped_key, master_key_id)",
                "(\(user), \(hex(wrapped.bytes)), '\(wrapped.masterKeyID)')"
            ),
            ("terms_acceptances (account_id, version, accepted_at)", "(\(user), '\(terms)', now())"),
            ("audit_records (account_id, occurred_at, action)", "(\(user), now(), 'registered')"),
            (
                "account_parts (account_id, part, content, version, changed_at)",
                "(\(user), 'details', \(hex(try sealed(details, "details", key))), 1, now()), "
                    + "(\(user), 'settings', \(hex(try sealed(settings, "settings", key))), 1, now())"
            ),
            ("sessions (account_id, id, created_at)", "(\(user), \(session), now())"),
            (
                "refresh_tokens (account_id, hash, session_id, created_at, expires_at)",
                "(\(user), sha256(\(hex(wrapped.bytes))), \(session), now(), now() + interval '30 days')"
            ),
        ] + lookups.map { ("email_lookups (hash, account_id)", "(\(hex($0)), \(user))") }
    }

    private func sealed(_ content: some Message, _ part: String, _ key: DataKey) throws -> [UInt8] {
        try key.seal(Array(try content.encoded().readableBytesView), context: "auth.account_parts.\(part)")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = Array("'\\x".utf8)
        text.reserveCapacity(bytes.count * 2 + 4)
        let digits = Array("0123456789abcdef".utf8)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(UInt8(ascii: "'"))
        return String(decoding: text, as: UTF8.self)
    }
}
