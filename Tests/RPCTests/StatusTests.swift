import NIOCore
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("How calls fail", .timeLimit(.minutes(5)))
struct StatusTests {
    private let method = TestMethods.unary("Fail")

    @Test("every code arrives with its sentence and all details", arguments: StatusCode.allCases.filter { $0 != .ok })
    func roundTrip(_ code: StatusCode) async throws {
        let status = Status(
            code,
            "It failed: größer als 🥕",
            fieldViolations: [.init("items[2].amount", "Must be above 0."), .init("", "")],
            retryDelay: .milliseconds(1_500),
            reason: "SOME_REASON"
        )
        try await withPeers([.unary(method) { (_: Echo, _) -> Echo in throw status }]) { channel, _ in
            let failure = try #require(await channel.failure(of: method))
            #expect(failure.content == status)
            #expect(failure.isRemote)
        }
    }

    @Test("a sentence that is too long is cut, and the connection lives")
    func longSentence() async throws {
        let sentence = String(repeating: "ü", count: 100_000)
        try await withPeers([.unary(method) { (_: Echo, _) -> Echo in throw Status(.aborted, sentence) }]) {
            channel,
            _ in
            for _ in 0..<2 {
                let failure = try #require(await channel.failure(of: method))
                #expect(failure.code == .aborted)
                #expect(failure.message.count > 1_000)
                #expect(sentence.hasPrefix(failure.message.dropLast()))
            }
        }
    }

    @Test("the cause of a failure stays inside, and a reference comes out")
    func internalCause() async throws {
        struct Secret: Error {}
        let lines = Recorder<String>()
        let server = try await startServer(
            handlers: [.unary(method) { (_: Echo, _) -> Echo in throw Secret() }],
            log: RecordingLogHandler.logger(lines)
        )
        let channel = try makeChannel(ports: [server.port])
        let failure = try #require(await channel.failure(of: method))
        #expect(failure.code == .internalError)
        #expect(!failure.message.contains("Secret"))
        let reference = try #require(failure.message.firstMatch(of: /Reference ([0-9a-f]{16})/)).1
        #expect(lines.values.contains { $0.contains("Secret") && $0.contains(reference) })
        channel.close()
        await server.stop()
    }

    @Test("a method that does not exist is UNIMPLEMENTED")
    func unknownMethod() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let failure = try #require(await channel.failure(of: method))
            #expect(failure.content == Status(.unimplemented, "There is no such method."))
        }
    }

    @Test("a call without its request message is rejected")
    func noRequest() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            let call = try await channel.start(method.path, options: CallOptions(), deadline: nil, request: nil)
            call.endSending()
            let failure = await #expect(throws: Status.self) { try await call.response() }
            #expect(failure?.reason == "NO_REQUEST")
        }
    }

    @Test("bytes that are not the request message are rejected")
    func malformedRequest() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            let call = try await channel.start(
                method.path,
                options: CallOptions(),
                deadline: nil,
                request: (.init(bytes: [0x0A, 0xFF]), true)
            )
            let failure = await #expect(throws: Status.self) { try await call.response() }
            #expect(failure?.code == .invalidArgument)
            #expect(failure?.reason == "MALFORMED_MESSAGE")
        }
    }

    @Test("bytes that are not the response message are the service's fault")
    func malformedResponse() async throws {
        let route = ServerRoute(method: method) { call, _ in call.finish(with: .init(bytes: [0x0A, 0xFF])) }
        try await withPeers([], configure: { $0.fallback = { _ in route } }) { channel, _ in
            let failure = try #require(await channel.failure(of: method))
            #expect(failure.code == .internalError)
        }
    }

    /// What a service reports to its caller when a service that it called fails.
    private func passedOn(_ status: Status) async throws -> Status {
        let outer = TestMethods.unary("Outer")
        return try await withPeers([.unary(method) { (_: Echo, _) -> Echo in throw status }]) { inner, _ in
            try await withPeers([.unary(outer) { (_: Echo, _) in try await inner.call(method) }]) { channel, _ in
                try #require(await channel.failure(of: outer))
            }
        }
    }

    @Test(
        "what a callee holds against a request that the caller never saw is INTERNAL",
        arguments: [
            StatusCode.invalidArgument, .notFound, .permissionDenied, .unauthenticated, .internalError, .unimplemented,
            .aborted, .dataLoss, .unknown, .alreadyExists, .failedPrecondition, .outOfRange,
        ]
    )
    func translated(_ code: StatusCode) async throws {
        let status = try await passedOn(Status(code, "no row 7", reason: "INNER"))
        #expect(status.content == Status(.internalError, "Something went wrong on our side. Please try again later."))
    }

    @Test(
        "what describes the state of a callee is passed on with its advice",
        arguments: [StatusCode.unavailable, .resourceExhausted, .deadlineExceeded, .cancelled]
    )
    func passedThrough(_ code: StatusCode) async throws {
        let status = try await passedOn(Status(code, "Later, please.", retryDelay: .seconds(3), reason: "INNER"))
        #expect(status.content == Status(code, "Later, please.", retryDelay: .seconds(3)))
    }

    @Test("messages that came before a stream failed can still be read")
    func failureAfterMessages() async throws {
        let stream = TestMethods.method("Stream", .serverStreaming)
        let failed = Gate()
        let handler = MethodHandler.serverStreaming(stream) { (_: Echo, responses: MessageWriter<Echo>, _) in
            for index in UInt8(0)..<3 { try await responses.write(Echo(payload: [index])) }
            defer { failed.open() }
            throw Status(.aborted, "That is all.")
        }
        let barrier = TestMethods.unary("Barrier")
        try await withPeers([handler, .unary(barrier) { (request: Echo, _) in request }]) { channel, _ in
            try await channel.serverStreaming(stream, Echo(), options: .init()) { (messages: MessageStream<Echo>) in
                try await failed.wait()
                // The answer to this comes behind the end of the stream.
                try await channel.call(barrier)
                for index in 0..<3 { #expect(try await messages.next()?.payload == [UInt8(index)]) }
                let failure = await #expect(throws: Status.self) { _ = try await messages.next() }
                #expect(failure?.code == .aborted)
            }
        }
    }
}
