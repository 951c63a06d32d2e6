import NIOCore
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Requests of other origins", .timeLimit(.minutes(5)))
struct WebOriginTests {
    @Test("a change is made for our own pages and for programs, and for no other page")
    func changes() async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen)]) { web in
            let own = "http://localhost:\(web.port)"
            let cookie = ["Cookie": "larder-access=x"]
            let admitted: [[String: String]] = [
                [:], ["Origin": own], ["Origin": own, "Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
                ["Origin": own].merging(cookie) { $1 }, ["Sec-Fetch-Site": "same-origin"].merging(cookie) { $1 },
            ]
            for fields in admitted { #expect(try await web.call(BackendService.get, "{}", fields).status == 200) }
            #expect(seen.count == admitted.count)
            let refused: [[String: String]] = [
                ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:1"],
                ["Origin": "https://localhost:\(web.port)"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site", "Origin": own], ["Sec-Fetch-Site": "cross-site", "Origin": own],
                // An old browser's form, which says nothing of where it comes from.
                cookie,
            ]
            for fields in refused {
                let answer = try await web.call(BackendService.get, "{}", fields)
                #expect(answer.status == 403 && answer.text.contains("CROSS_ORIGIN"))
            }
            #expect(seen.count == admitted.count)
        }
    }

    @Test("a name that is not the gateway's is refused, whatever is asked for")
    func hosts() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            for host in [
                "evil.example", "evil.example:\(web.port)", "localhost.evil.example", "[::2]", "",
                "localhost:evil", "localhost:80@evil.example", "localhost:123456", "localhost:80, evil.example",
            ] {
                let fields = ["Host": host, "Content-Type": "application/json"]
                let answer = try await web.request("POST", "/\(BackendService.get.path)", fields, body: "{}")
                #expect(answer.status == 400)
                #expect(try await web.request("GET", "/", fields).status == 400)
            }
            for host in ["localhost", "LOCALHOST:80", "127.0.0.1:\(web.port)", "[::1]:\(web.port)"] {
                #expect(try await web.request("GET", "/configuration.json", ["Host": host]).status == 200)
            }
        }
    }

    @Test("a request that names two hosts is refused")
    func twoHosts() async throws {
        try await WebGateway.with([]) { web in
            for second in ["evil.example", "localhost"] {
                try await WebClient.with(port: web.port) { client in
                    try await client.send(
                        "GET /configuration.json HTTP/1.1\r\nHost: localhost\r\nHost: \(second)\r\n\r\n"
                    )
                    #expect(try await client.answer().status == 400)
                }
            }
        }
    }

    @Test(
        "each refused request is counted by its reason, and the log has a line a second at most, without what was sent"
    )
    func logged() async throws {
        let (lines, clock, registry) = (Recorder<String>(), ManualClock(), PrometheusRegistry())
        let refused = RefusedRequests(log: RecordingLogHandler.logger(lines), clock: clock, metrics: registry)
        try await WebGateway.with([], refused: refused) { web in
            func send(_ fields: [String: String]) async throws {
                _ = try await web.request("POST", "/session?secret", fields, body: "secret")
            }
            let foreign = ["Origin": "http://evil.example"]
            for _ in 1...3 { try await send(foreign) }
            try await send(["Host": "evil.example"])
            try await clock.advance(by: .seconds(1))
            try await send(foreign)
        }
        #expect(
            lines.values == [
                "notice request of a browser refused address=127.0.0.1 count=1 reason=CROSS_ORIGIN",
                "notice request of a browser refused address=127.0.0.1 count=1 reason=UNKNOWN_HOST",
                "notice request of a browser refused address=127.0.0.1 count=3 reason=CROSS_ORIGIN",
            ]
        )
        let text = String(buffer: registry.text())
        #expect(text.contains("larder_web_refused_total{reason=\"CROSS_ORIGIN\"} 4\n"))
        #expect(text.contains("larder_web_refused_total{reason=\"UNKNOWN_HOST\"} 1\n"))
    }

    @Test("another site's page may link here, and may embed nothing")
    func reading() async throws {
        try await WebGateway.with([]) { web in
            func status(_ site: String, _ mode: String, _ destination: String) async throws -> Int {
                try await web.request(
                    "GET",
                    "/configuration.json",
                    ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
                ).status
            }
            let answers = [
                try await status("same-origin", "cors", "empty"), try await status("none", "navigate", "document"),
                try await status("cross-site", "navigate", "document"),
                try await status("cross-site", "navigate", "iframe"),
                try await status("cross-site", "no-cors", "image"),
                try await status("same-site", "cors", "empty"),
            ]
            #expect(answers == [200, 200, 200, 403, 403, 403])
        }
    }

    @Test("every answer restricts what a browser does with it, and no answer allows other origins")
    func headers() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            let answers = [
                try await web.request("GET", "/configuration.json"),
                try await web.request("GET", "/nothing.txt"),
                try await web.call(BackendService.get, "{}"),
                try await web.call(BackendService.get, "{"),
                try await web.call(BackendService.get, "{}", ["Origin": "http://evil.example"]),
                try await web.request("OPTIONS", "/\(BackendService.get.path)", ["Origin": "http://evil.example"]),
            ]
            for answer in answers {
                let policy = try #require(answer.fields["content-security-policy"])
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(answer.fields["x-content-type-options"] == "nosniff")
                #expect(answer.fields["referrer-policy"] == "no-referrer")
                #expect(answer.fields["cross-origin-resource-policy"] == "same-origin")
                #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control-") })
                #expect(answer.fields["strict-transport-security"] == nil)
            }
            for answer in answers.dropFirst() { #expect(answer.fields["cache-control"] == "no-store") }
        }
    }
}
