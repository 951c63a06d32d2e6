import NIOCore
import NIOPosix
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import TLS
import Testing
import Wire

@Suite("Observers", .timeLimit(.minutes(5)))
struct ObservationTests {
    private typealias Event = RecordingObserver.Event
    private let observer = RecordingObserver()
    private let method = TestMethods.unary("Observed")

    private func withObserved(
        _ handlers: [MethodHandler],
        observer: RecordingObserver? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (RPCChannel) async throws -> Void
    ) async throws {
        let observer = observer ?? self.observer
        let server = try await startServer(handlers: handlers) {
            $0.observer = observer
            configure(&$0)
        }
        let channel = RPCChannel(
            serviceName: "budget",
            endpoints: [Endpoint(host: "127.0.0.1", port: server.port)],
            tls: try TestCertificates.client("ocr", expecting: "budget"),
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet,
            options: RPCChannelOptions(observer: observer)
        )
        do {
            try await body(channel)
        } catch {
            channel.close()
            await server.stop()
            throw error
        }
        channel.close()
        await server.stop()
    }

    private struct Bug: Error {}

    // MARK: Failures

    @Test("methods that do not exist share one observer, the name in the record alone")
    func unknownMethod() async throws {
        try await withObserved([]) { channel in
            #expect(await channel.failure(of: method)?.code == .unimplemented)
            let events = try await observer.served.wait(forCount: 2)
            #expect(events.map(\.method) == ["other", "other"])
            #expect(events.map(\.code) == [nil, .unimplemented])
            let record = try #require(try await observer.records.wait(forCount: 1).first)
            #expect(record.method == method.path)
            #expect(record.peerService == "ocr")
        }
    }

    @Test("a call over the limits is reported though no handler sees it")
    func refused() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in request }
        try await withObserved([handler], configure: { $0.limits.calls = 0 }) { channel in
            #expect(await channel.failure(of: method)?.code == .resourceExhausted)
            let events = try await observer.served.wait(forCount: 2)
            #expect(events.map(\.code) == [nil, .resourceExhausted])
            #expect(try await observer.records.wait(forCount: 1).first?.reason == "OVERLOADED")
        }
    }

    @Test("a handler's error is reported with the client's status, once")
    func causes() async throws {
        let handler = MethodHandler.unary(method) { (_: Echo, _) -> Echo in throw Bug() }
        try await withObserved([handler], observer: RecordingObserver(unwanted: [.ok])) { channel in
            #expect(await channel.failure(of: method)?.code == .internalError)
        }
        try await withObserved([handler]) { channel in
            #expect(await channel.failure(of: method)?.code == .internalError)
            let record = try #require(try await observer.records.wait(forCount: 1).first)
            #expect(record.code == .internalError)
            #expect(record.cause is Bug)
        }
        #expect(observer.served.values.map(\.code) == [nil, .internalError])
        #expect(observer.records.count == 1)
    }

    @Test("a call that is late is over at its deadline, whatever its handler does", arguments: [true, false])
    func late(_ isPatient: Bool) async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            started.record(())
            if isPatient { await gate.waitThroughCancellation() } else { try await gate.wait() }
            return request
        }
        try await withObserved([handler]) { channel in
            // On a busy machine the time can be up before the handler runs, or before there is a connection.
            while started.count == 0 {
                let failure = await channel.failure(of: method, CallOptions(timeout: .milliseconds(50)))
                #expect(failure?.code == .deadlineExceeded)
            }
            try await observer.served.wait { events in events.count { $0.code == nil } * 2 == events.count }
            gate.open()
        }
        let ends = observer.served.values.compactMap(\.code)
        #expect(observer.served.count == 2 * ends.count)
        #expect(ends.allSatisfy { $0 == .deadlineExceeded || $0 == .cancelled })
        #expect(observer.records.count == ends.count)
        for record in observer.records.values { #expect(try #require(record.remaining) < .milliseconds(50)) }
    }

    @Test("a caller that gives up ends the call with its code")
    func cancelled() async throws {
        let started = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            started.record(())
            try await Gate().wait()
            return request
        }
        try await withObserved([handler]) { channel in
            let call = Task { await channel.failure(of: method) }
            try await started.wait(forCount: 1)
            call.cancel()
            #expect(await call.outcome?.code == .cancelled)
            #expect(try await observer.served.wait(forCount: 2).last?.code == .cancelled)
            #expect(try await observer.attempts.wait(forCount: 2).last?.code == .cancelled)
            #expect(try await observer.calls.wait(forCount: 1).last?.code == .cancelled)
        }
    }

    @Test("a service that cannot be reached is reported as failed attempts")
    func unreachable() async throws {
        let silent = try await SilentListener.start()
        await silent.stop()
        let channel = RPCChannel(
            serviceName: "budget",
            endpoints: [Endpoint(host: "127.0.0.1", port: silent.port)],
            tls: try TestCertificates.client("ocr", expecting: "budget"),
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet,
            options: RPCChannelOptions(
                policy: ClientPolicy(others: MethodPolicy(retry: RetryPolicy(maximumAttempts: 1))),
                observer: observer
            )
        )
        #expect(await channel.failure(of: method)?.code == .unavailable)
        #expect(try await observer.attempts.wait(forCount: 2).last?.code == .unavailable)
        #expect(try await observer.calls.wait(forCount: 1).last?.code == .unavailable)
        #expect(try await observer.connections.wait(forCount: 1).first == "budget failed")
        channel.close()
    }

    // MARK: What goes well

    @Test("each kind of call is reported at both ends, with the bytes of its messages")
    func kinds() async throws {
        try await withObserved(EchoService().handlers) { channel in
            let echo = RPCMessages.EchoClient(channel: channel)
            // Two bytes before the payload.
            let message = RPCMessages.EchoMessage(payload: [1, 2, 3])
            _ = try await echo.unaryEcho(message)
            _ = try await echo.collectEchoes { writer in for _ in 0..<4 { try await writer.write(message) } }
            try await echo.repeatEcho(.init(message: message, times: 3)) { stream in
                while try await stream.next() != nil {}
            }
            try await echo.exchangeEchoes { writer, stream in
                try await writer.write(message)
                _ = try await stream.next()
            }
            try await observer.calls.wait(forCount: 4)
            try await observer.served.wait(forCount: 8)
            try await observer.attempts.wait(forCount: 8)
        }
        func event(_ events: [Event], _ name: String) -> Event? {
            events.first { $0.method.hasSuffix("/\(name)") && $0.code != nil }
        }
        let served = observer.served.values
        #expect(event(served, "UnaryEcho").map { [$0.sentBytes, $0.receivedBytes] } == [5, 5])
        #expect(event(served, "CollectEchoes")?.receivedBytes == 20)
        #expect(event(served, "RepeatEcho")?.sentBytes == 15)
        let attempts = observer.attempts.values
        #expect(event(attempts, "UnaryEcho").map { [$0.sentBytes, $0.receivedBytes] } == [5, 5])
        #expect(event(attempts, "CollectEchoes")?.sentBytes == 20)
        #expect(event(attempts, "RepeatEcho")?.receivedBytes == 15)
        for name in ["UnaryEcho", "CollectEchoes", "RepeatEcho"] {
            #expect(event(served, name)?.code == .ok)
            #expect(event(attempts, name)?.code == .ok)
        }
        #expect(observer.calls.values.count { $0.code == .ok } == 4)
        #expect(observer.connections.values.contains("budget opened"))
        #expect(observer.connections.values.contains("accepted"))
        try await observer.connections.wait { $0.contains("accepted ended") && $0.contains("budget ended") }
    }

    @Test("what is not wanted is not put together")
    func unwanted() async throws {
        let observer = RecordingObserver(unwanted: [.ok])
        try await withObserved([.unary(method) { (request: Echo, _) in request }], observer: observer) { channel in
            try await channel.call(method)
            try await observer.served.wait(forCount: 2)
        }
        #expect(observer.records.count == 0)
    }
}
