import NIOCore
import Wire

/// How the bytes of one side are cut before the other side gets them.
enum Cut: Sendable, CaseIterable, CustomStringConvertible {
    case whole
    case singleBytes
    case random

    var description: String {
        switch self {
        case .whole: "all at once"
        case .singleBytes: "byte by byte"
        case .random: "random cuts"
        }
    }
}

/// A client and a server connected in memory.
final class Link {
    typealias Event = ConnectionStateMachine.Event

    var client: ConnectionStateMachine
    var server: ConnectionStateMachine
    var now = NIODeadline.uptimeNanoseconds(0)
    /// What happened since the last look, in order.
    var clientEvents: [Event] = []
    var serverEvents: [Event] = []
    /// Called for each event before it is kept; used as the application.
    var onServer: ((Link, Event) -> Void)?
    var onClient: ((Link, Event) -> Void)?
    /// Everything that was sent, when asked for.
    var records = false
    var sentByClient = ByteBuffer()
    var sentByServer = ByteBuffer()
    private let cut: Cut
    private var generator: SeededGenerator

    init(
        client: Settings = Settings(),
        server: Settings = Settings(),
        cut: Cut = .whole,
        seed: UInt64 = 1,
        frameRateLimits: FrameRateLimits = FrameRateLimits(),
        opens: Bool = true
    ) {
        self.client = ConnectionStateMachine(role: .client, settings: client, frameRateLimits: frameRateLimits)
        self.server = ConnectionStateMachine(role: .server, settings: server, frameRateLimits: frameRateLimits)
        self.cut = cut
        generator = SeededGenerator(seed: seed)
        if opens {
            run()
            clientEvents = []
            serverEvents = []
        }
    }

    /// Moves bytes until neither side has anything to send.
    func run() {
        while moveToServer() || moveToClient() {}
    }

    /// Moves what the client gives at once; false when that is nothing.
    @discardableResult
    func moveToServer() -> Bool {
        guard let piece = client.takeOutput() else { return false }
        drainClient()
        if records { sentByClient.writeImmutableBuffer(piece) }
        for var part in parts(of: piece) {
            server.receive(&part, now: now)
            drainServer()
        }
        return true
    }

    @discardableResult
    func moveToClient() -> Bool {
        guard let piece = server.takeOutput() else { return false }
        drainServer()
        if records { sentByServer.writeImmutableBuffer(piece) }
        for var part in parts(of: piece) {
            client.receive(&part, now: now)
            drainClient()
        }
        return true
    }

    private func drainServer() {
        while let event = server.nextEvent() {
            onServer?(self, event)
            serverEvents.append(event)
        }
    }

    private func drainClient() {
        while let event = client.nextEvent() {
            onClient?(self, event)
            clientEvents.append(event)
        }
    }

    private func parts(of piece: ByteBuffer) -> [ByteBuffer] {
        var rest = piece
        var parts: [ByteBuffer] = []
        while rest.readableBytes > 0 {
            let length =
                switch cut {
                case .whole: rest.readableBytes
                case .singleBytes: 1
                case .random: min(rest.readableBytes, Int.random(in: 1...3_000, using: &generator))
                }
            // Copied, as bytes from a socket would be.
            parts.append(ByteBuffer(bytes: rest.readBytes(length: length)!))
        }
        return parts
    }

    func takeClientLines() -> [String] {
        defer { clientEvents = [] }
        return clientEvents.map(\.line)
    }

    func takeServerLines() -> [String] {
        defer { serverEvents = [] }
        return serverEvents.map(\.line)
    }

    /// Starts a call with a method of its own, without a template.
    func start(_ method: String = "a.B/C") throws -> StreamID {
        try client.startCall(CallHeader(template: CallTemplate(method: method), remembersTemplate: false))
    }

    /// Uses up every message on both sides as soon as it comes.
    func consumeEverything() {
        onServer = { link, event in
            if let message = event.message { link.server.consumed(message.bytes.readableBytes, on: message.stream) }
        }
        onClient = { link, event in
            if let message = event.message { link.client.consumed(message.bytes.readableBytes, on: message.stream) }
        }
    }
}

extension ByteBuffer {
    init(filler length: Int) { self.init(repeating: 0x5A, count: length) }
}
