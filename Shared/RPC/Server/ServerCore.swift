import Foundations
import Logging
import MessageCoding
import NIOCore
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
    let log: Logger
    let host: String
    let clock: any RPCClock
    let createdAt: NIODeadline
    let trace = EventTrace()
    /// The calls of connections that are gone.
    let tally = CallTally()
    private let routes: [String: ObservedRoute]
    private let fallback: (@Sendable (String) -> ServerRoute?)?
    private let fallbackRoutes = Mutex<[String: ObservedRoute]>([:])
    private let observer: (any RPCObserver)?
    private let connectionObserver: (any ServerConnectionObserver)?
    /// Observes calls whose method does not exist.
    let unknownMethods: (any ServerCallObserver)?
    let maximumCallsPerConnection: Int
    /// Call templates that a connection remembers.
    let rememberedTemplates: Int
    let load: ServerLoad
    let connections: ConnectionTable
    let responseCompression: MessageCompression?
    let inflation: InflationBudget
    private let maximumRequest: Int?
    /// Time that the request of a call with one request may take to come; nil for no limit.
    let requestTimeout: TimeAmount?
    private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<CallTaskPool>]>([:])

    init(configuration: ServerConfiguration, log: Logger) {
        self.log = log
        host = configuration.host
        createdAt = configuration.clock.now
        let observer = configuration.observer
        self.observer = observer
        connectionObserver = observer?.serverConnections()
        unknownMethods = observer?.serverMethod("", isKnown: false)
        let interceptors = configuration.interceptors
        let routes = configuration.handlers.map { handler in
            let path = handler.method.path
            let route = handler.route.intercepted(by: interceptors)
            return (path, ObservedRoute(route: route, observer: observer?.serverMethod(path, isKnown: true)))
        }
        self.routes = Dictionary(uniqueKeysWithValues: routes)
        fallback = configuration.fallback.map { fallback in
            { @Sendable method in fallback(method)?.intercepted(by: interceptors) }
        }
        clock = configuration.clock
        load = ServerLoad(configuration, log: log)
        connections = ConnectionTable(limits: configuration.limits)
        maximumCallsPerConnection = configuration.settings.maximumConcurrentStreams
        rememberedTemplates = configuration.settings.maximumTemplates
        responseCompression = configuration.responseCompression
        maximumRequest = configuration.maximumRequest
        requestTimeout = configuration.requestTimeout.map { .nanoseconds($0.wholeNanoseconds) }
        inflation = InflationBudget(limit: configuration.maximumInflatedBytes)
    }

    /// The largest request of a method in bytes; nil for the largest message of the connection.
    func maximumRequest(of method: MethodDescriptor) -> Int? {
        if let own = method.maximumRequest { return own }
        if case .services = method.access { return nil }
        return maximumRequest
    }

    func route(for method: String) -> ObservedRoute? { routes[method] ?? fallbackRoute(for: method) }

    /// Routes of the fallback are kept, since the observer of a method is requested once.
    private func fallbackRoute(for method: String) -> ObservedRoute? {
        guard let observer else { return fallback?(method).map { ObservedRoute(route: $0, observer: nil) } }
        if let known = fallbackRoutes.withLock({ $0[method] }) { return known }
        guard let route = fallback?(method) else { return nil }
        return fallbackRoutes.withLock { routes in
            let observed =
                routes[method]
                ?? ObservedRoute(route: route, observer: observer.serverMethod(route.method.path, isKnown: true))
            routes[method] = observed
            return observed
        }
    }

    // MARK: Calls

    /// Ends a call with what its handler or an interceptor has thrown. On the call's loop.
    func end(_ call: ServerCall, after error: any Error) {
        // A forwarded call has ended already; its error was thrown for the interceptors alone.
        guard !call.isFinished else { return }
        let (status, cause) = status(for: error, in: call.context)
        if let cause, !call.reportEnd(status.code, reason: status.reason, cause: cause) {
            report(cause, in: call.context)
        }
        call.finish(status)
    }

    /// The status to report to the client, and the underlying error when the status conceals it.
    func status(for error: any Error, in context: CallContext) -> (Status, cause: (any Error)?) {
        if let status = error as? Status {
            let reported = status.translatedForCaller
            return (reported, status.isRemote && reported.code == .internalError ? error : nil)
        }
        if let convertible = error as? any StatusConvertible {
            let status = convertible.status
            return (status, status.code == .internalError || status.code == .unavailable ? error : nil)
        }
        if error is CancellationError {
            let isLate = context.deadline.map { $0 <= clock.now } ?? false
            return (isLate ? .deadlineExceeded : .cancelledByCaller, nil)
        }
        let reference = context.trace.traceID.prefix(16)
        return (Status(.internalError, .rpc.ourFaultWithReference(reference: String(reference))), error)
    }

    /// Logs the cause of a failure that has no observer, with its reference.
    func report(_ error: (any Error)?, in context: CallContext) {
        guard let error else { return }
        log.error(
            "call failed",
            metadata: [
                "method": "\(context.method)", "trace": "\(context.trace.traceID)", "error": "\(error)",
            ]
        )
    }

    // MARK: Event loops

    /// What the connections of an event loop share. On that loop.
    func calls(on loop: any EventLoop) -> CallTaskPool {
        let bound = loops.withLock { loops in
            if let known = loops[ObjectIdentifier(loop)] { return known }
            let new = NIOLoopBound(CallTaskPool(loop), eventLoop: loop)
            loops[ObjectIdentifier(loop)] = new
            return new
        }
        return bound.value
    }

    /// Ends what waits for calls, once none comes any more.
    func endPooledTasks() {
        for calls in loops.withLock({ Array($0.values) }) { calls.eventLoop.execute { calls.value.end() } }
    }

    // MARK: Connections

    /// - Returns: False when there are too many connections, or a policy admits no more for now; nothing has changed then.
    func add(_ entry: ConnectionTable.Entry) -> Bool {
        let now = clock.now
        // Asked first, since the newcomer may take another one's place in the table.
        guard load.admissionPolicies.allSatisfy({ $0.admitsConnection(from: entry.network, now: now) }) else {
            trace.record("A connection was rejected, as too many come from its network.", .warning)
            connectionObserver?.rejected()
            return false
        }
        guard connections.add(entry) else {
            trace.record("A connection was rejected, as too many are open or the server stops.", .warning)
            connectionObserver?.rejected()
            return false
        }
        connectionObserver?.opened()
        return true
    }

    /// On the loop of the connection.
    func connectionEnded(_ connection: Connection) {
        tally.add(connection.counters.allCalls)
        connections.remove(ObjectIdentifier(connection))
        connectionObserver?.ended()
    }

    /// From now on no connection is taken.
    func stop() {
        trace.record("The server stops: it takes no new connections and calls.")
        connections.stop()
    }

    var isStopping: Bool { connections.isStopping }

    var openConnections: [ConnectionTable.Entry] { connections.entries }
}

/// An error that is reported to clients as a status of its own.
public protocol StatusConvertible: Error {
    /// The status to report to the client.
    var status: Status { get }
}
