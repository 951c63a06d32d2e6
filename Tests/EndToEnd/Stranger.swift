import NIOCore
import NIOPosix

/// A socket without TLS or protocol.
enum Stranger {
    /// Sends bytes, closes its side, and returns when the other side has closed.
    static func sendAndAwaitClose(_ bytes: [UInt8], port: Int) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .connect(host: "127.0.0.1", port: port)
            .get()
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        try? await channel.close(mode: .output)
        try? await channel.closeFuture.get()
    }
}
