import Foundation
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Access tokens at the gateway", .timeLimit(.minutes(5)))
struct AccessTests {
    @Test("without a valid token no call for users reaches a service")
    func refused() async throws {
        let served = Recorder<CallContext>()
        let mint = TokenMint()
        let expired = try await mint.token(lifetime: 60, issuedAt: Date(timeIntervalSinceNow: -3_600))
        let forged = try await TokenMint().token()
        let good = try await mint.token()
        let altered = good.replacingOccurrences(of: ".", with: ".e", options: [], range: good.range(of: "."))
        try await withGateway([answering(BackendService.own, served)], mint: mint) { channel, _ in
            for token in [nil, "", "x", "a.b.c", expired, forged, altered, String(repeating: "a", count: 6_000)] {
                let failure = try #require(
                    await channel.failure(of: BackendService.own, CallOptions(accessToken: token))
                )
                #expect(failure.code == .unauthenticated)
                #expect(failure.reason == (token == expired ? "TOKEN_EXPIRED" : "SIGN_IN_REQUIRED"))
            }
            #expect(served.count == 0)
        }
    }

    @Test("with a valid token the service sees the same user")
    func served() async throws {
        let served = Recorder<CallContext>()
        let mint = TokenMint()
        let token = try await mint.token(for: "u-7")
        try await withGateway([answering(BackendService.own, served)], mint: mint) { channel, _ in
            try await channel.call(BackendService.own, Echo(), CallOptions(accessToken: token))
            #expect(served.values.map(\.verifiedUser?.id) == ["u-7"])
        }
    }
}
