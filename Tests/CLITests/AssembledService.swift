import LarderClientTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS

@testable import larder

/// Runs a service that ServiceKit assembles and that requires a certificate, beside a gateway.
/// - Parameters:
///   - name: The service whose certificate it has.
///   - body: Receives the server, and a command line that is configured for the gateway.
func withAssembledService(
    _ name: String,
    _ providers: [any ServiceProvider],
    diagnostics: DiagnosticsRegistry = DiagnosticsRegistry(),
    _ body: (RPCServer, CommandRun) async throws -> Void
) async throws {
    try await TestGateway.with { gateway async throws in
        let readiness = Readiness()
        readiness.markReady()
        let monitor = HealthMonitor(checks: [], log: quiet)
        await monitor.update()
        let server = try await startServer(name, clientCertificates: .required) {
            ServiceAssembly(personalData: .none, providers: providers).configure(
                &$0,
                program: name,
                monitor: monitor,
                verifier: TokenVerifier { [] },
                readiness: readiness,
                diagnostics: diagnostics
            )
        }
        diagnostics.add(server)
        let outcome: Result<Void, any Error>
        do {
            try await body(server, CommandRun(gateway: gateway))
            outcome = .success(())
        } catch { outcome = .failure(error) }
        monitor.stop()
        await server.stop()
        try outcome.get()
    }
}

extension RPCServer {
    /// The options with which the command line calls this server.
    /// - Parameters:
    ///   - service: The service whose certificate it has.
    ///   - caller: The service whose certificate is presented; nil for none.
    func options(of service: String, as caller: String?) -> [String] {
        let place = [
            "--server", "localhost:\(port)", "--expect", service, "--authority", TestCertificates.authority,
        ]
        guard let caller else { return place }
        let identity = TestCertificates.identity(caller)
        return place + ["--certificate", identity.certificateChain, "--key", identity.privateKey]
    }
}
