import ProtocolTestSupport
import RPC
import RPCTestSupport
import RPCValues
import Testing

/// The numbered cases of the protocol's document against a server on a socket.
@Suite("Bytes that must be rejected or accepted", .timeLimit(.minutes(5)))
struct NumberedCaseTests {
    private static let document = ProtocolDocument.page
    private static let cases = (document.cases("R") + document.cases("A")).filter(\.isToServer)
    private static let ping = WireBytes.expand("000008 07 00 00000000 0102030405060708")
    private static let answer = WireBytes.Frame(type: 7, flags: 1, stream: 0, payload: [1, 2, 3, 4, 5, 6, 7, 8])

    /// A call that takes one request and never answers.
    private static let held = MethodHandler.unary(
        MethodDescriptor(
            service: "larder.rpc.v1.Health",
            name: "WatchHealth",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Echo.descriptor,
            response: Echo.descriptor
        )
    ) { (request: Echo, _) in
        try await Gate().wait()
        return request
    }

    private func withServer(_ body: (RPCServer) async throws -> Void) async throws {
        let server = try await startServer(handlers: [Self.held]) { $0.drainTimeout = .zero }
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("have the consequence that the document states")
    func cases() async throws {
        try await withServer { server in
            for numbered in Self.cases { try await check(numbered, server) }
        }
    }

    private func check(_ numbered: ProtocolCase, _ server: RPCServer) async throws {
        let connection = try await RawConnection.connect(
            port: server.port,
            tls: try TestCertificates.client(nil, expecting: "budget")
        )
        let opening = Self.document.bytes(before: numbered.start) + numbered.bytes
        // A server that has ended the connection takes nothing more.
        try? await connection.send(opening + Self.ping)
        if !numbered.connectionCodes.isEmpty {
            try await connection.waitForEnd()
            let last = WireBytes.frames(in: connection.bytes).last
            let code = last?.type == 8 ? last?.payload[4] : nil
            #expect(code.map(numbered.connectionCodes.contains) == true, "\(numbered)")
        } else if let (code, stream, isUnprocessed) = numbered.ending {
            let bytes = try await connection.wait { bytes in
                let frames = WireBytes.frames(in: bytes)
                return frames.contains(Self.answer) && frames.contains { $0.type == 4 && $0.stream == stream }
            }
            let status = WireBytes.frames(in: bytes).first { $0.type == 4 && $0.stream == stream }
            #expect(status?.payload.first == code && status?.flags == (isUnprocessed ? 1 : 0), "\(numbered)")
        } else {
            try await connection.wait { WireBytes.frames(in: $0).contains(Self.answer) }
        }
        if let (code, stream, _) = numbered.ending {
            let status = WireBytes.frames(in: connection.bytes).first { $0.type == 4 && $0.stream == stream }
            #expect(status?.payload.first == code, "\(numbered)")
        }
        await connection.close()
    }
}
