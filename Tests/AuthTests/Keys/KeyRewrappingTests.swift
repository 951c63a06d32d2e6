import AuthMessages
import Foundation
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Rewrapping under a new master key", .timeLimit(.minutes(5)))
struct KeyRewrappingTests {
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
            let answer = try await rotated.keyOperations.rewrapKeys(.init(), context: .test())
            try await registering
            #expect(answer.rewrapped >= 8 && answer.remaining == 0 && answer.unreadable == 0)
            #expect(answer.masterKeyID == "2")
            _ = try await rotated.keyOperations.rewrapKeys(.init(), context: .test())
            let again = try await rotated.keyOperations.rewrapKeys(.init(), context: .test())
            #expect(again.rewrapped == 0)
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

    @Test("leaves what it can't read as it is, and goes on with the others")
    func unreadable() async throws {
        try await withAuth { environment in
            try await register(names(4), at: environment.parts())
            try await environment.pool.execute("UPDATE accounts SET data_key = 'x' WHERE username = 'user1'")
            try await environment.pool.execute("UPDATE accounts SET master_key_id = 'lost' WHERE username = 'user2'")
            try await environment.pool.execute("UPDATE accounts SET email = 'x' WHERE username = 'user3'")
            var rewrapping = KeyRewrapping(
                database: environment.pool,
                masterKeys: try TestKeys.masterKeys("2", "1")
            )
            rewrapping.batchSize = 1
            #expect(try await rewrapping.run() == .init(rewrapped: 1, unreadable: 3, remaining: 3))
            let unchanged = try await environment.pool.query(
                "SELECT 1 FROM accounts WHERE master_key_id <> '2' AND username <> 'user4'"
            )
            #expect(unchanged.count == 3)
            #expect(try await environment.count("email_lookups") == 4)
        }
    }
}
