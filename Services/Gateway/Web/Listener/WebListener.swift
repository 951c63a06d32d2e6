import HummingbirdCore
import Logging
import NIOCore
import RPC
import ServiceLifecycle
import TLS

/// Listens for browsers, with HTTP/1.1 and HTTP/2.
///
/// Every connection is a relayed client of the gateway's server, which so counts, admits and limits browsers like all others.
struct WebListener: Service {
    private let server: Server<WebChannel>
    private let started: EventLoopFuture<Int>

    /// Prepares to listen; ``run()`` does.
    /// - Parameters:
    ///   - port: The port; 0 lets the system choose.
    ///   - tls: The certificate that browsers see; nil for plain HTTP.
    ///   - handler: Answers requests.
    ///   - refused: Counts connections and requests that are rejected before ``handler`` sees them.
    init(
        host: String,
        port: Int,
        tls: TLSContext?,
        server gateway: RPCServer,
        handler: any WebHandler,
        pace: WebPace = WebPace(),
        refused: RefusedRequests,
        group: any EventLoopGroup,
        log: Logger
    ) {
        let promise = group.next().makePromise(of: Int.self)
        started = promise.futureResult
        server = Server(
            childChannelSetup: WebChannel(
                server: gateway,
                tls: tls,
                handler: handler,
                pace: pace,
                refused: refused
            ),
            configuration: ServerConfiguration(
                address: .hostname(host, port: port),
                backlog: 1_024,
                reuseAddress: true
            ),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                log.notice("listening for browsers", metadata: ["port": "\(port)"])
                promise.succeed(port)
            },
            eventLoopGroup: group,
            logger: Logger(label: log.label) { _ in SwiftLogNoOpLogHandler() }
        )
        stopped = { promise.fail($0) }
    }

    private let stopped: @Sendable (any Error) -> Void

    /// The port, once it listens.
    /// - Throws: Why it does not.
    var port: Int { get async throws { try await started.get() } }

    func run() async throws {
        do {
            try await server.run()
            stopped(ChannelError.ioOnClosedChannel)
        } catch {
            stopped(error)
            throw error
        }
    }
}
