package import NIOCore
import Synchronization
package import Wire

/// The client's half of a connection: starts calls and tells them what happens.
///
/// State belongs to the event loop; ``isUsable`` may be asked from anywhere.
package final class ClientConnection: ConnectionDelegate, @unchecked Sendable {
    private var calls: [StreamID: ClientCall] = [:]
    private var handler: Connection?
    private let ready: EventLoopPromise<Void>
    private let usable = Atomic<Bool>(false)
    private let onEnd: @Sendable (ClientConnection, String) -> Void
    private var settingsTimer: ScheduledWork?
    let loop: any EventLoop
    private let clock: any RPCClock

    /// How long a server may take from the end of the handshake to its first frame.
    private static let settingsTimeout = TimeAmount.seconds(5)

    private init(
        loop: any EventLoop,
        clock: any RPCClock,
        onEnd: @escaping @Sendable (ClientConnection, String) -> Void
    ) {
        self.loop = loop
        self.clock = clock
        self.onEnd = onEnd
        ready = loop.makePromise()
    }

    /// Connects and waits for the handshake and the server's settings.
    /// - Parameters:
    ///   - loop: Where the connection and all its calls are worked on.
    ///   - onEnd: Told once when the connection takes no more calls, and why.
    static func connect(
        to endpoint: Endpoint,
        by transport: any ClientTransport,
        settings: Settings,
        loop: any EventLoop,
        clock: any RPCClock,
        onEnd: @escaping @Sendable (ClientConnection, String) -> Void
    ) async throws -> ClientConnection {
        let client = ClientConnection(loop: loop, clock: clock, onEnd: onEnd)
        let connection = Connection(
            machine: .init(role: .client, settings: settings),
            loop: loop,
            clock: clock,
            delegate: client,
            keepAlive: .init()
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
        ready.fail(ConnectionFailure(reason: reason))
        stopUsing(reason)
        let gone = calls
        calls = [:]
        for call in gone.values {
            call.ended(.failure(Status(.unavailable, "The connection to the service was lost.")))
        }
        handler = nil
    }

    private func stopUsing(_ reason: String) {
        if usable.exchange(false, ordering: .acquiringAndReleasing) { onEnd(self, reason) }
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
            calls[stream]?.ended(status.code == .ok ? .success(()) : .failure(Status(remote: status)))
        case .drained(let stream): calls[stream]?.drained()
        case .metadata(let stream, let metadata): calls[stream]?.receivedMetadata(metadata)
        case .goAway(_, _, let message):
            stopUsing(message)
            connection.drain()
        case .violation, .call, .halfClose, .cancelled, .pingAcknowledged: break
        }
    }

    private func receive(_ bytes: ByteBuffer, _ isCompressed: Bool, _ stream: StreamID) {
        guard let call = calls[stream] else { return }
        guard !isCompressed else { return call.cancel(.unimplemented) }
        call.push(bytes)
    }

    func deadlineReached(_ connection: Connection, now: NIODeadline) {
        var earliest: NIODeadline?
        for call in calls.values {
            guard let deadline = call.deadline else { continue }
            if deadline <= now {
                call.cancel(.deadlineExceeded)
            } else {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        if let earliest { connection.wake(at: earliest) }
    }

    // MARK: Calls

    /// A call is over, whoever ended it. On the loop.
    func forget(_ stream: StreamID) { calls.removeValue(forKey: stream) }

    /// Starts a call.
    /// - Parameter request: The first message, and whether it is the last; nil when none is there yet.
    /// - Throws: UNAVAILABLE, marked as unprocessed, when the connection takes no calls now.
    package func start(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?
    ) async throws -> ClientCall {
        if loop.inEventLoop { return try startOnLoop(template, metadata, deadline, request) }
        return try await withUnsafeThrowingContinuation { continuation in
            loop.execute {
                continuation.resume(with: Result { try self.startOnLoop(template, metadata, deadline, request) })
            }
        }
    }

    private func startOnLoop(
        _ template: CallTemplate,
        _ metadata: Metadata,
        _ deadline: NIODeadline?,
        _ request: (bytes: ByteBuffer, end: Bool)?
    ) throws(Status) -> ClientCall {
        guard let handler, handler.acceptsCalls else {
            throw Status(.unavailable, "The connection to the service takes no more calls.", isUnprocessed: true)
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
        let call = ClientCall(owner: self, connection: handler, stream: stream, deadline: deadline)
        calls[stream] = call
        if let deadline { handler.wake(at: deadline) }
        if let request { handler.send(request.bytes, on: stream, end: request.end) }
        return call
    }

    private static func status(for error: ConnectionStateMachine.StartError) -> Status {
        switch error {
        case .notAccepting:
            Status(.unavailable, "The connection to the service takes no more calls.", isUnprocessed: true)
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
            self.stopUsing("it is no longer needed")
            self.handler?.drain()
        }
    }
}

/// Why a connection could not be made.
struct ConnectionFailure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
