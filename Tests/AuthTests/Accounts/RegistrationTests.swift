import AuthMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_auth

@Suite("Registering", .timeLimit(.minutes(5)))
struct RegistrationTests {
    @Test("stores nothing when a field is invalid")
    func invalid() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let refusal = await status { try await parts.register(.test(username: "?", password: "short")) }
            #expect(refusal?.code == .invalidArgument)
            let stored = (try await environment.count("accounts"), try await environment.count("email_lookups"))
            #expect(stored == (0, 0))
        }
    }

    @Test("names the taken fields, regardless of case")
    func taken() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let cases: [(Auth.RegisterRequest, [String])] = [
                (.test(username: "ANNA7", email: "other@example.org"), ["username"]),
                (.test(username: "Other", email: "ANNA@Example.ORG"), ["email"]),
                (.test(username: "anna7", email: "Anna@example.org"), ["username", "email"]),
            ]
            for (request, fields) in cases {
                let refusal = await status { try await parts.register(request) }
                #expect(refusal?.code == .alreadyExists)
                #expect(refusal?.reason == "TAKEN")
                #expect(refusal?.fieldViolations.map(\.field) == fields)
            }
            #expect(try await environment.count("accounts") == 1)
            #expect(try await environment.auditedActions() == ["registered", "email_verified"])
        }
    }

    @Test("creates one account for concurrent registrations of the same user name, and confirms an address for one")
    func concurrentDuplicates() async throws {
        try await withAuth { environment in
            let (first, second) = (environment.parts(), environment.parts())
            let outcomes = await withTaskGroup(of: StatusCode.self) { group in
                for index in 0..<24 {
                    let request = Auth.RegisterRequest.test(
                        username: index % 3 == 0 ? "user\(index)" : (index % 2 == 0 ? "anna7" : "ANNA7"),
                        email: index % 3 == 0
                            ? "Anna@example.org" : (index % 3 == 1 ? "anna@example.org" : "x\(index)@example.org")
                    )
                    group.addTask {
                        do {
                            try await (index % 2 == 0 ? first : second).register(request)
                            return .ok
                        } catch let status as Status {
                            return status.code
                        } catch {
                            return .unknown
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0 == .ok || $0 == .alreadyExists })
            let made = outcomes.count { $0 == .ok }
            #expect(try await environment.count("accounts") == made)
            let names = try await environment.pool.query("SELECT DISTINCT lower(username) AS name FROM accounts")
            #expect(names.count == made)
            let claims = try await environment.pool.query("SELECT 1 FROM accounts WHERE email_claim IS NOT NULL")
            #expect(try await environment.count("email_lookups") == made - claims.count)
            #expect(made >= 1)
        }
    }

    @Test("rejects an idempotency key used with other details, or with another password")
    func keyReused() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register(key: "key-number-1")
            for request in [
                Auth.RegisterRequest.test(username: "Other", email: "other@example.org"),
                .test(email: "ANNA@example.org"), .test(password: "correct-horse-8"),
            ] {
                let refusal = await status { try await parts.register(request, key: "key-number-1") }
                #expect(refusal?.code == .alreadyExists)
                #expect(refusal?.reason == "IDEMPOTENCY_KEY_REUSED")
            }
            let refusal = await status { try await parts.register(key: "short") }
            #expect(refusal?.code == .invalidArgument)
            #expect(try await environment.count("accounts") == 1)
        }
    }

    @Test("returns the same response when repeated with its idempotency key, also concurrently")
    func replay() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let first = try await parts.register(key: "key-number-1")
            environment.clock.advance(by: 60)
            #expect(try await parts.register(key: "key-number-1") == first)
            let request = Auth.RegisterRequest.test(username: "Ben", email: "ben@example.org")
            let answers = try await withThrowingTaskGroup(of: Auth.Account.self) { group in
                for _ in 0..<8 { group.addTask { try await parts.register(request, key: "key-number-2") } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1.id) }
            }
            #expect(answers.count == 1)
            #expect(try await environment.count("accounts") == 2)
            environment.clock.advance(by: 90_000)
            try await parts.deleteExpired()
            let late = await status { try await parts.register(key: "key-number-1") }
            #expect(late?.reason == "TAKEN")
        }
    }

    @Test("keeps an address unique while master keys are rotated")
    func rotation() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            let rotated = environment.parts(masterKeys: try TestKeys.masterKeys("2", "1"))
            let refusal = await status { try await rotated.register(.test(username: "Other")) }
            #expect(refusal?.fieldViolations.map(\.field) == ["email"])
            let ben = Auth.RegisterRequest.test(username: "Ben", email: "ben@example.org")
            try await rotated.register(ben)
            let behind = await status { try await environment.parts().register(ben) }
            #expect(behind?.fieldViolations.map(\.field) == ["username", "email"])
            #expect(try await rotated.signIn("anna@example.org").username == "Anna7")
        }
    }

    @Test("is permanent for a user name: the database rejects a change")
    func immutableUsername() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            for pool in [environment.pool, environment.owner] {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.execute("UPDATE accounts SET username = 'Other'")
                }
                #expect(error?.code == .checkViolation)
                #expect(error?.constraint == "accounts_identity")
            }
        }
    }

    @Test("stores the whole account, with its terms and an audit record")
    func success() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            var account = try await parts.register()
            #expect(account.username == "Anna7" && account.registrationToken.utf8.count == 64)
            #expect(account.email == "anna@example.org")
            #expect(account.acceptedTermsVersion == "1")
            #expect(account.createdAt?.seconds == 1_700_000_000)
            #expect(UUID(uuidString: account.id) != nil && account.id == account.id.lowercased())
            let own = try await parts.accounts.getAccount(.init(), context: .test(user: account.id))
            account.registrationToken = ""
            #expect(own == account)
            #expect(try await environment.auditedActions() == ["registered", "email_verified"])
            #expect(try await environment.count("terms_acceptances") == 1)
        }
    }

    @Test("a deleted account is not found, and without a user there is no account to return")
    func unknownAccount() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            for id in [UUID().canonical, "garbage", ""] {
                let refusal = await status { try await parts.accounts.getAccount(.init(), context: .test(user: id)) }
                #expect(refusal?.code == .notFound)
            }
            let refusal = await status { try await parts.accounts.getAccount(.init(), context: .test()) }
            #expect(refusal?.code == .unauthenticated)
        }
    }
}
