import Logging
import MessageCoding
import NIOCore
import NIOPosix
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Calls that wait for a task", .timeLimit(.minutes(5)))
struct CallTaskPoolTests {
    private let streaming = TestMethods.method("Streaming", .bidirectional)

    /// A handler that waits ahead of its first message, and reports that it ran.
    private func waiting(_ runs: Recorder<Void>) -> MethodHandler {
        MethodHandler.bidirectional(streaming) {
            (_: MessageStream<Echo>, _: MessageWriter<Echo>, _: CallContext) in
            runs.record(())
            try await Gate().wait()
        }
    }

    @Test("reach no handler and hold no place once they were cancelled, in the read that started them")
    func cancelled() async throws {
        let runs = Recorder<Void>()
        let server = try await UnaryServer([waiting(runs)])
        try await server.client.perform { machine in
            // More than are served together.
            for _ in 0..<20 {
                machine.cancel(try machine.startCall(CallHeader(template: CallTemplate(method: streaming.path))))
            }
        }
        try await server.settled()
        // A later call is served behind them.
        _ = try await server.call()
        try await server.runs.wait(forCount: 1)
        try await server.settled()
        let streams = await server.peers.server.snapshot(maximumConnections: 1).connections.first?.streams
        #expect(streams?.count == 0)
        // The first ones may have reached their handlers before the rest was read; these were cancelled then.
        #expect(runs.count <= 20)
    }

    @Test("are served though another handler keeps its loop busy")
    func busyLoop() async throws {
        let (spins, served) = (Recorder<Void>(), Recorder<Void>())
        let end = Gate()
        let spinning = MethodHandler.unary(UnaryServer.ordinary) { (request: Echo, _) in
            // More than the executor runs in one turn of the loop; then it waits.
            for _ in 0..<5_000 { await Task.yield() }
            spins.record(())
            try await end.wait()
            return request
        }
        let server = try await UnaryServer([spinning]) { request, _ in
            served.record(())
            return request
        }
        let request = try Echo(payload: [7]).encoded()
        try await server.client.perform { machine in
            for method in [UnaryServer.ordinary, UnaryServer.method] {
                let stream = try machine.startCall(CallHeader(template: CallTemplate(method: method.path)))
                machine.sendMessage(request, on: stream, end: true)
            }
        }
        try await spins.wait(forCount: 1)
        try await served.wait(forCount: 1)
        end.open()
        #expect(try await server.ended().count == 2)
    }

    @Test("give their places back when their connection ends in the read that started them")
    func connectionEnds() async throws {
        let runs = Recorder<Void>()
        let configuration = ServerConfiguration(inProcess: [waiting(runs)])
        let core = ServerCore(configuration: configuration, log: Logger(label: "larder.tests"))
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let method = streaming.path
        let clientBytes = try Self.calls(of: method, count: 5)
        try await loop.submit {
            let connection = Connection(
                machine: .init(role: .server, settings: configuration.settings),
                loop: loop,
                clock: configuration.clock,
                delegate: ServerConnection(
                    server: core,
                    quota: ConnectionQuota(core.load, loop: loop),
                    calls: core.calls(on: loop)
                ),
                executor: core.calls(on: loop).executor,
                keepAlive: KeepAlive(interval: .hours(1))
            )
            connection.opened(by: DiscardingTransport(), peer: Peer())
            // As when a client's close arrives together with its calls: no end of the read is reported.
            connection.received(clientBytes)
            connection.closed("the peer has closed")
        }.get()
        // What the close left to do follows in a later turn of the loop.
        try await loop.submit {}.get()
        try await loop.submit {}.get()
        var places = 0
        let service = PeerUse(.service("gateway"))
        while core.load.admitCall(of: service) { places += 1 }
        #expect(places == configuration.limits.calls)
        #expect(runs.count == 0)
    }

    /// The bytes with which a client starts calls.
    private static func calls(of method: String, count: Int) throws -> ByteBuffer {
        var client = ConnectionStateMachine(role: .client)
        for _ in 0..<count { _ = try client.startCall(CallHeader(template: CallTemplate(method: method))) }
        var bytes = ByteBuffer()
        while var output = client.takeOutput() { bytes.writeBuffer(&output) }
        return bytes
    }
}

/// A transport whose output nobody reads.
private final class DiscardingTransport: Transport {
    private(set) var isActive = true
    var isWritable: Bool { true }

    func write(_ bytes: ByteBuffer) {}

    func close() { isActive = false }
}
