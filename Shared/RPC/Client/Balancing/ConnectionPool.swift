import Logging
import NIOCore
import Synchronization

/// Gives calls the connections to go over.
protocol ConnectionSource: AnyObject, Sendable {
    /// A connection that takes calls now, without waiting and without beginning to connect; nil asks to call
    /// ``connection(waitsForReady:deadline:)``.
    /// - Parameter loop: Where the connection is to be worked on; nil when any will do.
    func ready(on loop: (any EventLoop)?) -> ClientConnection?

    /// Whether a call would find a connection at once to an instance other than these.
    func isReady(besides avoided: Set<Endpoint>) -> Bool

    /// The one that calls go to; nil when there may be several.
    var instance: Endpoint? { get }

    /// A connection that takes calls, on the present event loop if it is one of the channel's.
    /// - Throws: UNAVAILABLE when there is none and none is about to be; with `waitsForReady` only once the channel is
    ///   closed. DEADLINE_EXCEEDED at the deadline. `CancellationError`.
    func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection
}

/// The instances of a service, and which of them calls go to: those that are connected, healthy and not ejected, in the
/// order of the policy.
///
/// With ``BalancingPolicy/pickFirst`` that is one instance, until it is lost.
///
/// When all that are healthy are ejected, calls go to these nevertheless; when none is healthy, calls fail at once.
final class ConnectionPool: ConnectionSource {
    /// How long a call waits for another attempt to connect after one that failed. Mostly the instance has been started
    /// again and is there at once; an instance that hangs must not hold calls up.
    private static let patience = TimeAmount.milliseconds(200)

    private let serviceName: String
    let environment: Subchannel.Environment
    let resolver: (any EndpointResolver)?
    let state: Mutex<PoolState>
    let resolution = Mutex<Resolution?>(nil)
    /// Calls that are made at this moment and avoid an instance.
    private let avoiding = Atomic<Int>(0)

    var clock: any RPCClock { environment.clock }
    var options: RPCChannelOptions { environment.options }

    /// Makes a pool for endpoints that never change.
    init(serviceName: String, endpoints: [Endpoint], environment: Subchannel.Environment) {
        self.serviceName = serviceName
        self.environment = environment
        resolver = nil
        state = Mutex(
            PoolState(
                picksFirst: environment.options.balancing == .pickFirst,
                ejections: environment.options.outliers.map(Ejections.init),
                isResolved: true
            )
        )
        update(endpoints)
    }

    /// Makes a pool for what a resolver finds, which is asked with the first call.
    init(serviceName: String, resolver: any EndpointResolver, environment: Subchannel.Environment) {
        self.serviceName = serviceName
        self.environment = environment
        self.resolver = resolver
        state = Mutex(
            PoolState(
                picksFirst: environment.options.balancing == .pickFirst,
                ejections: environment.options.outliers.map(Ejections.init)
            )
        )
    }

    deinit {
        resolution.withLock { $0?.stop() }
        state.withLock { state in
            state.sweep?.cancel()
            state.subchannels.forEach { $0.close() }
        }
    }

    /// The instances as known now.
    var subchannels: [Subchannel] { state.withLock { $0.subchannels } }

    /// How many instances calls are spread over now.
    var takingCalls: Int { state.withLock { $0.choices[0].connections.count } }

    /// Why the last lookup of names failed; nil when it succeeded.
    var lastResolutionFailure: String? { resolution.withLock { $0?.lastFailure } }

    /// Whether an instance gets no calls for a while since it failed.
    func isEjected(_ endpoint: Endpoint) -> Bool { state.withLock { $0.ejections?.isEjected(endpoint) == true } }

    /// Ends all connections once their calls are over. Whoever waits for one fails.
    func close() {
        resolution.withLock { $0?.stop() }
        let subchannels = state.withLock { state in
            state.isClosed = true
            state.sweep?.cancel()
            state.sweep = nil
            defer { state.subchannels = [] }
            return state.subchannels
        }
        subchannels.forEach { $0.close() }
        changed()
    }

    // MARK: Picking

    func ready(on loop: (any EventLoop)?) -> ClientConnection? {
        state.withLock { state in
            guard let index = state.choice(for: loop) else { return nil }
            if let next = state.choices[index].nextAttempt, next <= clock.now { return nil }
            return state.choices[index].pick(options.balancing)
        }
    }

    func isReady(besides avoided: Set<Endpoint>) -> Bool {
        state.withLock { $0.choices[0].connection(besides: avoided) != nil }
    }

    var instance: Endpoint? { nil }

    /// Lets calls that are made within `body` avoid instances, as long as there are others.
    func avoiding<Result>(_ endpoints: Set<Endpoint>, _ body: () async throws -> Result) async rethrows -> Result {
        if endpoints.isEmpty { return try await body() }
        avoiding.add(1, ordering: .relaxed)
        defer { avoiding.subtract(1, ordering: .relaxed) }
        return try await AvoidedInstances.$current.withValue(endpoints) { try await body() }
    }

    private func ready(on loop: (any EventLoop)?, besides avoided: Set<Endpoint>) -> ClientConnection? {
        state.withLock { state in
            state.choice(for: loop).flatMap { state.choices[$0].connection(besides: avoided) }
                ?? state.choices[0].connection(besides: avoided)
        }
    }

    /// The event loop of the group that runs the caller; nil when none does.
    private var currentLoop: (any EventLoop)? {
        let loop = environment.group.any()
        return loop.inEventLoop ? loop : nil
    }

    func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection {
        let loop = currentLoop
        if avoiding.load(ordering: .relaxed) > 0, let avoided = AvoidedInstances.current,
            let other = ready(on: loop, besides: avoided)
        {
            return other
        }
        if let ready = ready(on: loop) { return ready }
        var patienceEnds: NIODeadline?
        while true {
            if let deadline, clock.now >= deadline { throw Status.late }
            let (outlook, version) = look(on: loop)
            switch outlook {
            case .ready(let connection): return connection
            case .promising: try await wait(after: version, until: deadline)
            case .closed: throw unreachable
            case .bad(let bad) where waitsForReady:
                try await wait(after: version, until: ConnectionPool.earlier(bad.nextAttempt, deadline))
            case .bad(let bad):
                let ends = patienceEnds ?? clock.now + ConnectionPool.patience
                patienceEnds = ends
                guard bad.isTrying, clock.now < ends else { throw bad.isSick ? notServing : unreachable }
                try await wait(after: version, until: ConnectionPool.earlier(ends, deadline))
            }
        }
    }

    private static func earlier(_ one: NIODeadline?, _ other: NIODeadline?) -> NIODeadline? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Begins to connect wherever that is due, and says what a call can expect.
    private func look(on loop: (any EventLoop)?) -> (PoolState.Outlook, version: Int) {
        startResolving()
        for _ in subchannels {
            let look = connectAndLook(on: loop)
            // An attempt that has failed just now gives the turn to the next instance.
            guard case .bad(let bad) = look.outlook, bad.isOneUntried else { return look }
        }
        return connectAndLook(on: loop)
    }

    private func connectAndLook(on loop: (any EventLoop)?) -> (outlook: PoolState.Outlook, version: Int) {
        connect(on: loop)
        return state.withLock { state in
            if let loop, state.choice(for: loop) == nil { state.choices.append(Choice(loop: loop)) }
            state.rebuild()
            return (state.outlook(on: loop, options.balancing), state.version)
        }
    }

    /// Begins to connect to all instances, or to that whose turn it is.
    private func connect(on loop: (any EventLoop)?) {
        let (subchannels, selected) = state.withLock { ($0.subchannels, $0.selected) }
        guard options.balancing == .pickFirst else { return subchannels.forEach { $0.connect(on: loop) } }
        for subchannel in subchannels where selected == nil || selected == subchannel.endpoint {
            let outlook = subchannel.outlook(on: nil)
            if outlook.isConnecting { return }
            if outlook.isConnected, selected == nil { continue }
            if let notBefore = outlook.notBefore, notBefore > clock.now { continue }
            return subchannel.connect(on: loop)
        }
    }

    /// A connection to one instance, whatever its health.
    /// - Throws: As for any connection.
    func connection(to subchannel: Subchannel, deadline: NIODeadline?) async throws -> ClientConnection {
        let loop = currentLoop
        while true {
            if let deadline, clock.now >= deadline { throw Status.late }
            subchannel.connect(on: loop)
            let (outlook, version) = state.withLock { ($0.isClosed ? nil : subchannel.outlook(on: loop), $0.version) }
            guard let outlook else { throw unreachable }
            if let connection = outlook.connection { return connection }
            guard outlook.isConnecting else { throw unreachable }
            try await wait(after: version, until: deadline)
        }
    }

    private var unreachable: Status {
        Status(
            .unavailable,
            "The \(serviceName) service cannot be reached at the moment. Please try again later.",
            retryDelay: .seconds(2),
            reason: "SERVICE_UNREACHABLE",
            isUnprocessed: true
        ).fromChannel
    }

    private var notServing: Status {
        Status(
            .unavailable,
            "The \(serviceName) service cannot serve at the moment. Please try again later.",
            retryDelay: .seconds(2),
            reason: "SERVICE_NOT_SERVING",
            isUnprocessed: true
        ).fromChannel
    }

    // MARK: Changes

    /// Waits for a change, at the longest until a time.
    /// - Parameter version: The last that is known of.
    private func wait(after version: Int, until time: NIODeadline?) async throws {
        let loop = environment.group.any()
        let promise = loop.makePromise(of: Void.self)
        let id: Int? = state.withLock { state in
            guard state.version == version else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = promise
            return state.nextWaiter
        }
        guard let id else { return promise.succeed() }
        // A promise takes its first outcome; what comes later is ignored.
        let timer = time.map { clock.schedule(at: $0, on: loop) { promise.succeed() } }
        defer {
            timer?.cancel()
            _ = state.withLock { $0.waiters.removeValue(forKey: id) }
        }
        try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }

    func changed() {
        let waiters = state.withLock { state in
            state.rebuild()
            state.version += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        waiters.forEach { $0.succeed() }
        if !environment.queue.isEmpty { serveQueue() }
    }

    /// Has connections look whether they have room for calls that wait for it. Those whose instances are gone begin anew.
    func serveQueue() {
        let (connections, taking) = state.withLock { state in
            (state.subchannels.flatMap(\.connections), state.taking)
        }
        let reachable = Set(connections.map(\.endpoint))
        environment.queue.fail(ClientConnection.full) { waiter in
            waiter.instance.map { !reachable.contains($0) } ?? reachable.isDisjoint(with: taking)
        }
        connections.forEach { $0.offerRoom() }
    }

    func changed(_ subchannel: Subchannel, _ change: Subchannel.Change) {
        switch change {
        case .availability: break
        case .connectionEnded: resolution.withLock { $0 }?.resolveAgain()
        case .sentAway:
            resolution.withLock { $0 }?.resolveAgain()
            // In a restart of all instances in turn, the one before may have come back during its back-off.
            if !subchannels.contains(where: \.isConnected) { subchannels.forEach { $0.endBackoff() } }
        case .failing: eject(subchannel)
        }
        changed()
    }
}
