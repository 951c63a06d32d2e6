import Glibc
import NIOCore
import TLS

/// Carries a connection over TLS on a channel. Belongs behind a ``TLSHandler``.
final class ChannelTransport: ChannelDuplexHandler, Transport {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private var context: ChannelHandlerContext?
    private var closeReason: String?
    /// Whether a read is pending until the peer has received what is buffered for it.
    private var isReadHeld = false

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Towards the network

    var isActive: Bool { context?.channel.isActive == true }

    var isWritable: Bool { context?.channel.isWritable == true }

    func write(_ bytes: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }

    func close() { context?.close(promise: nil) }

    // MARK: From the network

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let completed = event as? TLSHandshakeCompleted {
            connection.opened(by: self, peer: Peer(of: context.channel, certificate: completed.peer))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.received(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) { connection.receivedAll() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        connection.writable()
        guard isReadHeld, !connection.isOutputOverLimit else { return }
        isReadHeld = false
        context.read()
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = connection.isOutputOverLimit
        if !isReadHeld { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What follows the first error is its consequence.
        closeReason = closeReason ?? "\(error)"
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.closed(closeReason ?? "the connection was closed")
        context.fireChannelInactive()
    }
}

/// Options of the sockets that carry connections.
enum SocketLimits {
    /// Sets how many bytes a socket takes beyond what the network carries at present.
    ///
    /// What is behind them waits where a small message can still overtake it. A socket's buffer of several megabytes would
    /// be in the way of everything else on the connection for as long as a slow network takes to carry it.
    static let unsentOption = ChannelOptions.Types.SocketOption(
        level: .tcp,
        name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)
    )
    /// The limit in bytes.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 65_536
}
