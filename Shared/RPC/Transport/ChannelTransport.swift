import NIOCore
import TLS

/// Carries a connection over TLS on a channel. Belongs behind a ``TLSHandler``.
final class ChannelTransport: ChannelInboundHandler, Transport {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let connection: Connection
    private var context: ChannelHandlerContext?
    private var closeReason: String?

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
            let address = context.channel.remoteAddress?.ipAddress
            connection.opened(by: self, peer: Peer(service: completed.peer?.serviceName, address: address))
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.received(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) { connection.receivedAll() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { connection.writable() }
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
