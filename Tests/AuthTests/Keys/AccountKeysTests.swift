import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Keys of accounts", .timeLimit(.minutes(5)))
struct AccountKeysTests {
    /// Has accounts' keys be where a former version has stored them.
    private func moveBack(_ environment: AuthTestEnvironment) async throws {
        try await environment.pool.pipeline([
            """
            UPDATE accounts SET data_key = wrapped_key, master_key_id = person_keys.master_key_id
            FROM person_keys WHERE user_id = id
            """,
            "DELETE FROM person_keys",
        ])
    }

    private func counts(_ environment: AuthTestEnvironment) async throws -> [Int] {
        let row = try await environment.pool.query(
            """
            SELECT (SELECT count(*) FROM accounts WHERE data_key IS NOT NULL OR master_key_id IS NOT NULL) AS inside,
                (SELECT count(*) FROM person_keys) AS apart
            """
        )[0]
        return [try row["inside"], try row["apart"]]
    }

    @Test("are in a table of their own from registration on")
    func registered() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            #expect(try await counts(environment) == [0, 1])
        }
    }

    @Test("that a former version has made are read where they are, and moved while auth serves")
    func moved() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            try await moveBack(environment)
            try await parts.prepare()
            let id = try #require(UUID(canonical: account.id))
            #expect(try await parts.accounts.store.find(id)?.email == "anna@example.org")
            let signedIn = try await environment.signedIn(parts, device: "Anna’s phone")
            let keys = AccountKeys(database: environment.pool)
            #expect(try await keys.moveAll() == 1)
            #expect(try await keys.moveAll() == 0)
            #expect(try await counts(environment) == [0, 1])
            #expect(try await parts.accounts.store.find(id)?.email == "anna@example.org")
            let sessions = try await parts.sessions.listSessions(.init(), context: signedIn.context()).sessions
            #expect(sessions.map(\.device) == ["Anna’s phone"])
        }
    }

    @Test("are rewrapped where a former version has made them, which moves them")
    func rewrapped() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            try await moveBack(environment)
            let both = try TestKeys.masterKeys("2", "1")
            let outcome = try await KeyRewrapping(database: environment.pool, masterKeys: both).run()
            #expect(outcome == .init(rewrapped: 1, unreadable: 0, remaining: 0))
            #expect(try await counts(environment) == [0, 1])
            let after = environment.parts(masterKeys: try TestKeys.masterKeys("2"))
            try await after.prepare()
            _ = try await after.signIn("anna@example.org")
        }
    }

    @Test(
        "are required: auth does not start without a master key that wraps one, wherever that is",
        arguments: [false, true]
    )
    func required(isMoved: Bool) async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            if !isMoved { try await moveBack(environment) }
            let error = await #expect(throws: ConfigurationError.self) {
                try await environment.parts(masterKeys: try TestKeys.masterKeys("2")).prepare()
            }
            #expect(error?.description.contains("lacks 1") == true)
        }
    }

    @Test("are destroyed with the account, after which nothing of a back-up of its rows can be read")
    func destroyed() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let id = try #require(UUID(canonical: try await parts.register().id))
            try await parts.register(.test(username: "berta", email: "berta@example.org"))
            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(id)")
            await #expect(throws: EncryptionError.unreadable) { _ = try await parts.accounts.store.find(id) }
            try await parts.personalData.erase(id, in: environment.pool)
            #expect(try await counts(environment) == [0, 1])
            _ = try await parts.signIn("berta@example.org")
        }
    }
}
