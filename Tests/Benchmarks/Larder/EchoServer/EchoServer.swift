import Glibc
import Logging
import Measuring
import NIOCore
import NIOPosix
import RPC
import RPCStubs
import RPCValues
import TLS

/// Answers `larder.rpc.v1.Echo` on one event loop for a given time.
///
/// Behind a gateway it also echoes under the name of a service's method (`--as`), shows a service's certificate, and asks
/// for the gateway's (`--authority`). With `--port 0` the system chooses the port, which goes to `--port-file`.
@main
struct EchoServer {
    // Callgrind cannot follow a main thread that ends while others go on, as that of an asynchronous main does.
    static func main() {
        ProcessMemory.keepForMessages()
        let arguments = Arguments(known: ["port", "cert", "key", "lifetime", "as", "authority", "port-file"])
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try group.any().makeFutureWithTask { try await serve(arguments, group) }.wait()
            try group.syncShutdownGracefully()
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func serve(_ arguments: Arguments, _ group: MultiThreadedEventLoopGroup) async throws {
        var log = Logger(label: "echo-server", factory: { StreamLogHandler.standardError(label: $0) })
        log.logLevel = .warning
        let server = try await RPCServer.start(
            ServerConfiguration(
                host: "127.0.0.1",
                port: arguments.number("port"),
                tls: try tls(arguments),
                handlers: handlers(arguments)
            ),
            group: group,
            log: log
        )
        if let file = arguments.optionalText("port-file") { write(port: server.port, in: file) }
        try await Task.sleep(for: arguments.seconds("lifetime"))
        await server.stop()
    }

    private static func tls(_ arguments: borrowing Arguments) throws -> TLSContext {
        let authority = arguments.optionalText("authority")
        return try TLSContext(
            .server(
                identity: TLSIdentity(
                    certificateChain: arguments.text("cert"),
                    privateKey: arguments.text("key"),
                    allowsSharedKeyFile: true
                ),
                trust: authority.map { TLSTrust(bundle: $0) },
                clientCertificates: authority == nil ? .none : .required,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
    }

    private static func handlers(_ arguments: borrowing Arguments) -> [MethodHandler] {
        let service = EchoService()
        guard let path = arguments.optionalText("as") else { return service.handlers }
        let parts = path.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { fail("--as must be package.Service/Method") }
        let method = MethodDescriptor(
            service: String(parts[0]),
            name: String(parts[1]),
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
        return service.handlers + [
            .unary(method) { (request: RPCMessages.EchoMessage, context: CallContext) in
                try await service.unaryEcho(request, context: context)
            }
        ]
    }

    /// Writes the port to a file, which appears with its content.
    private static func write(port: Int, in path: String) {
        let new = "\(path).new"
        guard let file = fopen(new, "w") else { fail("\(new) cannot be written", status: 1) }
        fputs("\(port)\n", file)
        guard fclose(file) == 0, rename(new, path) == 0 else { fail("\(path) cannot be written", status: 1) }
    }
}
