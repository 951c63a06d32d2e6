import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import larder_gateway

@Suite("Streams over the Connect protocol", .timeLimit(.minutes(5)))
struct ConnectStreamTests {
    /// Sends as many answers as the request has bytes, then ends with what is asked for.
    private static func watch(endingWith status: Status? = nil) -> MethodHandler {
        .serverStreaming(BackendService.watch) { (request: Echo, writer: MessageWriter<Echo>, _) in
            for byte in request.payload { try await writer.write(Echo(payload: [byte])) }
            if let status { throw status }
        }
    }

    /// The envelopes of a body.
    private static func envelopes(_ body: ByteBuffer) throws -> [(flags: UInt8, text: String)] {
        var reader = ConnectEnvelope.Reader(limit: 1 << 20)
        reader.append(body)
        var found: [(UInt8, String)] = []
        while let envelope = try reader.next() { found.append((envelope.flags, String(buffer: envelope.message))) }
        #expect(reader.pendingBytes == 0)
        return found
    }

    private static func body(_ messages: [String]) -> ByteBuffer {
        var body = ByteBuffer()
        for message in messages { body.writeImmutableBuffer(ConnectEnvelope.bytes(ByteBuffer(string: message))) }
        return body
    }

    private func call(
        _ web: WebGateway,
        _ method: MethodDescriptor,
        _ body: ByteBuffer,
        _ fields: [String: String] = [:]
    ) async throws -> WebClient.Answer {
        try await WebClient.with(port: web.port) { client in
            try await client.request(
                "POST",
                "/\(method.path)",
                ["Content-Type": "application/connect+json"].merging(fields) { $1 },
                body: body
            )
        }
    }

    @Test("answers come in envelopes, the last of which says how the stream has ended")
    func serverStreaming() async throws {
        try await WebGateway.with([Self.watch()]) { web in
            let answer = try await call(web, BackendService.watch, Self.body([#"{"payload":"AQID"}"#]))
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/connect+json")
            let envelopes = try Self.envelopes(answer.body)
            #expect(envelopes.map(\.flags) == [0, 0, 0, 2])
            #expect(
                envelopes.map(\.text) == [#"{"payload":"AQ=="}"#, #"{"payload":"Ag=="}"#, #"{"payload":"Aw=="}"#, "{}"]
            )
        }
    }

    @Test("a stream that fails says so in its last envelope, after what it has sent")
    func failure() async throws {
        let status = Status(.failedPrecondition, "It is over.", reason: "OVER")
        try await WebGateway.with([Self.watch(endingWith: status)]) { web in
            let answer = try await call(web, BackendService.watch, Self.body([#"{"payload":"AQ=="}"#]))
            let envelopes = try Self.envelopes(answer.body)
            #expect(answer.status == 200 && envelopes.map(\.flags) == [0, 2])
            let error = try #require(object(envelopes[1].text)?["error"] as? NSDictionary)
            #expect(error["code"] as? String == "failed_precondition" && error["message"] as? String == "It is over.")
        }
    }

    @Test("a message is sent on when the service sends it, not when the stream ends")
    func immediate() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let handler = MethodHandler.serverStreaming(BackendService.watch) {
            (_: Echo, writer: MessageWriter<Echo>, _) in
            try await writer.write(Echo(payload: [1]))
            for await _ in gate { break }
            try await writer.write(Echo(payload: [2]))
        }
        try await WebGateway.with([handler]) { web in
            try await WebClient.with(port: web.port) { client in
                let body = Self.body(["{}"])
                try await client.sendHead(
                    "POST",
                    "/\(BackendService.watch.path)",
                    ["Content-Type": "application/connect+json"],
                    length: body.readableBytes
                )
                try await client.send(body)
                #expect(try await client.head().status == 200)
                let first = try #require(try await client.chunk())
                #expect(try Self.envelopes(first).map(\.text) == [#"{"payload":"AQ=="}"#])
                open.finish()
                var rest = ByteBuffer()
                while let chunk = try await client.chunk() { rest.writeImmutableBuffer(chunk) }
                #expect(try Self.envelopes(rest).map(\.text) == [#"{"payload":"Ag=="}"#, "{}"])
            }
        }
    }

    @Test("requests of an upload are handed on one by one, and its answer ends it")
    func clientStreaming() async throws {
        let upload = MethodHandler.clientStreaming(BackendService.upload) {
            (requests: MessageStream<Echo>, _) -> Echo in
            var all: [UInt8] = []
            for try await request in requests { all += request.payload }
            return Echo(payload: all)
        }
        try await WebGateway.with([upload]) { web in
            let body = Self.body([#"{"payload":"AQ=="}"#, #"{"payload":"Ag=="}"#, "{}"])
            let answer = try await call(web, BackendService.upload, body)
            #expect(try Self.envelopes(answer.body).map(\.text) == [#"{"payload":"AQI="}"#, "{}"])
        }
    }

    @Test(
        "a request that is no envelope of a message ends the call with a reason",
        arguments: [
            (ByteBuffer(bytes: [0, 0, 0, 0, 9, 1]), "invalid_argument"),
            (ByteBuffer(bytes: [0, 255, 255, 255, 255]), "resource_exhausted"),
            (ByteBuffer(bytes: [2, 0, 0, 0, 0]), "invalid_argument"),
            (ByteBuffer(bytes: [1, 0, 0, 0, 0]), "invalid_argument"),
            (ByteBuffer(bytes: [0, 0, 0, 0, 1, 0x7B]), "invalid_argument"),
        ]
    )
    func malformed(_ body: ByteBuffer, _ code: String) async throws {
        let upload = MethodHandler.clientStreaming(BackendService.upload) {
            (requests: MessageStream<Echo>, _) -> Echo in
            for try await _ in requests {}
            return Echo()
        }
        try await WebGateway.with([upload]) { web in
            let answer = try await call(web, BackendService.upload, body)
            let last = try #require(try Self.envelopes(answer.body).last)
            let error = try #require(object(last.text)?["error"] as? NSDictionary)
            #expect(error["code"] as? String == code)
        }
    }

    @Test("a browser that goes away ends its calls at the service")
    func abandoned() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let handler = MethodHandler.serverStreaming(BackendService.watch) {
            (_: Echo, writer: MessageWriter<Echo>, _) in
            try await writer.write(Echo(payload: [1]))
            do { try await Task.sleep(for: .seconds(600)) } catch { ended.finish() }
        }
        try await WebGateway.with([handler]) { web in
            try await WebClient.with(port: web.port) { client in
                let body = Self.body(["{}"])
                try await client.sendHead(
                    "POST",
                    "/\(BackendService.watch.path)",
                    ["Content-Type": "application/connect+json"],
                    length: body.readableBytes
                )
                try await client.send(body)
                _ = try await client.head()
                _ = try await client.chunk()
            }
            for await _ in ends {}
        }
    }
}
