import Logging
import NIOCore
import Synchronization
import Wire

/// One address of a service and its connections. There is at most one for each event loop, made when it is needed and
/// again when it is lost.
final class Subchannel: Sendable {
    /// What subchannels of a channel have in common.
    struct Environment: Sendable {
        let transport: any ClientTransport
        let clock: any RPCClock
        let group: any EventLoopGroup
        let log: Logger
        var options: RPCChannelOptions
        /// Observes connections and calls; nil for none.
        let observer: (any ClientObserver)?
        /// Calls that wait for room on a connection.
        let queue: CallQueue

        init(
            serviceName: String,
            transport: any ClientTransport,
            clock: any RPCClock,
            group: any EventLoopGroup,
            log: Logger,
            options: RPCChannelOptions
        ) {
            self.transport = transport
            self.clock = clock
            self.group = group
            self.log = log
            self.options = options
            if let balancing = options.policy.balancing { self.options.balancing = balancing }
            observer = options.observer?.client(target: serviceName)
            queue = CallQueue(limit: options.maximumWaitingCalls)
        }
    }

    /// What happens to a subchannel that matters to its channel.
    enum Change: Sendable {
        /// It became better or worse for calls.
        case availability
        /// A connection was lost: perhaps the address is no longer right.
        case connectionEnded
        /// The server asked to go, as it does before it stops.
        case goAwayReceived
        /// Consecutive calls have failed.
        case failing
    }

    /// How it is for calls on one event loop.
    struct Availability {
        /// On that loop; on any when there is no loop.
        var connection: ClientConnection?
        /// Whether there is a connection on any loop.
        var isConnected: Bool
        var isConnecting: Bool
        /// Whether the last attempt failed, or the instance no longer answered.
        var isFailing: Bool
        /// When the next attempt may be made.
        var notBefore: NIODeadline?
        var health: ServingState
    }

    private struct Slot {
        let loop: any EventLoop
        var connection: ClientConnection?
        var isConnecting = false
    }

    private struct State {
        var slots: [Slot] = []
        var failures = 0
        var lastFailure: String?
        var notBefore: NIODeadline?
        var isClosed = false
        var keepAlive: KeepAlivePolicy
        var health = ServingState.unknown
        var watch: HealthWatch?

        mutating func slot(for loop: any EventLoop) -> Int {
            if let known = slots.firstIndex(where: { $0.loop === loop }) { return known }
            slots.append(Slot(loop: loop))
            return slots.count - 1
        }

        var connectivity: ConnectivityState {
            if isClosed { return .shutdown }
            if connection(on: nil) != nil { return .ready }
            if isConnecting { return .connecting }
            return failures > 0 ? .transientFailure : .idle
        }

        var isConnecting: Bool { slots.contains { $0.isConnecting } }

        func connection(on loop: (any EventLoop)?) -> ClientConnection? {
            for slot in slots where loop == nil || slot.loop === loop {
                if let connection = slot.connection, connection.isUsable { return connection }
            }
            return nil
        }
    }

    let endpoint: Endpoint
    private let environment: Environment
    private let onChange: @Sendable (Subchannel, Change) -> Void
    private let takesQueuedCalls: @Sendable (ClientConnection) -> Bool
    private let state: Mutex<State>
    private let trace = EventTrace()
    /// The calls of connections that are gone.
    private let tally = CallTally()

    init(
        endpoint: Endpoint,
        environment: Environment,
        takesQueuedCalls: @escaping @Sendable (ClientConnection) -> Bool,
        onChange: @escaping @Sendable (Subchannel, Change) -> Void
    ) {
        self.takesQueuedCalls = takesQueuedCalls
        self.endpoint = endpoint
        self.environment = environment
        self.onChange = onChange
        state = Mutex(State(keepAlive: environment.options.keepAlive))
    }

    /// Whether there is a connection that takes calls.
    var isConnected: Bool { state.withLock { $0.connection(on: nil) != nil } }

    /// The connections that take calls, on whatever loop.
    var connections: [ClientConnection] {
        state.withLock { $0.slots.compactMap(\.connection).filter(\.isUsable) }
    }

    /// Why the last attempt failed; nil when it succeeded.
    var lastFailure: String? { state.withLock { $0.lastFailure } }

    /// What the instance says of its health.
    var health: ServingState { state.withLock { $0.health } }

    /// How it is for calls on an event loop; nil for calls from elsewhere.
    func availability(on loop: (any EventLoop)?) -> Availability {
        state.withLock { state in
            Availability(
                connection: state.connection(on: loop),
                isConnected: state.connection(on: nil) != nil,
                isConnecting: state.isConnecting,
                isFailing: state.failures > 0,
                notBefore: state.notBefore,
                health: state.health
            )
        }
    }

    // MARK: Connecting

    /// Begins to connect for an event loop, unless connected, connecting or in backoff.
    /// - Parameter loop: Nil when a connection on any loop will do.
    func connect(on loop: (any EventLoop)?) {
        let now = environment.clock.now
        let begun: (any EventLoop, KeepAlivePolicy)? = state.withLock { state in
            guard !state.isClosed, state.connection(on: loop) == nil else { return nil }
            if let notBefore = state.notBefore, notBefore > now { return nil }
            // After a failure one attempt at a time is enough.
            if state.isConnecting, loop == nil || state.failures > 0 { return nil }
            let loop = loop ?? environment.group.next()
            let index = state.slot(for: loop)
            guard !state.slots[index].isConnecting else { return nil }
            state.slots[index].isConnecting = true
            return (loop, state.keepAlive)
        }
        guard let (loop, keepAlive) = begun else { return }
        Task { await self.makeConnection(on: loop, keepAlive) }
    }

    /// Lets the next call try to connect, whatever the last attempt came to.
    func endBackoff() { state.withLock { $0.notBefore = nil } }

    private func makeConnection(on loop: any EventLoop, _ keepAlive: KeepAlivePolicy) async {
        do {
            let connection = try await ClientConnection.connect(
                to: endpoint,
                by: environment.transport,
                settings: environment.options.settings,
                keepAlive: keepAlive,
                loop: loop,
                clock: environment.clock,
                tally: tally,
                events: ConnectionEvents(
                    outliers: environment.options.outliers,
                    queue: environment.queue,
                    takesQueuedCalls: takesQueuedCalls,
                    // Retained until the connection has ended, which is reported even when the address is no longer in use.
                    ended: { self.ended($0, $1) },
                    failing: { self.onChange(self, .failing) }
                )
            )
            connected(connection)
        } catch {
            failed(error, on: loop)
        }
    }

    private func connected(_ connection: ClientConnection) {
        let (isClosed, failures) = state.withLock { state in
            let failures = state.failures
            let index = state.slot(for: connection.loop)
            state.slots[index].isConnecting = false
            guard !state.isClosed else { return (true, failures) }
            state.failures = 0
            state.notBefore = nil
            state.lastFailure = nil
            state.slots[index].connection = connection
            return (false, failures)
        }
        if isClosed { return connection.drain() }
        trace.record("Connected.")
        environment.observer?.connectionOpened()
        environment.log.log(
            level: failures > 0 ? .notice : .debug,
            "connected",
            metadata: ["endpoint": "\(endpoint)"]
        )
        // It may have ended before it was taken up.
        if !connection.isUsable { forget(connection) }
        watchHealth()
        onChange(self, .availability)
    }

    private func failed(_ error: any Error, on loop: any EventLoop) {
        let failures = state.withLock { state in
            let index = state.slot(for: loop)
            state.slots[index].isConnecting = false
            recordFailure(ConnectFailureText.text(error), &state)
            return state.failures
        }
        trace.record("Cannot connect: \(ConnectFailureText.text(error)).", failures == 1 ? .warning : .error)
        environment.observer?.connectionAttemptFailed()
        // The first failure is news; the others are the same again.
        environment.log.log(
            level: failures == 1 ? .warning : .debug,
            "cannot connect",
            metadata: ["endpoint": "\(endpoint)", "why": "\(error)"]
        )
        onChange(self, .connectionEnded)
    }

    private func recordFailure(_ text: String, _ state: inout State) {
        state.failures += 1
        state.lastFailure = text
        let delay = environment.options.backoff.amount(afterFailures: state.failures)
        state.notBefore = environment.clock.now + delay
    }

    // MARK: The end of connections

    private func ended(_ connection: ClientConnection, _ end: ConnectionEnd) {
        var others: [ClientConnection] = []
        let isClosed = state.withLock { state in
            if end.cause == .excessiveLoad { state.keepAlive = state.keepAlive.doubled }
            if end.cause == .unanswered, !state.isClosed {
                // What hangs on one connection hangs on all.
                others = state.slots.compactMap(\.connection).filter { $0 !== connection }
                for index in state.slots.indices { state.slots[index].connection = nil }
                recordFailure(end.reason, &state)
            }
            return state.isClosed
        }
        forget(connection)
        others.forEach { $0.drain() }
        trace.record("The connection takes no more calls: \(end.reason).")
        environment.observer?.connectionEnded(end.observed)
        environment.log.log(
            level: end.cause == .unanswered ? .warning : .debug,
            "connection ended",
            metadata: ["endpoint": "\(endpoint)", "why": "\(end.reason)"]
        )
        if !isClosed { onChange(self, end.cause == .goAway ? .goAwayReceived : .connectionEnded) }
    }

    private func forget(_ connection: ClientConnection) {
        let watch = state.withLock { state in
            for index in state.slots.indices where state.slots[index].connection === connection {
                state.slots[index].connection = nil
            }
            guard let watch = state.watch, watch.connection === connection else { return nil as HealthWatch? }
            state.watch = nil
            state.health = .unknown
            return watch
        }
        watch?.stop()
        if watch != nil { watchHealth() }
    }

    /// Closes the connections once their calls are over, and makes none any more.
    func close() {
        let (connections, watch) = state.withLock { state in
            state.isClosed = true
            defer {
                state.slots = []
                state.watch = nil
            }
            return (state.slots.compactMap(\.connection), state.watch)
        }
        trace.record("Closed.")
        watch?.stop()
        connections.forEach { $0.drain() }
    }

    /// How the address is now.
    func snapshot(isEjected: Bool) async -> SubchannelSnapshot {
        let present = state.withLock { $0 }
        let connections = present.slots.compactMap(\.connection)
        var snapshots: [ConnectionSnapshot] = []
        for connection in connections {
            if let snapshot = await connection.snapshot() { snapshots.append(snapshot) }
        }
        return SubchannelSnapshot(
            address: endpoint.description,
            state: present.connectivity,
            lastFailure: present.lastFailure,
            failuresInARow: present.failures,
            isEjected: isEjected,
            calls: snapshots.reduce(tally.counts) { $0 + $1.calls },
            connection: snapshots.first,
            events: trace.events
        )
    }

    // MARK: Health

    private func watchHealth() {
        guard environment.options.watchesHealth else { return }
        state.withLock { state in
            guard !state.isClosed, state.watch == nil, let connection = state.connection(on: nil) else { return }
            state.watch = HealthWatch(over: connection, clock: environment.clock) { [weak self] health in
                self?.healthChanged(health, over: connection)
            }
        }
    }

    private func healthChanged(_ health: ServingState, over connection: ClientConnection) {
        let hasChanged = state.withLock { state in
            guard state.watch?.connection === connection, state.health != health else { return false }
            state.health = health
            return true
        }
        guard hasChanged else { return }
        if case .notServing(let why) = health {
            trace.record("It does not serve: \(why).", .warning)
            environment.log.notice("instance does not serve", metadata: ["endpoint": "\(endpoint)", "why": "\(why)"])
        }
        onChange(self, .availability)
    }
}
