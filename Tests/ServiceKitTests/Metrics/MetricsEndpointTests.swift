import Foundation
import NIOCore
import NIOPosix
import RPCTestSupport
import Synchronization
import Testing

@testable import ServiceKit

@Suite("The metrics endpoint", .timeLimit(.minutes(5)))
struct MetricsEndpointTests {
    private static let text = "# HELP a b\n# TYPE a gauge\na 1\n"

    private func withEndpoint(
        problem: String? = nil,
        limits: MetricsEndpoint.Limits = .init(),
        metrics: @escaping @Sendable () async -> ByteBuffer = { ByteBuffer(string: text) },
        _ body: (MetricsEndpoint) async throws -> Void
    ) async throws {
        let endpoint = try await MetricsEndpoint.start(
            host: "127.0.0.1",
            port: 0,
            group: MultiThreadedEventLoopGroup.singleton,
            sources: .init(metrics: metrics, problem: { problem }),
            limits: limits
        )
        do { try await body(endpoint) } catch {
            await endpoint.stop()
            throw error
        }
        await endpoint.stop()
    }

    /// Everything that comes back until the other side ends the connection.
    private func exchange(_ request: String, with endpoint: MetricsEndpoint) async throws -> String {
        let connection = try await RawConnection.connect(port: endpoint.port, tls: nil)
        // What has ended already takes nothing more.
        try? await connection.send(Array(request.utf8))
        try await connection.waitForEnd()
        return String(decoding: connection.bytes, as: UTF8.self)
    }

    private func request(_ line: String, _ fields: String = "", close: Bool = true) -> String {
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(close ? "Connection: close\r\n" : "")\(fields)\r\n"
    }

    // MARK: Rejections

    @Test(
        "what does not exist is not found",
        arguments: ["/", "/metrics/", "/metric", "//metrics", "/../metrics", "*"]
    )
    func notFound(_ path: String) async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(request("GET \(path)"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test("methods other than GET are not allowed", arguments: ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
    func methods(_ method: String) async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(request("\(method) /metrics"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 405 "))
            #expect(answer.contains("\r\nallow: GET\r\n"))
        }
    }

    @Test(
        "a header that is too large is rejected and the connection ended",
        arguments: [
            "GET /metrics HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 10_000),
            "GET /" + String(repeating: "x", count: 10_000),
            "GET /metrics HTTP/1.1\r\n" + (0..<100).map { "X-\($0): 1\r\n" }.joined() + "\r\n",
            "GET /metrics HTTP/1.1\r\n"
                + (0..<40).map { "X-\($0): " + String(repeating: "y", count: 300) + "\r\n" }.joined(),
        ]
    )
    func largeHeader(_ text: String) async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(text, with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test(
        "what is no HTTP is rejected and the connection ended",
        arguments: ["\u{16}\u{3}\u{1}hello\r\n\r\n", "LARDER\r\n\r\n"]
    )
    func notHTTP(_ text: String) async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(text, with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("content is rejected without reading it all")
    func content() async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(
                request("GET /metrics", "Content-Length: 1000000000\r\n", close: false) + "abc",
                with: endpoint
            )
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a client that goes in the middle of a request leaves the endpoint as it was")
    func halfRequest() async throws {
        try await withEndpoint { endpoint in
            for part in ["GET /met", "GET /metrics HTTP/1.1\r\nHost: a", ""] {
                let connection = try await RawConnection.connect(port: endpoint.port, tls: nil)
                try await connection.send(Array(part.utf8))
                await connection.close()
            }
            let answer = try await exchange(request("GET /metrics"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(
        "a connection whose request does not come to its end is ended",
        arguments: [
            "", "GET /metrics HTTP/1.1\r\nHost: a\r\n", "GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n",
        ]
    )
    func slowRequest(_ part: String) async throws {
        var limits = MetricsEndpoint.Limits()
        limits.request = .milliseconds(50)
        try await withEndpoint(limits: limits) { endpoint in
            let answer = try await exchange(part, with: endpoint)
            #expect(answer == "")
        }
    }

    @Test("a connection that is no longer used is ended")
    func idle() async throws {
        var limits = MetricsEndpoint.Limits()
        limits.idle = .milliseconds(50)
        try await withEndpoint(limits: limits) { endpoint in
            let answer = try await exchange(request("GET /healthz", close: false), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("connections over the limit are ended, and taken again when others have gone")
    func connections() async throws {
        var limits = MetricsEndpoint.Limits()
        limits.connections = 1
        try await withEndpoint(limits: limits) { endpoint in
            let first = try await RawConnection.connect(port: endpoint.port, tls: nil)
            try await first.send(Array(request("GET /healthz", close: false).utf8))
            _ = try await first.wait(forBytes: 12)
            let refused = try await RawConnection.connect(port: endpoint.port, tls: nil)
            try await refused.waitForEnd()
            #expect(refused.bytes.isEmpty)
            try await first.send(Array(request("GET /healthz").utf8))
            try await first.waitForEnd()
            var answer = ""
            // The endpoint may learn of the first one's end a little later than that one's client.
            while answer.isEmpty {
                try Task.checkCancellation()
                answer = (try? await exchange(request("GET /healthz"), with: endpoint)) ?? ""
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("a port that is taken is reported as such")
    func takenPort() async throws {
        try await withEndpoint { endpoint in
            let refused = await #expect(throws: MetricsEndpoint.StartError.self) {
                try await MetricsEndpoint.start(
                    host: "127.0.0.1",
                    port: endpoint.port,
                    group: MultiThreadedEventLoopGroup.singleton,
                    sources: .init(metrics: { ByteBuffer() }, problem: { nil })
                )
            }
            #expect(
                refused?.description == "Port \(endpoint.port) on 127.0.0.1, for metrics, is taken by another program. "
                    + "Set metrics.port to a free one, or to 0 for none."
            )
        }
    }

    // MARK: Answers

    @Test("metrics come whole, with their type", arguments: ["/metrics", "/metrics?name=a"])
    func metrics(_ path: String) async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange(request("GET \(path)"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n"))
            #expect(answer.contains("\r\ncontent-length: \(Self.text.utf8.count)\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n\(Self.text)"))
        }
    }

    @Test("a program that runs says so, and whether it serves")
    func health() async throws {
        try await withEndpoint(problem: "the database does not answer") { endpoint in
            let live = try await exchange(request("GET /healthz"), with: endpoint)
            #expect(live.hasSuffix("\r\n\r\nrunning\n"))
            let answer = try await exchange(request("GET /readyz"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            #expect(answer.hasSuffix("\r\n\r\nthe database does not answer\n"))
        }
        try await withEndpoint { endpoint in
            let answer = try await exchange(request("GET /readyz"), with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("\r\n\r\nserving\n"))
        }
    }

    @Test("requests of one connection are answered one after the other")
    func pipelined() async throws {
        let running = Mutex((now: 0, most: 0))
        try await withEndpoint(metrics: {
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return ByteBuffer(string: Self.text)
        }) { endpoint in
            let requests = (0..<4).map { _ in request("GET /metrics", close: false) }.joined()
            let answer = try await exchange(requests + request("GET /metrics"), with: endpoint)
            #expect(answer.ranges(of: "HTTP/1.1 200 OK\r\n").count == 5)
            #expect(running.withLock { $0.most } == 1)
        }
    }

    @Test("an address that is not this machine's is reported as such")
    func foreignAddress() async throws {
        let refused = await #expect(throws: MetricsEndpoint.StartError.self) {
            // Of a block for documentation (RFC 5737).
            try await MetricsEndpoint.start(
                host: "203.0.113.1",
                port: 0,
                group: MultiThreadedEventLoopGroup.singleton,
                sources: .init(metrics: { ByteBuffer() }, problem: { nil })
            )
        }
        #expect(refused?.description.hasPrefix("Metrics cannot be offered on 203.0.113.1:0: ") == true)
    }

    @Test("a stop ends connections that wait for their next request, and takes no more")
    func stop() async throws {
        try await withEndpoint { endpoint in
            let waiting = try await RawConnection.connect(port: endpoint.port, tls: nil)
            try await waiting.send(Array(request("GET /healthz", close: false).utf8))
            _ = try await waiting.wait(forBytes: 12)
            let silent = try await RawConnection.connect(port: endpoint.port, tls: nil)
            await endpoint.stop()
            try await waiting.waitForEnd()
            try await silent.waitForEnd()
            await #expect(throws: (any Error).self) {
                try await RawConnection.connect(port: endpoint.port, tls: nil)
            }
        }
    }

    @Test("a client of HTTP/1.0 gets its answer and the end of the connection")
    func formerVersion() async throws {
        try await withEndpoint { endpoint in
            let answer = try await exchange("GET /healthz HTTP/1.0\r\n\r\n", with: endpoint)
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("\r\nconnection: close\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nrunning\n"))
        }
    }

    @Test("answers are neither stored nor taken for another type")
    func fields() async throws {
        try await withEndpoint { endpoint in
            for path in ["/metrics", "/healthz", "/readyz", "/nothing"] {
                let answer = try await exchange(request("GET \(path)"), with: endpoint)
                #expect(answer.contains("\r\ncache-control: no-store\r\n"))
                #expect(answer.contains("\r\nx-content-type-options: nosniff\r\n"))
            }
        }
    }
}
