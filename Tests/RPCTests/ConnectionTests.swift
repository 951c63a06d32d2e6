import RPC
import RPCTestSupport
import RPCValues
import TLS
import Testing

@Suite("Connections that fail", .timeLimit(.minutes(5)))
struct ConnectionTests {
    private let safe = TestMethods.unary("Safe", idempotency: .idempotent)
    private let unsafe = TestMethods.unary("Unsafe")

    @Test("a service without a running instance is UNAVAILABLE, with its name and advice")
    func nobodyThere() async throws {
        let server = try await startServer()
        await server.stop()
        let channel = try makeChannel(ports: [server.port])
        let failure = try #require(await channel.failure(of: unsafe))
        #expect(failure.code == .unavailable)
        #expect(failure.message.contains("budget"))
        #expect(failure.retryDelay != nil)
        channel.close()
    }

    @Test("a server that rejects the client's certificate is UNAVAILABLE, and the log gives the reason")
    func certificateRefused() async throws {
        let server = try await startServer(clientCertificates: .required)
        let lines = Recorder<String>()
        let channel = try makeChannel(ports: [server.port], as: nil, log: RecordingLogHandler.logger(lines))
        #expect(await channel.failure(of: unsafe)?.code == .unavailable)
        #expect(lines.values.contains { $0.hasPrefix("warning cannot connect") && $0.contains("certificate") })
        #expect(channel.lastConnectionFailure?.contains("certificate") == true)
        channel.close()
        await server.stop()
    }

    @Test("a server that is another service than expected is UNAVAILABLE, and the log gives the reason")
    func wrongService() async throws {
        let server = try await startServer("catalog")
        let lines = Recorder<String>()
        let channel = try makeChannel(to: "budget", ports: [server.port], log: RecordingLogHandler.logger(lines))
        #expect(await channel.failure(of: unsafe)?.code == .unavailable)
        #expect(lines.values.contains { $0.contains("budget") && $0.contains("catalog") })
        channel.close()
        await server.stop()
    }

    @Test("a server that accepts and says nothing does not hold a call beyond its deadline, nor one that is cancelled")
    func silentServer() async throws {
        let listener = try await SilentListener.start()
        let channel = try makeChannel(ports: [listener.port])
        let failure = await channel.failure(of: safe, CallOptions(timeout: .milliseconds(50)))
        #expect(failure?.code == .deadlineExceeded)
        let call = Task { try await channel.call(safe) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.outcome }
        channel.close()
        await listener.stop()
    }

    @Test("a call whose connection is lost is UNAVAILABLE and not made again when that could do harm")
    func lostUnsafe() async throws {
        let started = Recorder<Void>()
        let server = try await startServer(handlers: [
            .unary(unsafe) { (request: Echo, _) in
                started.record(())
                try await Gate().wait()
                return request
            }
        ]) { $0.drainTimeout = .zero }
        let channel = try makeChannel(ports: [server.port])
        async let failure = channel.failure(of: unsafe)
        try await started.wait(forCount: 1)
        await server.stop()
        let status = try #require(await failure)
        #expect(status.code == .unavailable)
        #expect(!status.isUnprocessed)
        #expect(started.count == 1)
        channel.close()
    }

    @Test("a call that may be repeated goes to the other instance when its connection is lost")
    func lostSafe() async throws {
        let served = Recorder<UInt8>()
        let hanging = try await startServer(
            handlers: [
                .unary(safe) { (request: Echo, _) in
                    served.record(0)
                    try await Gate().wait()
                    return request
                }
            ]
        ) { $0.drainTimeout = .zero }
        let healthy = try await startServer(
            handlers: [
                .unary(safe) { (_: Echo, _) in
                    served.record(1)
                    return Echo(payload: [1])
                }
            ]
        )
        let channel = try makeChannel(ports: [hanging.port, healthy.port])
        var answers: [Task<[UInt8], any Error>] = []
        while !served.values.contains(0) {
            answers.append(Task { try await channel.call(safe).payload })
            try await served.wait(forCount: answers.count)
        }
        await hanging.stop()
        for answer in answers { #expect(try await answer.outcome == [1]) }
        channel.close()
        await healthy.stop()
    }

    @Test(
        "UNAVAILABLE is tried again for methods that may be repeated, and for others when no handler has seen the call",
        arguments: [(true, false, 2), (true, true, 2), (false, true, 2), (false, false, 1)]
    )
    func retries(isSafe: Bool, isUnprocessed: Bool, attempts: Int) async throws {
        let method = isSafe ? safe : unsafe
        let served = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            served.record(())
            guard served.count > 1 else { throw Status(.unavailable, "Not now.", isUnprocessed: isUnprocessed) }
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let failure = await channel.failure(of: method)
            #expect(served.count == attempts)
            #expect((failure == nil) == (attempts == 2))
        }
    }

    @Test("other failures are never tried again", arguments: [true, false])
    func noRetry(isUnprocessed: Bool) async throws {
        let served = Recorder<Void>()
        let handler = MethodHandler.unary(safe) { (_: Echo, _) -> Echo in
            served.record(())
            throw Status(.internalError, "Broken.", isUnprocessed: isUnprocessed)
        }
        try await withPeers([handler]) { channel, _ in
            #expect(await channel.failure(of: safe)?.code == .internalError)
            #expect(served.count == 1)
        }
    }

    @Test(
        "a call is not tried again when its deadline or the caller's timeout would be over by then",
        arguments: [(Duration.seconds(1), Duration.milliseconds(900)), (.seconds(2), .seconds(30))]
    )
    func retryWithinDeadline(advice: Duration, timeout: Duration) async throws {
        let served = Recorder<Void>()
        let handler = MethodHandler.unary(safe) { (_: Echo, _) -> Echo in
            served.record(())
            throw Status(.unavailable, "Not now.", retryDelay: advice)
        }
        let peers = InProcessPeers([handler])
        let failure = await peers.channel.failure(of: safe, CallOptions(timeout: timeout))
        #expect(failure?.code == .unavailable)
        #expect(served.count == 1)
        await peers.stop()
    }

    @Test("a call that waits for a connection is made once the server is there")
    func waitsForReady() async throws {
        let first = try await startServer()
        await first.stop()
        let channel = try makeChannel(ports: [first.port])
        let options = CallOptions(timeout: .seconds(30), waitsForReady: true)
        async let answer = channel.call(safe, options)
        #expect(await channel.failure(of: safe)?.code == .unavailable)
        let second = try await startServer(port: first.port, handlers: [.unary(safe) { (request: Echo, _) in request }])
        _ = try await answer
        channel.close()
        await second.stop()
    }

    @Test("a call that waits for a connection gives up at its deadline")
    func waitsUntilDeadline() async throws {
        let server = try await startServer()
        await server.stop()
        let channel = try makeChannel(ports: [server.port])
        let failure = await channel.failure(of: safe, CallOptions(timeout: .milliseconds(60), waitsForReady: true))
        #expect(failure?.code == .deadlineExceeded)
        channel.close()
    }

    @Test("a closed channel makes no calls, not even ones that would wait")
    func closedChannel() async throws {
        try await withPeers([.unary(safe) { (request: Echo, _) in request }]) { channel, _ in
            try await channel.call(safe)
            channel.close()
            #expect(await channel.failure(of: safe, CallOptions(waitsForReady: true))?.code == .unavailable)
        }
    }

    @Test("calls are spread over all instances")
    func spread() async throws {
        let served = Recorder<Int>()
        let servers = try await [
            startServer(handlers: [
                .unary(safe) { (request: Echo, _) in
                    served.record(0)
                    return request
                }
            ]),
            startServer(handlers: [
                .unary(safe) { (request: Echo, _) in
                    served.record(1)
                    return request
                }
            ]),
        ]
        let channel = try makeChannel(ports: servers.map(\.port))
        while Set(served.values).count < 2 { try await channel.call(safe) }
        let before = served.count
        for _ in 0..<10 { try await channel.call(safe) }
        #expect(served.values[before...].count { $0 == 0 } == 5)
        #expect(channel.connectivity == (endpoints: 2, connected: 2))
        channel.close()
        for server in servers { await server.stop() }
    }
}
