import NIOPosix
import RPC
import RPCTestSupport
import TLS
import Testing

@Suite("Invalid certificates", .timeLimit(.minutes(5)))
struct CertificateTests {
    private func makeChannel(to port: Int, tls: TLSContext) -> RPCChannel {
        RPCChannel(
            serviceName: "budget",
            endpoints: [Endpoint(host: "127.0.0.1", port: port)],
            tls: tls,
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet
        )
    }

    @Test(
        "of a client ends its handshake with an alert that says why, and no other client is affected",
        arguments: [(TestCertificates.Fault.expired, "certificate expired"), (.ofAnotherAuthority, "unknown CA")]
    )
    func client(fault: TestCertificates.Fault, alert: String) async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        try await Bystander.calling(server) {
            let channel = makeChannel(
                to: server.port,
                tls: try TestCertificates.client("ocr", fault, expecting: "budget")
            )
            #expect(await channel.failure(of: Bystander.method)?.code == .unavailable)
            #expect(
                channel.lastConnectionFailure?.contains(alert) == true,
                "\(channel.lastConnectionFailure ?? "none")"
            )
            channel.close()
        }
        await server.stop()
    }

    @Test("that a client does not send where it must ends its handshake with an alert that says so")
    func absent() async throws {
        let server = try await startServer(handlers: [Bystander.handler], clientCertificates: .required)
        try await Bystander.calling(server) {
            let channel = makeChannel(to: server.port, tls: try TestCertificates.client(nil, expecting: "budget"))
            #expect(await channel.failure(of: Bystander.method)?.code == .unavailable)
            #expect(channel.lastConnectionFailure?.contains("certificate required") == true)
            channel.close()
        }
        await server.stop()
    }

    @Test(
        "of a server is rejected by the client, whose calls are UNAVAILABLE",
        arguments: [
            (TestCertificates.Fault.expired, "expired"), (.ofAnotherAuthority, "authority"),
            (.ofAnotherService, "spiffe://larder/service/orders"),
        ]
    )
    func server(fault: TestCertificates.Fault, reason: String) async throws {
        let impostor = try await RawServer.start(tls: try TestCertificates.server("budget", fault))
        let channel = makeChannel(to: impostor.port, tls: try TestCertificates.client("ocr", expecting: "budget"))
        #expect(await channel.failure(of: Bystander.method)?.code == .unavailable)
        #expect(channel.lastConnectionFailure?.contains(reason) == true, "\(channel.lastConnectionFailure ?? "none")")
        // Nothing of a call has left: not its name, not its metadata.
        #expect(try await impostor.connection().bytes.isEmpty)
        channel.close()
        await impostor.stop()
    }
}
