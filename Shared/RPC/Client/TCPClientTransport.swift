import NIOCore
import NIOPosix
import TLS

/// Connects over TCP and TLS.
struct TCPClientTransport: ClientTransport {
    let tls: TLSContext
    var connectTimeout = TimeAmount.seconds(5)

    func connect(
        to endpoint: Endpoint,
        on loop: any EventLoop,
        _ makeConnection: @escaping @Sendable () -> Connection
    ) async throws {
        let tls = tls
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(SocketLimits.unsentOption, value: SocketLimits.unsentBytes)
            .channelOption(.maxMessagesPerRead, value: 4)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        TLSHandler(context: tls, gathersWithinReads: false), ChannelTransport(makeConnection()),
                    ])
                }
            }
        _ = try await bootstrap.connect(host: endpoint.host, port: endpoint.port).get()
    }
}
