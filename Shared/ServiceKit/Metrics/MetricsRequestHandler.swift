import NIOCore
import NIOHTTP1

/// Answers the requests of one connection to the metrics endpoint, one after the other.
final class MetricsRequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Answer: Sendable {
        var status: HTTPResponseStatus
        var body: ByteBuffer
        var contentType = "text/plain; charset=utf-8"
        /// Methods to use in place of the one that was rejected.
        var allowed: String?

        init(_ status: HTTPResponseStatus, _ text: String) {
            self.status = status
            body = ByteBuffer(string: text + "\n")
        }
    }

    private let sources: MetricsEndpoint.Sources
    private let limits: MetricsEndpoint.Limits
    private let loop: any EventLoop
    private var head: HTTPRequestHead?
    private var timer: Scheduled<Void>?
    private var isAnswering = false

    init(sources: MetricsEndpoint.Sources, limits: MetricsEndpoint.Limits, loop: any EventLoop) {
        self.sources = sources
        self.limits = limits
        self.loop = loop
    }

    func channelActive(context: ChannelHandlerContext) {
        closeConnection(of: context, in: limits.request)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            closeConnection(of: context, in: limits.request)
        case .body:
            // No request here has one. What follows is not read.
            head = nil
            if !isAnswering { send(Answer(.payloadTooLarge, "Send no content."), keepAlive: false, to: context) }
        case .end:
            guard let head, !isAnswering else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, !isAnswering else { return context.close(promise: nil) }
        let isTooLarge = error == .headerOverflow
        let answer =
            isTooLarge
            ? Answer(.requestHeaderFieldsTooLarge, "The request's header is too large.")
            : Answer(.badRequest, "This is no HTTP request.")
        send(answer, keepAlive: false, to: context)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = head.uri.prefix { $0 != "?" }
        guard ["/metrics", "/healthz", "/readyz"].contains(path) else {
            return send(Answer(.notFound, "There is /metrics, /healthz and /readyz."), head, to: context)
        }
        guard head.method == .GET else {
            var answer = Answer(.methodNotAllowed, "Use GET.")
            answer.allowed = "GET"
            return send(answer, head, to: context)
        }
        switch path {
        case "/healthz": send(Answer(.ok, "running"), head, to: context)
        case "/readyz":
            let problem = sources.problem()
            send(Answer(problem == nil ? .ok : .serviceUnavailable, problem ?? "serving"), head, to: context)
        default: sendMetrics(head, context)
        }
    }

    /// Metrics are gathered away from the event loop, which has calls to serve.
    private func sendMetrics(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        isAnswering = true
        let metrics = sources.metrics
        loop.makeFutureWithTask { await metrics() }.assumeIsolated().whenSuccess { body in
            self.isAnswering = false
            var answer = Answer(.ok, "")
            answer.body = body
            answer.contentType = PrometheusText.contentType
            self.send(answer, head, to: context)
        }
    }

    private func send(_ answer: Answer, _ request: HTTPRequestHead, to context: ChannelHandlerContext) {
        send(answer, keepAlive: request.isKeepAlive, to: context)
    }

    private func send(_ answer: Answer, keepAlive: Bool, to context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        isAnswering = true
        var fields = HTTPHeaders([
            ("content-type", answer.contentType), ("content-length", "\(answer.body.readableBytes)"),
            ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
        ])
        if let allowed = answer.allowed { fields.add(name: "allow", value: allowed) }
        if !keepAlive { fields.add(name: "connection", value: "close") }
        closeConnection(of: context, in: limits.answer)
        let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: fields)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { result in
            guard case .success = result, keepAlive else { return context.close(promise: nil) }
            // The next request may have come already.
            guard self.head == nil, !self.isAnswering else { return }
            self.closeConnection(of: context, in: self.limits.idle)
        }
        // A request that waited for this answer is delivered within the write of its end.
        isAnswering = !keepAlive
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    /// Ends the connection unless this is put off before.
    private func closeConnection(of context: ChannelHandlerContext, in delay: TimeAmount) {
        timer?.cancel()
        timer = loop.assumeIsolated().scheduleTask(in: delay) { context.close(promise: nil) }
    }
}
