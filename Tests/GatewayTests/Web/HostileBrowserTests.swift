import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Requests that no browser makes", .timeLimit(.minutes(5)))
struct HostileBrowserTests {
    private static let path = "/\(BackendService.get.path)"

    @Test(
        "a head that is malformed or too large is refused, and the connection closed",
        arguments: [
            "nonsense\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n\0\0\0\0\r\n\r\n",
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}",
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: 1\r\n", count: 200) + "\r\n",
            "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n folded\0: b\r\n\r\n",
        ]
    )
    func heads(_ bytes: String) async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen)]) { web in
            try await WebClient.with(port: web.port) { client in
                try? await client.send(bytes)
                if let answer = try? await client.head() { #expect((400..<500).contains(answer.status)) }
                try await client.waitUntilClosed()
            }
            #expect(seen.count == 0)
            #expect(try await web.call(BackendService.get, "{}").status == 200)
        }
    }

    @Test("a request hidden in another one's body is no request")
    func smuggling() async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen)]) { web in
            let hidden =
                "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
            try await WebClient.with(port: web.port) { client in
                // The body of a refused request, and of one whose path has none.
                for (method, path) in [("POST", "/larder.budget.v1.Test/Missing"), ("GET", "/nothing.txt")] {
                    try await client.sendHead(
                        method,
                        path,
                        ["Content-Type": "application/json"],
                        length: hidden.utf8.count
                    )
                    try await client.send(hidden)
                    #expect(try await client.answer().status == 404)
                }
            }
            #expect(seen.count == 0)
        }
    }

    @Test("an upgrade to another protocol is not taken")
    func upgrades() async throws {
        try await WebGateway.with([]) { web in
            for upgrade in ["websocket", "h2c"] {
                let answer = try await web.request(
                    "GET",
                    "/configuration.json",
                    [
                        "Connection": "Upgrade, HTTP2-Settings", "Upgrade": upgrade, "Sec-WebSocket-Version": "13",
                        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA",
                    ]
                )
                #expect(answer.status == 200 && answer.fields["upgrade"] == nil)
            }
            try await WebClient.with(port: web.port) { client in
                try await client.send("CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n")
                #expect((400..<500).contains(try await client.head().status))
            }
        }
    }

    @Test("methods that nothing is served for are refused", arguments: ["PUT", "PATCH", "TRACE", "OPTIONS"])
    func methods(_ method: String) async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            for path in [Self.path, "/", "/session", "/live", "/files/receipts", "/nothing.txt"] {
                let answer = try await web.request(method, path)
                #expect(answer.status == 405, "\(method) \(path)")
            }
        }
    }

    @Test("pipelined requests are answered in their order")
    func pipelining() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            try await WebClient.with(port: web.port) { client in
                for byte in UInt8(1)...20 {
                    let body = #"{"payload":"\#(Data([byte]).base64EncodedString())"}"#
                    try await client.sendHead(
                        "POST",
                        Self.path,
                        ["Content-Type": "application/json"],
                        length: body.utf8.count
                    )
                    try await client.send(body)
                }
                for byte in UInt8(1)...20 {
                    #expect(try await client.answer().text.contains(Data([byte]).base64EncodedString()))
                }
            }
        }
    }

    @Test("connections of browsers count with all others of their address, and are refused above its limit")
    func connections() async throws {
        var limits = RateLimits()
        limits.connectionsPerAddress = 3
        try await WebGateway.with([answering(BackendService.get)], limits: limits) { web in
            // The test's own channel is the first.
            try await web.gateway.channel.call(BackendService.get)
            try await WebClient.with(port: web.port) { first in
                #expect(try await first.request("GET", "/configuration.json").status == 200)
                try await WebClient.with(port: web.port) { second in
                    #expect(try await second.request("GET", "/configuration.json").status == 200)
                    try await WebClient.with(port: web.port) { third in
                        try? await third.sendHead("GET", "/configuration.json", length: nil)
                        try await third.waitUntilClosed()
                    }
                    #expect(try await second.request("GET", "/configuration.json").status == 200)
                }
            }
        }
    }

    @Test("calls of browsers count with all others of their address")
    func rates() async throws {
        var limits = RateLimits()
        limits.address = RateLimit(perSecond: 1, burst: 3)
        let clock = ManualClock()
        try await WebGateway.with([answering(BackendService.get)], limits: limits, clock: clock) { web in
            try await web.gateway.channel.call(BackendService.get)
            for _ in 0..<2 { #expect(try await web.call(BackendService.get, "{}").status == 200) }
            let limited = try await web.call(BackendService.get, "{}")
            #expect(limited.status == 429 && limited.fields["retry-after"] == "1")
            #expect(await web.gateway.channel.failure(of: BackendService.get)?.code == .resourceExhausted)
        }
    }

    @Test(
        "a request that fails before it is a call counts like one, whatever it was",
        arguments: [
            ("POST", path, "application/json", "{\"payload\":"), ("POST", path, "text/plain", "{}"),
            ("PUT", path, "application/json", "{}"),
            ("POST", "/larder.budget.v1.Test/Missing", "application/json", "{}"),
            ("POST", "/live", "application/json", "{\"topics\":{}}"), ("POST", "/session", "application/json", "[]"),
            ("GET", "/nothing.txt", "application/json", ""), ("POST", "/files/receipts", "text/plain", "a"),
        ]
    )
    func failuresCount(_ method: String, _ path: String, _ type: String, _ body: String) async throws {
        var limits = RateLimits()
        limits.address = RateLimit(perSecond: 1, burst: 3)
        try await WebGateway.with([answering(BackendService.get)], limits: limits, clock: ManualClock()) { web in
            for _ in 0..<3 {
                let answer = try await web.request(method, path, ["Content-Type": type], body: body)
                #expect((400..<500).contains(answer.status) && answer.status != 429)
            }
            let limited = try await web.request(method, path, ["Content-Type": type], body: body)
            #expect(limited.status == 429 && limited.fields["retry-after"] == "1")
            #expect(try await web.call(BackendService.get, "{}").status == 429)
            // The app's files and settings are there all the same.
            #expect(try await web.request("GET", "/configuration.json").status == 200)
        }
    }

    @Test("what unpacks or is large is read only for a call that would be admitted, and counts twice when it fails")
    func admittedFirst() async throws {
        var limits = RateLimits()
        limits.address = RateLimit(perSecond: 1, burst: 7)
        try await WebGateway.with(
            [answering(BackendService.own), answering(BackendService.get)],
            limits: limits,
            clock: ManualClock()
        ) { web in
            // Damaged, which nobody finds out for a stranger.
            let fields = ["Content-Encoding": "gzip"]
            let stranger = try await web.call(BackendService.own, "not compressed", fields)
            #expect(stranger.status == 401)
            let token = try await web.mint.token(for: "ada")
            let signed = ["Authorization": "Bearer \(token)"].merging(fields) { $1 }
            #expect(try await web.call(BackendService.own, "not compressed", signed).status == 400)
            let large = #"{"payload":"","# + String(repeating: " ", count: 20_000) + #""payload":""}"#
            #expect(try await web.call(BackendService.get, large).status == 400)
            #expect(try await web.call(BackendService.get, "{}").status == 200)
            #expect(try await web.call(BackendService.get, "{}").status == 429)
        }
    }

    @Test("bytes of bodies that are not whole count at once, and are free again when their connections end")
    func halfBodies() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            let before = web.gateway.server.bytesInFlight
            @Sendable func wait(until condition: (Int) -> Bool) async throws {
                while !condition(web.gateway.server.bytesInFlight) {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            let body = String(repeating: " ", count: 40_000)
            try await WebClient.with(port: web.port) { client in
                try await client.sendHead("POST", Self.path, ["Content-Type": "application/json"], length: 60_000)
                try await client.send(body)
                // Connections report what they store in steps of 16 KiB.
                try await wait { $0 >= before + 20_000 }
            }
            try await wait { $0 <= before }
            #expect(try await web.call(BackendService.get, "{}").status == 200)
        }
    }

    @Test("a large body of a stranger is refused when it is announced, before it has come")
    func largeBody() async throws {
        try await WebGateway.with([answering(BackendService.own)]) { web in
            try await WebClient.with(port: web.port) { client in
                let path = "/\(BackendService.own.path)"
                try await client.sendHead("POST", path, ["Content-Type": "application/json"], length: 60_000)
                try await client.send(" ")
                #expect(try await client.answer().status == 401)
            }
        }
    }

    @Test(
        "a token that cannot be sent is refused before a stream is answered",
        arguments: ["/live", "/larder.budget.v1.Test/Watch"]
    )
    func unsendableToken(_ path: String) async throws {
        try await WebGateway.with([]) { web in
            let type = path == "/live" ? "application/json" : "application/connect+json"
            let answer = try await web.request(
                "POST",
                path,
                ["Content-Type": type, "Authorization": "Bearer a\tb"],
                body: #"{"topics":{"a":{"method":"\#(BackendService.watch.path)"}}}"#
            )
            #expect(answer.status == 401)
        }
    }

    @Test("a body that is no body is the client's fault")
    func malformedBody() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            try await WebClient.with(port: web.port) { client in
                try await client.sendHead(
                    "POST",
                    Self.path,
                    ["Content-Type": "application/json", "Transfer-Encoding": "chunked"],
                    length: nil
                )
                try await client.send("zz\r\n")
                #expect(try await client.answer().status == 400)
            }
        }
    }
}
