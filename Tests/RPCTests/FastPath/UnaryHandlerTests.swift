import MessageCoding
import NIOCore
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Unary handlers", .timeLimit(.minutes(5)))
struct UnaryHandlerTests {
    private let plain = CallTemplate(method: UnaryServer.method.path)

    private var echo: MethodHandler {
        .unary(UnaryServer.ordinary) { (request: Echo, _) in request }
    }

    @Test("answer once, however call and request arrive", arguments: Arrival.allCases)
    func answer(_ arrival: Arrival) async throws {
        let server = try await UnaryServer()
        let stream = try await server.call(arrival)
        #expect(try await server.client.status(of: stream)?.code == .ok)
        #expect(server.client.messages(of: stream) == [try Echo(payload: [1, 2, 3]).encoded()])
        #expect(server.runs.count == 1)
        #expect(try await server.ended() == [.ok])
        let event = try #require(server.observer.served.values.last)
        #expect((event.sentBytes, event.receivedBytes) == (5, 5))
        let record = try #require(server.observer.records.values.first)
        #expect((record.sentBytes, record.receivedBytes, record.peerService) == (5, 5, "ocr"))
        let snapshot = await server.peers.server.snapshot(maximumConnections: 1)
        #expect(snapshot.calls == CallCounts(started: 1, succeeded: 1))
        try await server.stop()
    }

    @Test("each call of a read gets its own answer, in whatever order calls and requests come", arguments: 0..<20)
    func mixed(seed: UInt64) async throws {
        let server = try await UnaryServer([echo])
        let templates = [plain, CallTemplate(method: UnaryServer.ordinary.path)]
        let expected = try await server.client.perform { machine in
            var generator = TraceRandom(seed: seed)
            var open: [StreamID] = []
            var expected: [StreamID: ByteBuffer] = [:]
            while expected.count < 40 || !open.isEmpty {
                if expected.count < 40, open.isEmpty || Bool.random(using: &generator) {
                    let template = templates.randomElement(using: &generator)!
                    let stream = try machine.startCall(CallHeader(template: template))
                    expected[stream] = try Echo(payload: [UInt8(stream)]).encoded()
                    open.append(stream)
                } else {
                    // Mostly right behind its call.
                    let isLast = Int.random(in: 0..<4, using: &generator) > 0
                    let stream = open.remove(at: isLast ? open.count - 1 : 0)
                    machine.sendMessage(expected[stream]!, on: stream, end: true)
                }
            }
            return expected
        }
        for (stream, bytes) in expected {
            #expect(try await server.client.status(of: stream)?.code == .ok)
            #expect(server.client.messages(of: stream) == [bytes])
        }
        #expect(try await server.ended().count == 40)
        let snapshot = await server.peers.server.snapshot(maximumConnections: 1)
        #expect(snapshot.calls == CallCounts(started: 40, succeeded: 40))
        #expect(snapshot.connections.first?.streams.isEmpty == true)
        try await server.stop()
    }

    @Test("a handler that suspends does not hold up the calls that came with its own")
    func suspended() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let waiting = MethodHandler.unary(UnaryServer.ordinary) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        let server = try await UnaryServer([waiting])
        let templates = [CallTemplate(method: UnaryServer.ordinary.path), plain]
        let request = try Echo(payload: [7]).encoded()
        let streams = try await server.client.perform { machine in
            try (0..<60).map { number in
                let stream = try machine.startCall(CallHeader(template: templates[number % 3 == 0 ? 0 : 1]))
                machine.sendMessage(request, on: stream, end: true)
                return stream
            }
        }
        for (number, stream) in streams.enumerated() where number % 3 != 0 {
            #expect(try await server.client.status(of: stream)?.code == .ok)
        }
        try await started.wait(forCount: 20)
        gate.open()
        for stream in streams { #expect(try await server.client.status(of: stream)?.code == .ok) }
        #expect(try await server.ended().count == 60)
        try await server.stop()
    }

    @Test("cancelling one call cancels no other that its task would have served")
    func cancelled() async throws {
        let (gate, isCancelled) = (Gate(), Recorder<Bool>())
        let waiting = MethodHandler.unary(UnaryServer.ordinary) { (request: Echo, _) in
            try await gate.wait()
            return request
        }
        let server = try await UnaryServer(
            [waiting],
            { request, _ in
                isCancelled.record(Task.isCancelled)
                return request
            }
        )
        let held = try await server.call(template: CallTemplate(method: UnaryServer.ordinary.path))
        let request = try Echo(payload: [7]).encoded()
        let streams = try await server.client.perform { [plain] machine in
            machine.cancel(held)
            return try (0..<20).map { _ in
                let stream = try machine.startCall(CallHeader(template: plain))
                machine.sendMessage(request, on: stream, end: true)
                return stream
            }
        }
        for stream in streams { #expect(try await server.client.status(of: stream)?.code == .ok) }
        #expect(isCancelled.values == Array(repeating: false, count: 20))
        #expect(try await server.ended().contains(.cancelled))
        try await server.stop()
    }

    @Test("a request whose end comes apart from it is served")
    func endApart() async throws {
        let server = try await UnaryServer()
        let header = CallHeader(template: plain)
        let stream = try await server.client.perform { machine in
            let stream = try machine.startCall(header)
            machine.sendMessage(ByteBuffer(), on: stream, end: false)
            machine.endSending(stream)
            return stream
        }
        #expect(try await server.client.status(of: stream)?.code == .ok)
        #expect(server.runs.count == 1)
        try await server.stop()
    }

    @Test("a request in parts arrives whole, and so does a response beyond the window", arguments: Arrival.allCases)
    func large(_ arrival: Arrival) async throws {
        let server = try await UnaryServer()
        let message = try Echo(payload: (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }).encoded()
        for _ in 0..<3 {
            let stream = try await server.call(arrival, message)
            #expect(try await server.client.status(of: stream)?.code == .ok)
            #expect(server.client.messages(of: stream) == [message])
        }
        #expect(try await server.ended() == [.ok, .ok, .ok])
        #expect(server.observer.served.values.last?.sentBytes == message.readableBytes)
        #expect(server.observer.served.values.last?.receivedBytes == message.readableBytes)
        try await server.stop()
    }

    @Test("a response to a small request that is beyond the window is held back until there is credit")
    func largeResponse() async throws {
        let server = try await UnaryServer { _, _ in Echo(payload: Array(repeating: 9, count: 1_000_000)) }
        let streams = [try await server.call(), try await server.call()]
        for stream in streams {
            #expect(try await server.client.status(of: stream)?.code == .ok)
            #expect(server.client.messages(of: stream).map(\.readableBytes) == [1_000_004])
        }
        #expect(server.runs.count == 2)
        try await server.settled()
        #expect(await server.peers.server.snapshot(maximumConnections: 1).connections.first?.streams.isEmpty == true)
        try await server.stop()
    }

    @Test("the handler knows that its request came compressed")
    func compressedRequest() async throws {
        let server = try await UnaryServer { request, context in
            #expect(context.wasRequestCompressed)
            return request
        }
        let bytes = try Echo(payload: Array(repeating: 5, count: 5_000)).encoded()
        let message = try #require(await Compression.compress(bytes, .always))
        let stream = try await server.call(.together, message.bytes, isCompressed: true)
        #expect(try await server.client.status(of: stream)?.code == .ok)
        #expect(server.client.messages(of: stream) == [bytes])
        #expect(server.runs.count == 1)
        try await server.stop()
    }

    @Test("a server that compresses responses does so for unary calls")
    func compressedResponse() async throws {
        let server = try await UnaryServer(configure: { $0.responseCompression = .always })
        let stream = try await server.call()
        #expect(try await server.client.status(of: stream)?.code == .ok)
        let message = try #require(server.client.events.values.lazy.compactMap(\.message).first)
        #expect(message.isCompressed)
        #expect(server.runs.count == 1)
        try await server.stop()
    }

    @Test("interceptors run around unary calls")
    func intercepted() async throws {
        let seen = Recorder<String>()
        let server = try await UnaryServer(configure: { $0.interceptors = [Noting(seen: seen)] })
        #expect(try await server.client.status(of: try await server.call())?.code == .ok)
        #expect(seen.values == [UnaryServer.method.path])
        #expect(server.runs.count == 1)
        try await server.stop()
    }

    private struct Noting: ServerInterceptor {
        let seen: Recorder<String>

        func intercept(
            _ method: MethodDescriptor,
            _ context: CallContext,
            next: @Sendable (CallContext) async throws -> Void
        ) async throws {
            seen.record(method.path)
            try await next(context)
        }
    }

    @Test("a server that stops serves a call whose request is still to come")
    func stopping() async throws {
        let server = try await UnaryServer()
        let stream = try await server.begin()
        async let stopped: Void = server.peers.server.stop()
        try await server.client.events.wait { $0.contains { if case .goAway = $0 { true } else { false } } }
        try await server.client.perform { $0.sendMessage(ByteBuffer(), on: stream, end: true) }
        #expect(try await server.client.status(of: stream)?.code == .ok)
        await stopped
        #expect(try await server.ended() == [.ok])
        server.peers.channel.close()
    }

    @Test("the handler sees metadata, deadline, peer and the trace that it continues", arguments: Arrival.allCases)
    func context(_ arrival: Arrival) async throws {
        let contexts = Recorder<CallContext>()
        let server = try await UnaryServer { request, context in
            contexts.record(context)
            return request
        }
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        var (steady, own) = (Metadata(), Metadata())
        steady.add("user-agent", "test")
        own.add("traceparent", parent)
        own.add("key-bin", [0, 1])
        let template = CallTemplate(method: plain.method, metadata: steady)
        let now = server.peers.clock.now
        for metadata in [own, Metadata()] {
            let stream = try await server.call(arrival, timeout: 30_000_000, template: template, metadata: metadata)
            #expect(try await server.client.status(of: stream)?.code == .ok)
        }
        let (first, second) = (contexts.values[0], contexts.values[1])
        #expect(first.metadata.entries.map(\.name) == ["user-agent", "traceparent", "key-bin"])
        #expect(first.metadata[binary: "key-bin"] == [0, 1])
        #expect(first.method == UnaryServer.method.path && first.peerService == "ocr")
        #expect(first.deadline == now + .seconds(30))
        #expect(first.trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(first.trace.spanID != "b7ad6b7169203331")
        #expect(second.metadata == steady)
        #expect(second.trace.traceID != first.trace.traceID)
        try await server.stop()
    }

    @Test("many calls over TLS are answered, many in each read")
    func sockets() async throws {
        let handler = MethodHandler.unary(UnaryServer.method) { (request: Echo, _) in request }
        try await withPeers([handler, echo]) { channel, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    let method = number % 3 == 0 ? UnaryServer.ordinary : UnaryServer.method
                    group.addTask {
                        let message = Echo(payload: Array(repeating: UInt8(truncatingIfNeeded: number), count: number))
                        let answer: Echo = try await channel.unary(method, message, options: CallOptions())
                        #expect(answer == message)
                    }
                }
                try await group.waitForAll()
            }
            let calls = await server.snapshot(maximumConnections: 0).calls
            #expect(calls == CallCounts(started: 400, succeeded: 400))
        }
    }
}
