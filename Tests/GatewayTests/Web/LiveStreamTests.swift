import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import larder_gateway

@Suite("The live stream of a browser", .timeLimit(.minutes(5)))
struct LiveStreamTests {
    /// Sends what comes on a stream.
    private static func watch(_ source: AsyncStream<UInt8>) -> MethodHandler {
        .serverStreaming(BackendService.watch) { (_: Echo, writer: MessageWriter<Echo>, _) in
            for await byte in source { try await writer.write(Echo(payload: [byte])) }
        }
    }

    /// Arrays within arrays, with which some decoders take a time that grows with the square of their depth.
    private static let nested = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)

    private static func topics(_ topics: String) -> ByteBuffer { ByteBuffer(string: #"{"topics":{\#(topics)}}"#) }

    private static let watchTopic = #"{"method":"\#(BackendService.watch.path)","request":{}}"#

    private func open(_ client: WebClient, _ body: ByteBuffer, _ fields: [String: String] = [:]) async throws {
        let fields = ["Content-Type": "application/json"].merging(fields) { $1 }
        try await client.sendHead("POST", "/live", fields, length: body.readableBytes)
        try await client.send(body)
    }

    /// The next line that says something.
    private func line(_ client: WebClient) async throws -> NSDictionary? {
        while let chunk = try await client.chunk() {
            let line = try #require(object(String(buffer: chunk)))
            if line.count > 0 { return line }
        }
        return nil
    }

    @Test("topics share one answer, each message comes at once, and a topic's end leaves the others alone")
    func topics() async throws {
        let (source, sending) = AsyncStream.makeStream(of: UInt8.self)
        try await WebGateway.with([Self.watch(source)]) { web in
            try await WebClient.with(port: web.port) { client in
                try await open(
                    client,
                    Self.topics(#""a":\#(Self.watchTopic),"own":{"method":"\#(BackendService.watchOwn.path)"}"#)
                )
                let head = try await client.head()
                try #require(head.status == 200 && head.fields["content-type"] == "application/x-ndjson")
                let end = try #require(try await line(client))
                #expect(end["topic"] as? String == "own")
                let error = (end["end"] as? NSDictionary)?["error"] as? NSDictionary
                #expect(error?["code"] as? String == "unauthenticated")
                for byte in UInt8(1)...3 {
                    sending.yield(byte)
                    let message = try #require(try await line(client))
                    #expect(message["topic"] as? String == "a")
                    let payload = (message["message"] as? NSDictionary)?["payload"] as? String
                    #expect(payload == Data([byte]).base64EncodedString())
                }
                sending.finish()
                let last = try #require(try await line(client))
                #expect(last["topic"] as? String == "a" && (last["end"] as? NSDictionary)?.count == 0)
                // Without topics there is nothing to wait for.
                #expect(try await line(client) == nil)
            }
        }
    }

    @Test("a topic needs no request, and null is none", arguments: ["", #","request":null"#])
    func emptyRequest(_ request: String) async throws {
        let (source, sending) = AsyncStream.makeStream(of: UInt8.self)
        try await WebGateway.with([Self.watch(source)]) { web in
            try await WebClient.with(port: web.port) { client in
                try await open(client, Self.topics(#""a":{"method":"\#(BackendService.watch.path)"\#(request)}"#))
                try #require(try await client.head().status == 200)
                sending.yield(1)
                #expect(try await line(client)?["topic"] as? String == "a")
            }
            sending.finish()
        }
    }

    @Test("a silent stream says that it is there")
    func silence() async throws {
        let (source, sending) = AsyncStream.makeStream(of: UInt8.self)
        let clock = ManualClock()
        try await WebGateway.with([Self.watch(source)], liveClock: clock) { web in
            try await WebClient.with(port: web.port) { client in
                try await open(client, Self.topics(#""a":\#(Self.watchTopic)"#))
                _ = try await client.head()
                #expect(String(buffer: try #require(try await client.chunk())) == "{}\n")
                try await clock.waitForTimers(1)
                try await clock.advance(by: .seconds(15))
                #expect(String(buffer: try #require(try await client.chunk())) == "{}\n")
            }
            sending.finish()
        }
    }

    @Test(
        "what cannot be watched is refused with a reason",
        arguments: [
            "", "[]", #"{"topics":[]}"#, #"{"topics":{}}"#, #"{"topics":{"a":{"method":"larder.budget.v1.Test/Get"}}}"#,
            #"{"topics":{"a":{"method":"larder.budget.v1.Test/Missing"}}}"#,
            #"{"topics":{"a":{"method":"larder.budget.v1.Test/Watch","request":{"nothing":1}}}}"#,
            #"{"topics":{"a":{"method":"larder.budget.v1.Test/Watch","request":7}}}"#,
            #"{"topics":{"a":{"method":"larder.budget.v1.Test/Watch","request":{"nothing":"# + nested + "}}}}",
            "{\"topics\":{" + (0..<33).map { "\"t\($0)\":\(watchTopic)" }.joined(separator: ",") + "}}",
        ]
    )
    func refused(_ body: String) async throws {
        try await WebGateway.with([]) { web in
            let answer = try await web.request("POST", "/live", ["Content-Type": "application/json"], body: body)
            #expect(answer.status == 400 && object(answer.text)?["code"] as? String == "invalid_argument")
            let form = try await web.request("POST", "/live", ["Content-Type": "text/plain"], body: body)
            #expect(form.status == 415)
        }
    }

    @Test("a gateway that stops ends the stream, so that the browser goes on at another one")
    func stopping() async throws {
        let (source, sending) = AsyncStream.makeStream(of: UInt8.self)
        try await WebGateway.with([Self.watch(source)]) { web in
            try await WebClient.with(port: web.port) { client in
                try await open(client, Self.topics(#""a":\#(Self.watchTopic)"#))
                _ = try await client.head()
                _ = try await client.chunk()
                async let stopped: Void = web.gateway.server.stop()
                try await client.waitUntilClosed()
                sending.finish()
                await stopped
            }
        }
    }
}
