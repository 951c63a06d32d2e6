import RPC
import RPCTestSupport
import ServiceKit
import Testing

@Suite("Methods for services", .timeLimit(.minutes(5)))
struct AccessTests {
    private let method = TestMethods.unary("Private", access: .services(["ocr"]))

    private func failure(as caller: String?) async throws -> Status? {
        let verifier = TokenVerifier { [] }
        let server = try await startServer(handlers: [.unary(method) { (request: Echo, _) in request }]) {
            $0.admissionPolicies = [AccessControl(verifier: verifier)]
        }
        let channel = try makeChannel(ports: [server.port], as: caller)
        let failure = await channel.failure(of: method)
        channel.close()
        await server.stop()
        return failure
    }

    @Test(
        "a caller that its rule doesn't name is rejected, with or without a certificate",
        arguments: ["catalog", nil]
    )
    func refused(_ caller: String?) async throws {
        #expect(try await failure(as: caller)?.code == .permissionDenied)
    }

    @Test("the caller that its rule names, proven by certificate, is served")
    func served() async throws {
        #expect(try await failure(as: "ocr") == nil)
    }
}
