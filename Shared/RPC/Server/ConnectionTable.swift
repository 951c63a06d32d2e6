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
        /// Those for which it counts.
        let networks: [ClientNetwork]
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
            networks = network.levels
            self.abort = abort
        }

        /// Runs on the connection's loop.
        func perform(_ body: @escaping @Sendable (Connection, GracefulShutdown) -> Void) {
            let (connection, shutdown) = (connection, shutdown)
            connection.eventLoop.execute { body(connection.value, shutdown.value) }
        }
    }

    private struct Network {
        /// Its connections, the oldest first.
        var connections: [ObjectIdentifier] = []
        /// Those of them whose handshake is not over, the oldest first.
        var handshakes: [ObjectIdentifier] = []

        mutating func remove(_ key: ObjectIdentifier) {
            if let place = connections.firstIndex(of: key) { connections.remove(at: place) }
        }

        /// - Returns: Whether there was such a handshake.
        mutating func finishHandshake(_ key: ObjectIdentifier) -> Bool {
            guard let place = handshakes.firstIndex(of: key) else { return false }
            handshakes.remove(at: place)
            return true
        }
    }

    /// Room for one more connection.
    private enum Room {
        case there
        case made(ending: Entry)
        case none
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
            for network in entry.networks {
                networks[network, default: Network()].connections.append(entry.id)
                networks[network]?.handshakes.append(entry.id)
            }
            handshakes += 1
        }

        /// A connection opens no longer, as it is open or gone.
        mutating func finishHandshake(_ entry: Entry) {
            guard !entry.isOpen else { return }
            let finished = entry.networks.filter { networks[$0]?.finishHandshake(entry.id) == true }
            if !finished.isEmpty { handshakes -= 1 }
        }

        /// Forgets a connection.
        mutating func remove(_ entry: Entry) {
            finishHandshake(entry)
            open[entry.id] = nil
            for network in entry.networks {
                networks[network]?.remove(entry.id)
                if networks[network]?.connections.isEmpty == true { networks[network] = nil }
            }
        }

        /// The oldest connection, or handshake, of the network that has most of them for its weight, if it has more than the
        /// newcomer's would then have.
        func excess(of connections: KeyPath<Network, [ObjectIdentifier]>, for newcomer: [ClientNetwork]) -> Entry? {
            func weighted(_ count: Int, _ network: ClientNetwork) -> Int {
                count * ClientNetwork.largestWeight / network.weight
            }
            let own = newcomer.map { weighted((networks[$0]?[keyPath: connections].count ?? 0) + 1, $0) }
            let counts = networks.lazy.map { (weighted($0.value[keyPath: connections].count, $0.key), $0.key) }
            guard let (most, network) = counts.max(by: { $0.0 < $1.0 }), most > own.max() ?? 0 else { return nil }
            return networks[network]?[keyPath: connections].first.flatMap { open[$0] }
        }

        /// Makes room for a newcomer where there are too many connections, or handshakes.
        mutating func makeRoom(for newcomer: [ClientNetwork], _ limits: ServerLimits) -> Room {
            let isWithinLimits = newcomer.allSatisfy { key in
                guard let network = networks[key] else { return true }
                return network.connections.count < limits.connectionsPerAddress * key.weight
                    && network.handshakes.count < limits.handshakesPerAddress * key.weight
            }
            guard isWithinLimits else { return .none }
            guard handshakes >= limits.handshakes || open.count >= limits.connections else { return .there }
            let kind = handshakes >= limits.handshakes ? \Network.handshakes : \Network.connections
            guard let excess = excess(of: kind, for: newcomer) else { return .none }
            remove(excess)
            return .made(ending: excess)
        }
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(limits: ServerLimits) { self.limits = limits }

    /// Adds a connection, whose handshake begins.
    ///
    /// When there are too many connections, or handshakes, the oldest of the network that has most of them makes room.
    /// - Returns: False when its network has too many, or none is taken any more; nothing has changed then.
    func add(_ entry: Entry) -> Bool {
        let room = state.withLock { state in
            let room = state.isStopping ? Room.none : state.makeRoom(for: entry.networks, limits)
            if case .none = room { return room }
            state.add(entry)
            return room
        }
        switch room {
        case .none: return false
        case .there: return true
        case .made(let excess):
            excess.abort()
            return true
        }
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
            if let entry = state.open[key] { state.remove(entry) }
            guard state.open.isEmpty else { return [CheckedContinuation<Void, Never>]() }
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
