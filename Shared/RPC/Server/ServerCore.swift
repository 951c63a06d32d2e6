import Logging
import MessageCoding
import NIOCore
import Synchronization

/// What all connections of a server share.
final class ServerCore: Sendable {
    let log: Logger
    private let routes: [String: ServerRoute]
    private let fallback: (@Sendable (String) -> ServerRoute?)?
    private let interceptors: [any ServerInterceptor]
    private let maximumCalls: Int
    private let clock: any RPCClock
    let maximumCallsPerConnection: Int
    private let maximumConnections: Int
    private let maximumConnectionsPerAddress: Int
    private let runningCalls = Atomic<Int>(0)
    private let connections = Mutex(Connections())

    private struct Connections {
        var open: [ObjectIdentifier: Connection] = [:]
        var perAddress: [String: Int] = [:]
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var isStopping = false
    }

    init(configuration: ServerConfiguration, log: Logger) {
        self.log = log
        routes = Dictionary(uniqueKeysWithValues: configuration.handlers.map { ($0.method.path, $0.route) })
        fallback = configuration.fallback
        interceptors = configuration.interceptors
        clock = configuration.clock
        maximumCalls = configuration.maximumConcurrentCalls
        maximumConnections = configuration.maximumConnections
        maximumConnectionsPerAddress = configuration.maximumConnectionsPerAddress
        maximumCallsPerConnection = configuration.settings.maximumConcurrentStreams
    }

    func route(for method: String) -> ServerRoute? { routes[method] ?? fallback?(method) }

    // MARK: Calls

    func admitCall() -> Bool {
        guard runningCalls.add(1, ordering: .relaxed).newValue <= maximumCalls else {
            callEnded()
            return false
        }
        return true
    }

    func callEnded() {
        runningCalls.subtract(1, ordering: .relaxed)
    }

    /// Runs interceptors and handler of a call, and ends it with what they throw.
    func serve(_ call: ServerCall) async {
        do {
            try await CallContext.$current.withValue(call.context) {
                try await intercept(call, call.context, from: 0)
            }
        } catch {
            // A call that was passed on has its end already; its error is only told to the interceptors.
            call.onLoop { if !call.isFinished { call.finish(self.status(for: error, of: call)) } }
        }
    }

    private func intercept(_ call: ServerCall, _ context: CallContext, from index: Int) async throws {
        guard index < interceptors.count else {
            return try await CallContext.$current.withValue(context) {
                try await call.route.serve(call, context)
            }
        }
        try await interceptors[index].intercept(call.route.method, context) { changed in
            try await self.intercept(call, changed, from: index + 1)
        }
    }

    private func status(for error: any Error, of call: ServerCall) -> Status {
        if let status = error as? Status {
            if status.isRemote, status.translatedForCaller.code == .internalError { report(error, of: call) }
            return status.translatedForCaller
        }
        if let convertible = error as? any StatusConvertible {
            let status = convertible.status
            if status.code == .internalError || status.code == .unavailable { report(error, of: call) }
            return status
        }
        if error is CancellationError {
            let late = call.deadline.map { $0 <= clock.now } ?? false
            return late
                ? Status(.deadlineExceeded, "The call took longer than its deadline.")
                : Status(.cancelled, "The call was cancelled.")
        }
        report(error, of: call)
        return Status(.internalError, "\(Status.internalSentence) (Reference \(call.context.trace.traceID.prefix(16)))")
    }

    /// Causes stay here; the client gets the reference to find them by.
    private func report(_ error: any Error, of call: ServerCall) {
        log.error(
            "call failed",
            metadata: [
                "method": "\(call.context.method)", "trace": "\(call.context.trace.traceID)", "error": "\(error)",
            ]
        )
    }

    // MARK: Connections

    /// - Returns: False when there are too many connections; nothing has changed then.
    func connectionStarted(_ connection: Connection, from address: String) -> Bool {
        connections.withLock { state in
            guard state.open.count < maximumConnections,
                state.perAddress[address, default: 0] < maximumConnectionsPerAddress
            else { return false }
            state.open[ObjectIdentifier(connection)] = connection
            state.perAddress[address, default: 0] += 1
            return true
        }
    }

    func connectionEnded(_ connection: Connection, from address: String) {
        let waiters = connections.withLock { state in
            state.open.removeValue(forKey: ObjectIdentifier(connection))
            let others = state.perAddress[address, default: 1] - 1
            state.perAddress[address] = others > 0 ? others : nil
            guard state.open.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        waiters.forEach { $0.resume() }
    }

    /// From now on connections that come are told to go.
    func stop() { connections.withLock { $0.isStopping = true } }

    var isStopping: Bool { connections.withLock { $0.isStopping } }

    var openConnections: [Connection] { connections.withLock { Array($0.open.values) } }

    /// Returns once the last connection has ended, or after `limit`.
    func waitUntilNoConnections(for limit: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitUntilNoConnections() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitUntilNoConnections() async {
        let id = connections.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = connections.withLock { state in
                    guard !state.open.isEmpty, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            connections.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}

/// An error that knows the status it is told as.
public protocol StatusConvertible: Error {
    /// What the caller is told.
    var status: Status { get }
}
