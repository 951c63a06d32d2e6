import NIOCore
import NIOHTTPTypes

/// Joins the parts of a request's body that come together, so that what a client sends costs by its bytes, however many chunks or
/// frames it has cut them into.
final class JoinedBody: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The size in bytes from which on a part is handed on.
    static let size = 65_536

    private var body: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .body(let part) = unwrapInboundIn(data) else {
            handOn(context)
            return context.fireChannelRead(data)
        }
        if body == nil { body = part } else { body?.writeImmutableBuffer(part) }
        if body.map({ $0.readableBytes >= JoinedBody.size }) == true { handOn(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        handOn(context)
        context.fireChannelReadComplete()
    }

    private func handOn(_ context: ChannelHandlerContext) {
        guard let joined = body else { return }
        body = nil
        context.fireChannelRead(wrapInboundOut(.body(joined)))
    }
}
