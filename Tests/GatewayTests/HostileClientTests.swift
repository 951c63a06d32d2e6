import NIOCore
import RPC
import RPCTestSupport
import Testing
import Wire

@testable import larder_gateway

@Suite("Clients that violate the protocol", .timeLimit(.minutes(5)))
struct HostileClientTests {
    /// The first bytes of a conforming client.
    private static var opening: [UInt8] {
        var machine = ConnectionStateMachine(role: .client)
        var bytes: [UInt8] = []
        while let output = machine.takeOutput() { bytes += output.readableBytesView }
        return bytes
    }

    /// Expects the connection to be closed, while another client's stays open.
    private func expectEnd(of bytes: [UInt8], overTLS: Bool) async throws {
        try await withGateway([answering(BackendService.get)]) { channel, gateway in
            try await channel.call(BackendService.get)
            let hostile = try await RawConnection.connect(
                port: gateway.server.port,
                tls: overTLS ? try TestCertificates.client(nil, expecting: "gateway") : nil
            )
            try await hostile.send(bytes)
            try await hostile.waitForEnd()
            try await channel.call(BackendService.get)
        }
    }

    @Test(
        "bytes that are not TLS close their connection only",
        arguments: [
            Array("GET / HTTP/1.1\r\nHost: larder\r\n\r\n".utf8), Array("hello\n".utf8),
            (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }, HostileClientTests.opening,
            [0x16, 0x03, 0x01, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 2_000),
        ]
    )
    func inTheClear(_ bytes: [UInt8]) async throws {
        try await expectEnd(of: bytes, overTLS: false)
    }

    @Test(
        "over TLS, bytes that are not the protocol close their connection only",
        arguments: [
            Array("GET / HTTP/1.1\r\nHost: larder\r\n\r\n".utf8), Array("hello, this is text".utf8),
            (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ 1) },
            // A frame of 16 MB, of a call.
            HostileClientTests.opening + [0xFF, 0xFF, 0xFF, 0x01, 0x00, 0, 0, 0, 1],
            // A second preface.
            HostileClientTests.opening + HostileClientTests.opening,
        ]
    )
    func overTLS(_ bytes: [UInt8]) async throws {
        try await expectEnd(of: bytes, overTLS: true)
    }

    @Test("half a frame harms no other connection, and stopping does not wait for the rest")
    func halfFrame() async throws {
        try await withGateway([answering(BackendService.get)], configure: { $0.drainTimeout = .milliseconds(50) }) {
            channel,
            gateway in
            let hostile = try await RawConnection.connect(
                port: gateway.server.port,
                tls: try TestCertificates.client(nil, expecting: "gateway")
            )
            try await hostile.send(HostileClientTests.opening + [0x00, 0x10, 0x00, 0x02])
            try await channel.call(BackendService.get)
            await hostile.close()
        }
    }
}
