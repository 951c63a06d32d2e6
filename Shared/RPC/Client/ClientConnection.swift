import MessageCoding
import NIOCore
import Synchronization
import Wire

/// The client's half of a connection: starts calls and delivers events to them.
///
/// Its state is used on the event loop alone; ``isUsable`` and ``outstandingCalls`` on any thread.
package final class ClientConnection: ConnectionDelegate, Sendable {
    /// What belongs to the event loop.
    final class State {
        var calls = StreamTable<ClientCall>()
        var unaryCalls = StreamTable<UnaryCall>()
        /// By the number of their method.
        var prepared: [Int: PreparedMethod] = [:]
        /// Nil until the connection is open, and once it is gone.
        var handler: Connection?
        var settingsTimer: ScheduledWork?
        var failuresInARow = 0
    }

    let state: NIOLoopBoundBox<State>
    var handler: Connection? { state.value.handler }
    /// For operators, on the loop; nil once it is gone.
    var connection: Connection? { handler }
    private let tally: CallTally
    private let ready: EventLoopPromise<Void>
    private let usable = Atomic<Bool>(false)
    private let outstanding = Atomic<Int>(0)
    let events: ConnectionEvents
    private let isOfferingRoom = Atomic<Bool>(false)
    let endpoint: Endpoint
    let loop: any EventLoop
    let clock: any RPCClock

    /// Time limit from the end of the handshake to the server's settings.
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
        state = .makeBoxSendingValue(State(), eventLoop: loop)
    }

    /// Connects and waits for the handshake and the server's settings.
    /// - Parameters:
    ///   - loop: Where the connection and all its calls are worked on.
    ///   - tally: Gets the calls it has had once it is gone.
    ///   - events: Receives the events of the connection.
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
        do {
            try await transport.connect(to: endpoint, on: loop) {
                Connection(
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
            }
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
        state.value.handler = connection
        let bound = connection.bound
        // A client learns only after its own side of the handshake whether the server accepts its certificate.
        state.value.settingsTimer = clock.schedule(at: clock.now + ClientConnection.settingsTimeout, on: loop) {
            bound.value.close(reason: "the server did not answer after the handshake")
        }
    }

    func disconnected(_ connection: Connection, reason: String) {
        state.value.settingsTimer?.cancel()
        tally.add(connection.counters.allCalls)
        ready.fail(ConnectionFailure(reason: reason))
        stopUsing(ConnectionEnd(reason: reason, cause: connection.isUnanswered ? .unanswered : .lost))
        let (gone, goneUnary) = (state.value.calls, state.value.unaryCalls)
        state.value.calls.removeAll()
        state.value.unaryCalls.removeAll()
        gone.values.forEach { $0.ended(.failure(ClientConnection.lost)) }
        goneUnary.values.forEach { end($0, .failure(ClientConnection.lost), on: connection) }
        state.value.handler = nil
    }

    private static let lost = Status(.unavailable, .rpc.connectionLost).fromChannel

    private func stopUsing(_ end: ConnectionEnd) {
        if usable.exchange(false, ordering: .acquiringAndReleasing) { events.ended(self, end) }
    }

    func handle(_ event: consuming ConnectionStateMachine.Event, on connection: Connection) {
        switch consume event {
        case .settings:
            state.value.settingsTimer?.cancel()
            usable.store(true, ordering: .releasing)
            ready.succeed()
        case .message(let stream, let bytes, let isCompressed, let end):
            if let call = state.value.unaryCalls[stream] {
                call.received(WireMessage(bytes, isCompressed: isCompressed))
                // The status that follows is OK, see ``FrameFlags/end``.
                if end { self.end(call, .success(()), on: connection) }
            } else if let call = state.value.calls[stream] {
                receive(bytes, isCompressed, call)
            }
        case .status(let stream, let status):
            let result: Result<Void, Status> = status.code == .ok ? .success(()) : .failure(failure(status))
            if let call = state.value.unaryCalls[stream] { return end(call, result, on: connection) }
            guard let call = state.value.calls[stream] else { return }
            if !status.metadata.isEmpty { call.receivedTrailers(status.metadata) }
            call.ended(result)
        case .writable(let stream): state.value.calls[stream]?.becameWritable()
        case .metadata(let stream, let metadata): state.value.calls[stream]?.receivedMetadata(metadata)
        case .goAway(_, let code, let message):
            stopUsing(ConnectionEnd(reason: message, cause: code == .excessiveLoad ? .excessiveLoad : .goAway))
            connection.drain()
        case .violation, .call, .halfClose, .cancelled, .pingAcknowledged: break
        }
    }

    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] {
        state.value.calls.values.map { ($0.stream, "", $0.deadline) }
            + state.value.unaryCalls.values.map { ($0.stream, "", $0.deadline) }
    }

    private func failure(_ status: CallStatus) -> Status {
        var failure = Status(remote: status)
        if failure.isUnprocessed { failure.rejectedBy = endpoint }
        return failure
    }

    private func receive(_ bytes: ByteBuffer, _ isCompressed: Bool, _ call: ClientCall) {
        if isCompressed {
            do {
                try Compression.check(bytes, accepts: call.connection.encodings)
            } catch {
                return call.abort(error)
            }
        }
        call.push(WireMessage(bytes, isCompressed: isCompressed))
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {
        let (running, runningUnary) = (state.value.calls, state.value.unaryCalls)
        let calls = running.endExpired(now: now) { $0.cancel(.deadlineExceeded) }
        let unaryCalls = runningUnary.endExpired(now: now) { cancel($0, Status.deadlineExceeded, on: connection) }
        let earliest = [calls, unaryCalls].compactMap(\.self).min()
        if let earliest { connection.wake(at: earliest) }
    }

    func publishOutstanding() {
        let background = handler?.backgroundStreams ?? 0
        outstanding.store(state.value.calls.count + state.value.unaryCalls.count - background, ordering: .relaxed)
    }

    // MARK: Calls

    /// Removes a call that has ended. On the loop.
    func forget(_ stream: StreamID, _ result: Result<Void, Status>) {
        let call = state.value.calls.remove(stream)
        if call?.isBackground == true { handler?.backgroundStreams -= 1 }
        ended(result, isUnanswered: call?.timedOutUnanswered == true, deadline: call?.deadline)
    }

    func ended(_ result: Result<Void, Status>, isUnanswered: Bool, deadline: NIODeadline?) {
        publishOutstanding()
        switch result {
        case .success: state.value.failuresInARow = 0
        case .failure(let status): assess(status, isUnanswered: isUnanswered, deadline: deadline)
        }
        if !events.queue.isEmpty { serveQueue() }
    }

    /// Excludes a call from the running calls, so that the connection counts as idle.
    func countAsBackground(_ call: ClientCall) {
        call.isBackground = true
        handler?.backgroundStreams += 1
        publishOutstanding()
    }

    /// Clients cancel at the deadline, up to this long before a gateway does.
    private static let deadlineSpread = TimeAmount.milliseconds(100)

    /// Counts failures that speak against the instance, see ``OutlierDetection``. Any other answer resets the count.
    /// - Parameter isUnanswered: Whether the instance had enough time to answer until the deadline, and did not.
    private func assess(_ status: Status, isUnanswered: Bool, deadline: NIODeadline?) {
        switch status.code {
        case .unavailable where status.isUnprocessed || !status.isRemote: return
        case .unavailable: countFailure()
        case .deadlineExceeded: if isUnanswered { countFailure() }
        case .cancelled where !status.isRemote:
            guard isUnanswered, let deadline, deadline - clock.now <= ClientConnection.deadlineSpread else { return }
            countFailure()
        default:
            if status.isRemote { state.value.failuresInARow = 0 }
        }
    }

    private func countFailure() {
        state.value.failuresInARow += 1
        guard state.value.failuresInARow == events.outliers?.failuresInARow else { return }
        state.value.failuresInARow = 0
        events.failing()
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
