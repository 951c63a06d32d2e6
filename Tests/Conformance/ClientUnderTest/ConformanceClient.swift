import ArgumentParser
import Foundation
import Logging
import NIOPosix
import RPC
import TLS
import Wire

/// Calls `larder.rpc.v1.Conformance` and prints the outcomes.
@main
struct ConformanceClient: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder-conformance-client",
        abstract: "Makes calls of larder.rpc.v1.Conformance, to try servers in any language against.",
        discussion: """
            The calls are made in turn over one channel, which opens connections as it needs them. For each, one line \
            of JSON tells how it ended: {"call":"unary","code":"OK","message":"","responses":1,"bytes":10}. The status \
            of the program is 0 whatever became of the calls.
            """
    )

    @Option(help: "Port of the server on 127.0.0.1.")
    var port: Int
    @Option(help: "The authority that the server's certificate must come from, PEM.")
    var authority: String
    @Option(help: "The name that the server's certificate must carry.")
    var serverName = "localhost"
    @Option(help: "Seconds after which a call is given up.")
    var timeoutSeconds = 10
    @Flag(help: "Keep the connection until standard input ends.")
    var linger = false
    @Argument(
        help: "Calls to make: unary, cacheable, compressed (a unary one), output, duplex; unary*10 makes ten at once."
    )
    var calls: [CallBatch]

    func run() async throws {
        let tls = try TLSContext(
            .client(
                trust: TLSTrust(bundle: authority),
                serverName: serverName,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        let channel = RPCChannel(
            serviceName: "conformance",
            endpoints: [Endpoint(host: "127.0.0.1", port: port)],
            tls: tls,
            group: MultiThreadedEventLoopGroup.singleton,
            log: Logger(label: "larder-conformance-client") { _ in SwiftLogNoOpLogHandler() }
        )
        let caller = Caller(channel: channel, timeout: .seconds(timeoutSeconds))
        for batch in calls {
            await withTaskGroup(of: Outcome.self) { group in
                for _ in 0..<batch.count { group.addTask { await caller.make(batch.call) } }
                for await outcome in group { ConformanceClient.tell(outcome) }
            }
        }
        if linger { await ConformanceClient.standardInputEnds() }
        channel.close()
    }

    private static func standardInputEnds() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = try? FileHandle.standardInput.readToEnd()
                continuation.resume()
            }
        }
    }

    private static func tell(_ outcome: Outcome) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let line = try? encoder.encode(outcome) else { return }
        try? FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8))
    }
}

/// Concurrent calls of one kind.
struct CallBatch: ExpressibleByArgument, Sendable {
    let call: CallName
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "*")
        guard let name = parts.first, let call = CallName(rawValue: String(name)) else { return nil }
        guard parts.count <= 2, let count = parts.count == 2 ? Int(parts[1]) : 1, count >= 1 else { return nil }
        self.call = call
        self.count = count
    }
}

/// A call that the program can make.
enum CallName: String, Encodable, Sendable {
    case unary, cacheable, compressed, output, duplex
}

/// The outcome of a call.
struct Outcome: Encodable, Sendable {
    let call: CallName
    var code = "OK"
    var message = ""
    var responses = 0
    var bytes = 0
}
