import Logging
import Measuring
import Messages
import NIOCore
import NIOPosix
import RPC
import ServiceStubs
import TLS

/// Answers `larder.rpc.v1.Echo` on one event loop for a given time.
@main
struct EchoServer {
    static func main() async throws {
        let arguments = Arguments(known: ["port", "cert", "key", "lifetime"])
        let tls = try TLSContext(
            .server(
                identity: TLSIdentity(
                    certificateChain: arguments.text("cert"),
                    privateKey: arguments.text("key"),
                    allowsSharedKeyFile: true
                ),
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        var log = Logger(label: "echo-server", factory: { StreamLogHandler.standardError(label: $0) })
        log.logLevel = .warning
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try await RPCServer.start(
            ServerConfiguration(
                host: "127.0.0.1",
                port: arguments.number("port"),
                tls: tls,
                handlers: EchoService().handlers
            ),
            group: group,
            log: log
        )
        try await Task.sleep(for: arguments.seconds("lifetime"))
        await server.stop()
        try await group.shutdownGracefully()
    }
}
