import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Connections of one age", .timeLimit(.minutes(5)))
struct ConnectionAgeTests {
    private let method = TestMethods.unary("Echo")

    @Test("opened together get GOAWAY at ages that vary by at most a tenth")
    func jitter() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }]) {
            $0.connectionLife = ConnectionLife(maximumAge: .seconds(100))
        }
        let channels = (0..<20).map { _ in
            RPCChannel(
                serviceName: "budget",
                endpoints: [peers.endpoint],
                on: peers.network,
                clock: peers.clock,
                group: peers.group,
                log: quiet
            )
        }
        for channel in channels { try await channel.call(method) }
        // Kept, so that none of those that replace them is taken for one of them.
        let first = peers.server.core.connections.entries
        #expect(first.count == channels.count)
        var remaining: [Int] = []
        for _ in 0..<112 {
            try await peers.clock.advance(by: .seconds(1))
            let open = peers.server.core.connections.entries
            remaining.append(first.count { entry in open.contains { $0.id == entry.id } })
        }
        #expect(remaining[88] == first.count && remaining[111] == 0)
        #expect(remaining.contains { (1..<first.count).contains($0) })
        channels.forEach { $0.close() }
        await peers.stop()
    }
}
