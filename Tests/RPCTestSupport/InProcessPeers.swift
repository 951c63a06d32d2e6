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

    /// Runs `body` with a channel to handlers, on which each call is attempted once.
    /// - Parameter caller: The service that calls; nil for a person.
    package static func with<Result: Sendable>(
        _ handlers: [MethodHandler],
        as caller: String?,
        _ body: (RPCChannel) async throws -> Result
    ) async throws -> Result {
        let once = ClientPolicy(others: MethodPolicy(retry: RetryPolicy(maximumAttempts: 1)))
        let peers = InProcessPeers(handlers, as: caller, options: RPCChannelOptions(policy: once))
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(peers.channel)) } catch { outcome = .failure(error) }
        await peers.stop()
        return try outcome.get()
    }
}
