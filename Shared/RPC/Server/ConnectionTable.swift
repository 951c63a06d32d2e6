import NIOCore
import Synchronization

/// The open connections of a server, and how many there may be.
final class ConnectionTable: Sendable {
    /// One connection, from the moment it was accepted.
    struct Entry: Sendable {
        let id: ObjectIdentifier
        let createdAt: NIODeadline
        let connection: NIOLoopBound<Connection>
        let shutdown: NIOLoopBound<GracefulShutdown>
        let network: ClientNetwork
        /// Ends it at once, whatever its state.
        let abort: @Sendable () -> Void
        /// Whether its handshake is over.
        var isOpen = false

        /// Describes a connection. On its loop.
        init(
            _ connection: Connection,
            _ shutdown: GracefulShutdown,
            network: ClientNetwork,
            abort: @escaping @Sendable () -> Void
        ) {
            id = ObjectIdentifier(connection)
            createdAt = connection.createdAt
            self.connection = connection.bound
            self.shutdown = NIOLoopBound(shutdown, eventLoop: connection.loop)
            self.network = network
            self.abort = abort
        }

        /// Runs on the connection's loop.
        func perform(_ body: @escaping @Sendable (Connection, GracefulShutdown) -> Void) {
            let (connection, shutdown) = (connection, shutdown)
            connection.eventLoop.execute { body(connection.value, shutdown.value) }
        }
    }

    private struct Network {
        var connections = 0
        /// Connections whose handshake is not over, the oldest first.
        var handshakes: [ObjectIdentifier] = []
    }

    private struct State {
        var open: [ObjectIdentifier: Entry] = [:]
        var networks: [ClientNetwork: Network] = [:]
        var handshakes = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var isStopping = false

        mutating func add(_ entry: Entry) {
            open[entry.id] = entry
            networks[entry.network, default: Network()].connections += 1
            networks[entry.network]?.handshakes.append(entry.id)
            handshakes += 1
        }

        /// A connection opens no longer, as it is open or gone.
        mutating func finishHandshake(_ entry: Entry) {
            guard !entry.isOpen, let place = networks[entry.network]?.handshakes.firstIndex(of: entry.id) else {
                return
            }
            networks[entry.network]?.handshakes.remove(at: place)
            handshakes -= 1
        }

        /// The oldest handshake of the network that has most, if it has more than another one would then have.
        func excessHandshake(for newcomer: ClientNetwork) -> Entry? {
            let own = networks[newcomer]?.handshakes.count ?? 0
            let most = networks.values.max { $0.handshakes.count < $1.handshakes.count }
            guard let most, most.handshakes.count > own + 1 else { return nil }
            return most.handshakes.first.flatMap { open[$0] }
        }
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(limits: ServerLimits) { self.limits = limits }

    /// Adds a connection, whose handshake begins.
    ///
    /// When too many handshakes are under way, the oldest of the network that has most of them makes room.
    /// - Returns: False when there are too many connections, or none is taken any more; nothing has changed then.
    func add(_ entry: Entry) -> Bool {
        let (isAdded, evicted) = state.withLock { state in
            let network = state.networks[entry.network] ?? Network()
            guard !state.isStopping, state.open.count < limits.connections,
                network.connections < limits.connectionsPerAddress,
                network.handshakes.count < limits.handshakesPerAddress
            else { return (false, nil as Entry?) }
            var evicted: Entry?
            if state.handshakes >= limits.handshakes {
                evicted = state.excessHandshake(for: entry.network)
                guard let evicted else { return (false, nil) }
                state.finishHandshake(evicted)
            }
            state.add(entry)
            return (true, evicted)
        }
        evicted?.abort()
        return isAdded
    }

    /// The handshake is over.
    /// - Returns: Whether the server is stopping, so that the connection should end.
    func opened(_ key: ObjectIdentifier) -> Bool {
        state.withLock { state in
            if let entry = state.open[key] {
                state.finishHandshake(entry)
                state.open[key]?.isOpen = true
            }
            return state.isStopping
        }
    }

    func remove(_ key: ObjectIdentifier) {
        let waiters = state.withLock { state in
            guard let entry = state.open.removeValue(forKey: key) else {
                return [CheckedContinuation<Void, Never>]()
            }
            state.finishHandshake(entry)
            state.networks[entry.network]?.connections -= 1
            if state.networks[entry.network]?.connections == 0 { state.networks[entry.network] = nil }
            guard state.open.isEmpty else { return [] }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        waiters.forEach { $0.resume() }
    }

    /// Rejects new connections from now on; those still opening get GOAWAY.
    func stop() { state.withLock { $0.isStopping = true } }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    var entries: [Entry] { state.withLock { Array($0.open.values) } }

    /// Returns once the last connection has ended, or at a time.
    func waitUntilEmpty(until deadline: NIODeadline, _ clock: any RPCClock, on loop: any EventLoop) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitUntilEmpty() }
            group.addTask { try? await clock.sleep(until: deadline, on: loop) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitUntilEmpty() async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    guard !state.open.isEmpty, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
