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

    @Test("are no longer published once retired, and replaced within ten seconds")
    func retirement() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let old = try await parts.keys.store.current()
            try await environment.pool.execute("UPDATE signing_keys SET retired_at = \(environment.clock.now)")
            let keys = try await parts.keys.listKeys(.init(), context: .test())
            #expect(keys.keys.isEmpty)
            environment.clock.advance(by: 11)
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

    @Test(
        "are followed by a new one at their age, once, which signs when it has been published, without a rejected token"
    )
    func schedule() async throws {
        try await withAuth { environment in
            let (first, second) = (environment.parts(), environment.parts())
            try await first.register()
            let clock = environment.clock
            let old = try await first.keys.store.current().id
            clock.advance(by: 30 * 86_400 - 1)
            try await first.rotateSigningKey()
            #expect(try await environment.count("signing_keys") == 1)
            clock.advance(by: 1)
            try await withThrowingDiscardingTaskGroup { group in
                for parts in [first, second, first, second] { group.addTask { try await parts.rotateSigningKey() } }
            }
            #expect(try await environment.count("signing_keys") == 2)

            // Verifiers that ask every ten seconds accept every token that either instance signs until it expires.
            let verifier = TokenVerifier(clock: clock) { try await second.keys.store.verificationKeys() }
            var tokens: [(token: String, expiry: Date)] = []
            var signers: [String] = []
            for _ in 0..<100 {
                try await verifier.refreshKeys()
                for parts in [first, second] {
                    let token = try await parts.signIn().accessToken
                    signers.append(try await parts.keys.store.current().id)
                    tokens.append((token, clock.now + 600))
                }
                for (token, expiry) in tokens where clock.now < expiry { _ = try await verifier.verify(token) }
                clock.advance(by: 10)
            }
            #expect(signers.first == old && signers.last != old)
            #expect(Set(signers).count == 2)
            #expect(signers.sorted { $0 == old && $1 != old } == signers)
            #expect(try await second.keys.store.verificationKeys().map(\.id) == [signers.last])

            clock.advance(by: 86_400)
            try await first.deleteExpired()
            #expect(try await environment.count("signing_keys") == 1)
        }
    }

    @Test("that are revoked are rejected as soon as verifiers ask, and the new one signs at once")
    func revocation() async throws {
        try await withAuth { environment in
            let (first, second) = (environment.parts(), environment.parts())
            try await first.register()
            let tokens = try await first.signIn()
            let verifier = TokenVerifier(clock: environment.clock) { try await second.keys.store.verificationKeys() }
            _ = try await verifier.verify(tokens.accessToken)
            let caller = try await environment.signedIn(first)
            let answer = try await first.keyOperations.rotateSigningKey(
                .init(revokeFormer: true),
                context: caller.context()
            )
            #expect(answer.keys.map(\.signs) == [true])
            let records = try await environment.pool.query(
                "SELECT actor_id, subject FROM audit_records WHERE action = 'signing_key_rotated'"
            )
            #expect(try records.map { try $0["actor_id"] as UUID? } == [UUID(uuidString: caller.user.id)])
            #expect(try records[0]["subject"] as String == "revoked")
            try await verifier.refreshKeys()
            let error = await #expect(throws: Status.self) { try await verifier.verify(tokens.accessToken) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reason == "TOKEN_EXPIRED")
            // The session goes on: its refresh token does not depend on the key.
            let renewed = try await first.refresh(tokens.refreshToken)
            _ = try await verifier.verify(renewed.accessToken)
        }
    }

    @Test("that operators rotate twice within the time of publication sign one after the other")
    func twice() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let old = try await parts.keys.store.current().id
            environment.clock.advance(by: 600)
            for _ in 0..<2 {
                _ = try await parts.keyOperations.rotateSigningKey(
                    .init(),
                    context: .test(user: UUID().uuidString.lowercased())
                )
                environment.clock.advance(by: 60)
            }
            let states = try await parts.keyOperations.listSigningKeys(.init(), context: .test()).keys
            #expect(states.count == 3)
            #expect(states.first { $0.signs }?.id == old)
            #expect(states.map { $0.retiresAt == nil } == [true, false, false])
            environment.clock.advance(by: 181)
            #expect(try await parts.keys.store.current().id == states[1].id)
            environment.clock.advance(by: 61)
            #expect(try await parts.keys.store.current().id == states[0].id)
        }
    }
}
