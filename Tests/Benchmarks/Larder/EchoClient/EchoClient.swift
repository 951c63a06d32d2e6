import Glibc
import Logging
import Measuring
import MessageCoding
import Messages
import NIOCore
import NIOPosix
import RPC
import ServiceStubs
import TLS

/// Makes unary calls from one event loop and prints how many there were and how long they took.
@main
struct EchoClient {
    static func main() async throws {
        let arguments = Arguments(known: ["port", "cert", "conns", "conc", "bytes", "warmup", "seconds", "method"])
        let connections = arguments.number("conns", atLeast: 1)
        let concurrency = arguments.number("conc", atLeast: 1)
        let bytes = arguments.number("bytes")
        let warmUp = TimeAmount(arguments.seconds("warmup"))
        let duration = TimeAmount(arguments.seconds("seconds"))
        let method = method(arguments.text("method", default: RPCMessages.EchoService.unaryEcho.path))

        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channels = try channels(connections, arguments, group)
        // Making connections is not what is measured.
        for channel in channels { try await connect(channel, method) }

        let executor = LoopExecutor(group.any())
        let calls = CallLoop(method: method, bytes: bytes, warmUp: warmUp, duration: duration)
        await withDiscardingTaskGroup { tasks in
            for index in 0..<concurrency {
                let channel = channels[index % channels.count]
                tasks.addTask(executorPreference: executor) { await calls.run(on: channel) }
            }
        }
        print(calls.report.json)
        exit(calls.errors == 0 ? 0 : 1)
    }

    private static func channels(
        _ count: Int,
        _ arguments: Arguments,
        _ group: MultiThreadedEventLoopGroup
    ) throws -> [RPCChannel] {
        let tls = try TLSContext(
            .client(
                trust: TLSTrust(bundle: arguments.text("cert")),
                serverName: "localhost",
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        var log = Logger(label: "echo-client", factory: { StreamLogHandler.standardError(label: $0) })
        log.logLevel = .error
        let endpoint = Endpoint(host: "127.0.0.1", port: arguments.number("port"))
        return (0..<count).map { _ in
            RPCChannel(serviceName: "echo", endpoints: [endpoint], tls: tls, group: group, log: log)
        }
    }

    private static func connect(_ channel: RPCChannel, _ method: MethodDescriptor) async throws {
        let options = CallOptions(timeout: .seconds(10), waitsForReady: true)
        let _: RPCMessages.EchoMessage = try await channel.unary(method, RPCMessages.EchoMessage(), options: options)
    }

    /// The echo under any name: a gateway passes on the methods of services only.
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
