import Logging
import NIOPosix
import RPC
import RPCStubs
import RPCValues
import Testing
import Wire

@Test("a channel reconnects after a broken link, and its calls go on")
func catalogueOnANetworkOfItsOwn() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let log = Logger(label: "test")
    let network = InProcessNetwork()
    let endpoint = Endpoint(host: "catalog", port: 1)
    let server = RPCServer.start(
        ServerConfiguration(inProcess: [
            .unary(RPCMessages.EchoService.unaryEcho) {
                (request: RPCMessages.EchoMessage, context: CallContext) -> RPCMessages.EchoMessage in
                var metadata = Metadata()
                metadata.add("served-to", context.peerService ?? "nobody")
                try await context.sendMetadata(metadata)
                return request
            }
        ]),
        on: network,
        at: endpoint,
        group: group,
        log: log
    )
    let channel = RPCChannel(
        serviceName: "catalog",
        endpoints: [endpoint],
        on: network,
        as: "budget",
        group: group,
        log: log
    )
    let echo = RPCMessages.EchoClient(channel: channel)
    #expect(try await echo.unaryEcho(.init(payload: [1])).payload == [1])
    network.cut(endpoint)
    let waiting = CallOptions(waitsForReady: true)
    #expect(try await echo.unaryEcho(.init(payload: [2]), options: waiting).payload == [2])
    #expect(network.attempts(to: endpoint) == 2)
    channel.close()
    await server.stop()
}
