import NIOCore
import RPCTestSupport
import Wire

@testable import RPC

/// One end of a connection within the process that is scripted by a test. What is scripted in one turn of its loop
/// reaches the other end in one read.
final class ScriptedEnd: ConnectionDelegate, Sendable {
    typealias Event = ConnectionStateMachine.Event

    /// What has happened on the connection.
    let events = Recorder<Event>()
    /// Why it has ended.
    let ends = Recorder<String>()
    private let loop: any EventLoop
    private let connection: NIOLoopBoundBox<Connection?>

    private init(on loop: any EventLoop) {
        self.loop = loop
        connection = .makeEmptyBox(eventLoop: loop)
    }

    /// Makes the connection. On the loop.
    private func connect(_ role: ConnectionStateMachine.Role, _ clock: any RPCClock) -> Connection {
        let new = Connection(
            machine: ConnectionStateMachine(role: role),
            loop: loop,
            clock: clock,
            delegate: self,
            keepAlive: KeepAlive(interval: .hours(24))
        )
        connection.value = new
        return new
    }

    /// A client that is connected to the server and knows its settings.
    static func client(of peers: InProcessPeers, as caller: String = "ocr") async throws -> ScriptedEnd {
        let (end, clock) = (ScriptedEnd(on: peers.group.any()), peers.clock)
        try await peers.network.client(as: caller).connect(to: peers.endpoint, on: end.loop) {
            end.connect(.client, clock)
        }
        try await end.events.wait { $0.contains { if case .settings = $0 { true } else { false } } }
        return end
    }

    /// Servers at an endpoint, one for each connection that is made.
    static func servers(
        on network: InProcessNetwork,
        at endpoint: Endpoint,
        group: any EventLoopGroup,
        clock: any RPCClock
    ) -> Recorder<ScriptedEnd> {
        let ends = Recorder<ScriptedEnd>()
        network.listen(
            at: endpoint,
            .init(
                nextLoop: { group.any() },
                accept: { _, loop in
                    let end = ScriptedEnd(on: loop)
                    let connection = end.connect(.server, clock)
                    ends.record(end)
                    return connection
                }
            )
        )
        return ends
    }

    /// Does something with the connection; what that sends leaves in one piece.
    @discardableResult
    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (inout ConnectionStateMachine) throws -> Result
    ) async throws -> Result {
        try await loop.submit {
            guard let connection = self.connection.value else { throw ChannelError.ioOnClosedChannel }
            return try connection.withMachine(body)
        }.get()
    }

    func close() async throws { try await loop.submit { self.connection.value?.close() }.get() }

    // MARK: Connection events

    func connected(_ connection: Connection, peer: Peer) {}

    func handle(_ event: Event, on connection: Connection) { events.record(event) }

    func disconnected(_ connection: Connection, reason: String) {
        self.connection.value = nil
        ends.record(reason)
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {}

    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] { [] }
}

// MARK: Events of a client

extension ScriptedEnd {
    /// The end of a call, once it is there.
    func status(of stream: StreamID) async throws -> CallStatus? {
        try await events.wait { $0.contains { $0.status?.stream == stream } }.lazy.compactMap(\.status)
            .first { $0.stream == stream }?.status
    }

    /// The messages of a call, in order.
    func messages(of stream: StreamID) -> [ByteBuffer] {
        events.values.compactMap(\.message).filter { $0.stream == stream }.map(\.bytes)
    }
}

// MARK: Events of a server

extension ScriptedEnd {
    /// A call and its request.
    struct Request: Sendable {
        var stream: StreamID
        var header: CallHeader
        var bytes: ByteBuffer
    }

    /// The call whose request came as the one with a number from 1, once it is there.
    func request(_ number: Int = 1) async throws -> Request {
        let events = try await events.wait { $0.count { $0.message?.end == true } >= number }
        let message = events.compactMap(\.message).filter(\.end)[number - 1]
        guard let call = events.lazy.compactMap(\.call).first(where: { $0.stream == message.stream }) else {
            throw ChannelError.operationUnsupported
        }
        return Request(stream: message.stream, header: call.header, bytes: message.bytes)
    }

    /// Ends a call well, with its request as the response unless there is another one.
    func answer(_ request: Request, with bytes: ByteBuffer? = nil, isCompressed: Bool = false) async throws {
        try await perform { machine in
            machine.sendMessage(bytes ?? request.bytes, on: request.stream, end: true, isCompressed: isCompressed)
        }
    }

    /// Ends a call with a status.
    func end(_ request: Request, _ status: Status) async throws {
        try await perform { $0.sendStatus(status.wire, on: request.stream) }
    }

    /// The codes with which calls were given up.
    var cancellations: [StatusCode] {
        events.values.compactMap { if case .cancelled(_, let code) = $0 { code } else { nil } }
    }

    func waitForCancellation() async throws {
        try await events.wait { $0.contains { if case .cancelled = $0 { true } else { false } } }
    }
}

extension ConnectionStateMachine.Event {
    var call: (stream: StreamID, header: CallHeader)? {
        if case .call(let stream, let header) = self { (stream, header) } else { nil }
    }

    var message: (stream: StreamID, bytes: ByteBuffer, isCompressed: Bool, end: Bool)? {
        if case .message(let stream, let bytes, let isCompressed, let end) = self {
            (stream, bytes, isCompressed, end)
        } else {
            nil
        }
    }

    var status: (stream: StreamID, status: CallStatus)? {
        if case .status(let stream, let status) = self { (stream, status) } else { nil }
    }
}
