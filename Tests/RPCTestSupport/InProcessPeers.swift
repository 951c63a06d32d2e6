package import NIOCore
import NIOPosix
package import RPC

/// A server and a channel to it within the process, on a manual clock.
package struct InProcessPeers: Sendable {
    package let network = InProcessNetwork()
    package let clock = ManualClock()
    package let endpoint = Endpoint(host: "server", port: 1)
    package let channel: RPCChannel
    package let server: RPCServer
    package let group: any EventLoopGroup

    /// Starts both.
    /// - Parameter caller: The service that calls; nil for a person.
    package init(
        _ handlers: [MethodHandler],
        as caller: String? = "ocr",
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        options: RPCChannelOptions = RPCChannelOptions(),
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) {
        var configuration = ServerConfiguration(inProcess: handlers, clock: clock)
        configure(&configuration)
        self.group = group
        server = RPCServer.start(configuration, on: network, at: endpoint, group: group, log: quiet)
        channel = RPCChannel(
            serviceName: "budget",
            endpoints: [endpoint],
            transport: network.client(as: caller),
            clock: clock,
            group: group,
            log: quiet,
            options: options
        )
    }

    /// Ends both.
    package func stop() async {
        channel.close()
        await server.stop()
    }
}
