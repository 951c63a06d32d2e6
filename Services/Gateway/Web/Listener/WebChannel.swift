import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTPTypes
import RPC
import TLS

/// Sets up the channel of one browser's connection: TLS, HTTP/2 or HTTP/1.1, and its place at the gateway's server.
struct WebChannel: ServerChildChannel {
    let server: RPCServer
    let tls: TLSContext?
    let handler: any WebHandler
    let pace: WebPace
    let refused: RefusedRequests

    /// A connection whose protocol may not be known yet.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        fileprivate let serving: EventLoopFuture<Serving>
    }

    /// Serves a connection until it ends.
    fileprivate typealias Serving = @Sendable (Logger) async -> Void

    /// Why a connection is not served.
    private struct Rejected: Error {}

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let stopSignal = StopSignal()
        let client = server.relay(
            from: channel.remoteAddress?.ipAddress,
            on: channel.eventLoop,
            stopping: { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) },
            abort: { channel.close(promise: nil) }
        )
        guard let client else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Rejected())
        }
        channel.closeFuture.whenComplete { _ in client.close() }
        do {
            try channel.pipeline.syncOperations.addHandler(QuiescenceHandler(stopSignal))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        let promise = channel.eventLoop.makePromise(of: Serving.self)
        channel.closeFuture.whenComplete { _ in promise.fail(Rejected()) }
        let value = Value(channel: channel, serving: promise.futureResult)
        guard let tls else {
            return serving(channel, client, stopSignal, isHTTP2: false, logger).map { serving in
                promise.succeed(serving)
                return value
            }
        }
        return channel.eventLoop.makeCompletedFuture {
            let negotiation = NegotiationHandler { isHTTP2 in
                let serving = serving(channel, client, stopSignal, isHTTP2: isHTTP2, logger)
                promise.completeWith(serving)
                return serving.map { _ in }
            }
            try channel.pipeline.syncOperations.addHandlers([
                TLSHandler(
                    context: tls,
                    timeouts: server.configuration.tlsTimeouts,
                    gathersWithinReads: false
                ),
                negotiation,
            ])
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        guard let serving = try? await value.serving.get() else { return }
        await serving(logger)
    }

    /// Adds the handlers of the protocol, and takes the client.
    private func serving(
        _ channel: any Channel,
        _ client: RelayedClient,
        _ stopSignal: StopSignal,
        isHTTP2: Bool,
        _ logger: Logger
    ) -> EventLoopFuture<Serving> {
        client.open(Peer(of: channel, certificate: nil))
        let (handler, isSecure) = (handler, tls != nil)
        let responder: HTTPChannelHandler.Responder = { request, writer, stream in
            try await WebExchange(
                request: request,
                client: client,
                stream: stream,
                connection: channel,
                isSecure: isSecure,
                stopSignal: stopSignal
            ).run(handler, writer)
        }
        return isHTTP2 ? serveHTTP2(channel, responder, logger) : serveHTTP1(channel, responder, logger)
    }

    /// Notes the rejections of a connection.
    private func note(of channel: any Channel) -> RejectionNote {
        let (refused, address) = (refused, channel.remoteAddress?.ipAddress)
        return { refused.add($0, from: address) }
    }

    private func serveHTTP2(
        _ channel: any Channel,
        _ responder: @escaping HTTPChannelHandler.Responder,
        _ logger: Logger
    ) -> EventLoopFuture<Serving> {
        let (pace, note) = (pace, note(of: channel))
        let time = NIOLoopBound(StreamlessTime(of: channel, pace), eventLoop: channel.eventLoop)
        let child = HTTP2Channel(
            responder: responder,
            configuration: .init(
                idleTimeout: .nanoseconds(pace.idle.nanoseconds),
                gracefulCloseTimeout: .nanoseconds(pace.farewell.nanoseconds),
                streamConfiguration: .init(
                    additionalChannelHandlers: [
                        StreamlessTime.Stream(time.value), BodyPace(pace, note), StalledOutput(pace, note),
                        JoinedBody(),
                    ]
                )
            )
        )
        do {
            try channel.pipeline.syncOperations.addHandler(RejectedFrames(note))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return child.setup(channel: channel, logger: logger).map { value in
            { await child.handle(value: value, logger: $0) }
        }
    }

    private func serveHTTP1(
        _ channel: any Channel,
        _ responder: @escaping HTTPChannelHandler.Responder,
        _ logger: Logger
    ) -> EventLoopFuture<Serving> {
        let (pace, note) = (pace, note(of: channel))
        var configuration = HTTP1Channel.Configuration(idleTimeout: pace.idle)
        configuration.httpDecoder = .init(
            maxHeaderFieldSize: 16_384,
            maxHeaderListSize: 32_768,
            maxHeaderFieldCount: 100
        )
        let heads = HeaderPace(pace, note)
        let bound = NIOLoopBound(heads, eventLoop: channel.eventLoop)
        configuration.additionalChannelHandlers = {
            [bound.value.requests, BodyPace(pace, note), StalledOutput(pace, note), JoinedBody()]
        }
        let child = HTTP1Channel(responder: responder, configuration: configuration)
        do {
            try channel.pipeline.syncOperations.addHandler(heads)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return child.setup(channel: channel, logger: logger).map { value in
            { await child.handle(value: value, logger: $0) }
        }
    }
}

/// Ends what would go on for ever once the channel is to end, whether the gateway's server stops or the listener.
private final class QuiescenceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let stopSignal: StopSignal

    init(_ stopSignal: StopSignal) { self.stopSignal = stopSignal }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { stopSignal.stop() }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Completes a channel once TLS has settled on a protocol, HTTP/2 or HTTP/1.1.
private final class NegotiationHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let complete: (_ isHTTP2: Bool) -> EventLoopFuture<Void>

    init(_ complete: @escaping (_ isHTTP2: Bool) -> EventLoopFuture<Void>) { self.complete = complete }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let completed = event as? TLSHandshakeCompleted {
            let channel = context.channel
            complete(completed.alpn == "h2").whenFailure { _ in channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }
}
