import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@Suite("Diagnostics of a process", .timeLimit(.minutes(5)))
struct DiagnosticsTests {
    private let registry = DiagnosticsRegistry()

    private var diagnostics: DiagnosticsService { DiagnosticsService(program: "budget", registry: registry) }

    private func servers(most: Int32 = 0) async throws -> [RPCMessages.ServerState] {
        let request = RPCMessages.ListServersRequest(maximumConnections: most)
        return try await diagnostics.listServers(request, context: TestCall.context()).servers
    }

    private func channels() async throws -> [RPCMessages.ChannelState] {
        try await diagnostics.listChannels(.init(), context: TestCall.context()).channels
    }

    /// A server that answers about its health, and a channel to it; both are registered.
    private func withHealth(
        _ body: (RPCChannel, RPCServer, HealthMonitor) async throws -> Void
    ) async throws {
        let monitor = HealthMonitor(checks: [], log: quiet)
        let service = HealthService(program: "budget", services: [], monitor: monitor)
        try await withPeers(service.handlers) { channel, server in
            registry.add(server)
            registry.add(channel)
            try await body(channel, server, monitor)
        }
    }

    @Test("are empty when there is neither channel nor server")
    func nothing() async throws {
        #expect(try await channels().isEmpty)
        #expect(try await servers().isEmpty)
    }

    @Test("forget what is gone")
    func gone() async throws {
        try await withHealth { _, _, _ in
            let (channels, servers) = (try await channels(), try await servers())
            #expect(channels.count == 1)
            #expect(servers.count == 1)
        }
        #expect(try await channels().isEmpty)
        #expect(try await servers().isEmpty)
    }

    @Test("count the calls of a server and of its connections, those that failed apart")
    func counts() async throws {
        try await withHealth { channel, server, _ in
            let client = RPCMessages.HealthClient(channel: channel)
            for _ in 0..<3 { _ = try await client.checkHealth(.init()) }
            #expect(await failure { _ = try await client.checkHealth(.init(service: "no.such.Service")) } != nil)
            let state = try #require(try await servers().first)
            #expect(state.address == "127.0.0.1:\(server.port)")
            #expect(state.calls == .init(started: 4, succeeded: 3, failed: 1))
            #expect(state.openConnections == 1)
            let connection = try #require(state.connections.first)
            #expect(connection.peerService == "ocr")
            #expect(connection.calls == .init(started: 4, succeeded: 3, failed: 1))
            #expect(connection.messagesReceived == 4)
            #expect(connection.messagesSent == 3)
            #expect(connection.streams.isEmpty)
            #expect(!state.stopping)
        }
    }

    @Test("show the calls that run, with their method and the time they have left")
    func runningCalls() async throws {
        try await withHealth { channel, _, monitor in
            let client = RPCMessages.HealthClient(channel: channel)
            let options = CallOptions(timeout: .seconds(60))
            try await client.watchHealth(.init(), options: options) { stream in
                _ = try await stream.next()
                let streams = try #require(try await servers().first?.connections.first).streams
                #expect(streams.count == 1)
                let remaining = try #require(streams.first?.deadline?.remainingMilliseconds)
                #expect((1...60_000).contains(remaining))
                monitor.stop()
                while try await stream.next() != nil {}
            }
        }
    }

    @Test(
        "describe no more connections than are asked for, a hundred unless a number is said",
        arguments: [(1, 1), (2, 2), (0, 3), (-5, 3), (2_000, 3)] as [(Int32, Int)]
    )
    func limit(most: Int32, described: Int) async throws {
        try await withHealth { channel, server, _ in
            let others = try (0..<2).map { _ in try makeChannel(ports: [server.port], as: nil) }
            for channel in others + [channel] {
                _ = try await RPCMessages.HealthClient(channel: channel).checkHealth(.init())
            }
            let state = try #require(try await servers(most: most).first)
            #expect(state.connections.count == described)
            #expect(state.openConnections == 3)
            others.forEach { $0.close() }
        }
    }

    @Test("show why a channel has no connection")
    func unreachable() async throws {
        let channel = try makeChannel(ports: [1])
        registry.add(channel)
        let options = CallOptions(timeout: .seconds(60))
        let client = RPCMessages.HealthClient(channel: channel)
        #expect(await failure { _ = try await client.checkHealth(.init(), options: options) }?.code == .unavailable)
        let subchannel = try #require(try await channels().first?.subchannels.first)
        #expect(subchannel.address == "127.0.0.1:1")
        #expect(subchannel.failuresInARow >= 1)
        #expect(!subchannel.lastFailure.isEmpty)
        #expect(subchannel.connection == nil)
        channel.close()
    }

    @Test("list channels by their target")
    func order() async throws {
        let made = try ["orders", "auth", "catalog"].map { try makeChannel(to: $0, ports: [1]) }
        made.forEach { registry.add($0) }
        #expect(try await channels().map { String($0.target.prefix(4)) } == ["auth", "cata", "orde"])
        #expect(try await channels().map(\.connectivity) == [.idle, .idle, .idle])
        made.forEach { $0.close() }
        #expect(try await channels().map(\.connectivity) == [.shutdown, .shutdown, .shutdown])
    }

    @Test("say that a server stops")
    func stopping() async throws {
        let server = try await startServer(handlers: [])
        registry.add(server)
        await server.stop()
        #expect(try await servers().map(\.stopping) == [true])
    }
}
