import Foundation
import HTTPTypes
import HummingbirdCore
import MessageCoding
import NIOCore
import NIOHTTPTypes
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

    /// A topic whose request is known to be one of its method.
    private struct Watch: Sendable {
        let name: String
        let method: MethodDescriptor
        let request: ByteBuffer
    }

    private static let largestRequest = 65_536
    private static let mostTopics = 32
    /// The gateway's own limit for streams; a browser goes on from its cursors.
    private static let longest = Duration.seconds(1_800)

    func respond(to exchange: WebExchange) async -> WebResponse {
        guard exchange.method == .post else { return .methodNotAllowed("POST") }
        guard exchange.hasJSON else { return .unsupportedMediaType("application/json") }
        do {
            return try await inChildTask { await answer(exchange) }
        } catch {
            return Status(ofWeb: error).webResponse(in: exchange.language)
        }
    }

    private func answer(_ exchange: WebExchange) async -> WebResponse {
        await sessions.answering(exchange) { session in
            let watches = try await ConnectBody.withWhole(exchange, limit: LiveStream.largestRequest, watches)
            let metadata = try exchange.metadata(await session.authorization)
            return WebResponse(
                .ok,
                [.contentType: "application/x-ndjson"],
                body: .stream { _ in try await run(watches, exchange, metadata) }
            )
        }
    }

    private func watches(_ body: ByteBuffer) throws -> [Watch] {
        let json = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any]
        guard let topics = json?["topics"] as? [String: [String: Any]] else {
            throw Status(
                .invalidArgument,
                "The request is not a JSON object with topics, each with its method and request.",
                reason: .malformedMessage
            )
        }
        guard (1...LiveStream.mostTopics).contains(topics.count) else {
            throw Status(.invalidArgument, "There must be 1 to \(LiveStream.mostTopics) topics.")
        }
        return try topics.map { try watch($0, $1) }
    }

    private func watch(_ name: String, _ topic: [String: Any]) throws -> Watch {
        let path = topic["method"] as? String ?? ""
        guard let method = methods[path], method.kind == .serverStreaming else {
            throw Status(.invalidArgument, "\(name): there is no method \(path) that can be watched.")
        }
        return Watch(
            name: name,
            method: method,
            request: try ConnectCodec.json.decode(try request(of: topic, name), as: method.request)
        )
    }

    /// The JSON of a topic's request; empty when it has none.
    private func request(of topic: [String: Any], _ name: String) throws -> ByteBuffer {
        switch topic["request"] {
        case nil, is NSNull: return ByteBuffer()
        case let object as [String: Any]: return ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: object))
        default:
            throw Status(.invalidArgument, "\(name): the request is not a JSON object.", reason: .malformedMessage)
        }
    }

    // MARK: The stream

    /// Follows all topics until the last one has ended. That they end with the browser's connection, their calls see to.
    @concurrent private func run(_ watches: [Watch], _ exchange: WebExchange, _ metadata: Metadata) async throws {
        let heartbeat = Heartbeat(exchange.stream, clock)
        heartbeat.start()
        let ended = try await inChildTask {
            var topics: [EventLoopFuture<Void>] = []
            for watch in watches { topics.append(await follow(watch, exchange, metadata)) }
            return EventLoopFuture.andAllComplete(topics, on: exchange.stream.eventLoop)
        }
        try await ended.get()
        try await heartbeat.stop()
    }

    /// Gives a topic's messages and its end.
    /// - Returns: Done once the end is written, or cannot be.
    private func follow(
        _ watch: Watch,
        _ exchange: WebExchange,
        _ metadata: Metadata
    ) async -> EventLoopFuture<Void> {
        let stream = exchange.stream
        let messages: EventLoopFuture<Void>
        do {
            let call = try await exchange.start(
                watch.method.path,
                request: watch.request,
                metadata: metadata,
                timeout: LiveStream.longest
            )
            let stop = exchange.stopSignal.whenStopped { call.cancel(.unavailable) }
            messages = call.forEachMessage { message in
                let json = try ConnectCodec.json.encode(message, as: watch.method.response)
                try await stream.write(Line(topic: watch.name, key: "message", value: json))
            }
            messages.whenComplete { _ in exchange.stopSignal.forget(stop) }
        } catch {
            messages = stream.eventLoop.makeFailedFuture(error)
        }
        let language = exchange.language
        return messages.map { JSONText.object([:]) }.flatMapErrorThrowing { error in
            guard let status = error as? Status else { throw error }
            return JSONText.object(["error": ConnectFailure(status, in: language).json])
        }.flatMap { end in
            stream.writeAndFlush(HTTPResponsePart.body(Line(topic: watch.name, key: "end", value: end).bytes))
        }
    }

    fileprivate struct Line {
        let topic: String
        let key: String
        /// JSON without line feeds.
        let value: ByteBuffer

        var bytes: ByteBuffer {
            var line = JSONText.object(["topic": JSONText.encode(topic), key: value])
            line.writeString("\n")
            return line
        }
    }
}

extension Channel {
    /// Writes a line of an answer, and waits until it is on its way.
    fileprivate func write(_ line: LiveStream.Line) async throws {
        try await writeAndFlush(HTTPResponsePart.body(line.bytes))
    }
}

/// Writes a line without content at once and after every ``interval``.
///
/// On the event loop of its channel rather than in a task, since most live streams are silent most of the time.
private final class Heartbeat: Sendable {
    private struct State {
        var timer: ScheduledWork?
        var hasStopped = false
    }

    /// The longest silence.
    static let interval = TimeAmount.seconds(15)
    private static let line = ByteBuffer(string: "{}\n")

    private let channel: any Channel
    private let clock: any RPCClock
    private let state: NIOLoopBoundBox<State>

    init(_ channel: any Channel, _ clock: any RPCClock) {
        (self.channel, self.clock) = (channel, clock)
        state = .makeBoxSendingValue(State(), eventLoop: channel.eventLoop)
    }

    /// Starts, at once since some programs hand on nothing before the first bytes.
    func start() { channel.eventLoop.execute { self.beat() } }

    /// Stops: nothing is written once it has returned.
    func stop() async throws {
        try await channel.eventLoop.submit {
            self.state.value.hasStopped = true
            self.state.value.timer?.cancel()
        }.get()
    }

    private func beat() {
        guard !state.value.hasStopped else { return }
        // A browser that takes nothing needs no more to take.
        if channel.isWritable { channel.writeAndFlush(HTTPResponsePart.body(Heartbeat.line), promise: nil) }
        state.value.timer = clock.schedule(at: clock.now + Heartbeat.interval, on: channel.eventLoop) { self.beat() }
    }
}
