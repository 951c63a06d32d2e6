import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import TLS
import Testing

@testable import larder_gateway

@Suite("HTTP/2 that no browser sends", .timeLimit(.minutes(5)))
struct HostileHTTP2Tests {
    private static let path = "/\(BackendService.get.path)"
    private static let json = ("content-type", "application/json")

    /// The head and the body of a call that is served.
    private static func call(
        _ stream: UInt32,
        authority: String = "localhost",
        _ fields: [(String, String)] = []
    ) -> [WebFrame] {
        let fields = HTTP2Client.fields("POST", path, authority: authority, [json] + fields)
        return [
            .request(fields, stream: stream, flags: WebFrame.endHeaders),
            WebFrame(.data, flags: WebFrame.endStream, stream: stream, Array("{}".utf8)),
        ]
    }

    /// A gateway for browsers over TLS, and the calls that its service sees.
    private func withGateway(
        _ refused: RefusedRequests = RefusedRequests(log: quiet),
        _ body: (WebGateway, Recorder<CallContext>) async throws -> Void
    ) async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen)], tls: .forBrowsers(), refused: refused) { web in
            try await body(web, seen)
            // Whatever one client does, the next one is served.
            let client = try await HTTP2Client.connect(web.port)
            await client.send(Self.call(1))
            #expect(try await client.status() == 200)
            await client.connection.close()
        }
    }

    @Test("requests on one connection are served at once and told apart")
    func served() async throws {
        try await withGateway { web, seen in
            let client = try await HTTP2Client.connect(web.port)
            await client.send((0..<20).flatMap { Self.call(1 + 2 * $0) })
            for number in UInt32(0)..<20 { #expect(try await client.status(on: 1 + 2 * number) == 200) }
            #expect(seen.count == 20)
            await client.send([.request(HTTP2Client.fields("GET", "/nothing.txt"), stream: 41)])
            #expect(try await client.status(on: 41) == 404)
            await client.connection.close()
        }
    }

    @Test("requests beyond what their address may have in progress are rejected with a sentence")
    func tooMuch() async throws {
        try await WebGateway.with(
            [answering(BackendService.get)],
            tls: .forBrowsers(),
            serverLimits: ServerLimits(bytesPerAddress: 0)
        ) { web in
            let client = try await HTTP2Client.connect(web.port)
            // Each counts for 1 KiB, of 64, until its body is there.
            await client.send((0..<90).map { Self.call(1 + 2 * $0)[0] })
            let frames = try await client.wait { $0.kind == .data && $0.stream == 179 }
            // Those that follow the first one refer to it.
            #expect(frames.first { $0.kind == .headers }?.status == 429)
            let body = frames.filter { $0.kind == .data && $0.stream == 179 }.flatMap(\.payload)
            let answer = String(decoding: body, as: UTF8.self)
            #expect(answer.contains("resource_exhausted") && answer.contains("OVERLOADED"))
            await client.connection.close()
        }
    }

    // MARK: Heads

    /// A head that is none, and what is wrong with it.
    struct Head: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fields: [(String, String)]

        init(_ description: String, _ fields: [(String, String)]) {
            (testDescription, self.fields) = (description, fields)
        }
    }

    private static let good = HTTP2Client.fields("POST", path)

    static let heads: [Head] = [
        Head("nothing", []),
        Head("no path", good.filter { $0.0 != ":path" }),
        Head("an empty path", good.map { $0.0 == ":path" ? (":path", "") : $0 }),
        Head("no method", good.filter { $0.0 != ":method" }),
        Head("no scheme", good.filter { $0.0 != ":scheme" }),
        Head("two paths", good + [(":path", "/")]),
        Head("two authorities", good + [(":authority", "evil.example")]),
        Head("a pseudo-field that nobody knows", good + [(":larder", "1")]),
        Head("the status of an answer", good + [(":status", "200")]),
        Head("a pseudo-field behind another field", good.filter { $0.0 != ":path" } + [json, (":path", path)]),
        Head("a name in capitals", good + [("Content-Type", "application/json")]),
        Head("a name with a space", good + [("content type", "application/json")]),
        Head("no name", good + [("", "application/json")]),
        Head("a field of HTTP/1.1's connections", good + [("connection", "close")]),
        Head("a transfer encoding", good + [("transfer-encoding", "chunked")]),
        Head("a line feed in a value", good + [("x", "a\nb: c")]),
        Head("two lengths", good + [("content-length", "2"), ("content-length", "3")]),
        Head("a length that is none", good + [("content-length", "-1")]),
        Head("fields of 100 KiB", good + (0..<10).map { ("x-\($0)", String(repeating: "a", count: 10_240)) }),
    ]

    @Test("a malformed head is no request", arguments: heads)
    func malformed(_ head: Head) async throws {
        try await withGateway { web, seen in
            let client = try await HTTP2Client.connect(web.port)
            var block = head.fields.flatMap { WebFrame.encoded($0, $1) }
            var frames: [WebFrame] = []
            // As CONTINUATION where it is longer than a frame may be.
            repeat {
                let piece = Array(block.prefix(16_384))
                block.removeFirst(piece.count)
                let flags = (block.isEmpty ? WebFrame.endHeaders : 0)
                frames.append(WebFrame(frames.isEmpty ? .headers : .continuation, flags: flags, stream: 1, piece))
            } while !block.isEmpty
            await client.send(frames + [WebFrame(.data, flags: WebFrame.endStream, stream: 1, Array("{}".utf8))])
            let end = try await client.wait { [.headers, .reset, .goAway].contains($0.kind) }.last
            if let status = end?.status { #expect((400..<500).contains(status)) } else { #expect(end?.errorCode != 0) }
            #expect(seen.count == 0)
            await client.connection.close()
        }
    }

    /// The statuses of the answers to requests, each on a connection of its own.
    private func statuses(_ web: WebGateway, _ requests: [[WebFrame]]) async throws -> [Int?] {
        var statuses: [Int?] = []
        for request in requests {
            let client = try await HTTP2Client.connect(web.port)
            await client.send(request)
            statuses.append(try await client.status())
            await client.connection.close()
        }
        return statuses
    }

    @Test("a request is for the host of its authority alone, which is one of the gateway's")
    func authorities() async throws {
        try await withGateway { web, seen in
            let served = try await statuses(
                web,
                [
                    Self.call(1), Self.call(1, authority: "LOCALHOST:\(web.port)"),
                    Self.call(1, [("host", "localhost")]),
                ]
            )
            #expect(served == [200, 200, 200] && seen.count == 3)
            let refused = try await statuses(
                web,
                [
                    Self.call(1, authority: "evil.example"), Self.call(1, authority: "localhost.evil.example"),
                    Self.call(1, authority: "localhost:80@evil.example"), Self.call(1, authority: ""),
                    Self.call(1, [("host", "evil.example")]),
                    Self.call(1, authority: "evil.example", [("host", "localhost")]),
                    Self.call(1, [("host", "localhost"), ("host", "evil.example")]),
                ]
            )
            #expect(refused == Array(repeating: 400, count: 7) && seen.count == 3)
        }
    }

    @Test("a page of another site changes nothing over TLS either, and plain HTTP is another site")
    func origins() async throws {
        try await withGateway { web, seen in
            let origins = ["https://localhost", "http://localhost", "https://evil.example", "null"]
            let answers = try await statuses(web, origins.map { Self.call(1, [("origin", $0)]) })
            #expect(answers == [200, 403, 403, 403])
            #expect(seen.count == 1)
        }
    }

    // MARK: Connections

    /// Frames that a connection ends for.
    struct Violation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let frames: [WebFrame]
        var hello: [UInt8]?
    }

    private static let get = WebFrame.request(HTTP2Client.fields("GET", "/configuration.json"))

    static let violations: [Violation] = [
        Violation(
            testDescription: "another protocol",
            frames: [],
            hello: Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        ),
        Violation(
            testDescription: "noise",
            frames: [],
            hello: (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
        ),
        Violation(
            testDescription: "a frame of 16 MiB",
            frames: [],
            hello: HTTP2Client.preface + [255, 255, 255, 0, 0, 0, 0, 0, 1]
        ),
        Violation(testDescription: "content without a head", frames: [WebFrame(.data, stream: 1, [1])]),
        Violation(
            testDescription: "a stream of the server's",
            frames: [WebFrame(.headers, flags: 5, stream: 2, get.payload)]
        ),
        Violation(
            testDescription: "a head on no stream",
            frames: [WebFrame(.headers, flags: 5, stream: 0, get.payload)]
        ),
        Violation(
            testDescription: "fields that are no HPACK",
            frames: [WebFrame(.headers, flags: 5, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF])]
        ),
        Violation(
            testDescription: "a promise",
            frames: [get, WebFrame(.pushPromise, flags: 4, stream: 1, [0, 0, 0, 2])]
        ),
        Violation(
            testDescription: "a window beyond its limit",
            frames: [WebFrame(.windowUpdate, [0x7F, 0xFF, 0xFF, 0xFF])]
        ),
        Violation(
            testDescription: "a setting out of range",
            frames: [WebFrame(.settings, [0, 4, 0xFF, 0xFF, 0xFF, 0xFF])]
        ),
        Violation(
            testDescription: "a head that goes on for ever",
            frames: [WebFrame(.headers, stream: 1, [])]
                + Array(repeating: WebFrame(.continuation, stream: 1, []), count: 1_000)
        ),
        Violation(
            testDescription: "pings without end",
            frames: Array(repeating: WebFrame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]), count: 10_000)
        ),
        Violation(
            testDescription: "settings without end",
            frames: Array(repeating: WebFrame(.settings, []), count: 10_000)
        ),
        Violation(
            testDescription: "content that is none",
            frames: [WebFrame.request(good, flags: WebFrame.endHeaders)]
                + Array(repeating: WebFrame(.data, stream: 1, []), count: 1_000)
        ),
        Violation(
            testDescription: "requests that are given up at once",
            frames: (UInt32(0)..<1_000).flatMap {
                let call = HostileHTTP2Tests.call(1 + 2 * $0)
                return [call[0], WebFrame(.reset, stream: 1 + 2 * $0, [0, 0, 0, 8])]
            }
        ),
        Violation(
            testDescription: "more requests than a connection may have at once",
            frames: (UInt32(0)..<200).map { HostileHTTP2Tests.call(1 + 2 * $0)[0] }
        ),
    ]

    @Test("a violation of HTTP/2 ends its connection alone, and is counted", arguments: violations)
    func violated(_ violation: Violation) async throws {
        let (lines, registry) = (Recorder<String>(), PrometheusRegistry())
        let refused = RefusedRequests(
            log: RecordingLogHandler.logger(lines),
            clock: ManualClock(),
            metrics: registry
        )
        try await withGateway(refused) { web, seen in
            let client = try await HTTP2Client.connect(web.port, hello: violation.hello)
            await client.send(violation.frames)
            _ = try await client.waitForEnd()
            #expect(seen.count == 0)
        }
        #expect(String(buffer: registry.text()).contains("larder_web_refused_total{reason=\"MALFORMED_REQUEST\"}"))
        #expect(lines.count == 1)
    }
}
