import Logging
import Messages
import NIOPosix
import RPC
import ServiceStubs
import Testing

@Test("a handler that waits for nothing answers within the event loop's turn")
func leastCost() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let log = Logger(label: "test")
    let network = InProcessNetwork()
    let endpoint = Endpoint(host: "echo", port: 1)
    let server = RPCServer.start(
        ServerConfiguration(inProcess: [
            .immediate(RPCMessages.EchoService.unaryEcho) {
                (request: RPCMessages.EchoMessage, context: CallContext) in request
            }
        ]),
        on: network,
        at: endpoint,
        group: group,
        log: log
    )
    let channel = RPCChannel(
        serviceName: "echo",
        endpoints: [endpoint],
        on: network,
        as: "budget",
        group: group,
        log: log
    )
    let executor = EventLoopTaskExecutor(group.next())
    try await withTaskExecutorPreference(executor) {
        let echo = RPCMessages.EchoClient(channel: channel)
        let answer = try await echo.unaryEcho(.init(payload: [1, 2, 3]))
        #expect(answer.payload == [1, 2, 3])
    }
    channel.close()
    await server.stop()
}
