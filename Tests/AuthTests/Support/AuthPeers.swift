import FoundationsTestSupport
import Logging
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS

@testable import larder_auth

/// Runs a test against auth over TLS, with logging and access rules as in every program.
/// - Parameter caller: The service that calls.
func withServer(
    _ environment: AuthTestEnvironment,
    _ parts: AuthComponents,
    as caller: String = "gateway",
    log: Logger = TestDatabase.quietLogger,
    _ body: (RPCChannel) async throws -> Void
) async throws {
    let clock = environment.clock
    let verifier = TokenVerifier(clock: clock, fetchKeys: { try await parts.keys.store.verificationKeys() })
    let handlers = parts.providers.flatMap(\.handlers)
    let server = try await startServer("auth", handlers: handlers, clientCertificates: .required, log: log) {
        $0.admissionPolicies = [AccessControl(verifier: verifier)]
        $0.observer = ServiceObserver(factory: PrometheusRegistry(), log: CallLog(log: log))
    }
    let channel = try makeChannel(to: "auth", ports: [server.port], as: caller)
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
