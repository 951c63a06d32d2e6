import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("Limits", .timeLimit(.minutes(5)))
struct LimitTests {
    private let method = TestMethods.unary("Echo")
    private let held = TestMethods.unary("Hold")

    @Test("a request over the limit fails, and the connection serves on")
    func largeRequest() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            let large = Echo(payload: [UInt8](repeating: 1, count: 5_000_000))
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await channel.unary(method, large, options: CallOptions())
            }
            #expect(failure?.code == .resourceExhausted)
            try await channel.call(method)
        }
    }

    private func described(_ name: String, _ access: AccessRule, maximumRequest: Int?) -> MethodDescriptor {
        MethodDescriptor(
            service: "larder.test.v1.Test",
            name: name,
            kind: .unary,
            access: access,
            idempotency: .none,
            maximumRequest: maximumRequest,
            request: Echo.descriptor,
            response: Echo.descriptor
        )
    }

    @Test("a request over its method's limit fails however it comes, and services' methods and larger limits are apart")
    func requestSizes() async throws {
        let small = described("Small", .anyone, maximumRequest: nil)
        let large = described("Large", .user, maximumRequest: 500_000)
        let service = described("Service", .services(["ocr"]), maximumRequest: nil)
        let handlers = [small, large, service].map { MethodHandler.unary($0) { (request: Echo, _) in request } }
        try await withPeers(handlers, configure: { $0.maximumRequest = 16_384 }) { channel, _ in
            func outcome(_ method: MethodDescriptor, _ size: Int, _ compression: MessageCompression = .off) async
                -> StatusCode
            {
                do {
                    let options = CallOptions(compression: compression)
                    let request = Echo(payload: [UInt8](repeating: 1, count: size))
                    let _: Echo = try await channel.unary(method, request, options: options)
                    return .ok
                } catch {
                    return (error as? Status)?.code ?? .unknown
                }
            }
            // Three bytes of the message are no payload.
            #expect(await outcome(small, 16_381) == .ok)
            for size in [16_382, 20_000, 100_000, 1_000_000] {
                #expect(await outcome(small, size) == .resourceExhausted, "\(size)")
            }
            #expect(await outcome(small, 16_381, .always) == .ok)
            #expect(await outcome(small, 1_000_000, .always) == .resourceExhausted, "it unpacks large")
            #expect(await outcome(large, 499_000) == .ok)
            #expect(await outcome(large, 501_000) == .resourceExhausted)
            #expect(await outcome(service, 4_000_000) == .ok)
        }
    }

    @Test("a response over the limit fails, and the connection serves on")
    func largeResponse() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            Echo(payload: [UInt8](repeating: 1, count: request.payload.isEmpty ? 5_000_000 : 1))
        }
        try await withPeers([handler]) { channel, _ in
            #expect(await channel.failure(of: method)?.code == .resourceExhausted)
            let answer: Echo = try await channel.unary(method, Echo(payload: [1]), options: CallOptions())
            #expect(answer.payload.count == 1)
        }
    }

    @Test("a client takes messages as large as its options say, and no larger ones")
    func clientLimit() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            Echo(payload: [UInt8](repeating: 1, count: Int(request.payload[0]) * 1_000_000))
        }
        for (limit, sizes) in [(1_500_000, [1]), (8_000_000, [1, 5])] {
            let settings = Settings(maximumMessageSize: limit)
            let peers = InProcessPeers([handler], options: RPCChannelOptions(settings: settings))
            for size in sizes {
                let answer: Echo = try await peers.channel.unary(
                    method,
                    Echo(payload: [UInt8(size)]),
                    options: CallOptions()
                )
                #expect(answer.payload.count == size * 1_000_000)
            }
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await peers.channel.unary(method, Echo(payload: [9]), options: CallOptions())
            }
            #expect(failure?.code == .resourceExhausted)
            await peers.stop()
        }
    }

    @Test("calls over the limit are rejected at once with advice, and served again when others have ended")
    func overload() async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let handler = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        try await withPeers([handler], configure: { $0.limits.calls = 2 }) { channel, _ in
            async let first = channel.call(held)
            async let second = channel.call(held)
            try await started.wait(forCount: 2)
            let rejection = try #require(await channel.failure(of: held))
            #expect(rejection.code == .resourceExhausted)
            #expect(rejection.reason == "OVERLOADED")
            #expect(rejection.retryDelay == .seconds(1))
            #expect(rejection.isUnprocessed)
            gate.open()
            _ = try await (first, second)
            try await channel.call(held)
        }
    }

    @Test("calls that never get their request take up no place of others, given up or lost")
    func halfCalls() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in request }
        try await withPeers([handler], configure: { $0.limits.calls = 2 }) { channel, server in
            var machine = ConnectionStateMachine(role: .client)
            for _ in 0..<5 { _ = try machine.startCall(CallHeader(template: CallTemplate(method: method.path))) }
            machine.cancel(1)
            let other = try await RawConnection.connect(
                port: server.port,
                tls: try TestCertificates.client("ocr", expecting: "budget")
            )
            while let output = machine.takeOutput() { try await other.send(Array(output.readableBytesView)) }
            // The server's settings, sent when it has the connection.
            _ = try await other.wait(forBytes: 9)
            try await channel.call(method)
            await other.close()
            try await channel.call(method)
        }
    }

    @Test("handlers that go on after their deadline count against the limit of their connection")
    func lingeringHandlers() async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let handler = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            await gate.waitThroughCancellation()
            return request
        }
        try await withPeers(
            [handler, .unary(method) { (request: Echo, _) in request }],
            configure: { $0.settings.maximumConcurrentStreams = 1 }
        ) { channel, _ in
            // On a busy machine the time can be up before the handler runs.
            while started.count == 0 { _ = await channel.failure(of: held, CallOptions(timeout: .milliseconds(20))) }
            #expect(await channel.failure(of: method)?.code == .resourceExhausted)
            gate.open()
        }
    }

    @Test("connections over the limit of an address are closed, and taken again when others have ended")
    func connectionsPerAddress() async throws {
        let server = try await startServer(handlers: [.unary(method) { (request: Echo, _) in request }]) {
            $0.limits.connectionsPerAddress = 1
        }
        let first = try makeChannel(ports: [server.port])
        try await first.call(method)
        let second = try makeChannel(ports: [server.port])
        #expect(await second.failure(of: method)?.code == .unavailable)
        first.close()
        try await second.call(method, CallOptions(timeout: .seconds(30), waitsForReady: true))
        second.close()
        await server.stop()
    }
}
