import RPC
import RPCTestSupport
import Synchronization
import Testing
import Wire

/// An attack while innocent clients are measured: its connections and its work, which end with it.
final class Attack: Sendable {
    let deployment: TestDeployment
    private let connections = Mutex<[RawConnection]>([])
    /// All that were ever made.
    private let clients = Mutex<[AttackClient]>([])
    private let opened = Mutex(0)
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(on deployment: TestDeployment) { self.deployment = deployment }

    /// Another connection.
    /// - Parameters:
    ///   - address: The loopback address that it comes from.
    ///   - reads: Whether it reads what comes after the settings, without giving credit for more.
    func connect(from address: String, reads: Bool = true) async throws -> AttackClient {
        let client = try await AttackClient.connect(deployment, from: address)
        hold(client.connection)
        clients.withLock { $0.append(client) }
        if reads { run { await client.receiveAll() } } else { try await client.connection.stopReading() }
        return client
    }

    /// Closes a connection with the attack.
    func hold(_ connection: RawConnection) {
        opened.withLock { $0 += 1 }
        connections.withLock { $0.append(connection) }
    }

    /// What it has done until now.
    func deeds() async -> Deeds {
        var deeds = Deeds(connections: opened.withLock { $0 })
        for client in clients.withLock({ $0 }) {
            deeds.calls += await client.started
            for status in await client.statuses { deeds.statuses[status, default: 0] += 1 }
        }
        return deeds
    }

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

extension Attack {
    /// What an attack did, and how the gateway answered.
    struct Deeds: Sendable {
        var connections = 0
        /// Calls that were started.
        var calls = 0
        /// How many calls ended with each status, of those whose status was read.
        var statuses: [StatusCode: Int] = [:]
    }

    /// What an attack must have done to be one: a broken one harms nobody.
    struct Expectation: Sendable {
        var connections = 1
        /// Calls at least.
        var calls = 0
        /// How many calls must have ended in this way.
        var answers: [StatusCode: Int] = [:]
        /// How calls may end otherwise: a status such as NOT_FOUND says that the attack is broken.
        var tolerated: Set<StatusCode> = [.resourceExhausted, .unavailable, .deadlineExceeded]

        func check(_ deeds: Deeds) {
            #expect(deeds.connections >= connections, "the attack has too few connections")
            #expect(deeds.calls >= calls, "the attack has made too few calls")
            for (status, count) in answers {
                #expect(deeds.statuses[status, default: 0] >= count, "too few calls ended with \(status)")
            }
            let others = Set(deeds.statuses.keys).subtracting(tolerated).subtracting(answers.keys)
            #expect(others.isEmpty, "calls of the attack ended in a way that says it is broken")
        }
    }
}

extension Array {
    fileprivate mutating func take() -> Self {
        defer { self = [] }
        return self
    }
}
