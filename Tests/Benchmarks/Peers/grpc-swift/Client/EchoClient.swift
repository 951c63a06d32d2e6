import EchoMethod
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import Measuring
import NIOPosix

/// Makes unary calls from one event loop and prints how many there were and how long they took.
@main
struct EchoClient {
    static func main() async throws {
        let arguments = Arguments(known: ["port", "cert", "conns", "conc", "bytes", "warmup", "seconds"])
        let concurrency = arguments.number("conc", atLeast: 1)
        let message = (0..<arguments.number("bytes")).map { UInt8(truncatingIfNeeded: $0) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let clients = try (0..<arguments.number("conns", atLeast: 1)).map { _ in
            GRPCClient(transport: try transport(arguments, group))
        }
        let executor = LoopExecutor(group.any())
        for client in clients {
            Task(executorPreference: executor) { try await client.runConnections() }
            _ = try await echo([], client)
        }
        let calls = CallLoop(
            message: message,
            warmUp: arguments.seconds("warmup"),
            duration: arguments.seconds("seconds")
        )
        await withDiscardingTaskGroup { tasks in
            for index in 0..<concurrency {
                let client = clients[index % clients.count]
                tasks.addTask(executorPreference: executor) { await calls.run(on: client) }
            }
        }
        print(calls.statistics.report.json)
        exit(calls.statistics.errors == 0 ? 0 : 1)
    }

    private static func transport(
        _ arguments: Arguments,
        _ group: MultiThreadedEventLoopGroup
    ) throws -> HTTP2ClientTransport.Posix {
        try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: arguments.number("port")),
            transportSecurity: .tls {
                $0.trustRoots = .certificates([.file(path: arguments.text("cert"), format: .pem)])
            },
            config: .defaults { $0.http2.authority = "localhost" },
            eventLoopGroup: group
        )
    }

    static func echo(_ message: [UInt8], _ client: GRPCClient<HTTP2ClientTransport.Posix>) async throws -> [UInt8] {
        try await client.unary(
            request: ClientRequest(message: message),
            descriptor: unaryEcho,
            serializer: RawBytes(),
            deserializer: RawBytes(),
            options: .defaults
        ) { try $0.message }
    }
}

/// Keeps calls in flight. Unchecked, as all its tasks run on one event loop, and so do all changes.
final class CallLoop: @unchecked Sendable {
    let statistics: CallStatistics
    private let message: [UInt8]

    init(message: [UInt8], warmUp: Duration, duration: Duration) {
        self.message = message
        statistics = CallStatistics(warmUp: warmUp, duration: duration)
    }

    func run(on client: GRPCClient<HTTP2ClientTransport.Posix>) async {
        var start = monotonicNanoseconds()
        while statistics.isRunning(at: start) {
            do {
                let response = try await EchoClient.echo(message, client)
                let now = monotonicNanoseconds()
                if response.count == message.count {
                    statistics.succeeded(from: start, at: now)
                } else {
                    statistics.failed("a wrong answer")
                }
                start = now
            } catch {
                statistics.failed("\(error)")
                start = monotonicNanoseconds()
            }
        }
    }
}
