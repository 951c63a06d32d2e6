import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import TLS
import Testing

@testable import larder_gateway

@Suite("Slow and malformed clients of the web's listener", .timeLimit(.minutes(5)))
struct SlowBrowserTests {
    /// Times that are over at once: whoever waits for them waits no longer than that.
    private static let short = WebPace(
        head: .milliseconds(20),
        body: .milliseconds(20),
        output: .milliseconds(20),
        idle: .milliseconds(20),
        farewell: .milliseconds(20)
    )

    /// What the gateway notes of its clients.
    private struct Notes: Sendable {
        let lines = Recorder<String>()
        let registry = PrometheusRegistry()
        let refused: RefusedRequests

        init() {
            refused = RefusedRequests(log: RecordingLogHandler.logger(lines), clock: ManualClock(), metrics: registry)
        }

        func expect(_ reason: StatusReason) async throws {
            let line = "notice request of a browser refused address=127.0.0.1 count=1 reason=\(reason)"
            #expect(try await lines.wait { $0.contains(line) }.count > 0)
            #expect(String(buffer: registry.text()).contains("larder_web_refused_total{reason=\"\(reason)\"}"))
        }
    }

    /// Sends for as long as anybody takes it.
    private static func endless(_ ended: Gate) -> MethodHandler {
        .serverStreaming(BackendService.watch) { (_: Echo, writer: MessageWriter<Echo>, _) in
            defer { ended.open() }
            while true { try await writer.write(Echo(payload: [UInt8](repeating: 7, count: 65_536))) }
        }
    }

    private static let upload = MethodHandler.unary(BackendService.get) { (request: Echo, _) -> Echo in request }

    // MARK: HTTP/1.1

    @Test("over HTTP/1.1 half a head ends the connection, and is counted and logged")
    func head() async throws {
        let notes = Notes()
        var pace = WebPace()
        pace.head = Self.short.head
        try await WebGateway.with([], pace: pace, refused: notes.refused) { web in
            try await WebClient.with(port: web.port) { client in
                try await client.send("GET / HTTP/1.1\r\nHost: local")
                try await client.waitUntilClosed()
            }
            try await notes.expect("SLOW_HEAD")
        }
    }

    @Test("over HTTP/1.1 half a body ends the connection, and is counted and logged")
    func body() async throws {
        let notes = Notes()
        var pace = WebPace()
        pace.body = Self.short.body
        try await WebGateway.with([Self.upload], pace: pace, refused: notes.refused) { web in
            try await WebClient.with(port: web.port) { client in
                let head =
                    "POST /\(BackendService.get.path) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
                // In one piece: the connection may have ended before a second one is sent.
                try await client.send(head + "{")
                try await client.waitUntilClosed()
            }
            try await notes.expect("SLOW_BODY")
        }
    }

    @Test("over HTTP/1.1 a client that takes nothing of an answer is cut off, which ends its call, and is counted")
    func output() async throws {
        let (notes, ended) = (Notes(), Gate())
        var pace = WebPace()
        pace.output = Self.short.output
        try await WebGateway.with([Self.endless(ended)], pace: pace, refused: notes.refused) { web in
            let client = try await RawConnection.connect(port: web.port, tls: nil, reads: false)
            let head =
                "POST /\(BackendService.watch.path) HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/connect+json\r\nContent-Length: 7\r\n\r\n"
            try await client.send(Array(head.utf8) + [0, 0, 0, 0, 2] + Array("{}".utf8))
            try await notes.expect("STALLED_OUTPUT")
            try await ended.wait()
            await client.close()
        }
    }

    @Test("over HTTP/1.1 an idle connection is closed, and nobody is to blame")
    func idle() async throws {
        let notes = Notes()
        var pace = WebPace()
        pace.idle = Self.short.idle
        try await WebGateway.with([], pace: pace, refused: notes.refused) { web in
            try await WebClient.with(port: web.port) { try await $0.waitUntilClosed() }
        }
        #expect(notes.lines.count == 0)
    }

    @Test("what is no HTTP is counted by its reason, and logged once a second")
    func malformed() async throws {
        let notes = Notes()
        try await WebGateway.with([], refused: notes.refused) { web in
            for _ in 0..<3 {
                try await WebClient.with(port: web.port) { client in
                    try await client.send("nonsense\r\n\r\n")
                    try await client.waitUntilClosed()
                }
            }
        }
        try await notes.expect("MALFORMED_REQUEST")
        #expect(notes.lines.count == 1)
        #expect(String(buffer: notes.registry.text()).contains("{reason=\"MALFORMED_REQUEST\"} 3\n"))
    }

    // MARK: HTTP/2

    @Test("over HTTP/2 half a body ends its request and leaves the connection, and is counted and logged")
    func body2() async throws {
        let notes = Notes()
        var pace = WebPace()
        pace.body = Self.short.body
        try await WebGateway.with(
            [Self.upload],
            tls: .forBrowsers(),
            pace: pace,
            refused: notes.refused
        ) { web in
            let client = try await HTTP2Client.connect(web.port)
            let fields = HTTP2Client.fields(
                "POST",
                "/\(BackendService.get.path)",
                [("content-type", "application/json")]
            )
            await client.send([.request(fields, flags: WebFrame.endHeaders), WebFrame(.data, stream: 1, [0x7B])])
            try await client.wait { $0.kind == .reset && $0.stream == 1 }
            try await notes.expect("SLOW_BODY")
            await client.send([.request(HTTP2Client.fields("GET", "/configuration.json"), stream: 3)])
            #expect(try await client.status(on: 3) == 200)
            await client.connection.close()
        }
    }

    @Test("over HTTP/2 a client that takes nothing of an answer loses its request, which ends its call, and is counted")
    func output2() async throws {
        let (notes, ended) = (Notes(), Gate())
        var pace = WebPace()
        pace.output = Self.short.output
        try await WebGateway.with(
            [Self.endless(ended)],
            tls: .forBrowsers(),
            pace: pace,
            refused: notes.refused
        ) { web in
            // One that never sends WINDOW_UPDATE.
            let client = try await HTTP2Client.connect(web.port)
            let fields = HTTP2Client.fields(
                "POST",
                "/\(BackendService.watch.path)",
                [("content-type", "application/connect+json")]
            )
            let body = [0, 0, 0, 0, 2] + Array("{}".utf8)
            await client.send([
                .request(fields, flags: WebFrame.endHeaders),
                WebFrame(.data, flags: WebFrame.endStream, stream: 1, body),
            ])
            try await client.wait { $0.kind == .reset && $0.stream == 1 }
            try await notes.expect("STALLED_OUTPUT")
            try await ended.wait()
            await client.connection.close()
        }
    }

    @Test(
        "over HTTP/2 an idle connection is closed, also when its client answers to nothing or has said nothing",
        arguments: [nil, []] as [[UInt8]?]
    )
    func idle2(_ hello: [UInt8]?) async throws {
        let notes = Notes()
        var pace = WebPace()
        (pace.idle, pace.farewell) = (Self.short.idle, Self.short.farewell)
        try await WebGateway.with([], tls: .forBrowsers(), pace: pace, refused: notes.refused) { web in
            _ = try await HTTP2Client.connect(web.port, hello: hello).waitForEnd()
        }
        #expect(notes.lines.count == 0)
    }
}
