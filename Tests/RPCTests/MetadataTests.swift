import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import TLS
import Testing
import Wire

@Suite("Metadata", .timeLimit(.minutes(5)))
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

    @Test("the certificate of a client reaches the handler whole, and of one without there is none")
    func certificate() async throws {
        let seen = Recorder<PeerCertificate?>()
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            seen.record(context.peerCertificate)
            return request
        }
        let server = try await startServer(handlers: [handler])
        for caller in ["ocr", nil] {
            let channel = try makeChannel(ports: [server.port], as: caller)
            try await channel.call(method)
            channel.close()
        }
        let certificate = try #require(seen.values.first ?? nil)
        #expect(certificate == (try TestCertificates.client("ocr", expecting: "budget").certificate))
        #expect(certificate.subject == "CN=ocr,O=Larder")
        #expect(certificate.uris == ["spiffe://larder/service/ocr"] && certificate.dnsNames == ["ocr"])
        #expect(certificate.ipAddresses == [])
        #expect(certificate.serialNumber.count >= 16)
        #expect(seen.values == [certificate, nil])
        await server.stop()
    }

    @Test("metadata of a server reaches the client ahead of the first message")
    func toClient() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            var metadata = Metadata()
            metadata.add("x-served-by", "one")
            try await context.sendMetadata(metadata)
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let call = try await channel.start(method.path, options: .init(), deadline: nil, request: (.init(), true))
            _ = try await call.response()
            #expect(await call.responseMetadata()[text: "x-served-by"] == "one")
        }
    }

    /// Metadata of one text.
    private func metadata(_ name: String, _ text: String) -> Metadata {
        var metadata = Metadata()
        metadata.add(name, text)
        return metadata
    }

    @Test("what a handler sends ahead of its response and with the end reaches the caller")
    func recorded() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            try await context.sendMetadata(metadata("x-served-by", "one"))
            try await context.addTrailers(metadata("x-cost", "3"))
            try await context.addTrailers(metadata("x-cost", "4"))
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let record = ResponseRecord()
            let answer: Echo = try await channel.unary(
                method,
                Echo(payload: [1]),
                options: CallOptions(record: record)
            )
            #expect(answer.payload == [1])
            #expect(record.metadata[text: "x-served-by"] == "one")
            #expect(record.trailers.entries.map(\.value) == [.text("3"), .text("4")])
        }
    }

    @Test("metadata of a failure is in its status and in the record")
    func withFailure() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, context) -> Echo in
            try await context.addTrailers(metadata("x-cost", "3"))
            throw Status(.notFound, "There is no such thing.")
        }
        try await withPeers([handler]) { channel, _ in
            let record = ResponseRecord()
            let failure = try #require(await channel.failure(of: method, CallOptions(record: record)))
            #expect(failure.code == .notFound && failure.trailers[text: "x-cost"] == "3")
            #expect(record.trailers[text: "x-cost"] == "3" && record.metadata.isEmpty)
        }
    }

    @Test("streams have metadata, too", arguments: [CallKind.clientStreaming, .serverStreaming, .bidirectional])
    func streamed(kind: CallKind) async throws {
        let method = TestMethods.method("Stream", kind)
        let handler: MethodHandler =
            switch kind {
            case .clientStreaming:
                .clientStreaming(method) { (requests: MessageStream<Echo>, context) in
                    try await context.sendMetadata(metadata("x-served-by", "one"))
                    try await context.addTrailers(metadata("x-cost", "3"))
                    for try await _ in requests {}
                    return Echo()
                }
            case .serverStreaming:
                .serverStreaming(method) { (_: Echo, responses: MessageWriter<Echo>, context) in
                    try await context.sendMetadata(metadata("x-served-by", "one"))
                    try await responses.write(Echo())
                    try await context.addTrailers(metadata("x-cost", "3"))
                }
            default:
                .bidirectional(method) { (_: MessageStream<Echo>, responses: MessageWriter<Echo>, context) in
                    try await context.sendMetadata(metadata("x-served-by", "one"))
                    try await responses.write(Echo())
                    try await context.addTrailers(metadata("x-cost", "3"))
                }
            }
        try await withPeers([handler]) { channel, _ in
            let record = ResponseRecord()
            let options = CallOptions(record: record)
            switch kind {
            case .clientStreaming:
                let _: Echo = try await channel.clientStreaming(method, options: options) {
                    (writer: MessageWriter<Echo>) in try await writer.write(Echo())
                }
            case .serverStreaming:
                try await channel.serverStreaming(method, Echo(), options: options) {
                    (responses: MessageStream<Echo>) in
                    _ = try await responses.next()
                    #expect(record.metadata[text: "x-served-by"] == "one")
                    while try await responses.next() != nil {}
                }
            default:
                try await channel.bidirectional(method, options: options) {
                    (_: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                    while try await responses.next() != nil {}
                }
            }
            #expect(record.metadata[text: "x-served-by"] == "one")
            #expect(record.trailers[text: "x-cost"] == "3")
        }
    }

    @Test("a token or key that could split a line is rejected before it is sent")
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
