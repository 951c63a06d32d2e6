import NIOCore
import NIOHTTP1
import NIOPosix

/// A provider of the world beyond that tests run on this machine: HTTP/1.1 without TLS, on any free port.
package struct OutsideServer: Sendable {
    /// What it answers.
    package enum Answer: Sendable {
        /// A status, with a body.
        case respond(status: Int, body: String)
        /// A redirect.
        case redirect(to: String)
        /// The connection ends without a response.
        case hangUp
        /// Nothing, until the client has had enough.
        case neverAnswer
    }

    /// Its port on 127.0.0.1.
    package let port: Int

    /// Runs `body` with a server.
    /// - Parameter answer: Called with the path and query of each request, on the server's event loop.
    package static func with<Result: Sendable>(
        _ answer: @escaping @Sendable (String) -> Answer,
        _ body: (OutsideServer) async throws -> Result
    ) async throws -> Result {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(AnsweringHandler(answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(OutsideServer(port: channel.localAddress?.port ?? 0)))
        } catch {
            outcome = .failure(error)
        }
        try await channel.close()
        return try outcome.get()
    }
}

/// Answers each request of a connection.
private final class AnsweringHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: @Sendable (String) -> OutsideServer.Answer
    private var path = ""

    init(answer: @escaping @Sendable (String) -> OutsideServer.Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): path = head.uri
        case .body: break
        case .end: respond(answer(path), context)
        }
    }

    private func respond(_ answer: OutsideServer.Answer, _ context: ChannelHandlerContext) {
        switch answer {
        case .respond(let status, let body): write(status, [:], body, context)
        case .redirect(let address): write(302, ["location": address], "", context)
        case .hangUp: context.close(promise: nil)
        case .neverAnswer: break
        }
    }

    private func write(_ status: Int, _ headers: [String: String], _ body: String, _ context: ChannelHandlerContext) {
        var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
        fields.add(name: "content-length", value: String(body.utf8.count))
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
