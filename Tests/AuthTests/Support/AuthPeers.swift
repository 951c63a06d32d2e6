import Foundation
import FoundationsTestSupport
import Logging
import NIOCore
import NIOPosix
import PostgresTestSupport
import RPC
import ServiceKit
import TLS

@testable import larder_auth

/// Certificates of a development authority, created once for all tests.
private enum TestCertificates {
    static let folder = Task { () async throws -> URL in
        let folder = URL.temporaryDirectory.appending(path: "larder-auth-tests-\(UUID().uuidString)")
        _ = try await Shell.run(
            "/bin/bash",
            [Shell.repository + "/deploy/local/certificates.sh", folder.path, "auth", "gateway"]
        )
        return folder
    }

    static func identity(_ name: String) async throws -> TLSIdentity {
        let folder = try await folder.value
        return TLSIdentity(
            certificateChain: folder.appending(path: "\(name).pem").path,
            privateKey: folder.appending(path: "\(name)-key.pem").path
        )
    }

    static var trust: TLSTrust {
        get async throws { TLSTrust(bundle: try await folder.value.appending(path: "ca.pem").path) }
    }
}

/// Runs a test against auth over TLS, with logging and access rules as in every program.
func withServer(
    _ environment: AuthTestEnvironment,
    _ parts: AuthComponents,
    log: Logger = TestDatabase.quietLogger,
    _ body: (RPCChannel) async throws -> Void
) async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let trust = try await TestCertificates.trust
    let clock = environment.clock
    let verifier = TokenVerifier(clock: clock, fetchKeys: { try await parts.keys.store.verificationKeys() })
    var configuration = ServerConfiguration(
        host: "127.0.0.1",
        port: 0,
        tls: try TLSContext(
            .server(
                identity: try await TestCertificates.identity("auth"),
                trust: trust,
                clientCertificates: .required,
                alpn: ["larder/1"]
            )
        ),
        handlers: parts.providers.flatMap(\.handlers),
        interceptors: [AccessControl(verifier: verifier)],
        drainTimeout: .seconds(5)
    )
    configuration.observer = ServiceObserver(factory: PrometheusRegistry(), log: CallLog(log: log))
    let server = try await RPCServer.start(configuration, group: group, log: log)
    let channel = RPCChannel(
        serviceName: "auth",
        endpoints: [Endpoint(host: "127.0.0.1", port: server.port)],
        tls: try TLSContext(
            .client(
                identity: try await TestCertificates.identity("gateway"),
                trust: trust,
                expectedService: "auth",
                alpn: ["larder/1"]
            )
        ),
        group: group,
        log: TestDatabase.quietLogger
    )
    let result: Result<Void, any Error>
    do {
        try await body(channel)
        result = .success(())
    } catch {
        result = .failure(error)
    }
    channel.close()
    await server.stop()
    try result.get()
}
