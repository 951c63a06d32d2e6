import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Passkeys", .timeLimit(.minutes(5)))
struct PasskeyTests {
    private typealias Difference = SoftwareAuthenticator.Difference

    /// Auth of an installation that takes passkeys, and somebody who has just signed in.
    private func withPasskeys(
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn, SoftwareAuthenticator) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts(
                relyingParty: try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
            )
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            try await body(environment, parts, caller, try SoftwareAuthenticator())
        }
    }

    /// Adds a passkey; returns its credential.
    private func add(
        _ parts: AuthComponents,
        _ authenticator: SoftwareAuthenticator,
        _ difference: Difference = Difference(),
        by caller: SignedIn
    ) async throws -> [UInt8] {
        let setup = try await parts.begin(.passkey, by: caller)
        let (credential, registration) = try authenticator.create(try #require(setup.passkey), difference)
        try await parts.add(setup, .passkey(registration), named: "Key", by: caller)
        return credential
    }

    /// Signs in with a passkey alone.
    private func signIn(
        _ parts: AuthComponents,
        _ authenticator: SoftwareAuthenticator,
        with credential: [UInt8],
        _ difference: Difference = Difference()
    ) async throws -> Auth.SessionTokens {
        let challenge = try await parts.sessions.beginPasskeySignIn(.init(), context: .test())
        let assertion = try authenticator.sign(try #require(challenge.passkey), with: credential, difference)
        return try await parts.complete(challenge, .passkey(assertion))
    }

    /// Why a passkey alone does not sign in.
    private func refusal(
        _ parts: AuthComponents,
        _ authenticator: SoftwareAuthenticator,
        with credential: [UInt8],
        _ difference: Difference = Difference()
    ) async -> Status? {
        await status { try await signIn(parts, authenticator, with: credential, difference) }
    }

    @Test("of each algorithm sign in alone and as second step", arguments: [-7, -8, -257])
    func algorithms(algorithm: Int) async throws {
        try await withPasskeys { environment, parts, caller, authenticator in
            #expect(try await parts.list(of: caller).available.contains(.passkey))
            let setup = try await parts.begin(.passkey, by: caller)
            let options = try #require(setup.passkey)
            #expect(options.relyingPartyID == "localhost" && options.username == "Anna7")
            #expect(options.challenge.count == 32 && options.userHandle.count == 16)
            #expect(options.algorithms == [-7, -8, -257] && options.excludedCredentials.isEmpty)
            let (credential, registration) = try authenticator.create(options, Difference(algorithm: algorithm))
            let added = try await parts.add(setup, .passkey(registration), named: "Key", by: caller)
            #expect(added.factor?.kind == .passkey && added.recoveryCodes.count == 10)
            #expect(try await parts.begin(.passkey, by: caller).passkey?.excludedCredentials == [credential])
            let tokens = try await signIn(parts, authenticator, with: credential)
            #expect(tokens.accountID == caller.tokens.accountID && tokens.username == "Anna7")
            let challenge = try await parts.challenge()
            #expect(challenge.kinds == [.passkey, .recoveryCode])
            let request = try #require(challenge.passkey)
            #expect(request.allowedCredentials == [credential] && !request.requiresUserVerification)
            // A hardware key whose user is present, not verified.
            let assertion = try authenticator.sign(request, with: credential, Difference(flags: 0x01))
            try await parts.complete(challenge, .passkey(assertion))
            #expect(try await parts.list(of: caller).factors.map { $0.lastUsedAt != nil } == [true])
            #expect(try await environment.auditedActions().filter { $0 == "signed_in" }.count == 3)
        }
    }

    private static let wrong: [Difference] = [
        Difference(type: "webauthn.create"), Difference(origin: "https://localhost:7450"),
        Difference(origin: "http://localhost:7451"), Difference(origin: "https://evil.example.org"),
        Difference(relyingParty: "evil.example.org"), Difference(crossOrigin: true), Difference(flags: 0x00),
        Difference(flags: 0x04), Difference(flags: 0x01),
    ]

    @Test("are refused for another site, challenge or purpose, and without their user", arguments: wrong.indices)
    func refused(index: Int) async throws {
        try await withPasskeys { _, parts, caller, authenticator in
            let credential = try await add(parts, authenticator, by: caller)
            let refused = await refusal(parts, authenticator, with: credential, Self.wrong[index])
            #expect(refused?.code == .unauthenticated && refused?.reason == .wrongFactor)
            _ = try await signIn(parts, authenticator, with: credential)
        }
    }

    @Test("are refused when any part of what they signed was changed")
    func changed() async throws {
        try await withPasskeys { _, parts, caller, authenticator in
            let credential = try await add(parts, authenticator, by: caller)
            let other = try await parts.sessions.beginPasskeySignIn(.init(), context: .test())
            let changes: [(inout Auth.PasskeyAssertion) -> Void] = [
                { $0.signature[$0.signature.count - 1] ^= 1 }, { $0.signature = [] }, { $0.authenticatorData[36] ^= 1 },
                { $0.authenticatorData.append(0) }, { $0.authenticatorData = [] }, { $0.clientData.append(0x20) },
                { $0.clientData = Array("{}".utf8) }, { $0.clientData = [] }, { $0.credentialID = [1, 2, 3] },
                { $0.userHandle = Array(repeating: 7, count: 16) },
                { $0.authenticatorData += [UInt8](repeating: 0, count: 9_000) },
            ]
            for (number, change) in changes.enumerated() {
                // A right sign-in in between, so that the account is not locked.
                _ = try await signIn(parts, authenticator, with: credential)
                let challenge = try await parts.sessions.beginPasskeySignIn(.init(), context: .test())
                var assertion = try authenticator.sign(try #require(challenge.passkey), with: credential)
                change(&assertion)
                let refused = await parts.refusal(of: .passkey(assertion), to: challenge)
                #expect(refused?.reason == .wrongFactor, "change \(number)")
                #expect(await parts.refusal(of: .passkey(assertion), to: other)?.code == .unauthenticated)
            }
        }
    }

    @Test("of which there is a copy are refused by their counter, and it is recorded")
    func counter() async throws {
        try await withPasskeys { environment, parts, caller, authenticator in
            let credential = try await add(parts, authenticator, Difference(count: 5), by: caller)
            _ = try await signIn(parts, authenticator, with: credential, Difference(count: 6))
            for count in [6, 5, 0] {
                let copy = await refusal(parts, authenticator, with: credential, Difference(count: count))
                #expect(copy?.reason == .wrongFactor)
            }
            _ = try await signIn(parts, authenticator, with: credential, Difference(count: 7))
            #expect(try await environment.auditedActions().filter { $0 == "passkey_refused" }.count == 3)
        }
    }

    @Test("are recorded when they are wrong, and lock nothing, since there is nothing to guess")
    func wrongOnes() async throws {
        try await withPasskeys { environment, parts, caller, authenticator in
            let credential = try await add(parts, authenticator, by: caller)
            for _ in 0..<8 {
                let failed = await refusal(parts, authenticator, with: credential, Difference(flags: 0x01))
                #expect(failed?.reason == .wrongFactor)
            }
            let actions = try await environment.auditedActions()
            #expect(actions.filter { $0 == "sign_in_failed" }.count == 8)
            _ = try await signIn(parts, authenticator, with: credential)
            #expect(try await parts.challenge().kinds.contains(.passkey))
        }
    }

    @Test("sign in while wrong passwords have locked the account, and leave that lock as it is")
    func lock() async throws {
        try await withPasskeys { environment, parts, caller, authenticator in
            let credential = try await add(parts, authenticator, by: caller)
            let second = try await parts.challenge()
            for _ in 0..<7 { _ = await status { try await parts.challenge("Anna7", "Wrong-horse-7") } }
            #expect(await status { try await parts.challenge() }?.reason == .accountLocked)
            let tokens = try await signIn(parts, authenticator, with: credential)
            #expect(tokens.username == "Anna7")
            // Whoever guesses passwords gets no further ones by it.
            #expect(await status { try await parts.challenge() }?.reason == .accountLocked)
            // A sign-in that began with a password stays refused.
            let assertion = try authenticator.sign(try #require(second.passkey), with: credential)
            #expect(await parts.refusal(of: .passkey(assertion), to: second)?.reason == .accountLocked)
            environment.clock.advance(by: 901)
            _ = try await signIn(parts, authenticator, with: credential)
            for _ in 0..<6 {
                let wrong = await status { try await parts.challenge("Anna7", "Wrong-horse-7") }
                #expect(wrong?.reason == .wrongCredentials, "counted from zero")
            }
            _ = try await signIn(parts, authenticator, with: credential)
            let wrong = await status { try await parts.challenge("Anna7", "Wrong-horse-7") }
            #expect(wrong?.reason == .wrongCredentials, "a success sets the count to zero")
        }
    }

    @Test("are not added for another site or challenge, or broken, and a credential belongs to one account")
    func additions() async throws {
        try await withPasskeys { environment, parts, caller, authenticator in
            for difference in Self.wrong.prefix(6) + [Difference(flags: 0x44)] {
                let setup = try await parts.begin(.passkey, by: caller)
                var different = difference
                if difference.type != nil { different.type = "webauthn.get" }
                let (_, registration) = try authenticator.create(try #require(setup.passkey), different)
                let refused = await parts.refusal(of: .passkey(registration), to: setup, by: caller)
                #expect(refused?.code == .invalidArgument)
                // So that the account is not locked.
                try await parts.signIn()
            }
            let (setup, other) = (
                try await parts.begin(.passkey, by: caller), try await parts.begin(.passkey, by: caller)
            )
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            for length in 0..<registration.authenticatorData.count {
                var broken = registration
                broken.authenticatorData = Array(broken.authenticatorData.prefix(length))
                let party = try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
                #expect(party.passkey(broken, for: try #require(Challenge.Token(setup.token))) == nil)
            }
            #expect(await parts.refusal(of: .passkey(registration), to: other, by: caller)?.reason == .wrongFactor)
            try await parts.add(setup, .passkey(registration), by: caller)
            try await parts.register(.test(username: "Bob", email: "bob@example.org"))
            let bob = try await environment.signedIn(parts, "Bob")
            let own = try await parts.begin(.passkey, by: bob)
            var stolen = try authenticator.create(try #require(own.passkey)).registration
            stolen.authenticatorData = registration.authenticatorData
            #expect(await parts.refusal(of: .passkey(stolen), to: own, by: bob)?.reason == .wrongFactor)
            #expect(try await parts.list(of: bob).factors.isEmpty)
        }
    }

    @Test(
        "are refused when a length claims more than there is, before anything is allocated for it",
        arguments: [
            [0x9A, 0x7F, 0xFF, 0xFF, 0xFF], [0xBA, 0x7F, 0xFF, 0xFF, 0xFF], [0x5A, 0x7F, 0xFF, 0xFF, 0xFF],
            [0x9B, 0, 0, 0, 1, 0, 0, 0, 0], [0xBF], [0xA1, 1, 0x9A, 0x7F, 0xFF, 0xFF, 0xFF], [0xA1, 1, 0x9F],
            [0xA1, 1],
            [0xA1, 1, 0x59, 0xFF, 0xFF], [0xB8, 0xFF], [0xC1, 0xA0],
        ] as [[UInt8]]
    )
    func claims(key: [UInt8]) {
        let head = [UInt8](repeating: 0, count: 32)
        let credential = [UInt8](repeating: 7, count: 16)
        let made = head + [0x41, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [0, 16] + credential
        #expect(!AuthenticatorData.isReadable(asCredential: made + key))
        #expect(!AuthenticatorData.isReadable(asAssertion: head + [0x81, 0, 0, 0, 0] + key))
        #expect(AuthenticatorData.isReadable(asCredential: made + [0xA2, 1, 2, 0x20, 0x58, 1, 9]))
        #expect(AuthenticatorData.isReadable(asAssertion: head + [0x01, 0, 0, 0, 0]))
    }

    @Test("survive bytes at random in place of what authenticators send")
    func noise() async throws {
        try await withPasskeys { _, parts, caller, authenticator in
            let setup = try await parts.begin(.passkey, by: caller)
            let (_, registration) = try authenticator.create(try #require(setup.passkey))
            let party = try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
            let token = try #require(Challenge.Token(setup.token))
            var generator = SeededGenerator(seed: 11)
            var kept = 0
            for _ in 0..<20_000 {
                var broken = registration
                // Behind the relying party and the flags, where lengths and the key are.
                let position = Int.random(in: 33..<broken.authenticatorData.count, using: &generator)
                broken.authenticatorData[position] = UInt8.random(in: 0...255, using: &generator)
                if Bool.random(using: &generator) {
                    broken.authenticatorData.removeLast(Int.random(in: 0...40, using: &generator))
                }
                if party.passkey(broken, for: token) != nil { kept += 1 }
            }
            // A changed counter, identifier or key is another passkey; a changed length or form is none.
            #expect(kept > 0 && kept < 15_000)
        }
    }

    @Test(
        "are configured for addresses in the relying party's domain alone",
        arguments: [
            ("example.org", "https://example.org", true), ("example.org", "https://larder.example.org:8443", true),
            ("localhost", "http://localhost:7450", true), ("example.org", "http://example.org", false),
            ("example.org", "https://badexample.org", false), ("example.org", "https://example.org/app", false),
            ("example.org", "example.org", false), ("example.org", "", false),
        ]
    )
    func configuration(domain: String, origin: String, isRight: Bool) {
        let made = try? RelyingParty(id: domain, origins: origin.isEmpty ? [] : [origin])
        #expect((made != nil) == isRight)
    }
}
