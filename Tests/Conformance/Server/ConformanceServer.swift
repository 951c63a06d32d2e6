import ArgumentParser
import Foundation
import Logging
import NIOPosix
import RPC
import TLS
import UnixSignals
import Wire

/// Serves `larder.rpc.v1.Conformance` and `larder.rpc.v1.Health` until SIGTERM.
@main
struct ConformanceServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder-conformance-server",
        abstract: "Serves larder.rpc.v1.Conformance, to try clients in any language against.",
        discussion: """
            Prints the port that it listens on as one line once it does. SIGTERM ends it in good order: GOAWAY, the \
            running calls end, the program exits with status 0. A second SIGTERM ends it at once.
            """
    )

    @Option(help: "Port on 127.0.0.1; 0 lets the system choose.")
    var port = 0
    @Option(help: "The server's certificate chain, PEM.")
    var certificate: String
    @Option(help: "The key of the certificate, PEM, readable by its owner only.")
    var key: String
    @Option(help: "Authority that clients' certificates are checked against, PEM. Clients need none even so.")
    var clientAuthority: String?
    @Option(help: "Setting 4: calls at once on a connection.")
    var callsAtOnce = 1_024
    @Option(help: "Setting 5: bytes of the largest message.")
    var largestMessage = 4_194_304
    @Flag(help: "Log what peers do wrong, to standard error.")
    var verbose = false
    @Option(help: "Seconds that stopping waits for running calls.")
    var drainSeconds = 10

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
        guard callsAtOnce >= 1 else { throw ValidationError("--calls-at-once is at least 1.") }
        guard (0...0x3FFF_FFFF).contains(largestMessage) else {
            throw ValidationError("--largest-message is 0 to 1073741823.")
        }
    }

    func run() async throws {
        // Before the port is printed, since a signal may follow at once.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        var log = Logger(label: "larder-conformance-server") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = verbose ? .debug : .error
        let server = try await RPCServer.start(
            try serverConfiguration(),
            group: MultiThreadedEventLoopGroup.singleton,
            log: log
        )
        try FileHandle.standardOutput.write(contentsOf: Data("\(server.port)\n".utf8))
        for await _ in signals { break }
        await server.stop()
    }

    private func serverConfiguration() throws -> ServerConfiguration {
        let service = ConformanceHandlers(tally: CallTally())
        var configuration = ServerConfiguration(
            host: "127.0.0.1",
            port: port,
            tls: try TLSContext(
                .server(
                    identity: TLSIdentity(certificateChain: certificate, privateKey: key),
                    trust: clientAuthority.map { TLSTrust(bundle: $0) },
                    clientCertificates: clientAuthority == nil ? .none : .optional,
                    alpn: [ConnectionStateMachine.applicationProtocol]
                )
            ),
            handlers: service.servedHandlers,
            interceptors: [service.tally],
            drainTimeout: .seconds(drainSeconds)
        )
        configuration.settings.maximumConcurrentStreams = callsAtOnce
        configuration.settings.maximumMessageSize = largestMessage
        // Handlers choose; by default nothing is compressed.
        configuration.responseCompression = .off
        return configuration
    }
}
