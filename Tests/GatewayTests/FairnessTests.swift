import NIOCore
import NIOPosix
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Users beside others who do not read", .timeLimit(.minutes(5)))
struct FairnessTests {
    /// Larger than what flow control and buffers between service and client hold.
    private static let watched = 200
    /// Whole messages that fit a frame: a purchase of many items.
    private static let purchase = Echo(payload: [UInt8](repeating: 7, count: 15_000))
    private static let small = Echo(payload: [UInt8](repeating: 3, count: 10_000))

    @Test("three users' unread streams do not hold up a fourth user's calls and streams at the same service")
    func unreadStreams() async throws {
        let written = Recorder<Void>()
        let handlers: [MethodHandler] = [
            .serverStreaming(BackendService.watch) { (_: Echo, responses: MessageWriter<Echo>, _) in
                for _ in 0..<FairnessTests.watched {
                    try await responses.write(FairnessTests.purchase)
                    written.record(())
                }
            },
            .bidirectional(BackendService.converse) { (_: MessageStream<Echo>, responses: MessageWriter<Echo>, _) in
                for _ in 0..<100 { try await responses.write(FairnessTests.small) }
            },
            .unary(BackendService.get) { (_: Echo, _) in FairnessTests.small },
            .unary(BackendService.change) { (request: Echo, _) in request },
        ]
        try await withOneConnection(handlers) { connect in
            let gate = Gate()
            let watches = (0..<3).map { _ in
                let channel = connect()
                return Task {
                    defer { channel.close() }
                    try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                        (_: MessageStream<Echo>) in try await gate.wait()
                    }
                }
            }
            let fourth = connect()
            defer { fourth.close() }
            // Each fills the window of its stream at the gateway, which stops reading it, and then the one at the service.
            try await written.wait(forCount: 3 * 30)
            for _ in 0..<50 { try await fourth.call(BackendService.change) }
            for _ in 0..<100 {
                #expect(try await fourth.call(BackendService.get).payload.count == 10_000)
            }
            let received = try await fourth.bidirectional(BackendService.converse, options: .init()) {
                (_: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                var count = 0
                while try await responses.next() != nil { count += 1 }
                return count
            }
            #expect(received == 100)
            #expect(written.count < 3 * 60, "the unread streams are still throttled")
            watches.forEach { $0.cancel() }
            for watch in watches { _ = await watch.result }
        }
    }

    /// Runs `body` with a gateway that has one connection to the service, and clients that have one each to the gateway.
    private func withOneConnection(
        _ handlers: [MethodHandler],
        _ body: (_ connect: () -> RPCChannel) async throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let network = InProcessNetwork()
        func start(_ name: String, _ configuration: ServerConfiguration) -> RPCServer {
            RPCServer.start(configuration, on: network, at: Endpoint(host: name, port: 1), group: group, log: quiet)
        }
        func connect(to name: String) -> RPCChannel {
            RPCChannel(
                serviceName: name,
                endpoints: [Endpoint(host: name, port: 1)],
                on: network,
                group: group,
                log: quiet
            )
        }
        let backend = start("budget", ServerConfiguration(inProcess: handlers))
        let upstream = connect(to: "budget")
        var configuration = ServerConfiguration(inProcess: [])
        configuration.fallback =
            Gateway(channels: ["budget": upstream], catalogue: [BackendService.service]).assembly.fallback
        let gateway = start("gateway", configuration)
        let result: Swift.Result<Void, any Error>
        do { result = .success(try await body { connect(to: "gateway") }) } catch { result = .failure(error) }
        await gateway.stop()
        upstream.close()
        await backend.stop()
        try await group.shutdownGracefully()
        try result.get()
    }
}
