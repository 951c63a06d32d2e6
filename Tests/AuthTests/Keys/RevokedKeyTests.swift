import AuthMessages
import NIOPosix
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import LarderClient
@testable import larder_auth

@Suite("Revoking a signing key", .timeLimit(.minutes(5)))
struct RevokedKeyTests {
    @Test("makes clients renew their sessions, and nobody sign in again")
    func clients() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let verifier = TokenVerifier(clock: environment.clock) { try await parts.keys.store.verificationKeys() }
            let handlers = parts.providers.flatMap(\.handlers)
            let server = try await startServer("gateway", handlers: handlers) {
                $0.admissionPolicies = [AccessControl(verifier: verifier)]
            }
            let client = try LarderClient(
                gateway: .init(
                    endpoint: Endpoint(host: "localhost", port: server.port),
                    authorities: [TestCertificates.authority]
                ),
                tokens: InMemoryTokenStore(),
                clock: environment.clock,
                group: MultiThreadedEventLoopGroup.singleton,
                log: quiet
            )
            try await client.signIn(name: "Anna7", password: "correct-horse-7", device: "")
            #expect(try await client.accounts.getAccount(.init()).username == "Anna7")
            try await parts.keys.store.rotate(revokingFormer: true)
            try await verifier.refreshKeys()
            #expect(try await client.accounts.getAccount(.init()).username == "Anna7")
            #expect(try await environment.count("sessions") == 1)
            client.close()
            await server.stop()
        }
    }
}
