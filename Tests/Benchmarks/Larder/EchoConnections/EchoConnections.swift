import Logging
public import Measuring
import MessageCoding
import NIOPosix
public import RPC
import RPCStubs
public import RPCValues
import TLS

/// Connections to an echo server, all on one event loop, as every client of the benchmarks has them.
///
/// The method can be another that the server at the end answers with an echo: a gateway passes on those of services only.
public struct EchoConnections: Sendable {
    /// One for each connection; each is connected.
    public let channels: [RPCChannel]
    /// What is called: one echo for one message.
    public let method: MethodDescriptor
    /// Runs tasks where the connections are.
    public let executor: any TaskExecutor

    /// Flags that ``init(_:count:)`` reads: where the server is, what certificate it has, which method to call.
    public static let flags: Set<String> = ["port", "cert", "method"]

    /// Connections made at once; more would wait for the server longer than a call may take.
    private static let connectedAtOnce = 64

    /// Makes connections, and a call on each to see that it works.
    /// - Throws: `Status` when one cannot be made, `TLSError` when the certificate can't be read.
    public init(_ arguments: borrowing Arguments, count: Int) async throws {
        ProcessMemory.keepForMessages()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let tls = try TLSContext(
            .client(
                trust: TLSTrust(bundle: arguments.text("cert")),
                serverName: "localhost",
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        var log = Logger(label: "benchmark", factory: { StreamLogHandler.standardError(label: $0) })
        log.logLevel = .error
        let endpoint = Endpoint(host: "127.0.0.1", port: arguments.number("port"))
        channels = (0..<count).map { [log] _ in
            RPCChannel(serviceName: "echo", endpoints: [endpoint], tls: tls, group: group, log: log)
        }
        method = EchoConnections.method(arguments.text("method", default: RPCMessages.EchoService.unaryEcho.path))
        executor = EventLoopTaskExecutor(group.next())
        try await connect()
    }

    private func connect() async throws {
        try await withThrowingDiscardingTaskGroup { tasks in
            for first in 0..<min(EchoConnections.connectedAtOnce, channels.count) {
                tasks.addTask(executorPreference: executor) {
                    for index in stride(from: first, to: channels.count, by: EchoConnections.connectedAtOnce) {
                        let options = CallOptions(timeout: .seconds(10), waitsForReady: true)
                        _ = try await echo(RPCMessages.EchoMessage(), on: channels[index], options: options)
                    }
                }
            }
        }
    }

    static let noEcho = Status(.dataLoss, "The answer is not the echo.")

    /// Makes one call.
    /// - Throws: `Status`, also when what comes back is not as long as what was sent.
    public func echo(
        _ message: RPCMessages.EchoMessage,
        on channel: RPCChannel,
        options: CallOptions
    ) async throws -> RPCMessages.EchoMessage {
        let echo: RPCMessages.EchoMessage = try await channel.unary(method, message, options: options)
        guard echo.payload.count == message.payload.count else {
            throw EchoConnections.noEcho
        }
        return echo
    }

    private static func method(_ path: String) -> MethodDescriptor {
        let parts = path.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { fail("--method must be package.Service/Method") }
        return MethodDescriptor(
            service: String(parts[0]),
            name: String(parts[1]),
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
    }
}
