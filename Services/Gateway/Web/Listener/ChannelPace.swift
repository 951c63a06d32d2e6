import NIOCore
import NIOHTTPTypes

/// Closes an HTTP/1.1 channel whose client takes too long for the head of a request, or has closed its side: it is gone then,
/// and so is whoever waits for the answers to what it has asked for.
///
/// It stands before the decoder and sees bytes; ``requests`` stands behind it and sees what they were.
final class HeaderPace: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// From the first byte of a head to its last.
    static let limit = TimeAmount.seconds(10)

    /// Tells where requests begin and end.
    final class Requests: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        fileprivate var isWithinRequest = false
        fileprivate var timer: Scheduled<Void>?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head:
                isWithinRequest = true
                timer?.cancel()
                timer = nil
            case .body: break
            case .end: isWithinRequest = false
            }
            context.fireChannelRead(data)
        }

        func channelInactive(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
            context.fireChannelInactive()
        }
    }

    let requests = Requests()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !requests.isWithinRequest, requests.timer == nil {
            let channel = context.channel
            requests.timer = context.eventLoop.scheduleTask(in: HeaderPace.limit) { channel.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Closes a channel whose client sends less than ``least`` bytes of a request's body in ``period``.
final class BodyPace: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// What counts as progress, as for photos over the platform's own protocol.
    static let least = 16_384
    static let period = TimeAmount.seconds(30)

    private var received = 0
    private var timer: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: watch(context)
        case .body(let bytes): received += bytes.readableBytes
        case .end: stop()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func watch(_ context: ChannelHandlerContext) {
        received = 0
        timer?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: BodyPace.period) {
            let (pace, context) = bound.value
            if pace.received < BodyPace.least { context.close(promise: nil) } else { pace.watch(context) }
        }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}

/// Closes a channel whose client takes nothing of what is sent to it for ``limit``.
final class StalledOutput: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    static let limit = TimeAmount.seconds(30)

    private var timer: Scheduled<Void>?

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        if !context.channel.isWritable {
            let channel = context.channel
            timer = context.eventLoop.scheduleTask(in: StalledOutput.limit) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
