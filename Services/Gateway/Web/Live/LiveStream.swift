import AsyncAlgorithms
import HTTPTypes
import HummingbirdCore
import MessageCoding
import NIOCore
import RPC

/// `/live`: the streams that a browser watches, in one answer of any length.
///
/// A browser may have six connections with HTTP/1.1, so that all its tabs and lists share one stream. Each line of the answer is a
/// JSON object: a topic's message, a topic's end, or nothing, so that a browser notices when the connection is gone.
struct LiveStream: Sendable {
    static let path = "/live"

    let methods: WebMethods
    let sessions: WebSessions
    var clock: any RPCClock = SystemClock()

    private struct Request: Decodable {
        let topics: [String: Topic]
    }

    private struct Topic: Decodable {
        let method: String
        let request: RawJSON?
    }

    /// A topic whose request is known to be one of its method.
    private struct Watch: Sendable {
        let name: String
        let method: MethodDescriptor
        let request: ByteBuffer
    }

    private static let largestRequest = 65_536
    private static let mostTopics = 32
    /// The longest silence.
    private static let interval = TimeAmount.seconds(15)
    /// The gateway's own limit for streams; a browser goes on from its cursors.
    private static let longest = Duration.seconds(1_800)

    func respond(to exchange: WebExchange) async -> WebResponse {
        guard exchange.method == .post else { return WebResponse(.methodNotAllowed, [.allow: "POST"]) }
        guard ConnectCodec.parse(exchange[.contentType])?.codec == .json else {
            return WebResponse(.unsupportedMediaType, [.acceptPost: "application/json"])
        }
        return await sessions.answering(exchange) { session in
            let watches = try await ConnectBody.withWhole(exchange, limit: LiveStream.largestRequest, watches)
            return WebResponse(
                .ok,
                [.contentType: "application/x-ndjson"],
                body: .stream { try await run(watches, exchange, session, &$0) }
            )
        }
    }

    private func watches(_ body: ByteBuffer) throws -> [Watch] {
        guard let request = JSONText.decode(Request.self, body) else {
            throw Status(
                .invalidArgument,
                "The request is not a JSON object with topics, each with its method and request.",
                reason: .malformedMessage
            )
        }
        guard request.topics.count <= LiveStream.mostTopics else {
            throw Status(.invalidArgument, "There may be \(LiveStream.mostTopics) topics at most.")
        }
        return try request.topics.map { name, topic in
            guard let method = methods[topic.method], method.kind == .serverStreaming else {
                throw Status(.invalidArgument, "\(name): there is no method \(topic.method) that can be watched.")
            }
            let text = topic.request.map { JSONText.encode($0) } ?? ByteBuffer()
            return Watch(name: name, method: method, request: try ConnectCodec.json.decode(text, as: method.request))
        }
    }

    // MARK: The stream

    @concurrent private func run(
        _ watches: [Watch],
        _ exchange: WebExchange,
        _ session: WebSession,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        let authorization = await session.authorization
        let lines = AsyncChannel<ByteBuffer>()
        let stop = exchange.stopSignal.whenStopped { lines.finish() }
        exchange.stream.closeFuture.whenComplete { _ in lines.finish() }
        defer { exchange.stopSignal.forget(stop) }
        // At once too, since some programs hand on nothing before the first bytes.
        try await writer.write(LiveStream.silence)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for watch in watches {
                group.addTask { try await follow(watch, exchange, authorization, lines) }
            }
            group.addTask {
                while true {
                    try await clock.sleep(until: clock.now + LiveStream.interval, on: exchange.client.loop)
                    await lines.send(LiveStream.silence)
                }
            }
            for await line in lines { try await writer.write(line) }
            group.cancelAll()
        }
    }

    private static let silence = ByteBuffer(string: "{}\n")

    /// Gives a topic's messages and its end.
    private func follow(
        _ watch: Watch,
        _ exchange: WebExchange,
        _ authorization: String?,
        _ lines: AsyncChannel<ByteBuffer>
    ) async throws {
        var ending = Line(topic: watch.name, key: "end", value: ByteBuffer(string: "{}"))
        do {
            let handle = try await exchange.client.start(
                watch.method.path,
                request: watch.request,
                metadata: try exchange.metadata(authorization),
                timeout: LiveStream.longest
            )
            exchange.cancelsWithRequest(handle)
            defer { handle.cancel() }
            while let message = try await handle.receive() {
                let json = try ConnectCodec.json.encode(message, as: watch.method.response)
                await lines.send(Line(topic: watch.name, key: "message", value: json).bytes)
            }
        } catch let status as Status {
            ending.value = ByteBuffer(string: "{\"error\":")
            ending.value.writeImmutableBuffer(ConnectFailure(status, in: exchange.language).json)
            ending.value.writeString("}")
        }
        await lines.send(ending.bytes)
    }

    private struct Line {
        let topic: String
        let key: String
        /// JSON without line feeds.
        var value: ByteBuffer

        var bytes: ByteBuffer {
            var line = ByteBuffer(string: "{\"topic\":")
            line.writeImmutableBuffer(JSONText.encode(topic))
            line.writeString(",\"\(key)\":")
            line.writeImmutableBuffer(value)
            line.writeString("}\n")
            return line
        }
    }
}
