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
        let address: String
        /// Ends it at once, whatever its state.
        let abort: @Sendable () -> Void
        /// Whether its handshake is over.
        var isOpen = false

        /// Describes a connection. On its loop.
        init(
            _ connection: Connection,
            _ shutdown: GracefulShutdown,
            address: String,
            abort: @escaping @Sendable () -> Void
        ) {
            id = ObjectIdentifier(connection)
            createdAt = connection.createdAt
            self.connection = connection.bound
            self.shutdown = NIOLoopBound(shutdown, eventLoop: connection.loop)
            self.address = address
            self.abort = abort
        }

        /// Runs on the connection's loop.
        func perform(_ body: @escaping @Sendable (Connection, GracefulShutdown) -> Void) {
            let (connection, shutdown) = (connection, shutdown)
            connection.eventLoop.execute { body(connection.value, shutdown.value) }
        }
    }

    private struct Address {
        var connections = 0
        var handshakes = 0
    }

    private struct State {
        var open: [ObjectIdentifier: Entry] = [:]
        var addresses: [String: Address] = [:]
        var handshakes = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var isStopping = false
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(limits: ServerLimits) { self.limits = limits }

    /// - Returns: False when there are too many connections, or none is taken any more; nothing has changed then.
    func add(_ entry: Entry) -> Bool {
        state.withLock { state in
            let address = state.addresses[entry.address] ?? Address()
            guard !state.isStopping, state.open.count < limits.connections, state.handshakes < limits.handshakes,
                address.connections < limits.connectionsPerAddress, address.handshakes < limits.handshakesPerAddress
            else { return false }
            state.open[entry.id] = entry
            state.addresses[entry.address] = Address(
                connections: address.connections + 1,
                handshakes: address.handshakes + 1
            )
            state.handshakes += 1
            return true
        }
    }

    /// The handshake is over.
    /// - Returns: Whether the server is stopping, so that the connection should end.
    func opened(_ key: ObjectIdentifier) -> Bool {
        state.withLock { state in
            if let entry = state.open[key], !entry.isOpen {
                state.open[key]?.isOpen = true
                state.addresses[entry.address]?.handshakes -= 1
                state.handshakes -= 1
            }
            return state.isStopping
        }
    }

    func remove(_ key: ObjectIdentifier) {
        let waiters = state.withLock { state in
            guard let entry = state.open.removeValue(forKey: key) else {
                return [CheckedContinuation<Void, Never>]()
            }
            var address = state.addresses[entry.address] ?? Address(connections: 1)
            address.connections -= 1
            if !entry.isOpen {
                address.handshakes -= 1
                state.handshakes -= 1
            }
            state.addresses[entry.address] = address.connections > 0 ? address : nil
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
