import MessageCoding
import NIOCore
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Unary calls on the fast path or not", .timeLimit(.minutes(5)))
struct UnaryFastPathTests {
    private static let method = TestMethods.unary("OneWay")
    private let service = ScriptedService()

    // MARK: Which way

    @Test("a call on the loop of a connection starts at once, and nothing else does")
    func which() async throws {
        let channel = service.channel
        let starts: @Sendable (CallOptions) throws -> Bool = {
            try channel.startOnFastPath(Self.method, Echo(), $0) != nil
        }
        #expect(try await CallPath.short.run { try !starts(CallOptions()) }, "not without a connection")
        let server = try await service.connect()[0]
        #expect(try await CallPath.short.run { try starts(CallOptions()) })
        #expect(try await CallPath.long.run { try !starts(CallOptions()) })
        #expect(try await CallPath.short.run { try !starts(CallOptions(compression: .automatic)) })
        #expect(try await CallPath.short.run { try !starts(CallOptions(record: ResponseRecord())) })
        try await server.answer(try await server.request())
        #expect(server.events.values.count { $0.call != nil } == 1)
        try await service.stop()
    }

    @Test("a call starts at once whatever number of methods there are, and were prepared")
    func manyMethods() async throws {
        try await service.connect()
        let channel = service.channel
        let isPrepared = try await CallPath.short.run {
            let connection = try #require(channel.readyConnection(on: CallPath.group.any()))
            return try (0..<3_000).allSatisfy { _ in
                let method = TestMethods.unary("OneWay")
                let prepared = try connection.prepared(method, nil, for: channel)
                return try connection.prepared(method, nil, for: channel) === prepared
            }
        }
        #expect(isPrepared)
        let starts = try await CallPath.short.run {
            try channel.startOnFastPath(TestMethods.unary("OneWay"), Echo(), CallOptions()) != nil
        }
        #expect(starts)
        try await service.stop()
    }

    @Test("a call that is hedged takes the long way")
    func hedged() async throws {
        let hedging = MethodPolicy(hedging: HedgingPolicy(maximumAttempts: 2, delay: .milliseconds(10)))
        let service = ScriptedService(1, RPCChannelOptions(policy: ClientPolicy(others: hedging)))
        try await service.connect()
        let isStarted = try await CallPath.short.run {
            try service.channel.startOnFastPath(Self.method, Echo(), CallOptions()) != nil
        }
        #expect(!isStarted)
        try await service.stop()
    }

    // MARK: Failures

    @Test("a status arrives whole and ends the call", arguments: CallPath.allCases)
    func status(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        let status = Status(.failedPrecondition, "Not like this.", retryDelay: .seconds(9), reason: "WHY")
        try await server.end(try await server.request(), status)
        let failure = try #require(await call.outcome)
        #expect(failure.content == status && failure.isRemote)
        #expect(service.outstanding == 0)
        #expect(await service.channel.snapshot().calls == CallCounts(started: 1, failed: 1))
        try await service.stop()
    }

    @Test("a call that ends well without a response is INTERNAL and not made again", arguments: CallPath.allCases)
    func noResponse(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        let request = try await server.request()
        try await server.perform { $0.sendStatus(CallStatus(.ok), on: request.stream) }
        #expect(try await call.outcome?.message == "The server sent no response.")
        #expect(server.events.values.count { $0.call != nil } == 1)
        try await service.stop()
    }

    @Test("bytes that are no response are INTERNAL", arguments: CallPath.allCases)
    func malformed(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        try await server.answer(try await server.request(), with: ByteBuffer(bytes: [0x0A, 0xFF]))
        #expect(try await call.outcome?.reason == "MALFORMED_MESSAGE")
        try await service.stop()
    }

    @Test(
        "a compressed response that cannot be read is INTERNAL",
        arguments: CallPath.allCases,
        [[], [0], [1], [2, 1, 2, 3], [1, 0xFF, 0xFF, 0xFF]] as [[UInt8]]
    )
    func damaged(_ way: CallPath, _ bytes: [UInt8]) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        try await server.answer(try await server.request(), with: ByteBuffer(bytes: bytes), isCompressed: true)
        #expect(try await call.outcome?.code == .internalError)
        #expect(service.outstanding == 0)
        try await service.stop()
    }

    @Test("a request that cannot be packed is INVALID_ARGUMENT, and nothing is sent", arguments: CallPath.allCases)
    func unsendable(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let channel = service.channel
        let failure = await #expect(throws: Status.self) {
            let _: Echo = try await way.run {
                let request = RPCMessages.FieldViolation(field: "a\0b", description: "")
                return try await channel.unary(Self.method, request, options: CallOptions())
            }
        }
        #expect(failure?.reason == "UNSENDABLE_MESSAGE" && failure?.code == .invalidArgument)
        #expect(service.outstanding == 0)
        #expect(!server.events.values.contains { $0.call != nil })
        try await service.stop()
    }

    @Test("what cannot be sent with a call fails it before anything is sent", arguments: CallPath.allCases)
    func unsendableOptions(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        var metadata = Metadata()
        metadata.add("large", String(repeating: "x", count: 20_000))
        #expect(
            try await way.run(service.failure(of: Self.method, CallOptions(accessToken: "a\nb")))?.code
                == .unauthenticated
        )
        #expect(
            try await way.run(service.failure(of: Self.method, CallOptions(idempotencyKey: "a\nb")))?.reason
                == "INVALID_KEY"
        )
        #expect(
            try await way.run(service.failure(of: Self.method, CallOptions(metadata: metadata)))?.code
                == .resourceExhausted
        )
        #expect(
            try await way.run(service.failure(of: Self.method, CallOptions(timeout: .zero)))?.code == .deadlineExceeded
        )
        #expect(
            try await way.run(service.failure(of: Self.method, CallOptions(timeout: .seconds(-1))))?.code
                == .deadlineExceeded
        )
        #expect(service.outstanding == 0)
        #expect(!server.events.values.contains { $0.call != nil })
        try await service.stop()
    }

    // MARK: What goes well

    @Test("a response arrives, and the counts of calls are right meanwhile and after", arguments: CallPath.allCases)
    func answered(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let channel = service.channel
        let call = way.start {
            try await channel.unary(
                Self.method,
                Echo(payload: [1, 2]),
                options: CallOptions(timeout: .seconds(5))
            ) as Echo
        }
        let request = try await server.request()
        #expect(request.header.template.method == Self.method.path)
        #expect(try Echo(decoding: request.bytes).payload == [1, 2])
        #expect(service.outstanding == 1)
        let connection = try #require(await channel.snapshot().subchannels.first?.connection)
        #expect(connection.streams.map(\.id) == [request.stream])
        #expect(connection.streams.first?.remaining == .seconds(5))
        try await server.perform { machine in
            machine.sendMetadata(request.header.metadata, on: request.stream)
            machine.sendMessage(request.bytes, on: request.stream, end: true)
        }
        #expect(try await call.outcome.payload == [1, 2])
        #expect(service.outstanding == 0)
        let snapshot = await channel.snapshot()
        #expect(snapshot.calls == CallCounts(started: 1, succeeded: 1))
        #expect(snapshot.subchannels.first?.connection?.streams.isEmpty == true)
        try await service.stop()
    }

    @Test("a message and OK apart from it are a response, too", arguments: CallPath.allCases)
    func statusApart(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.echo(Self.method))
        let request = try await server.request()
        try await server.perform { $0.sendMessage(request.bytes, on: request.stream, end: false) }
        try await server.perform { $0.sendStatus(CallStatus(.ok), on: request.stream) }
        #expect(try await call.outcome.payload == [1, 2])
        try await service.stop()
    }

    @Test("a status of failure counts though a message came before", arguments: CallPath.allCases)
    func failureBehindMessage(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        let request = try await server.request()
        try await server.perform { $0.sendMessage(request.bytes, on: request.stream, end: false) }
        try await server.end(request, Status(.dataLoss, "Half of it is gone."))
        #expect(try await call.outcome?.code == .dataLoss)
        try await service.stop()
    }

    @Test("of several messages the first is the response", arguments: CallPath.allCases)
    func manyMessages(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.echo(Self.method))
        let request = try await server.request()
        let other = try Echo(payload: [9]).encoded()
        try await server.perform { machine in
            machine.sendMessage(request.bytes, on: request.stream, end: false)
            machine.sendMessage(other, on: request.stream, end: true)
        }
        #expect(try await call.outcome.payload == [1, 2])
        try await service.stop()
    }

    @Test("a compressed response is read", arguments: CallPath.allCases, [5_000, 300_000])
    func compressed(_ way: CallPath, _ size: Int) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.echo(Self.method))
        let message = Echo(payload: Array(repeating: 7, count: size))
        let bytes = try #require(await Compression.compress(try message.encoded(), .always)).bytes
        try await server.answer(try await server.request(), with: bytes, isCompressed: true)
        #expect(try await call.outcome == message)
        try await service.stop()
    }

    @Test("messages beyond all windows go both ways", arguments: CallPath.allCases)
    func large(_ way: CallPath) async throws {
        let peers = InProcessPeers([.unary(Self.method) { (request: Echo, _) in request }], group: CallPath.group)
        try await peers.channel.connectOnLoop()
        let channel = peers.channel
        let message = Echo(payload: (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 11) })
        let answer: Echo = try await way.run {
            try await channel.unary(Self.method, message, options: CallOptions())
        }
        #expect(answer == message)
        await peers.stop()
    }
}
