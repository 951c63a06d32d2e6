import MessageCoding
import NIOCore
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Compression", .timeLimit(.minutes(5)))
struct CompressionTests {
    private let unary = TestMethods.unary("Echo")
    private let sending = TestMethods.method("Collect", .clientStreaming)
    private let receiving = TestMethods.method("Repeat", .serverStreaming)
    private let exchanging = TestMethods.method("Exchange", .bidirectional)
    private let large = Echo(payload: [UInt8](repeating: 7, count: 20_000))
    private let always = CallOptions(compression: .always)

    private func withEcho<Result>(
        _ configure: (inout ServerConfiguration) -> Void = { _ in },
        seen: Recorder<Bool> = Recorder(),
        _ body: (RPCChannel, RPCServer) async throws -> Result
    ) async throws -> Result {
        let handlers: [MethodHandler] = [
            .unary(unary) { (request: Echo, context) in
                seen.record(context.wasRequestCompressed)
                return request
            },
            .clientStreaming(sending) { (requests: MessageStream<Echo>, _) in
                var last = Echo()
                while let (request, wasCompressed) = try await requests.nextReceived() {
                    seen.record(wasCompressed)
                    last = request
                }
                return last
            },
            .serverStreaming(receiving) { (request: Echo, responses: MessageWriter<Echo>, context) in
                seen.record(context.wasRequestCompressed)
                try await responses.write(request, compression: .always)
                try await responses.write(request, compression: .off)
                context.responseCompression?.choice = .off
                try await responses.write(request)
                context.responseCompression?.choice = .always
                try await responses.write(request)
            },
            .bidirectional(exchanging) { (requests: MessageStream<Echo>, responses: MessageWriter<Echo>, _) in
                while let (request, wasCompressed) = try await requests.nextReceived() {
                    seen.record(wasCompressed)
                    try await responses.write(request)
                }
            },
        ]
        return try await withPeers(handlers, configure: configure, body)
    }

    @Test("is off unless asked for, whatever the size")
    func offByDefault() async throws {
        let seen = Recorder<Bool>()
        try await withEcho(seen: seen) { channel, _ in
            let record = ResponseRecord()
            let answer: Echo = try await channel.unary(unary, large, options: CallOptions(record: record))
            #expect(answer == large)
            #expect(seen.values == [false] && record.wereCompressed == [false])
        }
    }

    @Test("of requests and of responses are each side's own decision")
    func unaryCalls() async throws {
        let seen = Recorder<Bool>()
        try await withEcho({ $0.responseCompression = .automatic }, seen: seen) { channel, _ in
            for (message, options, expected) in [
                (large, CallOptions(), (false, true)), (large, always, (true, true)), (Echo(), always, (true, false)),
                (large, CallOptions(compression: .automatic), (true, true)),
                (Echo(payload: [1]), CallOptions(compression: .automatic), (false, false)),
            ] {
                var options = options
                let record = ResponseRecord()
                options.record = record
                let answer: Echo = try await channel.unary(unary, message, options: options)
                #expect(answer == message)
                #expect(seen.values.last == expected.0 && record.wereCompressed == [expected.1])
            }
        }
    }

    @Test("of a message that it makes larger is left out unless forced")
    func incompressible() async throws {
        let seen = Recorder<Bool>()
        var generator = SystemRandomNumberGenerator()
        let noise = Echo(payload: (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try await withEcho({ $0.responseCompression = .automatic }, seen: seen) { channel, _ in
            for (choice, expected) in [(MessageCompression.automatic, false), (.always, true)] {
                let record = ResponseRecord()
                let options = CallOptions(compression: choice, record: record)
                let answer: Echo = try await channel.unary(unary, noise, options: options)
                #expect(answer == noise)
                #expect(seen.values.last == expected && record.wereCompressed == [false])
            }
        }
    }

    @Test("is decided for each message of a stream of requests")
    func requestStream() async throws {
        let seen = Recorder<Bool>()
        try await withEcho(seen: seen) { channel, _ in
            let answer: Echo = try await channel.clientStreaming(sending, options: CallOptions()) { writer in
                try await writer.write(Echo(), compression: .always)
                try await writer.write(Echo())
                try await writer.write(large, compression: .automatic)
            }
            #expect(answer == large && seen.values == [true, false, true])
            let again: Echo = try await channel.clientStreaming(sending, options: always) { writer in
                try await writer.write(large)
                try await writer.write(large, compression: .off)
            }
            #expect(again == large && seen.values == [true, false, true, true, false])
        }
    }

    @Test("is decided for each message of a stream of responses, by the handler")
    func responseStream() async throws {
        let seen = Recorder<Bool>()
        try await withEcho({ $0.responseCompression = .off }, seen: seen) { channel, _ in
            let came = try await channel.serverStreaming(receiving, large, options: always) {
                (responses: MessageStream<Echo>) in
                var came: [Bool] = []
                while let (message, wasCompressed) = try await responses.nextReceived() {
                    #expect(message == large)
                    came.append(wasCompressed)
                }
                return came
            }
            #expect(came == [true, false, false, true] && seen.values == [true])
        }
    }

    @Test("goes both ways in one call")
    func bothWays() async throws {
        let seen = Recorder<Bool>()
        try await withEcho({ $0.responseCompression = .always }, seen: seen) { channel, _ in
            let record = ResponseRecord()
            var options = always
            options.record = record
            try await channel.bidirectional(exchanging, options: options) {
                (writer: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                for size in [0, 1, 30_000, 70_000, 1_000_000] {
                    let message = Echo(payload: [UInt8](repeating: 3, count: size))
                    try await writer.write(message)
                    #expect(try await responses.next() == message)
                }
            }
            #expect(seen.values == [true, true, true, true, true])
            #expect(record.wereCompressed == [true, true, true, true, true])
        }
    }

    @Test("is left out for a side that cannot read it")
    func notAccepted() async throws {
        let seen = Recorder<Bool>()
        let limits: (inout ServerConfiguration) -> Void = { $0.settings.encodings = Encodings(rawValue: 0xFFFF_FFFE) }
        try await withEcho(limits, seen: seen) { channel, _ in
            let answer: Echo = try await channel.unary(unary, large, options: always)
            #expect(answer == large && seen.values == [false])
        }
    }

    @Test("of four megabytes works, while other calls on the connection are served")
    func largeMessages() async throws {
        let huge = Echo(payload: (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
        try await withEcho({ $0.responseCompression = .always }) { channel, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<20 {
                    let message = index < 4 ? huge : Echo(payload: [UInt8(index)])
                    group.addTask {
                        let answer: Echo = try await channel.unary(unary, message, options: always)
                        return answer == message
                    }
                }
                for try await isSame in group { #expect(isSame) }
            }
        }
    }

    @Test("ends a call that is cancelled meanwhile, and nothing else")
    func cancelled() async throws {
        let huge = Echo(payload: [UInt8](repeating: 1, count: 4_000_000))
        try await withEcho { channel, _ in
            for _ in 0..<5 {
                let call = Task { let _: Echo = try await channel.unary(unary, huge, options: always) }
                call.cancel()
                _ = await call.result
            }
            let answer: Echo = try await channel.unary(unary, large, options: always)
            #expect(answer == large)
        }
    }
}

/// Compressed messages that cannot be read, and what they cost.
struct BadMessage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: ByteBuffer
    var code: StatusCode
    /// What a client's application gets; nil for the same.
    var codeForClient: StatusCode?
    var reason = StatusReason.none

    static let whole = Deflater().compress(ByteBuffer(repeating: 7, count: 30_000), limit: nil)!
    static let zeros = Deflater().compress(ByteBuffer(repeating: 0, count: 1 << 26), limit: nil)!

    static let all: [BadMessage] = [
        BadMessage(
            testDescription: "no encoding",
            bytes: ByteBuffer(),
            code: .internalError,
            reason: "DAMAGED_MESSAGE"
        ),
        unsupported("encoding 0", 0), unsupported("encoding 2", 2), unsupported("encoding 32", 32),
        unsupported("encoding 255", 255),
        damaged("no zlib", ByteBuffer(bytes: [1])),
        damaged("one byte of zlib", ByteBuffer(bytes: [1, 0x78])),
        damaged("all but the last byte", whole.getSlice(at: 0, length: whole.readableBytes - 1)!),
        damaged("half", whole.getSlice(at: 0, length: whole.readableBytes / 2)!),
        damaged("a byte behind the end", ByteBuffer(bytes: Array(whole.readableBytesView) + [0])),
        damaged("twice", ByteBuffer(bytes: Array(whole.readableBytesView) + whole.readableBytesView.dropFirst())),
        damaged("a wrong checksum", ByteBuffer(bytes: whole.readableBytesView.dropLast() + [0x55])),
        damaged("text", ByteBuffer(string: "\u{1}nothing of zlib")),
        damaged("gzip", ByteBuffer(bytes: [1, 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
        BadMessage(testDescription: "a third of a megabyte that becomes 64", bytes: zeros, code: .resourceExhausted),
        BadMessage(
            testDescription: "a byte more than the limit",
            bytes: Deflater().compress(ByteBuffer(repeating: 0, count: 4_194_305), limit: nil)!,
            code: .resourceExhausted
        ),
    ]

    private static func damaged(_ name: String, _ bytes: ByteBuffer) -> BadMessage {
        BadMessage(testDescription: name, bytes: bytes, code: .internalError, reason: "DAMAGED_MESSAGE")
    }

    private static func unsupported(_ name: String, _ number: UInt8) -> BadMessage {
        BadMessage(
            testDescription: name,
            bytes: ByteBuffer(bytes: [number] + whole.readableBytesView.dropFirst()),
            code: .unimplemented,
            codeForClient: .internalError,
            reason: "UNSUPPORTED_ENCODING"
        )
    }
}

@Suite("Compressed messages that cannot be read", .timeLimit(.minutes(5)))
struct BadCompressionTests {
    private let unary = TestMethods.unary("Echo")
    private let exchanging = TestMethods.method("Exchange", .bidirectional)

    @Test("end their call with the server's word, and other calls don't notice", arguments: BadMessage.all)
    func toServer(bad: BadMessage) async throws {
        let ended = Recorder<String>()
        let handlers: [MethodHandler] = [
            .unary(unary) { (request: Echo, _) in request },
            .bidirectional(exchanging) { (requests: MessageStream<Echo>, responses: MessageWriter<Echo>, _) in
                do {
                    while let request = try await requests.next() { try await responses.write(request) }
                } catch {
                    ended.record("\(error)")
                    // Even a handler that goes on has lost its call.
                    try? await responses.write(Echo())
                }
            },
        ]
        try await withPeers(handlers) { channel, _ in
            let single = try await channel.start(unary.path, options: CallOptions(), deadline: nil, request: nil)
            // A server may end the call while parts are still being sent.
            try? await single.send(WireMessage(bad.bytes, isCompressed: true))
            let failure = await #expect(throws: Status.self) { _ = try await single.response() }
            #expect(failure?.code == bad.code && failure?.reason == bad.reason && failure?.isRemote == true)

            let other = try await channel.start(exchanging.path, options: CallOptions(), deadline: nil, request: nil)
            let stream = try await channel.start(exchanging.path, options: CallOptions(), deadline: nil, request: nil)
            try await stream.send(ByteBuffer())
            #expect(try await stream.receive() == ByteBuffer())
            try? await stream.send(WireMessage(bad.bytes, isCompressed: true))
            let streamFailure = await #expect(throws: Status.self) { while try await stream.receive() != nil {} }
            #expect(streamFailure?.code == bad.code)
            try await ended.wait(forCount: 1)

            try await other.send(ByteBuffer())
            #expect(try await other.receive() == ByteBuffer())
            other.cancel()
            try await channel.call(unary)
        }
    }

    @Test("end their call at the client, and other calls don't notice", arguments: BadMessage.all)
    func toClient(bad: BadMessage) async throws {
        let cancelled = Recorder<Void>()
        let gate = Gate()
        let fallback: @Sendable (String) -> ServerRoute? = { path in
            guard path == exchanging.path else { return nil }
            return ServerRoute(method: exchanging) { call, _ in
                do {
                    try await call.send(WireMessage(bad.bytes, isCompressed: true))
                    try await gate.wait()
                } catch {
                    cancelled.record(())
                    throw error
                }
            }
        }
        try await withPeers(
            [.unary(unary) { (request: Echo, _) in request }],
            configure: { $0.fallback = fallback }
        ) { channel, _ in
            let failure = await #expect(throws: Status.self) {
                try await channel.bidirectional(exchanging, options: CallOptions()) {
                    (_: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                    while try await responses.next() != nil {}
                }
            }
            #expect(failure?.code == bad.codeForClient ?? bad.code && failure?.isRemote == false)
            try await cancelled.wait(forCount: 1)
            try await channel.call(unary)
        }
    }

    @Test("of a single response end their call at the client", arguments: BadMessage.all)
    func singleResponse(bad: BadMessage) async throws {
        let method = unary
        let fallback: @Sendable (String) -> ServerRoute? = { path in
            ServerRoute(method: method) { call, _ in
                _ = try await call.request()
                call.finish(with: WireMessage(bad.bytes, isCompressed: true))
            }
        }
        try await withPeers([], configure: { $0.fallback = fallback }) { channel, _ in
            #expect(await channel.failure(of: unary)?.code == bad.codeForClient ?? bad.code)
        }
    }

    @Test("together take no more memory of a server than it allows, and what is given back is free again")
    func budget() async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let handler = MethodHandler.unary(unary) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        let large = Echo(payload: [UInt8](repeating: 1, count: 400_000))
        let options = CallOptions(compression: .always)
        try await withPeers([handler], configure: { $0.maximumInflatedBytes = 1_000_000 }) { channel, _ in
            async let first: Echo = channel.unary(unary, large, options: options)
            async let second: Echo = channel.unary(unary, large, options: options)
            try await started.wait(forCount: 2)
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await channel.unary(unary, large, options: options)
            }
            #expect(failure?.code == .resourceExhausted && failure?.reason == "OVERLOADED")
            gate.open()
            _ = try await (first, second)
            for _ in 0..<10 { let _: Echo = try await channel.unary(unary, large, options: options) }
        }
    }

    @Test("are counted against that, too, when a handler reads them in a task off the event loop")
    func budgetOffTheLoop() async throws {
        let upload = TestMethods.method("Upload", .clientStreaming)
        let handler = MethodHandler.clientStreaming(upload) { (requests: MessageStream<Echo>, _) in
            let reading = Task.detached {
                var count = 0
                for try await request in requests { count += request.payload.count }
                return count
            }
            return Echo(payload: [UInt8](repeating: 0, count: try await reading.value / 100_000))
        }
        let large = Echo(payload: [UInt8](repeating: 1, count: 200_000))
        try await withPeers([handler], configure: { $0.maximumInflatedBytes = 250_000 }) { channel, _ in
            for _ in 0..<3 {
                let answer: Echo = try await channel.clientStreaming(
                    upload,
                    options: CallOptions(compression: .always)
                ) { writer in
                    for _ in 0..<5 { try await writer.write(large) }
                }
                #expect(answer.payload.count == 10)
            }
        }
    }

    @Test("take no more memory than the limit", arguments: [1, 1_000, 65_536, 65_537, 1 << 20])
    func bound(limit: Int) throws {
        let inflater = Inflater()
        inflater.begin(BadMessage.zeros.getSlice(at: 1, length: BadMessage.zeros.readableBytes - 1)!, limit: limit)
        #expect(throws: CompressionFailure.tooLarge(limit: limit)) { _ = try inflater.run() }
        #expect(inflater.reserved <= 2 * max(limit, 1_024))
    }

    @Test(
        "are distinguished from valid ones at the limit, however the work is divided",
        arguments: [0, 1, 5_000, 70_000]
    )
    func atLimit(size: Int) throws {
        let message = ByteBuffer(repeating: 9, count: size)
        let compressed = try #require(Deflater().compress(message, limit: nil))
        let inflater = Inflater()
        for pause in [1, 1_000, 1 << 20] {
            inflater.begin(compressed.getSlice(at: 1, length: compressed.readableBytes - 1)!, limit: size)
            var whole: ByteBuffer?
            var bound = 0
            while whole == nil {
                bound += pause
                whole = try inflater.run(until: bound)
            }
            #expect(whole == message)
        }
    }
}
