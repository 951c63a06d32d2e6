import MessageCoding
import NIOCore
import Synchronization
import Wire

/// The client's half of a connection: starts calls and tells them what happens.
///
/// State belongs to the event loop; ``isUsable`` may be asked from anywhere.
package final class ClientConnection: ConnectionDelegate, @unchecked Sendable {
    @exclusivity(unchecked) private var calls = StreamTable<ClientCall>()
    @exclusivity(unchecked) private var unaryCalls = StreamTable<UnaryCall>()
    @exclusivity(unchecked) private var prepared: [PreparedMethod?] = []
    @exclusivity(unchecked) private var handler: Connection?
    /// For operators, on the loop; nil once it is gone.
    var connection: Connection? { handler }
    private let tally: CallTally
    private let ready: EventLoopPromise<Void>
    private let usable = Atomic<Bool>(false)
    private let outstanding = Atomic<Int>(0)
    private let events: ConnectionEvents
    private var failuresInARow = 0
    private let isOfferingRoom = Atomic<Bool>(false)
    let endpoint: Endpoint
    private var settingsTimer: ScheduledWork?
    let loop: any EventLoop
    let clock: any RPCClock

    /// How long a server may take from the end of the handshake to its first frame.
    private static let settingsTimeout = TimeAmount.seconds(5)

    private init(
        endpoint: Endpoint,
        loop: any EventLoop,
        clock: any RPCClock,
        tally: CallTally,
        events: ConnectionEvents
    ) {
        self.endpoint = endpoint
        self.loop = loop
        self.tally = tally
        self.clock = clock
        self.events = events
        ready = loop.makePromise()
    }

    /// Connects and waits for the handshake and the server's settings.
    /// - Parameters:
    ///   - loop: Where the connection and all its calls are worked on.
    ///   - tally: Gets the calls it has had once it is gone.
    ///   - events: Told what happens to the connection.
    static func connect(
        to endpoint: Endpoint,
        by transport: any ClientTransport,
        settings: Settings,
        keepAlive: KeepAlivePolicy,
        loop: any EventLoop,
        clock: any RPCClock,
        tally: CallTally,
        events: ConnectionEvents
    ) async throws -> ClientConnection {
        let client = ClientConnection(endpoint: endpoint, loop: loop, clock: clock, tally: tally, events: events)
        let connection = Connection(
            machine: .init(role: .client, settings: settings),
            loop: loop,
            clock: clock,
            delegate: client,
            keepAlive: .init(
                interval: keepAlive.idleInterval,
                timeout: keepAlive.idleTimeout,
                busyInterval: keepAlive.busyInterval,
                busyTimeout: keepAlive.busyTimeout
            )
        )
        do {
            try await transport.connect(connection, to: endpoint)
        } catch {
            client.ready.fail(error)
            throw error
        }
        try await client.ready.futureResult.get()
        return client
    }

    /// Whether calls may be started.
    package var isUsable: Bool { usable.load(ordering: .acquiring) }

    /// Calls that run on it, as of a moment ago.
    package var outstandingCalls: Int { outstanding.load(ordering: .relaxed) }

    // MARK: Connection events

    func connected(_ connection: Connection, peer: Peer) {
        handler = connection
        // A client learns only after its own side of the handshake whether the server accepts its certificate.
        settingsTimer = clock.schedule(at: clock.now + ClientConnection.settingsTimeout, on: loop) {
            connection.close(reason: "the server did not answer after the handshake")
        }
    }

    func disconnected(_ connection: Connection, reason: String) {
        settingsTimer?.cancel()
        tally.add(connection.counters.allCalls)
        ready.fail(ConnectionFailure(reason: reason))
        stopUsing(ConnectionEnd(reason: reason, cause: connection.isUnanswered ? .unanswered : .lost))
        let (gone, goneUnary) = (calls, unaryCalls)
        calls.removeAll()
        unaryCalls.removeAll()
        gone.values.forEach { $0.ended(.failure(ClientConnection.lost)) }
        goneUnary.values.forEach { end($0, .failure(ClientConnection.lost), on: connection) }
        handler = nil
    }

    private func stopUsing(_ end: ConnectionEnd) {
        if usable.exchange(false, ordering: .acquiringAndReleasing) { events.ended(self, end) }
    }

    func handle(_ event: ConnectionStateMachine.Event, on connection: Connection) {
        switch event {
        case .settings:
            settingsTimer?.cancel()
            usable.store(true, ordering: .releasing)
            ready.succeed()
        case .message(let stream, let bytes, let isCompressed, _):
            receive(bytes, isCompressed, stream)
        case .status(let stream, let status):
            let result: Result<Void, Status> = status.code == .ok ? .success(()) : .failure(failure(status))
            if let call = unaryCalls[stream] { return end(call, result, on: connection) }
            if !status.metadata.isEmpty { calls[stream]?.receivedTrailers(status.metadata) }
            calls[stream]?.ended(result)
        case .drained(let stream): calls[stream]?.drained()
        case .metadata(let stream, let metadata): calls[stream]?.receivedMetadata(metadata)
        case .goAway(_, let code, let message):
            stopUsing(ConnectionEnd(reason: message, cause: code == .excessiveLoad ? .excessiveLoad : .goAway))
            connection.drain()
        case .violation, .call, .halfClose, .cancelled, .pingAcknowledged: break
        }
    }

    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] {
        calls.values.map { ($0.stream, "", $0.deadline) } + unaryCalls.values.map { ($0.stream, "", $0.deadline) }
    }

    private func failure(_ status: CallStatus) -> Status {
        var failure = Status(remote: status)
        if failure.isUnprocessed { failure.refusedBy = endpoint }
        return failure
    }

    private func receive(_ bytes: ByteBuffer, _ isCompressed: Bool, _ stream: StreamID) {
        if let call = unaryCalls[stream] { return call.received(WireMessage(bytes, isCompressed: isCompressed)) }
        guard let call = calls[stream] else { return }
        if isCompressed {
            do {
                try Compression.check(bytes, accepts: call.connection.encodings)
            } catch {
                return call.giveUp(error)
            }
        }
        call.push(WireMessage(bytes, isCompressed: isCompressed))
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {
        let calls = calls.endLate(now: now) { $0.cancel(.deadlineExceeded) }
        let unaryCalls = unaryCalls.endLate(now: now) { cancel($0, Status.late, on: connection) }
        let earliest = [calls, unaryCalls].compactMap(\.self).min()
        if let earliest { connection.wake(at: earliest) }
    }

    // MARK: Unary calls

    /// What calls of a method have in common; nil for a method beyond those that are kept.
    /// - Throws: UNAUTHENTICATED when the token cannot be one.
    func prepared(
        _ method: MethodDescriptor,
        _ accessToken: String?,
        for channel: RPCChannel
    ) throws(Status) -> PreparedMethod? {
        guard method.number < ClientConnection.preparedMethods else { return nil }
        while prepared.count <= method.number { prepared.append(nil) }
        if let known = prepared[method.number], known.serves(channel, accessToken) { return known }
        let new = try PreparedMethod(method, accessToken, of: channel)
        prepared[method.number] = new
        return new
    }

    /// Methods with a higher number are looked up with each call.
    private static let preparedMethods = 1_024

    /// Starts a call whose only request is there. On the loop.
    /// - Parameters:
    ///   - size: Bytes of the request.
    ///   - send: Sends the request, which ends what this side sends.
    /// - Returns: Nil when the connection takes no such call now; nothing has happened then.
    func startUnary(
        _ method: PreparedMethod,
        _ metadata: Metadata,
        _ deadline: NIODeadline?,
        now: NIODeadline,
        size: Int,
        _ send: (Connection, StreamID) -> Void
    ) -> UnaryCall? {
        var timeout: UInt64?
        if let deadline {
            let left = (deadline - now).nanoseconds / 1_000
            guard left > 0 else { return nil }
            timeout = UInt64(left)
        }
        let header = CallHeader(template: method.template, timeoutMicroseconds: timeout, metadata: metadata)
        guard let handler, handler.acceptsCalls, let stream = try? handler.startCall(header) else { return nil }
        let call = UnaryCall(
            owner: self,
            stream: stream,
            deadline: deadline,
            start: now,
            observer: method.observer,
            sentBytes: size
        )
        if let timeout, let outliers = events.outliers { call.hasAmpleTime = timeout >= outliers.ampleMicroseconds }
        unaryCalls.insert(call, stream)
        tellOutstanding()
        if let deadline { handler.wake(at: deadline) }
        send(handler, stream)
        return call
    }

    /// Gives a call up whose task was cancelled. From anywhere.
    func cancel(_ call: UnaryCall) {
        guard loop.inEventLoop else { return loop.execute { self.cancel(call) } }
        guard let handler else { return }
        cancel(call, Status(.cancelled, "The call was cancelled."), on: handler)
    }

    private func cancel(_ call: UnaryCall, _ status: Status, on connection: Connection) {
        guard unaryCalls[call.stream] === call else { return }
        connection.withMachine { $0.cancel(call.stream, status.code) }
        end(call, .failure(status), on: connection)
    }

    private func end(_ call: UnaryCall, _ result: Result<Void, Status>, on connection: Connection) {
        unaryCalls.remove(call.stream)
        ended(result, inVain: call.hasAmpleTime)
        switch result {
        case .success: connection.callEnded(well: true)
        case .failure: connection.callEnded(well: false)
        }
        call.ended(result)
    }

    /// What this side has told that it takes in one message, in bytes.
    var largestMessage: Int { handler?.largestMessage ?? Settings().maximumMessageSize }
    var encodings: Encodings { handler?.encodings ?? Settings().encodings }

    private func tellOutstanding() {
        let background = handler?.backgroundStreams ?? 0
        outstanding.store(calls.count + unaryCalls.count - background, ordering: .relaxed)
    }

    // MARK: Calls

    /// A call is over, whoever ended it. On the loop.
    func forget(_ stream: StreamID, _ result: Result<Void, Status>) {
        let call = calls.remove(stream)
        if call?.isBackground == true { handler?.backgroundStreams -= 1 }
        ended(result, inVain: call?.waitedInVain == true)
    }

    private func ended(_ result: Result<Void, Status>, inVain: Bool) {
        tellOutstanding()
        switch result {
        case .success: failuresInARow = 0
        case .failure(let status): note(status, inVain: inVain)
        }
        if !events.queue.isEmpty { serveQueue() }
    }

    /// Makes a call count as none: it keeps neither side from thinking that the connection is idle.
    func countAsBackground(_ call: ClientCall) {
        call.isBackground = true
        handler?.backgroundStreams += 1
        tellOutstanding()
    }

    /// Counts failures that speak against the instance, see ``OutlierDetection``. What it judged itself speaks for it.
    /// - Parameter inVain: Whether the instance had ample time to answer, and didn't.
    private func note(_ status: Status, inVain: Bool) {
        switch status.code {
        case .unavailable where status.isUnprocessed || !status.isRemote: return
        case .deadlineExceeded where !inVain: return
        case .unavailable, .deadlineExceeded:
            failuresInARow += 1
            if failuresInARow == events.outliers?.failuresInARow {
                failuresInARow = 0
                events.failing()
            }
        default:
            if status.isRemote { failuresInARow = 0 }
        }
    }

    // MARK: Room

    /// Whether another call may be started. On the loop.
    var hasRoom: Bool { isUsable && handler?.acceptsCalls == true }

    /// Starts calls that wait for room. On the loop.
    private func serveQueue() { events.queue.serve(self, isOpenToAll: events.takesQueuedCalls(self)) }

    /// Has calls started that wait for room, if there is any.
    func offerRoom() {
        guard !isOfferingRoom.exchange(true, ordering: .acquiringAndReleasing) else { return }
        loop.execute {
            self.isOfferingRoom.store(false, ordering: .sequentiallyConsistent)
            self.serveQueue()
        }
    }

    /// Starts a call.
    /// - Parameter request: The first message, and whether it is the last; nil when none is there yet.
    /// - Throws: UNAVAILABLE, marked as unprocessed, when the connection takes no calls now.
    func start(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?,
        observed: ObservedAttempt?
    ) async throws -> ClientCall {
        if loop.inEventLoop { return try startOnLoop(template, metadata, deadline, request, observed) }
        return try await withUnsafeThrowingContinuation { continuation in
            loop.execute {
                continuation.resume(
                    with: Result { try self.startOnLoop(template, metadata, deadline, request, observed) }
                )
            }
        }
    }

    /// The same on the loop.
    func startOnLoop(
        _ template: CallTemplate,
        _ metadata: Metadata,
        _ deadline: NIODeadline?,
        _ request: (bytes: ByteBuffer, end: Bool)?,
        _ observed: ObservedAttempt?
    ) throws(Status) -> ClientCall {
        guard let handler, handler.acceptsCalls else {
            throw handler?.isFull == true ? ClientConnection.full : ClientConnection.gone
        }
        let header = CallHeader(
            template: template,
            timeoutMicroseconds: try remainingMicroseconds(until: deadline),
            metadata: metadata
        )
        let stream: StreamID
        do {
            stream = try handler.startCall(header)
        } catch {
            throw ClientConnection.status(for: error)
        }
        let call = ClientCall(
            owner: self,
            connection: handler,
            stream: stream,
            deadline: deadline,
            observed: observed
        )
        calls.insert(call, stream)
        tellOutstanding()
        if let deadline { handler.wake(at: deadline) }
        if let time = header.timeoutMicroseconds, request?.end == true, let outliers = events.outliers {
            call.hasAmpleTime = time >= outliers.ampleMicroseconds
        }
        if let request {
            call.sentBytes += request.bytes.readableBytes
            handler.send(request.bytes, on: stream, end: request.end)
        }
        return call
    }

    private static let lost = Status(.unavailable, "The connection to the service was lost.").fromChannel

    /// There are as many calls as the server allows.
    static let full = Status(
        .unavailable,
        "The connection to the service has all the calls that it may have.",
        isUnprocessed: true
    ).fromChannel

    private static let gone = Status(
        .unavailable,
        "The connection to the service takes no more calls.",
        isUnprocessed: true
    ).fromChannel

    private static func status(for error: ConnectionStateMachine.StartError) -> Status {
        switch error {
        case .notAccepting:
            gone
        case .invalidMethod:
            Status(.unimplemented, "There is no such method.")
        case .metadataTooLarge(let limit):
            Status(.resourceExhausted, "The call's metadata is over the limit of \(limit) bytes.")
        }
    }

    private func remainingMicroseconds(until deadline: NIODeadline?) throws(Status) -> UInt64? {
        guard let deadline else { return nil }
        let left = (deadline - clock.now).nanoseconds / 1_000
        guard left > 0 else { throw Status(.deadlineExceeded, "The call took longer than its deadline.") }
        return UInt64(left)
    }

    /// Takes no more calls and closes when the running ones are over.
    package func drain() {
        loop.execute {
            self.stopUsing(ConnectionEnd(reason: "it is no longer needed", cause: .notNeeded))
            self.handler?.drain()
        }
    }
}

/// Why a connection could not be made.
struct ConnectionFailure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
