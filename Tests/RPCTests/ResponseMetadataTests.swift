import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("Response metadata", .timeLimit(.minutes(5)))
struct ResponseMetadataTests {
    private static let unary = TestMethods.unary("Tell")
    private static let streaming = TestMethods.method("Tell", .serverStreaming)

    /// What a client gets of one call, in order.
    private func answer(
        to method: MethodDescriptor = unary,
        _ handler: MethodHandler,
        settings: Settings = Settings()
    ) async throws -> [String] {
        let server = try await startServer(handlers: [handler])
        let connection = try await RawConnection.connect(
            port: server.port,
            tls: try TestCertificates.client("ocr", expecting: "budget")
        )
        var machine = ConnectionStateMachine(role: .client, settings: settings)
        let stream = try machine.startCall(CallHeader(template: CallTemplate(method: method.path)))
        machine.sendMessage(ByteBuffer(), on: stream, end: true)
        while let output = machine.takeOutput() { try await connection.send(Array(output.readableBytesView)) }
        var (taken, lines): (Int, [String]) = (0, [])
        while lines.last?.hasPrefix("status") != true {
            let all = try await connection.wait(forBytes: taken + 1)
            var fresh = ByteBuffer(bytes: all[taken...])
            taken = all.count
            machine.receive(&fresh, now: .now())
            while let event = machine.nextEvent() { lines += Self.line(event) }
        }
        await connection.close()
        await server.stop()
        return lines
    }

    private static func line(_ event: ConnectionStateMachine.Event) -> [String] {
        switch event {
        case .metadata(_, let metadata): ["metadata\(text(metadata))"]
        case .message(_, let bytes, _, _): ["message \(bytes.readableBytes)"]
        case .status(_, let status): ["status \(status.code.name)\(text(status.metadata))"]
        case .violation(let violation): ["violation \(violation)"]
        default: []
        }
    }

    private static func text(_ metadata: Metadata) -> String {
        metadata.entries.map { " \($0.name)=\($0.value)" }.joined()
    }

    private static func metadata(_ name: String, _ text: String = "1") -> Metadata {
        var metadata = Metadata()
        metadata.add(name, text)
        return metadata
    }

    @Test("comes ahead of the response and with its end")
    func both() async throws {
        let handler = MethodHandler.unary(Self.unary) { (request: Echo, context) in
            try await context.addTrailers(Self.metadata("cost", "7"))
            try await context.sendMetadata(Self.metadata("served-by", "a"))
            try await context.addTrailers(Self.metadata("cost", "8"))
            return request
        }
        #expect(
            try await answer(handler) == [
                #"metadata served-by=text("a")"#, "message 0", #"status OK cost=text("7") cost=text("8")"#,
            ]
        )
    }

    @Test("comes with an error, too")
    func error() async throws {
        let handler = MethodHandler.unary(Self.unary) { (_: Echo, context) -> Echo in
            try await context.sendMetadata(Self.metadata("served-by"))
            try await context.addTrailers(Self.metadata("cost"))
            throw Status(.aborted, "Somebody else was faster.")
        }
        #expect(try await answer(handler) == [#"metadata served-by=text("1")"#, #"status ABORTED cost=text("1")"#])
    }

    @Test("comes ahead of a stream and behind it, also from a task that is not on the event loop")
    func stream() async throws {
        let handler = MethodHandler.serverStreaming(Self.streaming) {
            (_: Echo, responses: MessageWriter<Echo>, context) in
            try await Task.detached(executorPreference: globalConcurrentExecutor) {
                try await context.sendMetadata(Self.metadata("served-by"))
                try await responses.write(Echo(payload: [1]))
                try await context.addTrailers(Self.metadata("cost"))
            }.value
        }
        #expect(
            try await answer(to: Self.streaming, handler) == [
                #"metadata served-by=text("1")"#, "message 3", #"status OK cost=text("1")"#,
            ]
        )
    }

    @Test("fails behind a response or other metadata, and the call goes on")
    func tooLate() async throws {
        let handler = MethodHandler.serverStreaming(Self.streaming) {
            (_: Echo, responses: MessageWriter<Echo>, context) in
            try await context.sendMetadata(Self.metadata("served-by"))
            await #expect(throws: ResponseMetadataError.tooLate) {
                try await context.sendMetadata(Self.metadata("served-by"))
            }
            try await responses.write(Echo())
            await #expect(throws: ResponseMetadataError.tooLate) {
                try await context.sendMetadata(Self.metadata("served-by"))
            }
        }
        #expect(
            try await answer(to: Self.streaming, handler) == [
                #"metadata served-by=text("1")"#, "message 0", "status OK",
            ]
        )
    }

    @Test("fails above the client's limit, and the call goes on without it")
    func tooLarge() async throws {
        let handler = MethodHandler.unary(Self.unary) { (request: Echo, context) in
            let large = Self.metadata("large", String(repeating: "a", count: 9_000))
            await #expect(throws: ResponseMetadataError.tooLarge(limit: 10_000)) {
                try await context.sendMetadata(Self.metadata("larger", String(repeating: "a", count: 10_000)))
            }
            try await context.addTrailers(Self.metadata("cost"))
            try await context.sendMetadata(large)
            await #expect(throws: ResponseMetadataError.tooLarge(limit: 10_000)) {
                try await context.addTrailers(Self.metadata("large", String(repeating: "a", count: 9_990)))
            }
            return request
        }
        let lines = try await answer(handler, settings: Settings(maximumMetadataSize: 10_000))
        #expect(lines.count == 3 && lines.first?.hasPrefix("metadata large=") == true)
        #expect(lines.last == #"status OK cost=text("1")"#)
    }

    @Test("fails for a call that is over, or without a call")
    func over() async throws {
        let kept = Recorder<CallContext>()
        let handler = MethodHandler.unary(Self.unary) { (request: Echo, context) in
            kept.record(context)
            return request
        }
        #expect(try await answer(handler) == ["message 0", "status OK"])
        let context = try #require(kept.values.first)
        for context in [context, CallContext(method: "a.B/C", trace: TraceContext())] {
            await #expect(throws: ResponseMetadataError.callIsOver) {
                try await context.sendMetadata(Self.metadata("served-by"))
            }
            await #expect(throws: ResponseMetadataError.callIsOver) {
                try await context.addTrailers(Self.metadata("cost"))
            }
        }
    }
}
