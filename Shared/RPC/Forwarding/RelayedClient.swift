import Foundations
package import NIOCore
package import Wire

/// A client of another listener of this process, such as one for HTTP, whose calls this server takes.
///
/// It has a connection of its own to the server, within the process, which is counted, admitted, limited, observed and drained
/// like one from a socket. Whatever the listener's protocol, routing, admission, forwarding and metrics are so the server's.
///
/// Made on the event loop of the client's channel, where all its calls are worked on; used on any thread.
package final class RelayedClient: Sendable {
    private final class State {
        /// The server's end.
        let server: Connection
        let half: ServerConnection
        var quota: ConnectionQuota { half.quota }
        /// The client's end; nil before it is open.
        var client: EventLoopFuture<ClientConnection>?
        var isClosed = false
        private(set) var heldBytes = 0

        init(_ server: Connection, _ half: ServerConnection) {
            self.server = server
            self.half = half
        }

        /// Counts bytes, which the server's connection does not see pass, and reports them at once.
        func hold(_ bytes: Int) {
            heldBytes += bytes
            quota.changeRequests(by: bytes)
            quota.didMove(stored: server.heldBytes)
        }
    }

    /// The event loop of its channel.
    package let loop: any EventLoop
    private let state: NIOLoopBound<State>
    private let stopping: @Sendable () -> Void

    /// - Parameter stopping: Called when the server takes no new calls from it any more.
    fileprivate init(_ server: Connection, _ half: ServerConnection, stopping: @escaping @Sendable () -> Void) {
        loop = server.loop
        state = NIOLoopBound(State(server, half), eventLoop: server.loop)
        self.stopping = stopping
    }

    /// Opens its connection, once it is known that a client is there that speaks the listener's protocol. On its loop, once.
    package func open(_ peer: Peer) {
        let state = state.value
        guard !state.isClosed, state.client == nil else { return }
        let promise = loop.makePromise(of: ClientConnection.self)
        state.client = promise.futureResult
        let (transport, stopping) = (RelayTransport(server: state.server.bound, peer: peer), stopping)
        let (loop, clock) = (loop, state.server.clock)
        promise.completeWithTask {
            try await ClientConnection.connect(
                to: RelayedClient.endpoint,
                by: transport,
                settings: Settings(),
                keepAlive: RelayedClient.keepAlive,
                loop: loop,
                clock: clock,
                tally: CallTally(),
                events: ConnectionEvents(
                    outliers: nil,
                    queue: CallQueue(limit: 0),
                    takesQueuedCalls: { _ in false },
                    ended: { _, _ in stopping() },
                    failing: {}
                )
            )
        }
    }

    /// The server is in this process.
    private static let endpoint = Endpoint(host: "in process", port: 0)

    /// The server looks after the connection; nothing can be lost between them.
    private static let keepAlive = KeepAlivePolicy(
        idleInterval: .hours(24),
        idleTimeout: .hours(24),
        busyInterval: .hours(24),
        busyTimeout: .hours(24)
    )

    /// The client is gone, or its connection was refused.
    package func close() {
        state.perform { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.hold(-state.heldBytes)
            if state.client == nil {
                state.server.closed("the client has gone")
            } else {
                state.server.close(reason: "the client has gone")
            }
        }
    }

    // MARK: Calls

    /// Starts a call.
    /// - Parameters:
    ///   - request: The only request; nil when requests follow.
    ///   - metadata: Of the call, such as its access token.
    ///   - timeout: The time that the client gives it; nil for no limit of its own.
    /// - Throws: ``Status``, UNAVAILABLE when the server takes no more calls from this client.
    package func start(
        _ method: String,
        request: ByteBuffer? = nil,
        metadata: Metadata,
        timeout: Duration? = nil
    ) async throws -> ClientCallHandle {
        let connection = try await connection()
        let deadline = timeout.map { connection.clock.now + .nanoseconds($0.wholeNanoseconds) }
        return try await RelayedClient.statusOfFailure {
            try await connection.start(
                CallTemplate(method: method),
                metadata: metadata,
                deadline: deadline,
                request: request.map { ($0, true) },
                observed: nil
            )
        }
    }

    /// Asks whether the server would admit a call now, which counts like a call that ends at once.
    ///
    /// A listener asks before it does work for a request that is out of proportion to what the client has sent, and counts by it
    /// what fails before there is a call.
    /// - Parameter method: The calls of one that does not exist are limited, too.
    /// - Throws: ``Status``, with which the server would reject the call.
    package func admit(_ method: String, metadata: Metadata) async throws {
        _ = try await connection()
        let header = CallHeader(template: CallTemplate(method: method), timeoutMicroseconds: nil, metadata: metadata)
        let outcome = await state.result { $0.half.trial(header, on: $0.server) }
        switch outcome {
        case .admit: break
        case .reject(let status): throw status
        case .wait(_, let decision): _ = try await decision()
        }
    }

    /// - Throws: ``Status``.
    private func connection() async throws -> ClientConnection {
        try await RelayedClient.statusOfFailure { [state, loop] in
            try await loop.flatSubmit {
                state.value.client ?? loop.makeFailedFuture(CallStartFailure.connectionClosing)
            }.get()
        }
    }

    /// A connection that is gone takes no more calls, whatever ended it.
    private static func statusOfFailure<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let failure as CallStartFailure {
            throw failure.status
        } catch is ConnectionFailure {
            throw CallStartFailure.connectionClosing.status
        }
    }

    // MARK: Bytes

    /// Counts bytes that the listener stores for the client, such as a request that is not whole yet, against its limits.
    /// - Returns: Whether it may store them; if so, give them back with ``release(_:)``.
    package func hold(_ bytes: Int) async -> Bool {
        // Whose they are is known once the connection is open.
        guard (try? await connection()) != nil else { return false }
        return await state.result { state in
            guard !state.isClosed, state.quota.admitsInput(bytes) else { return false }
            state.hold(bytes)
            return true
        }
    }

    /// Gives back what ``hold(_:)`` has counted.
    package func release(_ bytes: Int) {
        state.perform { state in
            // Closing has given back everything.
            if !state.isClosed { state.hold(-bytes) }
        }
    }
}

extension RPCServer {
    /// Takes a client that another listener has accepted. On the loop of the client's channel, before anything was read.
    /// - Parameters:
    ///   - address: Its IP address.
    ///   - stopping: Called when no new calls are taken from it any more; its channel is to end after what runs.
    ///   - abort: Ends its channel at once.
    /// - Returns: Nil when the server takes no more connections, or none from there.
    package func relay(
        from address: String?,
        on loop: any EventLoop,
        stopping: @escaping @Sendable () -> Void,
        abort: @escaping @Sendable () -> Void
    ) -> RelayedClient? {
        let core = core
        let (connection, half) = RPCServer.connection(configuration, core, loop: loop)
        let network = ClientNetwork(address: address)
        let entry = ConnectionTable.Entry(connection, half.quota.shutdown, network: network, abort: abort)
        guard core.add(entry) else { return nil }
        let bound = connection.bound
        connection.whenClosed {
            core.connectionEnded(bound.value)
            stopping()
        }
        return RelayedClient(connection, half, stopping: stopping)
    }
}

/// Joins a relayed client's two ends.
private struct RelayTransport: ClientTransport {
    let server: NIOLoopBound<Connection>
    let peer: Peer

    func connect(
        to endpoint: Endpoint,
        on loop: any EventLoop,
        _ makeConnection: @escaping @Sendable () -> Connection
    ) async throws {
        let (client, server) = InProcessTransport.pair(loop, loop)
        try await loop.submit {
            client.open(makeConnection(), peer: Peer())
            server.open(self.server.value, peer: peer)
        }.get()
    }
}
