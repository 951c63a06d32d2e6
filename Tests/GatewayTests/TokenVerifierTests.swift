import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Keys that verify access tokens")
struct TokenVerifierTests {
    @Test("calls that come while keys are fetched wait for them, and one fetch is enough for all")
    func sharedFetch() async throws {
        let mint = TokenMint()
        let token = try await mint.token(for: "u-1")
        let gate = Gate()
        let fetches = Recorder<Void>()
        let key = mint.verificationKey
        let verifier = TokenVerifier {
            fetches.record(())
            try await gate.wait()
            return [key]
        }
        let checks = (0..<20).map { _ in Task { try await verifier.verify(token).id } }
        await fetches.wait(forCount: 1)
        gate.open()
        for check in checks { #expect(try await check.value == "u-1") }
        #expect(fetches.count == 1)
    }

    @Test("when auth cannot be asked, the answer is to try again, and the next call asks again")
    func unreachable() async throws {
        let mint = TokenMint()
        let token = try await mint.token()
        let key = mint.verificationKey
        let fetches = Recorder<Void>()
        let verifier = TokenVerifier {
            fetches.record(())
            guard fetches.count > 1 else { throw Status(.unavailable, "auth is away") }
            return [key]
        }
        let failure = await #expect(throws: Status.self) { _ = try await verifier.verify(token) }
        #expect(failure?.reason == "KEYS_UNREACHABLE")
        #expect(try await verifier.verify(token).id == "u-1")
    }

    @Test("forged tokens cannot make it ask again and again")
    func flood() async throws {
        let forged = try await TokenMint(keyID: "unknown").token()
        let key = TokenMint().verificationKey
        let fetches = Recorder<Void>()
        let verifier = TokenVerifier {
            fetches.record(())
            return [key]
        }
        for _ in 0..<20 { await #expect(throws: Status.self) { _ = try await verifier.verify(forged) } }
        #expect(fetches.count == 1)
    }
}
