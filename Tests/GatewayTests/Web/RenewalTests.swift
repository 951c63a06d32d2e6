import AuthMessages
import Foundation
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing

@testable import larder_gateway

@Suite("Renewing the sessions of browsers", .timeLimit(.minutes(5)))
struct RenewalTests {
    @Test("a renewal that two requests share survives that the one which began it is given up")
    func givenUp() async throws {
        let begun = AsyncStream.makeStream(of: Void.self)
        let calls = Mutex(0)
        let refresh = MethodHandler.unary(Auth.SessionsService.refreshSession) {
            (request: Auth.RefreshSessionRequest, _) -> Auth.SessionTokens in
            let isFirst = calls.withLock { calls in
                defer { calls += 1 }
                return calls == 0
            }
            if isFirst {
                begun.continuation.yield()
                // It ends when it is cancelled with the browser's connection.
                try await Task.sleep(for: .seconds(3_600))
            }
            var tokens = Auth.SessionTokens()
            tokens.accessToken = "a.b.c"
            tokens.refreshToken = "renewed"
            return tokens
        }
        try await WebGateway.with([refresh], of: Auth.SessionsService.descriptor) { web in
            let fields = ["Cookie": "larder-session=k.token", "Sec-Fetch-Site": "same-origin"]
            try await WebClient.with(port: web.port) { second in
                try await WebClient.with(port: web.port) { first in
                    try await first.sendHead("GET", "/session", fields, length: nil)
                    for await _ in begun.stream { break }
                    try await second.sendHead("GET", "/session", fields, length: nil)
                }
                let answer = try await second.answer()
                #expect(answer.fields["set-cookie"]?.contains("larder-session=k.renewed") == true)
            }
            #expect(calls.withLock { $0 } == 2)
        }
    }

    @Test("what was granted elsewhere since the access token was made counts at once")
    func grantedElsewhere() async throws {
        let renewals = Mutex(0)
        let newToken = Mutex("")
        let refresh = MethodHandler.unary(Auth.SessionsService.refreshSession) {
            (_: Auth.RefreshSessionRequest, _) -> Auth.SessionTokens in
            renewals.withLock { $0 += 1 }
            var tokens = Auth.SessionTokens()
            tokens.accessToken = newToken.withLock(\.self)
            tokens.refreshToken = "renewed"
            return tokens
        }
        let list = MethodHandler.unary(Auth.SessionsService.listSessions) {
            (_: Auth.ListSessionsRequest, _) -> Auth.ListSessionsResponse in
            guard renewals.withLock({ $0 > 0 }) else { throw UserGate.lacks(.healthData) }
            return Auth.ListSessionsResponse()
        }
        try await WebGateway.with([refresh, list], of: Auth.SessionsService.descriptor) { web in
            let token = try await web.mint.token()
            newToken.withLock { $0 = token }
            let cookies = ["Cookie": "larder-session=k.token; larder-access=\(token)", "Sec-Fetch-Site": "same-origin"]
            let answer = try await web.call(Auth.SessionsService.listSessions, "{}", cookies)
            #expect(answer.status == 200)
            #expect(answer.fields["set-cookie"]?.contains("larder-session=k.renewed") == true)

            // Without a session to renew the refusal stays.
            renewals.withLock { $0 = 0 }
            let refused = try await web.call(
                Auth.SessionsService.listSessions,
                "{}",
                ["Authorization": "Bearer \(token)"]
            )
            #expect(refused.text.contains("CONSENT_REQUIRED"))
            #expect(renewals.withLock { $0 } == 0)
        }
    }
}
