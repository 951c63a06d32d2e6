import Foundation
import Logging
import NIOCore
import NIOPosix
import RPC
import TLS

/// Certificates of a development authority in a temporary folder, made once for all tests.
enum TestCertificates {
    static let folder: URL = {
        let folder = URL.temporaryDirectory.appending(path: "larder-rpc-tests-\(UUID().uuidString)")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/local/certificates.sh")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script.path, folder.path, "budget", "ocr"]
        try! process.run()  // Without certificates no test can run.
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "certificates.sh failed")
        return folder
    }()

    static func server(_ service: String) throws -> TLSContext {
        try TLSContext(.server(identity: identity(service), trust: trust, clientCertificates: .optional, alpn: ["larder/1"]))
    }

    static func client(_ service: String?, expecting expected: String) throws -> TLSContext {
        try TLSContext(
            .client(identity: service.map(identity), trust: trust, expectedService: expected, alpn: ["larder/1"])
        )
    }

    private static func identity(_ service: String) -> TLSIdentity {
        TLSIdentity(
            certificateChain: folder.appending(path: "\(service).pem").path,
            privateKey: folder.appending(path: "\(service)-key.pem").path
        )
    }

    private static var trust: TLSTrust { TLSTrust(bundle: folder.appending(path: "ca.pem").path) }
}

/// A server and a channel to it over loopback.
func withPeers<Result>(
    _ handlers: [MethodHandler],
    interceptors: [any ServerInterceptor] = [],
    _ body: (RPCChannel, RPCServer) async throws -> Result
) async throws -> Result {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await RPCServer.start(
        ServerConfiguration(
            host: "127.0.0.1",
            port: 0,
            tls: try TestCertificates.server("budget"),
            handlers: handlers,
            interceptors: interceptors,
            drainTimeout: .seconds(5)
        ),
        group: group,
        log: Logger(label: "test")
    )
    let channel = RPCChannel(
        serviceName: "budget",
        endpoints: [Endpoint(host: "127.0.0.1", port: server.port)],
        tls: try TestCertificates.client("ocr", expecting: "budget"),
        group: group,
        log: Logger(label: "test")
    )
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
