import Messages
import NIOCore
import RPC
import RPCTestSupport
import Testing
import Wire

@Suite("Metadata")
struct MetadataTests {
    private let method = TestMethods.unary("Tell")

    @Test("text and bytes of a client reach the handler, in order and with repeats")
    func toServer() async throws {
        let seen = Recorder<CallContext>()
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            seen.record(context)
            return request
        }
        try await withPeers([handler]) { channel, _ in
            var metadata = Metadata()
            metadata.add("x-colour", "grün")
            metadata.add("x-colour", "blue")
            metadata.add("x-raw-bin", [0, 255, 10])
            try await channel.call(method, CallOptions(metadata: metadata, accessToken: "abc", idempotencyKey: "key 1"))
            let context = try #require(seen.values.first)
            #expect(
                context.metadata.entries.filter { $0.name == "x-colour" }.map(\.value) == [
                    .text("grün"), .text("blue"),
                ]
            )
            #expect(context.metadata[binary: "x-raw-bin"] == [0, 255, 10])
            #expect(context.metadata[text: MetadataName.authorization] == "Bearer abc")
            #expect(context.idempotencyKey == "key 1")
            #expect(context.peerService == "ocr")
            #expect(context.peerAddress == "127.0.0.1")
        }
    }

    @Test("metadata of a server reaches the client ahead of the first message")
    func toClient() async throws {
        let route = ServerRoute(method: method) { call, _ in
            var metadata = Metadata()
            metadata.add("x-served-by", "one")
            call.sendMetadata(metadata)
            call.finish(with: .init())
        }
        try await withPeers([], configure: { $0.fallback = { _ in route } }) { channel, _ in
            let call = try await channel.start(method.path, options: .init(), deadline: nil, request: (.init(), true))
            _ = try await call.response()
            #expect(await call.responseMetadata()[text: "x-served-by"] == "one")
        }
    }

    @Test("a token or key that could split a line is refused before it is sent")
    func controlCharacters() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            #expect(await channel.failure(of: method, CallOptions(accessToken: "a\nb"))?.code == .unauthenticated)
            #expect(await channel.failure(of: method, CallOptions(idempotencyKey: "a\u{0}"))?.code == .invalidArgument)
        }
    }

    @Test("metadata over the limit fails the call alone")
    func tooLarge() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            var metadata = Metadata()
            metadata.add("x-large", String(repeating: "a", count: 17_000))
            #expect(await channel.failure(of: method, CallOptions(metadata: metadata))?.code == .resourceExhausted)
            try await channel.call(method)
        }
    }
}
