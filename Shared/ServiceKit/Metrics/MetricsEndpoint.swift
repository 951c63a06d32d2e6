package import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves a program's metrics and health over HTTP/1.1.
///
/// `GET /metrics` is Prometheus' text format, `GET /healthz` reports whether the program runs and `GET /readyz` whether it
/// serves. The endpoint is meant for the machine itself or a closed network: it has neither encryption nor access rules,
/// and exposes nothing about users.
package final class MetricsEndpoint: Sendable {
    /// The limits of the endpoint.
    package struct Limits: Sendable {
        /// Connections at once; more are closed as they come.
        package var connections = 64
        /// Bytes of a request's header fields, and of its target.
        package var headerBytes = 8_192
        /// Longest time from the start of a connection or request to the request's end.
        package var request = TimeAmount.seconds(10)
        /// Longest time that a client takes to read an answer.
        package var answer = TimeAmount.seconds(30)
        /// Longest time between an answer and the next request.
        package var idle = TimeAmount.seconds(75)

        /// The usual limits.
        package init() {}
    }

    /// What the endpoint serves.
    package struct Sources: Sendable {
        /// All metrics in Prometheus' text format.
        package var metrics: @Sendable () async -> ByteBuffer
        /// What keeps the program from serving; nil when it serves.
        package var problem: @Sendable () -> String?

        /// Names the sources.
        package init(metrics: @escaping @Sendable () async -> ByteBuffer, problem: @escaping @Sendable () -> String?) {
            self.metrics = metrics
            self.problem = problem
        }
    }

    /// Why an endpoint could not start.
    package struct StartError: Error, CustomStringConvertible {
        /// The sentence for the operator.
        package let description: String
    }

    /// The port that it listens on.
    package let port: Int
    private let listener: any Channel
    private let connections: OpenConnections

    /// Starts listening.
    /// - Parameter port: 0 lets the system choose.
    /// - Throws: ``StartError`` with a sentence for the operator, for instance when the port is taken.
    package static func start(
        host: String,
        port: Int,
        group: any EventLoopGroup,
        sources: Sources,
        limits: Limits = Limits()
    ) async throws -> MetricsEndpoint {
        let connections = OpenConnections(limit: limits.connections)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard connections.add(channel) else { throw TooManyConnections() }
                    try configure(channel, sources, limits)
                }
            }
        do {
            let listener = try await bootstrap.bind(host: host, port: port).get()
            return MetricsEndpoint(listener, connections)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw StartError(
                description: "Port \(port) on \(host), for metrics, is taken by another program. "
                    + "Set metrics.port to a free one, or to 0 for none."
            )
        } catch {
            throw StartError(description: "Metrics cannot be offered on \(host):\(port): \(error)")
        }
    }

    private init(_ listener: any Channel, _ connections: OpenConnections) {
        self.listener = listener
        self.connections = connections
        port = listener.localAddress?.port ?? 0
    }

    private static func configure(_ channel: any Channel, _ sources: Sources, _ limits: Limits) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.headerBytes
        decoding.maxHeaderListSize = limits.headerBytes
        decoding.maxHeaderFieldCount = 64
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: true,
            withErrorHandling: false,
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoding
        )
        try pipeline.addHandler(MetricsRequestHandler(sources: sources, limits: limits, loop: channel.eventLoop))
    }

    private struct TooManyConnections: Error {}

    /// Takes no more requests and ends all connections.
    package func stop() async {
        try? await listener.close()
        for channel in connections.all { try? await channel.close() }
    }
}

/// The connections of an endpoint.
private final class OpenConnections: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(limit: Int) { self.limit = limit }

    var all: [any Channel] { open.withLock { Array($0.values) } }

    /// - Returns: False when there are too many.
    func add(_ channel: any Channel) -> Bool {
        let isAdded = open.withLock { open in
            guard open.count < limit else { return false }
            open[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isAdded else { return false }
        channel.closeFuture.whenComplete { [weak self] _ in
            _ = self?.open.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
        }
        return true
    }
}
