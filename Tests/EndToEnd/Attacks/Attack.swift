import RPC
import RPCTestSupport
import Synchronization

/// An attack while innocent clients are measured: its connections and its work, which end with it.
final class Attack: Sendable {
    let deployment: TestDeployment
    private let connections = Mutex<[RawConnection]>([])
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(on deployment: TestDeployment) { self.deployment = deployment }

    /// Another connection.
    /// - Parameters:
    ///   - address: The loopback address that it comes from.
    ///   - reads: Whether it reads what comes after the settings, without giving credit for more.
    func connect(from address: String, reads: Bool = true) async throws -> AttackClient {
        let client = try await AttackClient.connect(deployment, from: address)
        hold(client.connection)
        if reads { run { await client.receiveAll() } } else { try await client.connection.stopReading() }
        return client
    }

    /// Closes a connection with the attack.
    func hold(_ connection: RawConnection) { connections.withLock { $0.append(connection) } }

    /// Works beside the measurement.
    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        tasks.withLock { $0.append(task) }
    }

    /// Does something at a constant rate until the attack ends.
    func `repeat`(perSecond rate: Int, _ body: @escaping @Sendable () async throws -> Void) {
        let load = SteadyLoad(rate: rate, calls: [.init(name: "attack", make: body)])
        run {
            _ = await withTaskCancellationHandler {
                await load.run()
            } onCancel: {
                load.stop()
            }
        }
    }

    /// Closes the connections that it has now.
    func drop() async {
        for connection in connections.withLock({ $0.take() }) { await connection.close() }
    }

    /// Ends it all.
    func end() async {
        let tasks = tasks.withLock { $0.take() }
        for task in tasks { task.cancel() }
        await drop()
        for task in tasks { await task.value }
        await drop()
    }
}

extension Array {
    fileprivate mutating func take() -> Self {
        defer { self = [] }
        return self
    }
}
