import EchoMethod
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import Measuring
import NIOPosix

/// Answers unary echoes on one event loop for a given time.
@main
struct EchoServer {
    static func main() async throws {
        let arguments = Arguments(known: ["port", "cert", "key", "lifetime"])
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: arguments.number("port")),
            transportSecurity: .tls(
                certificateChain: [.file(path: arguments.text("cert"), format: .pem)],
                privateKey: .file(path: arguments.text("key"), format: .pem)
            ),
            config: .defaults { $0.http2.maxConcurrentStreams = 1_024 },
            eventLoopGroup: group
        )
        var router = RPCRouter<HTTP2ServerTransport.Posix>()
        router.registerHandler(forMethod: unaryEcho, deserializer: RawBytes(), serializer: RawBytes()) { request, _ in
            let request = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: request.message))
        }
        let server = GRPCServer(transport: transport, router: router)
        let lifetime = arguments.seconds("lifetime")
        Task {
            try await Task.sleep(for: lifetime)
            exit(0)
        }
        try await withTaskExecutorPreference(LoopExecutor(group.any())) { try await server.serve() }
    }
}
