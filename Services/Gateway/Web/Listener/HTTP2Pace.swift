import NIOCore
import NIOHTTPTypes
import RPC

/// Closes an HTTP/2 connection that has had no stream for a while, also when its client does not answer to its end, or has
/// never begun. On the event loop of its channel.
final class StreamlessTime {
    private let channel: any Channel
    private let limit: TimeAmount
    private var streams = 0
    private var timer: Scheduled<Void>?

    /// For a channel that has no stream yet.
    init(of channel: any Channel, _ pace: WebPace) {
        self.channel = channel
        limit = pace.idle + pace.farewell
        start()
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.closeFuture.whenComplete { _ in bound.value.timer?.cancel() }
    }

    private func start() {
        let channel = channel
        timer = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    /// Stands in the channel of each stream.
    final class Stream: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let time: StreamlessTime

        init(_ time: StreamlessTime) { self.time = time }

        func handlerAdded(context: ChannelHandlerContext) {
            time.streams += 1
            time.timer?.cancel()
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            time.streams -= 1
            if time.streams == 0, time.channel.isActive { time.start() }
        }
    }
}

/// Notes what HTTP/2 rejects, by the frames with which it does.
///
/// It stands between HTTP/2 and the network, where each frame comes by itself.
final class RejectedFrames: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let note: RejectionNote
    /// Bytes that belong to the last DATA frame.
    private var contentLeft = 0

    /// Types of frames, as RFC 9113 numbers them.
    private static let (data, reset, goAway): (UInt8, UInt8, UInt8) = (0, 3, 7)
    /// Codes of ends that no client is to blame for: none, ours, a race, and a request given up.
    private static let blameless: Set<UInt32> = [0, 2, 5, 8]

    init(_ note: @escaping RejectionNote) { self.note = note }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isRejection(unwrapOutboundIn(data)) { note(.malformedRequest) }
        context.write(data, promise: promise)
    }

    private func isRejection(_ bytes: ByteBuffer) -> Bool {
        guard contentLeft == 0 else {
            contentLeft -= min(contentLeft, bytes.readableBytes)
            return false
        }
        var bytes = bytes
        guard let head = bytes.readInteger(as: UInt32.self), bytes.readBytes(length: 5) != nil else { return false }
        switch UInt8(truncatingIfNeeded: head) {
        case RejectedFrames.data:
            contentLeft = max(0, Int(head >> 8) - bytes.readableBytes)
            return false
        case RejectedFrames.reset: return isBlame(bytes.readInteger())
        case RejectedFrames.goAway:
            bytes.moveReaderIndex(forwardBy: min(4, bytes.readableBytes))
            return isBlame(bytes.readInteger())
        default: return false
        }
    }

    private func isBlame(_ code: UInt32?) -> Bool { code.map { !RejectedFrames.blameless.contains($0) } ?? false }
}
