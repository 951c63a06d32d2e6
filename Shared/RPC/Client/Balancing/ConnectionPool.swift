import Logging
import NIOCore
import Synchronization

/// Gives calls the connections to go over.
protocol ConnectionSource: AnyObject, Sendable {
    /// A connection that accepts calls now, without waiting or connecting. Nil asks to call
    /// ``connection(waitsForReady:deadline:)``.
    /// - Parameter loop: Where the connection is to be worked on; nil when any will do.
    func ready(on loop: (any EventLoop)?) -> ClientConnection?

    /// Whether a call would find a connection at once to an instance other than these.
    func isReady(besides avoided: Set<Endpoint>) -> Bool

    /// The one that calls go to; nil when there may be several.
    var instance: Endpoint? { get }

    /// A connection that accepts calls, preferably on the present event loop.
    /// - Throws: UNAVAILABLE when there is none and none is about to be; with `waitsForReady` only once the channel is
    ///   closed. DEADLINE_EXCEEDED at the deadline. `CancellationError`.
    func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection
}

/// The instances of a service and the connections to pick from. Calls go to those that are connected, healthy and not
/// ejected, in the order of the policy.
///
/// With ``BalancingPolicy/pickFirst`` that is one instance, until it is lost.
///
/// When all that are healthy are ejected, calls go to these nevertheless; when none is healthy, calls fail at once.
final class ConnectionPool: ConnectionSource {
    /// How long a call waits for another attempt to connect after one that failed. Mostly the instance has been started
    /// again and is there at once; an instance that hangs must not hold calls up.
    private static let connectGracePeriod = TimeAmount.milliseconds(200)

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
    var readyInstances: Int { state.withLock { $0.pickers[0].connections.count } }

    /// Why the last lookup of names failed; nil when it succeeded.
    var lastResolutionFailure: String? { resolution.withLock { $0?.lastFailure } }

    /// Whether an instance gets no calls for a while since it failed.
    func isEjected(_ endpoint: Endpoint) -> Bool { state.withLock { $0.ejections?.isEjected(endpoint) == true } }

    /// Ends all connections once their calls are over. Callers that wait for one fail.
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
            guard let index = state.picker(for: loop) else { return nil }
            if let next = state.pickers[index].nextAttempt, next <= clock.now { return nil }
            return state.pickers[index].pick(options.balancing)
        }
    }

    func isReady(besides avoided: Set<Endpoint>) -> Bool {
        state.withLock { $0.pickers[0].connection(besides: avoided) != nil }
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
            state.picker(for: loop).flatMap { state.pickers[$0].connection(besides: avoided) }
                ?? state.pickers[0].connection(besides: avoided)
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
        var gracePeriodEnd: NIODeadline?
        while true {
            if let deadline, clock.now >= deadline { throw Status.deadlineExceeded }
            let (result, version) = pick(on: loop)
            switch result {
            case .ready(let connection): return connection
            case .connecting: try await wait(after: version, until: deadline)
            case .closed: throw unreachable
            case .unavailable(let unavailable) where waitsForReady:
                try await wait(after: version, until: ConnectionPool.earlier(unavailable.nextAttempt, deadline))
            case .unavailable(let unavailable):
                let ends = gracePeriodEnd ?? clock.now + ConnectionPool.connectGracePeriod
                gracePeriodEnd = ends
                guard unavailable.isReconnecting, clock.now < ends else {
                    throw unavailable.isUnhealthy ? notServing : unreachable
                }
                try await wait(after: version, until: ConnectionPool.earlier(ends, deadline))
            }
        }
    }

    private static func earlier(_ one: NIODeadline?, _ other: NIODeadline?) -> NIODeadline? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Begins to connect wherever that is due, and says what a call can expect.
    private func pick(on loop: (any EventLoop)?) -> (result: PoolState.PickResult, version: Int) {
        startResolving()
        var attempts = 0
        while true {
            let pick = connectAndPick(on: loop)
            // An instance may have been found just now, and an attempt that has failed just now gives the turn to the next.
            guard case .unavailable(let unavailable) = pick.result, unavailable.hasUntriedInstance,
                attempts < subchannels.count
            else { return pick }
            attempts += 1
        }
    }

    private func connectAndPick(on loop: (any EventLoop)?) -> (result: PoolState.PickResult, version: Int) {
        connect(on: loop)
        return state.withLock { state in
            if let loop, state.picker(for: loop) == nil { state.pickers.append(Picker(loop: loop)) }
            state.rebuild()
            return (state.pick(on: loop, options.balancing), state.version)
        }
    }

    /// Begins to connect to all instances, or to that whose turn it is.
    private func connect(on loop: (any EventLoop)?) {
        let (subchannels, selected) = state.withLock { ($0.subchannels, $0.selected) }
        guard options.balancing == .pickFirst else { return subchannels.forEach { $0.connect(on: loop) } }
        for subchannel in subchannels where selected == nil || selected == subchannel.endpoint {
            let availability = subchannel.availability(on: nil)
            if availability.isConnecting { return }
            if availability.isConnected, selected == nil { continue }
            if let notBefore = availability.notBefore, notBefore > clock.now { continue }
            return subchannel.connect(on: loop)
        }
    }

    /// A connection to one instance, whatever its health.
    /// - Throws: As for any connection.
    func connection(to subchannel: Subchannel, deadline: NIODeadline?) async throws -> ClientConnection {
        let loop = currentLoop
        while true {
            if let deadline, clock.now >= deadline { throw Status.deadlineExceeded }
            subchannel.connect(on: loop)
            let (availability, version) = state.withLock {
                ($0.isClosed ? nil : subchannel.availability(on: loop), $0.version)
            }
            guard let availability else { throw unreachable }
            if let connection = availability.connection { return connection }
            guard availability.isConnecting else { throw unreachable }
            try await wait(after: version, until: deadline)
        }
    }

    private var unreachable: Status {
        Status(
            .unavailable,
            .rpc.unreachable(service: serviceName),
            retryDelay: .seconds(2),
            reason: .serviceUnreachable,
            isUnprocessed: true
        ).fromChannel
    }

    private var notServing: Status {
        Status(
            .unavailable,
            .rpc.notServing(service: serviceName),
            retryDelay: .seconds(2),
            reason: .serviceNotServing,
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
        let (connections, ready) = state.withLock { state in
            (state.subchannels.flatMap(\.connections), state.ready)
        }
        let reachable = Set(connections.map(\.endpoint))
        environment.queue.fail(.connectionFull) { waiter in
            waiter.instance.map { !reachable.contains($0) } ?? reachable.isDisjoint(with: ready)
        }
        connections.forEach { $0.offerRoom() }
    }

    func changed(_ subchannel: Subchannel, _ change: Subchannel.Change) {
        switch change {
        case .availability: break
        case .connectionEnded: resolution.withLock { $0 }?.requestResolution()
        case .goAwayReceived:
            resolution.withLock { $0 }?.requestResolution()
            // In a restart of all instances in turn, the one before may have come back during its back-off.
            if !subchannels.contains(where: \.isConnected) { subchannels.forEach { $0.endBackoff() } }
        case .failing: eject(subchannel)
        }
        changed()
    }
}
