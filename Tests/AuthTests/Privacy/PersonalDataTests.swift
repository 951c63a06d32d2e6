import AuthMessages
import Foundation
import Foundations
import FoundationsTestSupport
import MessageCoding
import NIOCore
import PersonalDataTestSupport
import PersonalMessages
import Postgres
import ServiceKit
import Testing
import Texts

@testable import larder_auth

@Suite("What auth stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported in the clear, without secrets")
    func export() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            _ = try await environment.signedIn(parts, device: "Anna’s phone")
            var records: [String] = []
            let tables = PersonalTables.auth(environment.masterKeys)
            let id = try #require(UUID(canonical: account.id))
            try await PersonalExport(tables, in: environment.pool).read(id, in: .english) { part in
                if case .record(let record) = part { records.append(record) }
            }
            let text = records.joined(separator: "\n")
            #expect(text.contains("\"email\": \"anna@example.org\"") && text.contains("\"device\": \"Anna’s phone\""))
            for secret in ["password_hash", "data_key", "hash", "retry_answer"] {
                #expect(!text.contains("\"\(secret)\""))
            }
        }
    }

    @Test("is in the lists of its tables")
    func listed() async throws {
        try await withAuth { environment in
            let check = PersonalDataCheck(.auth(environment.masterKeys), in: environment.pool)
            let problems = try await check.problems { try await fill($0, environment) }
            #expect(problems == [])
        }
    }

    /// Writes rows of a person into each table.
    func fill(_ person: MarkedPerson, _ environment: AuthTestEnvironment) async throws {
        let (account, session, token) = (person.id, UUID(), RefreshToken())
        let (key, wrapped) = try environment.masterKeys.makeDataKey(for: AccountEncryption.subject(account))
        let email = try key.seal("\(person.marker)@example.org", context: AccountEncryption.email)
        let device = try key.seal(person.marker, context: AccountEncryption.device)
        let displayName = try key.seal(person.marker, context: AccountEncryption.displayName)
        let address = try key.seal("new@example.org", context: AccountEncryption.mailAddress)
        let diet = Array(try Auth.DietaryPreferences().encoded().readableBytesView)
        let part = try key.seal(diet, context: AccountPart.diet.context)
        let photo = try key.seal(Array(person.marker.utf8) + ImageBytes.jpeg(), context: AccountEncryption.photo)
        let (factor, factorName) = (UUID(), try key.seal(person.marker, context: AccountEncryption.factorName))
        let time = environment.clock.now
        try await environment.pool.pipeline([
            """
            INSERT INTO accounts (id, username, password_hash, email, display_name, created_at)
            VALUES (\(account), \(person.marker), 'none', \(email), \(displayName), \(time))
            """,
            AccountKeys.storing(wrapped, of: account),
            "INSERT INTO terms_acceptances (account_id, version, accepted_at) VALUES (\(account), '1', \(time))",
            "INSERT INTO consents (account_id, kind, is_given, changed_at) VALUES (\(account), 'test', true, \(time))",
            """
            INSERT INTO sessions (account_id, id, device, created_at)
            VALUES (\(account), \(session), \(device), \(time))
            """,
            """
            INSERT INTO refresh_tokens (account_id, hash, session_id, created_at, expires_at)
            VALUES (\(account), \(token.hash), \(session), \(time), \(time))
            """,
            "INSERT INTO email_lookups (hash, account_id) VALUES (\(token.hash), \(account))",
            """
            INSERT INTO registrations (idempotency_hash, account_id, created_at)
            VALUES (\(token.hash), \(account), \(time))
            """,
            AccountMail.insertion(.emailChanged, to: account, address: address, at: time),
            """
            INSERT INTO factors (account_id, id, kind, name, created_at)
            VALUES (\(account), \(factor), 'passkey', \(factorName), \(time))
            """,
            """
            INSERT INTO passkeys (account_id, factor_id, credential_id, algorithm, public_key, signature_count)
            VALUES (\(account), \(factor), \(token.hash), -7, \(token.hash), 0)
            """,
            """
            INSERT INTO account_parts (account_id, part, content, version, changed_at)
            VALUES (\(account), 'diet', \(part), 1, \(time))
            """,
            "INSERT INTO profile_photos (account_id, picture, changed_at) VALUES (\(account), \(photo), \(time))",
            "INSERT INTO recovery_codes (account_id, hash, created_at) VALUES (\(account), \(token.hash), \(time))",
            """
            INSERT INTO challenges (hash, purpose, account_id, created_at, expires_at)
            VALUES (\(token.hash), 'proof', \(account), \(time), \(time))
            """,
            AuditLog.record(.registered, account: account, at: time),
            "INSERT INTO account_roles (account_id, role, granted_at) VALUES (\(account), 'operator', \(time))",
            "INSERT INTO account_plans (account_id, plan, started_at) VALUES (\(account), 'pro', \(time))",
            "INSERT INTO data_exports (account_id, id, ends_at) VALUES (\(account), \(UUID()), \(time))",
            "INSERT INTO erasures (account_id, began_at) VALUES (\(account), \(time))",
            """
            INSERT INTO erasure_tasks (account_id, service, requested_at) VALUES (\(account), 'budget', \(time))
            """,
            """
            INSERT INTO revocations (account_id, reason, revoked_at, expires_at)
            VALUES (\(account), 'outdated', \(time), \(time))
            """,
        ])
    }
}
