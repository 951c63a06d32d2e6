import Foundation
import FoundationsTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing

@Suite("What a verifier remembers of tokens", .timeLimit(.minutes(5)))
struct TokenMemoryTests {
    private let mint = TokenMint()
    private let time = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("is nothing of a token that was not verified, or not accepted")
    func nothing() async throws {
        let verifier = TokenVerifier(clock: ManualWallClock(now: time)) { [mint.verificationKey] }
        let late = try await mint.token(issuedAt: time - 600, lifetime: 600)
        #expect(verifier.verified(late) == nil)
        #expect(await failure { _ = try await verifier.verify(late) }?.reason == "TOKEN_EXPIRED")
        #expect(verifier.verified(late) == nil)
    }

    @Test("holds until the keys change, and never beyond the token's end")
    func validity() async throws {
        let clock = ManualWallClock(now: time)
        let keys = Mutex([mint.verificationKey])
        let verifier = TokenVerifier(clock: clock) { keys.withLock { $0 } }
        let token = try await mint.token("u-7", issuedAt: time, lifetime: 60)
        _ = try await verifier.verify(token)
        let known = try #require(verifier.verified(token))
        #expect(verifier.isCurrent(known))
        #expect(try verifier.user(of: known).id == "u-7")

        let successor = TokenMint("key-2")
        keys.withLock { $0.append(successor.verificationKey) }
        clock.advance(by: 2)
        _ = try await verifier.verify(try await successor.token(issuedAt: time))
        #expect(!verifier.isCurrent(known))
        #expect(verifier.verified(token) == nil)

        clock.advance(by: 58)
        let status = #expect(throws: Status.self) { try verifier.user(of: known) }
        #expect(status?.reason == "TOKEN_EXPIRED")
    }

    @Test("outlives a fetch that a forged key id makes, as long as the keys are the same")
    func forgedKeyID() async throws {
        let clock = ManualWallClock(now: time)
        let fetches = Mutex(0)
        let verifier = TokenVerifier(clock: clock) {
            fetches.withLock { $0 += 1 }
            return [mint.verificationKey]
        }
        let token = try await mint.token("u-7", issuedAt: time)
        _ = try await verifier.verify(token)
        let known = try #require(verifier.verified(token))
        clock.advance(by: 2)
        let forged = try await TokenMint("forged").token("u-7", issuedAt: time)
        #expect(await failure { _ = try await verifier.verify(forged) }?.reason == "TOKEN_EXPIRED")
        #expect(fetches.withLock { $0 } == 2)
        #expect(verifier.isCurrent(known) && verifier.verified(token) != nil)
    }

    @Test("is used without asking for keys or verifying again, while auth is away")
    func reuse() async throws {
        let isReachable = Mutex(true)
        let verifier = TokenVerifier(clock: ManualWallClock(now: time)) {
            guard isReachable.withLock({ $0 }) else { throw Status(.unavailable, "auth is away") }
            return [mint.verificationKey]
        }
        let token = try await mint.token(issuedAt: time)
        _ = try await verifier.verify(token)
        isReachable.withLock { $0 = false }
        for _ in 0..<10 { #expect(try await verifier.verify(token).id == "u-1") }
        // A token that is not remembered yet needs no new keys either.
        #expect(try await verifier.verify(try await mint.token("u-2", issuedAt: time)).id == "u-2")
    }

    @Test("is the same for all that ask at once")
    func concurrency() async throws {
        let verifier = TokenVerifier(clock: ManualWallClock(now: time)) { [mint.verificationKey] }
        let tokens = try await (0..<4).asyncMap { try await mint.token("u-\($0)", issuedAt: time) }
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask { try await verifier.verify(tokens[number % 4]).id == "u-\(number % 4)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("does not matter when auth gives out a key that is none")
    func brokenKey() async throws {
        let verifier = TokenVerifier(clock: ManualWallClock(now: time)) {
            [VerificationKey(id: mint.keyID, publicKey: [1, 2, 3])]
        }
        let token = try await mint.token(issuedAt: time)
        let status = await failure { _ = try await verifier.verify(token) }
        #expect(status?.code == .unavailable)
        #expect(status?.reason == "KEYS_UNREACHABLE")
        #expect(status?.retryDelay != nil)
    }

    @Test("is bounded: tokens that have expired make room first, and if none has, all do")
    func capacity() async throws {
        let clock = ManualWallClock(now: time)
        let verifier = TokenVerifier(clock: clock, capacity: 3) { [mint.verificationKey] }
        func remember(_ user: String, lifetime: TimeInterval) async throws -> String {
            let token = try await mint.token(user, issuedAt: time, lifetime: lifetime)
            _ = try await verifier.verify(token)
            return token
        }
        func isRemembered(_ tokens: [String]) -> [Bool] { tokens.map { verifier.verified($0) != nil } }
        var tokens = [try await remember("u-1", lifetime: 60)]
        for user in ["u-2", "u-3"] { tokens.append(try await remember(user, lifetime: 600)) }
        #expect(isRemembered(tokens) == [true, true, true])
        clock.advance(by: 60)
        tokens.append(try await remember("u-4", lifetime: 600))
        #expect(isRemembered(tokens) == [false, true, true, true])
        tokens.append(try await remember("u-5", lifetime: 600))
        #expect(isRemembered(tokens) == [false, false, false, false, true])
        // What was forgotten is verified anew.
        #expect(try await verifier.verify(tokens[1]).id == "u-2")
    }
}

extension Sequence {
    fileprivate func asyncMap<Mapped>(_ body: (Element) async throws -> Mapped) async rethrows -> [Mapped] {
        var mapped: [Mapped] = []
        for element in self { mapped.append(try await body(element)) }
        return mapped
    }
}
