import Foundation
import FoundationsTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing

@Suite("Verifying access tokens", .timeLimit(.minutes(5)))
struct TokenVerifierTests {
    /// The keys in force, the time, and how often the keys were asked for.
    private final class Auth: Sendable {
        let keys: Mutex<[VerificationKey]>
        let clock = ManualWallClock(now: Date(timeIntervalSince1970: 1_800_000_000))
        let isReachable = Mutex(true)
        let fetches = Recorder<Void>()
        let gate: Gate?

        init(_ keys: [VerificationKey], gate: Gate? = nil) {
            self.keys = Mutex(keys)
            self.gate = gate
        }

        var verifier: TokenVerifier {
            TokenVerifier(clock: clock) {
                self.fetches.record(())
                try await self.gate?.wait()
                guard self.isReachable.withLock({ $0 }) else { throw Status(.unavailable, "auth is away") }
                return self.keys.withLock { $0 }
            }
        }
    }

    private let mint = TokenMint()

    private func failure(_ verifier: TokenVerifier, _ token: String) async -> Status? {
        await ServiceKitTests.failure { _ = try await verifier.verify(token) }
    }

    @Test(
        "a token that is none asks for a sign-in and auth for nothing",
        arguments: [
            "", ".", "..", "a.b", "a.b.c", "ü.é.ø", "e30.e30.e30", String(repeating: "A", count: 5_000) + ".e30.e30",
        ]
    )
    func garbage(_ token: String) async {
        let auth = Auth([mint.verificationKey])
        let failure = await failure(auth.verifier, token)
        #expect(failure?.code == .unauthenticated)
        #expect(failure?.reason == "SIGN_IN_REQUIRED")
        #expect(auth.fetches.count == 0)
    }

    @Test(
        "a token whose header names no key, or another way of signing, asks for a sign-in",
        arguments: [
            #"{"alg":"none","kid":"key-1"}"#, #"{"alg":"HS256","kid":"key-1"}"#, #"{"alg":"EdDSA"}"#,
            #"{"alg":"EdDSA","kid":7}"#, #"{"kid":"key-1"}"#, #"["EdDSA"]"#,
        ]
    )
    func forgedHeader(_ header: String) async throws {
        let auth = Auth([mint.verificationKey])
        let failure = await failure(auth.verifier, try mint.forged(header: header))
        #expect(failure?.reason == "SIGN_IN_REQUIRED")
    }

    @Test("a token with an HMAC under the public key, or of another key by the same name, asks for a sign-in")
    func wrongSignature() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        #expect(await failure(verifier, try await mint.confused())?.reason == "SIGN_IN_REQUIRED")
        let impostor = try await TokenMint(mint.keyID).token(issuedAt: auth.clock.now)
        #expect(await failure(verifier, impostor)?.reason == "SIGN_IN_REQUIRED")
    }

    @Test("a token that has expired is rejected, also one that was good before")
    func expiry() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        let late = try await mint.token(issuedAt: auth.clock.now - 600, lifetime: 600)
        #expect(await failure(verifier, late)?.reason == "TOKEN_EXPIRED")
        let token = try await mint.token(issuedAt: auth.clock.now, lifetime: 60)
        #expect(try await verifier.verify(token).id == "u-1")
        auth.clock.advance(by: 60)
        #expect(await failure(verifier, token)?.reason == "TOKEN_EXPIRED")
    }

    @Test("forged tokens cause one fetch in an interval at the most")
    func flood() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        for number in 0..<20 {
            let forged = try await TokenMint("unknown-\(number)").token(issuedAt: auth.clock.now)
            #expect(await failure(verifier, forged)?.reason == "TOKEN_EXPIRED")
        }
        #expect(auth.fetches.count == 1)
        auth.clock.advance(by: 2)
        _ = await failure(verifier, try await TokenMint("unknown").token(issuedAt: auth.clock.now))
        #expect(auth.fetches.count == 2)
    }

    @Test("a clock that was set back does not keep a new key away")
    func clockSetBack() async throws {
        let auth = Auth([])
        let verifier = auth.verifier
        _ = await failure(verifier, try await mint.token(issuedAt: auth.clock.now))
        auth.clock.advance(by: -3_600)
        auth.keys.withLock { $0 = [mint.verificationKey] }
        #expect(try await verifier.verify(try await mint.token(issuedAt: auth.clock.now)).id == "u-1")
    }

    @Test("when auth cannot be asked, the answer is to try again, and the next call asks again")
    func unreachable() async throws {
        let auth = Auth([mint.verificationKey])
        auth.isReachable.withLock { $0 = false }
        let verifier = auth.verifier
        let token = try await mint.token(issuedAt: auth.clock.now)
        let refused = await failure(verifier, token)
        #expect(refused?.code == .unavailable)
        #expect(refused?.reason == "KEYS_UNREACHABLE")
        auth.isReachable.withLock { $0 = true }
        // A little later only: calls that fail must not flood it.
        #expect(await failure(verifier, token)?.reason == "KEYS_UNREACHABLE")
        #expect(auth.fetches.count == 1)
        auth.clock.advance(by: 0.25)
        #expect(try await verifier.verify(token).id == "u-1")
        #expect(auth.fetches.count == 2)
    }

    @Test("a token of a withdrawn key counts as expired once keys are fetched, also a remembered one")
    func withdrawn() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        let token = try await mint.token(issuedAt: auth.clock.now)
        #expect(try await verifier.verify(token).id == "u-1")
        let successor = TokenMint("key-2")
        auth.keys.withLock { $0 = [successor.verificationKey] }
        auth.clock.advance(by: 2)
        #expect(try await verifier.verify(try await successor.token("u-2", issuedAt: auth.clock.now)).id == "u-2")
        #expect(await failure(verifier, token)?.reason == "TOKEN_EXPIRED")
    }

    @Test("first uses at the same time share one fetch, and all succeed")
    func sharedFetch() async throws {
        let auth = Auth([mint.verificationKey], gate: Gate())
        let verifier = auth.verifier
        let tokens = try await [
            mint.token("u-1", issuedAt: auth.clock.now), mint.token("u-2", issuedAt: auth.clock.now),
        ]
        let checks = (0..<40).map { number in Task { try await verifier.verify(tokens[number % 2]).id } }
        try await auth.fetches.wait(forCount: 1)
        auth.gate?.open()
        for (number, check) in checks.enumerated() { #expect(try await check.outcome == "u-\(number % 2 + 1)") }
        #expect(auth.fetches.count == 1)
    }

    @Test("a caller that gives up does not take the keys from those who wait with it")
    func firstGivesUp() async throws {
        let auth = Auth([mint.verificationKey], gate: Gate())
        let verifier = auth.verifier
        let token = try await mint.token(issuedAt: auth.clock.now)
        let first = Task { try await verifier.verify(token).id }
        try await auth.fetches.wait(forCount: 1)
        let second = Task { try await verifier.verify(token).id }
        first.cancel()
        auth.gate?.open()
        #expect(try await second.outcome == "u-1")
    }

    @Test("tokens of withdrawn keys count as expired after a refresh, and new keys are known before their first token")
    func refresh() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        try await verifier.refreshKeys()
        #expect(auth.fetches.count == 0)
        let token = try await mint.token(issuedAt: auth.clock.now)
        #expect(try await verifier.verify(token).id == "u-1")
        let next = TokenMint("key-2")
        auth.keys.withLock { $0 = [next.verificationKey] }
        try await verifier.refreshKeys()
        #expect(auth.fetches.count == 2)
        #expect(await failure(verifier, token)?.reason == "TOKEN_EXPIRED")
        #expect(try await verifier.verify(try await next.token(issuedAt: auth.clock.now)).id == "u-1")
        #expect(auth.fetches.count == 2)
    }

    @Test("while auth is away a refresh fails and leaves what is known in force")
    func refreshInOutage() async throws {
        let auth = Auth([mint.verificationKey])
        let verifier = auth.verifier
        let token = try await mint.token(issuedAt: auth.clock.now)
        #expect(try await verifier.verify(token).id == "u-1")
        auth.isReachable.withLock { $0 = false }
        #expect(await ServiceKitTests.failure { try await verifier.refreshKeys() }?.reason == "KEYS_UNREACHABLE")
        #expect(try await verifier.verify(token).id == "u-1")
        let another = try await mint.token("u-2", issuedAt: auth.clock.now)
        #expect(try await verifier.verify(another).id == "u-2")
    }
}
