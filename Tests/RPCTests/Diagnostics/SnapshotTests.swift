import NIOCore
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing

@Suite("Snapshots of channels and servers", .timeLimit(.minutes(5)))
struct SnapshotTests {
    private let unary = RPCMessages.EchoService.unaryEcho
    private let exchange = RPCMessages.EchoService.exchangeEchoes

    @Test("count calls and messages at both ends, and how calls ended")
    func counts() async throws {
        let failing = TestMethods.unary("Fail")
        let refusing = MethodHandler.unary(failing) { (_: Echo, _) -> Echo in throw Status(.notFound, "No.") }
        try await withPeers(EchoService().handlers + [refusing]) { channel, server in
            for _ in 0..<3 { let _: Echo = try await channel.unary(unary, Echo(), options: CallOptions()) }
            await #expect(throws: Status.self) {
                let _: Echo = try await channel.unary(failing, Echo(), options: CallOptions())
            }
            let there = await server.snapshot(maximumConnections: 10)
            #expect(there.calls == CallCounts(started: 4, succeeded: 3, failed: 1))
            #expect(there.openConnections == 1)
            let theirs = try #require(there.connections.first)
            #expect((theirs.messagesReceived, theirs.messagesSent) == (4, 3))
            #expect(theirs.peerService == "ocr")
            #expect(theirs.peerAddress.hasPrefix("127.0.0.1:"))
            #expect(theirs.localAddress == "127.0.0.1:\(server.port)")
            let here = await channel.snapshot()
            #expect(here.state == .ready)
            #expect(here.calls == CallCounts(started: 4, succeeded: 3, failed: 1))
            let ours = try #require(here.subchannels.first?.connection)
            #expect((ours.messagesSent, ours.messagesReceived) == (4, 3))
            #expect(ours.sendWindow > 0 && ours.receiveWindow > 0)
            #expect(here.subchannels.first?.events.map(\.sentence) == ["Connected."])
        }
    }

    @Test("show running calls with method and deadline")
    func running() async throws {
        try await withPeers(EchoService().handlers) { channel, server in
            let options = CallOptions(timeout: .seconds(60))
            try await channel.bidirectional(exchange, options: options) {
                (requests: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                try await requests.write(Echo())
                _ = try await responses.next()
                let stream = try #require(await server.snapshot(maximumConnections: 1).connections.first?.streams.first)
                #expect(stream.method == exchange.path)
                let left = try #require(stream.remaining)
                #expect(left > .zero && left <= .seconds(60))
                #expect(await channel.snapshot().subchannels.first?.connection?.streams.count == 1)
                #expect(await server.snapshot(maximumConnections: 0).connections.isEmpty)
            }
        }
    }

    @Test("keep the calls of closed connections, and report why no connection can be made")
    func gone() async throws {
        let peers = InProcessPeers(EchoService().handlers)
        #expect(await peers.channel.snapshot().state == .idle)
        let _: Echo = try await peers.channel.unary(unary, Echo(), options: CallOptions())
        await peers.server.stop()
        let there = await peers.server.snapshot(maximumConnections: 10)
        #expect(there.isStopping)
        #expect(there.openConnections == 0)
        #expect(there.calls == CallCounts(started: 1, succeeded: 1))
        await #expect(throws: Status.self) {
            let _: Echo = try await peers.clock.whileRunning {
                try await peers.channel.unary(unary, Echo(), options: CallOptions())
            }
        }
        var here = await peers.channel.snapshot()
        // Another attempt may have begun before the clock was stopped; it fails as well.
        while here.state == .connecting {
            await Task.yield()
            here = await peers.channel.snapshot()
        }
        #expect(here.state == .transientFailure)
        #expect((here.subchannels.first?.failuresInARow ?? 0) > 0)
        #expect(here.subchannels.first?.events.last?.sentence.hasPrefix("Cannot connect: ") == true)
        peers.channel.close()
        #expect(await peers.channel.snapshot().state == .shutdown)
    }
}
