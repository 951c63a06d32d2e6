import AuthMessages
import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Limits on browsers", .timeLimit(.minutes(5)))
struct BrowserLimitTests {
    private func signed(_ web: WebGateway, _ user: String) async throws -> [String: String] {
        ["Authorization": "Bearer \(try await web.mint.token(for: user))"]
    }

    /// The reason of a refusal, and that it says when to try again.
    private func reason(_ answer: WebClient.Answer) -> String? {
        guard answer.status == 429, answer.fields["retry-after"] != nil else { return nil }
        let details = object(answer.text)?["details"] as? [NSDictionary]
        return (details?.first?["debug"] as? NSDictionary)?["reason"] as? String
    }

    @Test("a user's rate is one for browsers and programs, and is nobody else's")
    func users() async throws {
        var limits = RateLimits()
        limits.user = RateLimit(perSecond: 1, burst: 3)
        let clock = ManualClock()
        try await WebGateway.with([answering(BackendService.own)], limits: limits, clock: clock) { web in
            let (busy, other) = (try await signed(web, "busy"), try await signed(web, "other"))
            let program = CallOptions(accessToken: try await web.mint.token(for: "busy"))
            try await web.gateway.channel.call(BackendService.own, Echo(), program)
            for _ in 0..<2 { #expect(try await web.call(BackendService.own, "{}", busy).status == 200) }
            #expect(reason(try await web.call(BackendService.own, "{}", busy)) == "RATE_LIMITED")
            #expect(await web.gateway.channel.failure(of: BackendService.own, program)?.reason == "RATE_LIMITED")
            #expect(try await web.call(BackendService.own, "{}", other).status == 200)
            try await clock.advance(by: .seconds(1))
            #expect(try await web.call(BackendService.own, "{}", busy).status == 200)
        }
    }

    @Test(
        "the streams of a user count over all connections of browsers, and a place is given back when its browser goes"
    )
    func streams() async throws {
        var limits = RateLimits()
        limits.streamsPerUser = 2
        let (begun, ended) = (Recorder<Void>(), Recorder<Void>())
        let watch = MethodHandler.serverStreaming(BackendService.watchOwn) {
            (_: Echo, writer: MessageWriter<Echo>, _) in
            begun.record(())
            try await writer.write(Echo(payload: [1]))
            defer { ended.record(()) }
            try await Gate().wait()
        }
        let topic = #"{"topics":{"a":{"method":"\#(BackendService.watchOwn.path)"}}}"#
        try await WebGateway.with([watch, answering(BackendService.own)], limits: limits) { web in
            let user = try await signed(web, "busy")
            let fields = user.merging(["Content-Type": "application/json"]) { $1 }
            try await WebClient.with(port: web.port) { first in
                try await first.sendHead("POST", "/live", fields, length: topic.utf8.count)
                try await first.send(topic)
                try await begun.wait(forCount: 1)
                try await WebClient.with(port: web.port) { second in
                    try await second.sendHead("POST", "/live", fields, length: topic.utf8.count)
                    try await second.send(topic)
                    try await begun.wait(forCount: 2)
                    // A third one has its reason in its end.
                    let live = try await web.request("POST", "/live", fields, body: topic)
                    #expect(live.status == 200 && live.text.contains("TOO_MANY_CALLS"))
                    let envelope = String(buffer: ConnectEnvelope.bytes(ByteBuffer(string: "{}")))
                    let connect = try await web.call(BackendService.watchOwn, envelope, user)
                    #expect(connect.text.contains("TOO_MANY_CALLS"))
                    // Other calls have places of their own.
                    #expect(try await web.call(BackendService.own, "{}", user).status == 200)
                    #expect(begun.count == 2)
                }
            }
            try await ended.wait(forCount: 2)
            try await WebClient.with(port: web.port) { next in
                try await next.sendHead("POST", "/live", fields, length: topic.utf8.count)
                try await next.send(topic)
                try await begun.wait(forCount: 3)
            }
        }
    }

    // MARK: Sessions

    private static func tokens(_ number: Int) -> Auth.SessionTokens {
        var tokens = Auth.SessionTokens()
        (tokens.accessToken, tokens.refreshToken) = ("a.b.c", "refresh\(number)")
        return tokens
    }

    private static let sessions: [MethodHandler] = [
        .unary(Auth.SessionsService.signIn) { (_: Auth.SignInRequest, _) -> Auth.SessionTokens in tokens(0) },
        .unary(Auth.SessionsService.refreshSession) { (_: Auth.RefreshSessionRequest, _) -> Auth.SessionTokens in
            tokens(1)
        },
    ]

    private static let signIn = #"{"name":"ada","password":"x"}"#
    private static let json = ["Content-Type": "application/json"]

    @Test("signing in at /session counts as signing in, however else it is tried, and renewals go on")
    func signIns() async throws {
        var limits = RateLimits()
        limits.signIn = RateLimit(perSecond: 1, burst: 2)
        let clock = ManualClock()
        try await WebGateway.with(
            Self.sessions,
            of: Auth.SessionsService.descriptor,
            limits: limits,
            clock: clock
        ) { web in
            #expect(try await web.request("POST", "/session", Self.json, body: Self.signIn).status == 200)
            #expect(try await web.call(Auth.SessionsService.signIn, Self.signIn).status == 200)
            let limited = try await web.request("POST", "/session", Self.json, body: Self.signIn)
            #expect(reason(limited) == "RATE_LIMITED" && limited.fields["set-cookie"] == nil)
            #expect(reason(try await web.call(Auth.SessionsService.signIn, Self.signIn)) == "RATE_LIMITED")
            let renewed = try await renew(web, "a")
            #expect(renewed.fields["set-cookie"]?.contains("refresh1") == true)
            try await clock.advance(by: .seconds(1))
            #expect(try await web.request("POST", "/session", Self.json, body: Self.signIn).status == 200)
        }
    }

    @Test("renewals by cookies have a limit, over which the session and its cookies stay")
    func renewals() async throws {
        var limits = RateLimits()
        limits.renewal = RateLimit(perSecond: 1, burst: 2)
        let clock = ManualClock()
        try await WebGateway.with(
            Self.sessions,
            of: Auth.SessionsService.descriptor,
            limits: limits,
            clock: clock
        ) { web in
            for token in ["a", "b"] {
                #expect(try await renew(web, token).fields["set-cookie"]?.contains("refresh1") == true)
            }
            let limited = try await renew(web, "c")
            #expect(reason(limited) == "RATE_LIMITED" && limited.fields["set-cookie"] == nil)
            #expect(try await web.request("POST", "/session", Self.json, body: Self.signIn).status == 200)
            try await clock.advance(by: .seconds(1))
            #expect(try await renew(web, "c").fields["set-cookie"]?.contains("refresh1") == true)
        }
    }

    /// A request of a browser whose access token has expired.
    private func renew(_ web: WebGateway, _ token: String) async throws -> WebClient.Answer {
        try await web.request(
            "GET",
            "/session",
            ["Cookie": "larder-session=k.\(token)", "Sec-Fetch-Site": "same-origin"]
        )
    }
}
