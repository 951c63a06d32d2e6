import RPC
import RPCTestSupport
import TLS
import Testing
import Wire

/// A client that has a certificate and breaks the protocol behind it.
enum HostileClient {
    /// A connection whose TLS handshake is over and whose opening is sent.
    static func connect(
        _ server: RPCServer,
        reads: Bool = true,
        opens: Bool = true
    ) async throws -> RawConnection {
        let connection = try await RawConnection.connect(
            port: server.port,
            tls: try TestCertificates.client("ocr", expecting: "budget"),
            reads: reads
        )
        if opens { try await connection.send(RawFrame.opening(of: .client)) }
        return connection
    }

    /// Sends frames on a new connection until the server ends it.
    /// - Returns: Everything that the server said.
    static func attack(_ server: RPCServer, _ frames: [RawFrame]) async throws -> [RawFrame] {
        try await attack(server, frames.flatMap(\.bytes))
    }

    static func attack(_ server: RPCServer, _ bytes: [UInt8], opens: Bool = true) async throws -> [RawFrame] {
        let connection = try await connect(server, opens: opens)
        // What the server has ended takes no more.
        try? await connection.send(bytes)
        try await connection.waitForEnd()
        return connection.frames
    }
}
