import Logging
import MessageCoding
import NIOCore
import Wire

/// The server's half of a connection: starts a handler for each call and tells it what happens.
///
/// All state belongs to the event loop of the connection, which is what makes the unchecked conformance sound.
final class ServerConnection: ConnectionDelegate, @unchecked Sendable {
    private let server: ServerCore
    private var calls: [StreamID: ServerCall] = [:]
    private var peer = Peer()

    init(server: ServerCore) { self.server = server }

    func connected(_ connection: Connection, peer: Peer) {
        self.peer = peer
        if server.isStopping { connection.drain() }
    }

    func disconnected(_ connection: Connection, reason: String) {
        server.log.debug("connection ended", metadata: ["why": "\(reason)"])
        let gone = calls
        calls = [:]
        for call in gone.values { call.abandon(Status(.cancelled, "The caller has gone.")) }
    }

    func handle(_ event: ConnectionStateMachine.Event, on connection: Connection) {
        switch event {
        case .call(let stream, let header): start(stream, header, on: connection)
        case .message(let stream, let bytes, let isCompressed, let end):
            receive(bytes, isCompressed, end: end, stream)
        case .halfClose(let stream): finishRequests(stream)
        case .cancelled(let stream, let code): cancel(stream, code, on: connection)
        case .drained(let stream): calls[stream]?.drained()
        case .violation(let violation): server.log.notice("peer broke the protocol", metadata: ["why": "\(violation)"])
        case .settings, .metadata, .status, .pingAcknowledged, .goAway: break
        }
    }

    private func start(_ stream: StreamID, _ header: CallHeader, on connection: Connection) {
        guard let route = server.route(for: header.template.method) else {
            return refuse(stream, Status(.unimplemented, "There is no such method."), on: connection)
        }
        // Calls that ended for the client while their handler runs on count too.
        guard calls.count < server.maximumCallsPerConnection else {
            return refuse(stream, ServerConnection.overloaded, on: connection)
        }
        let call = ServerCall(
            connection: connection,
            stream: stream,
            header: header,
            context: makeContext(header, on: connection),
            route: route
        )
        calls[stream] = call
        if let deadline = call.deadline { connection.wake(at: deadline) }
        if !route.method.kind.hasSingleRequest { run(call) }
    }

    private static let overloaded = Status(
        .resourceExhausted,
        "The service is busy. Please try again in a moment.",
        retryDelay: .seconds(1),
        reason: "OVERLOADED",
        isUnprocessed: true
    )

    private func refuse(_ stream: StreamID, _ status: Status, on connection: Connection) {
        connection.withMachine { $0.sendStatus(status.wire, on: stream) }
    }

    private func makeContext(_ header: CallHeader, on connection: Connection) -> CallContext {
        var metadata = header.template.metadata
        if !header.metadata.isEmpty { metadata.append(header.metadata) }
        let parent = metadata[text: MetadataName.traceparent].flatMap(TraceContext.init(traceparent:))
        return CallContext(
            method: header.template.method,
            metadata: metadata,
            deadline: header.timeoutMicroseconds.map {
                connection.now + .microseconds(Int64(clamping: min($0, 1 << 50)))
            },
            peerService: peer.service,
            peerAddress: peer.address,
            trace: parent?.child(using: &connection.random) ?? TraceContext(using: &connection.random)
        )
    }

    private func receive(_ bytes: ByteBuffer, _ isCompressed: Bool, end: Bool, _ stream: StreamID) {
        guard let call = calls[stream] else { return }
        guard !isCompressed else {
            return fail(call, Status(.unimplemented, "Compressed messages are not supported."))
        }
        call.push(bytes)
        if end { call.finishReceiving(.success(())) }
        if !call.isStarted { run(call) }
    }

    private func finishRequests(_ stream: StreamID) {
        guard let call = calls[stream] else { return }
        call.finishReceiving(.success(()))
        if !call.isStarted { run(call) }
    }

    private func cancel(_ stream: StreamID, _ code: StatusCode, on connection: Connection) {
        guard let call = calls[stream] else { return connection.withMachine { $0.release(stream) } }
        call.abandon(Status(code, "The caller has given up."))
        // A call that never got its request has no handler that could release it.
        if !call.isStarted { forget(call) }
    }

    /// Ends a call whatever its handler does.
    private func fail(_ call: ServerCall, _ status: Status) {
        call.finish(status)
        call.abandon(status)
        if !call.isStarted { forget(call) }
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {
        var earliest: NIODeadline?
        for call in calls.values {
            guard let deadline = call.deadline else { continue }
            if deadline <= now {
                fail(call, Status.late)
            } else {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        if let earliest { connection.wake(at: earliest) }
    }

    private func run(_ call: ServerCall) {
        guard server.admitCall() else { return fail(call, ServerConnection.overloaded) }
        call.isStarted = true
        let server = server
        call.task = Task(executorPreference: call.connection.executor) {
            await server.serve(call)
            call.onLoop { self.ended(call) }
        }
    }

    /// The handler has returned: the call no longer counts.
    private func ended(_ call: ServerCall) {
        server.callEnded()
        forget(call)
    }

    private func forget(_ call: ServerCall) {
        guard calls.removeValue(forKey: call.stream) != nil else { return }
        call.connection.withMachine { $0.release(call.stream) }
    }
}
