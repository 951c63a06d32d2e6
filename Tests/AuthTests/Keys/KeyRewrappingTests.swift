import AuthMessages
import Foundation
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Rewrapping under a new master key", .timeLimit(.minutes(5)))
struct KeyRewrappingTests {
    private let operatorID = UUID().uuidString.lowercased()

    private func names(_ count: Int) -> [String] { (1...count).map { "user\($0)" } }

    private func register(_ names: [String], at parts: AuthComponents) async throws {
        for name in names { try await parts.register(.test(username: name, email: "\(name)@example.org")) }
    }

    /// All parts of the old key are gone: people sign in by name and address, and read their data, without it.
    private func expectIndependence(of names: [String], _ parts: AuthComponents) async throws {
        try await parts.prepare()
        for name in names {
            let tokens = try await parts.signIn("\(name)@example.org")
            let account = try await parts.accounts.store.find(try #require(UUID(uuidString: tokens.accountID)))
            #expect(account?.email == "\(name)@example.org")
        }
    }

    @Test("lets the former master key be removed, while auth serves and people register")
    func whole() async throws {
        try await withAuth { environment in
            let before = environment.parts()
            try await before.prepare()
            try await register(names(7), at: before)
            let signer = try await before.keys.store.current().id
            let rotated = environment.parts(masterKeys: try TestKeys.masterKeys("2", "1"))
            // Has a look-up under either key.
            try await register(["late"], at: rotated)
            async let registering: Void = register(["meanwhile"], at: rotated)
            let answer = try await rotated.keyOperations.rewrapKeys(.init(), context: .test(user: operatorID))
            try await registering
            #expect(answer.rewrapped >= 8 && answer.remaining == 0 && answer.unreadable == 0)
            #expect(answer.masterKeyID == "2")
            _ = try await rotated.keyOperations.rewrapKeys(.init(), context: .test(user: operatorID))
            let again = try await rotated.keyOperations.rewrapKeys(.init(), context: .test(user: operatorID))
            #expect(again.rewrapped == 0)
            #expect(try await environment.auditedActions().filter { $0 == "keys_rewrapped" }.count == 3)
            #expect(try await environment.count("email_lookups") == 9)

            let after = environment.parts(masterKeys: try TestKeys.masterKeys("2"))
            try await expectIndependence(of: names(7) + ["late", "meanwhile"], after)
            #expect(try await after.keys.store.current().id == signer)
            // Addresses stay unique.
            await #expect(throws: Status.self) {
                try await after.register(.test(username: "other", email: "USER3@example.org"))
            }
        }
    }

    @Test("takes several calls for many accounts, and says how many remain")
    func batches() async throws {
        try await withAuth { environment in
            try await register(names(7), at: environment.parts())
            var rewrapping = KeyRewrapping(
                database: environment.pool,
                masterKeys: try TestKeys.masterKeys("2", "1")
            )
            rewrapping.limit = 3
            rewrapping.batchSize = 2
            #expect(try await rewrapping.run() == .init(rewrapped: 4, unreadable: 0, remaining: 3))
            #expect(try await rewrapping.run() == .init(rewrapped: 3, unreadable: 0, remaining: 0))
            #expect(try await rewrapping.run() == .init())
        }
    }

    @Test(
        "makes anew the claims to addresses that a former master key has made, also of accounts that have the current one"
    )
    func claims() async throws {
        try await MailedAuth.with { auth in
            let keys = try TestKeys.masterKeys("2", "1")
            let rotated = auth.environment.parts(masterKeys: keys)
            for name in names(3) {
                let request = Auth.RegisterRequest.test(username: name, email: "\(name)@example.org")
                _ = try await rotated.accounts.register(request, context: .test())
            }
            let former = try TestKeys.masterKeys("1").lookupHashes(
                of: "user2@example.org",
                purpose: AccountEncryption.emailLookup
            )[0]
            try await auth.environment.pool.execute(
                "UPDATE accounts SET email_claim = \(former) WHERE username = 'user2'"
            )
            let rewrapping = KeyRewrapping(database: auth.environment.pool, masterKeys: keys)
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 0, remaining: 0))
            #expect(try await rewrapping.run() == .init())
            let after = auth.environment.parts(masterKeys: try TestKeys.masterKeys("2"))
            for name in names(3) {
                #expect(await status { try await after.signIn("\(name)@example.org") }?.reason == "EMAIL_UNVERIFIED")
            }
        }
    }

    @Test("counts an account once that has its key in both places, and claims that a run has not come to")
    func remaining() async throws {
        try await withAuth { environment in
            try await register(names(3), at: environment.parts())
            try await environment.pool.execute(
                """
                UPDATE accounts SET data_key = wrapped_key, master_key_id = person_keys.master_key_id
                FROM person_keys WHERE user_id = id
                """
            )
            let keys = try TestKeys.masterKeys("2", "1")
            let rotated = environment.parts(masterKeys: keys)
            var rewrapping = KeyRewrapping(database: environment.pool, masterKeys: keys)
            (rewrapping.limit, rewrapping.batchSize) = (1, 1)
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 0, remaining: 2))
            (rewrapping.limit, rewrapping.batchSize) = (100, 1)
            #expect(try await rewrapping.run() == .init(rewrapped: 2, unreadable: 0, remaining: 0))
            for name in ["claim1", "claim2"] {
                let request = Auth.RegisterRequest.test(username: name, email: "\(name)@example.org")
                _ = try await rotated.accounts.register(request, context: .test())
            }
            try await environment.pool.execute(
                "UPDATE accounts SET email_claim = sha256('x') WHERE username LIKE 'claim%'"
            )
            rewrapping.limit = 1
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 0, remaining: 1))
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 0, remaining: 0))
        }
    }

    @Test("leaves what it can't read as it is, and goes on with the others")
    func unreadable() async throws {
        try await withAuth { environment in
            try await register(names(4), at: environment.parts())
            func change(_ change: Statement, of name: String) async throws {
                try await environment.pool.execute(
                    """
                    UPDATE person_keys SET \(change) FROM accounts WHERE accounts.id = user_id AND username = \(name)
                    """
                )
            }
            try await change("wrapped_key = 'x'", of: "user1")
            try await change("master_key_id = 'lost'", of: "user2")
            try await environment.pool.execute("UPDATE accounts SET email = 'x' WHERE username = 'user3'")
            var rewrapping = KeyRewrapping(
                database: environment.pool,
                masterKeys: try TestKeys.masterKeys("2", "1")
            )
            rewrapping.batchSize = 1
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 3, remaining: 3))
            let unchanged = try await environment.pool.query(
                """
                SELECT 1 FROM accounts JOIN person_keys ON user_id = id
                WHERE person_keys.master_key_id <> '2' AND username <> 'user4'
                """
            )
            #expect(unchanged.count == 3)
            #expect(try await environment.count("email_lookups") == 4)
        }
    }
}
