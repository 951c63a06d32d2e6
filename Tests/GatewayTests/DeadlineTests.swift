import NIOCore
import NIOPosix
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import larder_gateway

@Suite("Deadlines and cancellation across the gateway", .timeLimit(.minutes(5)))
struct DeadlineTests {
    @Test(
        "every forwarded call has a deadline",
        arguments: [
            (CallKind.unary, Int64(12)), (.clientStreaming, 60), (.serverStreaming, 600), (.bidirectional, 600),
        ]
    )
    func defaults(kind: CallKind, seconds: Int64) {
        let now = NIODeadline.now()
        let deadlines = ForwardingDeadlines()
        #expect(deadlines.deadline(for: kind, asked: nil, now: now) == now + .seconds(seconds))
        #expect(deadlines.deadline(for: kind, asked: now + .seconds(3), now: now) == now + .seconds(3))
    }

    @Test(
        "no call may take longer than its kind allows, whatever its client asks for",
        arguments: [
            (CallKind.unary, Int64(12)), (.clientStreaming, 300), (.serverStreaming, 1_800), (.bidirectional, 1_800),
        ]
    )
    func longest(kind: CallKind, seconds: Int64) {
        let now = NIODeadline.now()
        let deadlines = ForwardingDeadlines()
        let longest = now + .seconds(seconds)
        #expect(deadlines.deadline(for: kind, asked: now + .hours(1), now: now) == longest)
        #expect(deadlines.deadline(for: kind, asked: longest + .nanoseconds(1), now: now) == longest)
        #expect(deadlines.deadline(for: kind, asked: longest - .nanoseconds(1), now: now) < longest)
    }

    @Test("the operator's timeout for a method applies to forwarded calls, unless the client's is shorter")
    func policy() {
        let now = NIODeadline.now()
        let policy = ClientPolicy(methods: [BackendService.get.path: MethodPolicy(timeout: .seconds(3))])
        let channel = RPCChannel(
            serviceName: "budget",
            endpoints: [Endpoint(host: "budget", port: 1)],
            transport: InProcessNetwork().client(as: "gateway"),
            clock: SystemClock(),
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet,
            options: RPCChannelOptions(policy: policy)
        )
        func deadline(_ method: MethodDescriptor, asked: NIODeadline?) -> NIODeadline {
            ForwardingPolicy(method, ForwardingDeadlines(), timeout: channel.timeout(of: method.path))
                .forwarded(CallContext(method: method.path, deadline: asked, trace: TraceContext()), now: now).deadline
        }
        #expect(deadline(BackendService.get, asked: nil) == now + .seconds(3))
        #expect(deadline(BackendService.get, asked: now + .seconds(8)) == now + .seconds(3))
        #expect(deadline(BackendService.get, asked: now + .seconds(1)) == now + .seconds(1))
        #expect(deadline(BackendService.change, asked: nil) == now + .seconds(12))
        channel.close()
    }

    @Test("the remaining time reaches the service")
    func passedOn() async throws {
        let seen = Recorder<CallContext>()
        try await withGateway([answering(BackendService.get, seen)]) { channel, _ in
            let start = NIODeadline.now()
            try await channel.call(BackendService.get)
            try await channel.call(BackendService.get, Echo(), CallOptions(timeout: .seconds(5)))
            let end = NIODeadline.now()
            let byDefault = try #require(seen.values[0].deadline)
            let asked = try #require(seen.values[1].deadline)
            #expect(byDefault > start + .seconds(6) && byDefault <= end + .seconds(12))
            #expect(asked > start && asked <= end + .seconds(5))
        }
    }

    @Test("a call that is tried again gets no further time")
    func triedAgain() async throws {
        let seen = Recorder<CallContext>()
        let backend = try await startServer(handlers: [answering(BackendService.get, seen)])
        let backends = try makeChannel(ports: [backend.port], as: "gateway")
        let again = Forwarder(method: BackendService.get, channel: backends, deadlines: ForwardingDeadlines()).route
        let route = ServerRoute(method: BackendService.get, forwarder: nil) { call, context in
            // Until when the first attempt had time.
            _ = await call.end(by: .now() + .seconds(4))
            try await again.serve(call, context)
        }
        let gateway = try await startServer("gateway") { $0.fallback = { _ in route } }
        let channel = try makeChannel(to: "gateway", ports: [gateway.port], as: nil)
        try await channel.call(BackendService.get)
        let deadline = try #require(seen.values.first?.deadline)
        #expect(deadline <= .now() + .seconds(4))
        channel.close()
        backends.close()
        await gateway.stop()
        await backend.stop()
    }

    @Test("a call to a service that does not respond ends at the deadline, whatever the client's timeout")
    func giveUp() async throws {
        let cancelled = Recorder<Void>()
        let handler = MethodHandler.unary(BackendService.get) { (request: Echo, _) in
            do { try await Gate().wait() } catch {
                cancelled.record(())
                throw error
            }
            return request
        }
        try await withGateway([handler], deadlines: ForwardingDeadlines(unary: .milliseconds(60))) { channel, _ in
            // On a busy machine the deadline can pass before the service is reached.
            while cancelled.count == 0 {
                #expect(await channel.failure(of: BackendService.get)?.code == .deadlineExceeded)
            }
        }
    }

    @Test("a stream ends at the gateway's deadline also while its client reads nothing")
    func unreadStream() async throws {
        let handler = MethodHandler.serverStreaming(BackendService.watch) {
            (_: Echo, responses: MessageWriter<Echo>, _) in
            for _ in 0..<400 { try await responses.write(Echo(payload: [UInt8](repeating: 1, count: 50_000))) }
        }
        var limits = RateLimits()
        limits.callsPerAddress = 1
        let deadlines = ForwardingDeadlines(watch: .milliseconds(300))
        try await withGateway([handler, answering(BackendService.get)], limits: limits, deadlines: deadlines) {
            channel,
            gateway in
            // Its rejected calls are not the stream's connection's.
            let other = try makeChannel(to: "gateway", ports: [gateway.server.port], as: nil)
            defer { other.close() }
            let failure = await #expect(throws: Status.self) {
                try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                    (responses: MessageStream<Echo>) in
                    _ = try await responses.next()
                    // As soon as the gateway has ended the call there is a place for another.
                    while await other.failure(of: BackendService.get) != nil { try Task.checkCancellation() }
                    while try await responses.next() != nil {}
                }
            }
            #expect(failure?.code == .deadlineExceeded)
        }
    }

    @Test("cancelling a call of any kind cancels its handler in the service")
    func cancellation() async throws {
        let started = Recorder<Void>()
        let cancelled = Recorder<Void>()
        @Sendable func untilCancelled() async throws {
            started.record(())
            do { try await Gate().wait() } catch {
                cancelled.record(())
                throw error
            }
        }
        let handlers: [MethodHandler] = [
            .unary(BackendService.get) { (request: Echo, _) in
                try await untilCancelled()
                return request
            },
            .clientStreaming(BackendService.upload) { (_: MessageStream<Echo>, _) in
                try await untilCancelled()
                return Echo()
            },
            .serverStreaming(BackendService.watch) { (_: Echo, _: MessageWriter<Echo>, _) in try await untilCancelled()
            },
            .bidirectional(BackendService.converse) { (_: MessageStream<Echo>, _: MessageWriter<Echo>, _) in
                try await untilCancelled()
            },
        ]
        try await withGateway(handlers) { channel, _ in
            let calls: [@Sendable () async throws -> Void] = [
                { try await channel.call(BackendService.get) },
                {
                    let _: Echo = try await channel.clientStreaming(BackendService.upload, options: .init()) {
                        (requests: MessageWriter<Echo>) in try await Gate().wait()
                    }
                },
                {
                    try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                        (responses: MessageStream<Echo>) in _ = try await responses.next()
                    }
                },
                {
                    try await channel.bidirectional(BackendService.converse, options: .init()) {
                        (_: MessageWriter<Echo>, responses: MessageStream<Echo>) in _ = try await responses.next()
                    }
                },
            ]
            for (index, call) in calls.enumerated() {
                let task = Task { try await call() }
                try await started.wait(forCount: index + 1)
                task.cancel()
                try await cancelled.wait(forCount: index + 1)
                await #expect(throws: (any Error).self) { try await task.outcome }
            }
        }
    }

    @Test("a lost client connection cancels its calls in the service")
    func lostClient() async throws {
        let started = Recorder<Void>()
        let cancelled = Recorder<Void>()
        let handler = MethodHandler.clientStreaming(BackendService.upload) {
            (requests: MessageStream<Echo>, _) -> Echo in
            started.record(())
            do { for try await _ in requests {} } catch {
                cancelled.record(())
                throw error
            }
            return Echo()
        }
        try await withGateway([handler]) { _, gateway in
            var machine = ConnectionStateMachine(role: .client)
            let stream = try machine.startCall(CallHeader(template: CallTemplate(method: BackendService.upload.path)))
            machine.sendMessage(ByteBuffer(bytes: [0x0A, 0x00]), on: stream, end: false)
            let client = try await RawConnection.connect(
                port: gateway.server.port,
                tls: try TestCertificates.client(nil, expecting: "gateway")
            )
            while let output = machine.takeOutput() { try await client.send(Array(output.readableBytesView)) }
            try await started.wait(forCount: 1)
            await client.close()
            try await cancelled.wait(forCount: 1)
        }
    }
}
