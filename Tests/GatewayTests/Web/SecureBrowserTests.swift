import AuthMessages
import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import TLS
import Testing

@testable import larder_gateway

@Suite("Browsers over TLS", .timeLimit(.minutes(5)))
struct SecureBrowserTests {
    /// Sends requests over HTTP/1.1 and TLS.
    private func with<Result: Sendable>(
        _ web: WebGateway,
        _ body: @Sendable (WebClient) async throws -> Result
    ) async throws -> Result {
        try await WebClient.with(port: web.port, tls: try .browser(["http/1.1"]), body)
    }

    @Test("every answer keeps browsers from coming over plain HTTP again")
    func transportSecurity() async throws {
        try await WebGateway.with([answering(BackendService.get)], tls: .forBrowsers()) { web in
            try await with(web) { client in
                let json = ["Content-Type": "application/json"]
                let answers = [
                    try await client.request("GET", "/configuration.json"),
                    try await client.request("GET", "/nothing.txt"),
                    try await client.request(
                        "POST",
                        "/\(BackendService.get.path)",
                        json,
                        body: ByteBuffer(string: "{}")
                    ),
                    try await client.request(
                        "POST",
                        "/\(BackendService.get.path)",
                        json,
                        body: ByteBuffer(string: "{")
                    ),
                ]
                #expect(answers.map(\.status) == [200, 404, 200, 400])
                for answer in answers {
                    let field = try #require(answer.fields["strict-transport-security"])
                    let age = field.split(separator: ";")[0].split(separator: "=").last.flatMap { Int($0) } ?? 0
                    #expect(age >= 31_536_000)
                }
            }
        }
    }

    @Test("plain HTTP on the port of TLS is not answered")
    func plain() async throws {
        try await WebGateway.with([answering(BackendService.get)], tls: .forBrowsers()) { web in
            try await WebClient.with(port: web.port) { client in
                try? await client.send("GET /configuration.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try await client.waitUntilClosed()
            }
        }
    }

    @Test(
        "a client that offers neither HTTP/2 nor HTTP/1.1 is not served",
        arguments: [[], ["larder/1"], ["http/1.0"]]
    )
    func protocols(_ offered: [String]) async throws {
        try await WebGateway.with([], tls: .forBrowsers()) { web in
            let client = try await RawConnection.connect(port: web.port, tls: try .browser(offered))
            try await client.waitForEnd()
            #expect(client.failure != nil)
        }
    }

    @Test("an origin is that of the address with https")
    func origins() async throws {
        try await WebGateway.with([answering(BackendService.get)], tls: .forBrowsers()) { web in
            for (origin, status) in [("https://localhost:\(web.port)", 200), ("http://localhost:\(web.port)", 403)] {
                let fields = ["Content-Type": "application/json", "Origin": origin]
                let answer = try await with(web) { client in
                    try await client.request(
                        "POST",
                        "/\(BackendService.get.path)",
                        fields,
                        body: ByteBuffer(string: "{}")
                    )
                }
                #expect(answer.status == status, "\(origin)")
            }
        }
    }

    // MARK: Cookies

    private static let signIn = MethodHandler.unary(Auth.SessionsService.signIn) {
        (request: Auth.SignInRequest, _) -> Auth.SessionTokens in
        var tokens = Auth.SessionTokens()
        (tokens.accessToken, tokens.refreshToken, tokens.username) = ("a.b.c", "refresh", request.name)
        return tokens
    }

    @Test("the cookies of a session can be set by this host alone, over TLS, and are no one else's to read")
    func cookies() async throws {
        try await WebGateway.with([Self.signIn], of: Auth.SessionsService.descriptor, tls: .forBrowsers()) { web in
            let answer = try await with(web) { client in
                try await client.request(
                    "POST",
                    "/session",
                    ["Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"],
                    body: ByteBuffer(string: #"{"name":"ada","password":"x","remember":true}"#)
                )
            }
            let cookies = try #require(answer.fields["set-cookie"]).split(separator: "\n")
            #expect(cookies.map { $0.prefix { $0 != "=" } } == ["__Host-larder-access", "__Host-larder-session"])
            for cookie in cookies {
                let attributes = Set(cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
                #expect(attributes.isSuperset(of: ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"]))
                #expect(!cookie.contains("Domain"))
            }
        }
    }

    @Test("cookies of the names that plain HTTP has are nobody's session")
    func plainCookies() async throws {
        let seen = Recorder<String>()
        let refresh = MethodHandler.unary(Auth.SessionsService.refreshSession) {
            (request: Auth.RefreshSessionRequest, _) -> Auth.SessionTokens in
            seen.record(request.refreshToken)
            throw Status(.unauthenticated, "This session has ended.")
        }
        try await WebGateway.with([refresh], of: Auth.SessionsService.descriptor, tls: .forBrowsers()) { web in
            try await with(web) { client in
                for name in ["larder-session", "__Host-larder-session"] {
                    let fields = ["Cookie": "\(name)=k.\(name)", "Sec-Fetch-Site": "same-origin"]
                    _ = try await client.request("GET", "/session", fields)
                }
            }
        }
        #expect(seen.values == ["__Host-larder-session"])
    }
}
