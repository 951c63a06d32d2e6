import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import RPC

/// How long a browser's connection may take for what the gateway waits for.
struct WebPace: Sendable {
    /// For the head of an HTTP/1.1 request, from its first byte to its last.
    var head = TimeAmount.seconds(10)
    /// For each ``leastBody`` bytes of a request's body.
    var body = TimeAmount.seconds(30)
    /// For taking anything of what is sent to it.
    var output = TimeAmount.seconds(30)
    /// For the next request: without one on HTTP/1.1, and without a stream on HTTP/2.
    var idle = TimeAmount.minutes(3)
    /// For answering to the end of an HTTP/2 connection.
    var farewell = TimeAmount.seconds(10)

    /// The bytes of a body that count as progress, as for photos over the platform's own protocol.
    static let leastBody = 16_384
}

/// Notes why a connection or a request of it was rejected.
typealias RejectionNote = @Sendable (StatusReason) -> Void

extension StatusReason {
    /// What came is no HTTP.
    static let malformedRequest: StatusReason = "MALFORMED_REQUEST"
    static let slowHead: StatusReason = "SLOW_HEAD"
    static let slowBody: StatusReason = "SLOW_BODY"
    /// The client takes nothing of an answer.
    static let stalledOutput: StatusReason = "STALLED_OUTPUT"
}

/// Closes an HTTP/1.1 channel whose client takes too long for the head of a request, or has closed its side: it is gone then,
/// and so is whoever waits for the answers to what it has asked for.
///
/// It stands before the decoder and sees bytes; ``requests`` stands behind it and sees what they were.
final class HeaderPace: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Tells where requests begin and end, and which are none.
    final class Requests: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        fileprivate var isWithinRequest = false
        fileprivate var timer: Scheduled<Void>?
        private let note: RejectionNote

        fileprivate init(_ note: @escaping RejectionNote) { self.note = note }

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

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if error is HTTPParserError { note(.malformedRequest) }
            context.fireErrorCaught(error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
            context.fireChannelInactive()
        }
    }

    let requests: Requests
    private let limit: TimeAmount
    private let note: RejectionNote

    init(_ pace: WebPace, _ note: @escaping RejectionNote) {
        requests = Requests(note)
        limit = pace.head
        self.note = note
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !requests.isWithinRequest, requests.timer == nil {
            let (channel, note) = (context.channel, note)
            requests.timer = context.eventLoop.scheduleTask(in: limit) {
                note(.slowHead)
                channel.close(promise: nil)
            }
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Closes a channel whose client sends less than ``WebPace/leastBody`` bytes of a request's body in ``WebPace/body``.
final class BodyPace: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let period: TimeAmount
    private let note: RejectionNote
    private var received = 0
    private var timer: Scheduled<Void>?

    init(_ pace: WebPace, _ note: @escaping RejectionNote) {
        period = pace.body
        self.note = note
    }

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
        timer = context.eventLoop.scheduleTask(in: period) {
            let (pace, context) = bound.value
            guard pace.received < WebPace.leastBody else { return pace.watch(context) }
            pace.note(.slowBody)
            context.close(promise: nil)
        }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}

/// Closes a channel whose client takes nothing of what is sent to it for ``WebPace/output``.
final class StalledOutput: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private let note: RejectionNote
    /// Parts of answers that have not been taken.
    private var waiting = 0
    private var timer: Scheduled<Void>?

    init(_ pace: WebPace, _ note: @escaping RejectionNote) {
        limit = pace.output
        self.note = note
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
        waiting += 1
        if timer == nil { start(context.channel) }
        taken.futureResult.whenComplete { _ in
            let (output, channel) = bound.value
            output.wasTaken(of: channel)
        }
        context.write(data, promise: taken)
    }

    private func wasTaken(of channel: any Channel) {
        waiting -= 1
        stop()
        if waiting > 0 { start(channel) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func start(_ channel: any Channel) {
        guard channel.isActive else { return }
        let note = note
        timer = channel.eventLoop.scheduleTask(in: limit) {
            note(.stalledOutput)
            channel.close(promise: nil)
        }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
