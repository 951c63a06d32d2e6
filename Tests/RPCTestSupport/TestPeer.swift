import Foundations
package import Logging
package import NIOCore
import NIOPosix
package import RPC
package import TLS

/// A logger that keeps nothing.
package let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A server of a service on a loopback port.
/// - Parameters:
///   - port: 0 lets the system choose.
///   - group: The event loops that serve.
///   - configure: Changes its configuration.
package func startServer(
    _ service: String = "budget",
    port: Int = 0,
    handlers: [MethodHandler] = [],
    clientCertificates: TLSConfiguration.ClientCertificates = .optional,
    log: Logger = quiet,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    _ configure: (inout ServerConfiguration) -> Void = { _ in }
) async throws -> RPCServer {
    var configuration = ServerConfiguration(
        host: "127.0.0.1",
        port: port,
        tls: try TestCertificates.server(service, clientCertificates: clientCertificates),
        handlers: handlers,
        drainTimeout: .seconds(5)
    )
    configure(&configuration)
    return try await RPCServer.start(configuration, group: group, log: log)
}

/// A channel to servers of a service.
/// - Parameter caller: The service that calls; nil for a person.
package func makeChannel(
    to service: String = "budget",
    ports: [Int],
    as caller: String? = "ocr",
    log: Logger = quiet
) throws -> RPCChannel {
    RPCChannel(
        serviceName: service,
        endpoints: ports.map { Endpoint(host: "127.0.0.1", port: $0) },
        tls: try TestCertificates.client(caller, expecting: service),
        group: MultiThreadedEventLoopGroup.singleton,
        log: log,
        options: RPCChannelOptions(backoff: Backoff(initial: .milliseconds(5), maximum: .milliseconds(20)))
    )
}

/// A server and a channel to it, which end with `body`.
package func withPeers<Result>(
    _ handlers: [MethodHandler],
    interceptors: [any ServerInterceptor] = [],
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (RPCChannel, RPCServer) async throws -> Result
) async throws -> Result {
    let server = try await startServer(handlers: handlers) {
        $0.interceptors = interceptors
        configure(&$0)
    }
    let channel = try makeChannel(ports: [server.port])
    do {
        let result = try await body(channel, server)
        channel.close()
        await server.stop()
        return result
    } catch {
        channel.close()
        await server.stop()
        throw error
    }
}
