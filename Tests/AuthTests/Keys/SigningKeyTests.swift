import AuthMessages
import Crypto
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Signing keys", .timeLimit(.minutes(5)))
struct SigningKeyTests {
    @Test("prevent auth from starting when their master key is missing")
    func missingMasterKey() async throws {
        try await withAuth { environment in
            try await environment.parts().prepare()
            let other = environment.parts(masterKeys: try TestKeys.masterKeys("2"))
            let error = await #expect(throws: ConfigurationError.self) { try await other.prepare() }
            #expect(error?.description.contains("lacks 1") == true)
            await #expect(throws: EncryptionError.unknownMasterKey(id: "1")) { try await other.keys.store.current() }
        }
    }

    @Test("cannot be read from the database without the master key, nor swapped")
    func encrypted() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let key = try await parts.keys.store.current()
            let stored: [UInt8] = try await environment.pool.query("SELECT private_key FROM signing_keys")[0][
                "private_key"
            ]
            #expect(!Data(stored).contains(key.privateKey.rawRepresentation))
            try await environment.pool.execute("UPDATE signing_keys SET id = 'other'")
            await #expect(throws: EncryptionError.unreadable) { try await environment.parts().keys.store.current() }
        }
    }

    @Test("are created once by instances that start at the same time, and survive a restart")
    func shared() async throws {
        try await withAuth { environment in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let parts = environment.parts()
                        try await parts.prepare()
                        return try await parts.keys.store.current().id
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await environment.parts().keys.store.current().id == ids.first)
            #expect(try await environment.count("signing_keys") == 1)
        }
    }

    @Test("are no longer published once retired, and replaced within a minute")
    func retirement() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let old = try await parts.keys.store.current()
            try await environment.pool.execute("UPDATE signing_keys SET retired_at = now()")
            let keys = try await parts.keys.listKeys(.init(), context: .test())
            #expect(keys.keys.isEmpty)
            environment.clock.advance(by: 61)
            let new = try await parts.keys.store.current()
            #expect(new.id != old.id)
            #expect(try await parts.keys.store.verificationKeys().map(\.id) == [new.id])
        }
    }

    @Test("verify what another instance signed")
    func crossInstance() async throws {
        try await withAuth { environment in
            let (first, second) = (environment.parts(), environment.parts())
            let account = try await first.register()
            let tokens = try await first.signIn()
            let clock = environment.clock
            let verifier = TokenVerifier(clock: clock) { try await second.keys.store.verificationKeys() }
            let user = try await verifier.verify(tokens.accessToken)
            #expect(user == VerifiedUser(id: account.id, username: "Anna7"))
        }
    }
}
