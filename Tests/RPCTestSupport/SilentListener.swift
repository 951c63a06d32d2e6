import NIOCore
import NIOPosix

/// Accepts connections and never says anything.
package struct SilentListener: Sendable {
    private let channel: any Channel

    /// Listens on a port of the system's choice.
    package static func start() async throws -> SilentListener {
        SilentListener(
            channel: try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
        )
    }

    /// Where it listens.
    package var port: Int { channel.localAddress?.port ?? 0 }

    /// Takes no more connections.
    package func stop() async { try? await channel.close() }
}
