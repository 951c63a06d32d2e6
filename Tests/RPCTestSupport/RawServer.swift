import NIOCore
import NIOPosix
package import TLS

/// A server that says whatever bytes a test wants, over TLS or in the clear.
package final class RawServer: Sendable {
    private let listener: any Channel
    private let accepted: Recorder<RawConnection>

    private init(_ listener: any Channel, _ accepted: Recorder<RawConnection>) {
        self.listener = listener
        self.accepted = accepted
    }

    /// Listens on a port of the system's choice.
    /// - Parameter tls: Nil for bytes in the clear.
    package static func start(tls: TLSContext?) async throws -> RawServer {
        let accepted = Recorder<RawConnection>()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    accepted.record(try RawConnection.accept(channel, tls: tls))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return RawServer(listener, accepted)
    }

    /// Where it listens.
    package var port: Int { listener.localAddress?.port ?? 0 }

    /// Returns the connection that came first, once it is there.
    package func connection() async throws -> RawConnection { try await accepted.wait(forCount: 1)[0] }

    /// Takes no more connections and ends those it has.
    package func stop() async {
        try? await listener.close()
        for connection in accepted.values { await connection.close() }
    }
}
