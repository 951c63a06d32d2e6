import Logging
import NIOCore
import Synchronization
import Wire

/// One address of a service, and the connection to it: made when it is needed, made again when it is lost.
final class Subchannel: Sendable {
    /// What a call can expect of an address now.
    enum Availability {
        case ready(ClientConnection)
        /// An attempt is under way; all callers share it.
        case connecting(EventLoopFuture<ClientConnection>)
        /// The last attempt failed; the next may be made from this time on.
        case waiting(until: ContinuousClock.Instant)
        case closed
    }

    let endpoint: Endpoint
    private let transport: any ClientTransport
    private let clock: any RPCClock
    private let group: any EventLoopGroup
    private let log: Logger
    private let backoff: Backoff
    private let state = Mutex(State())

    private struct State {
        var connection: ClientConnection?
        var attempt: EventLoopFuture<ClientConnection>?
        var failures = 0
        var lastFailure: String?
        var notBefore: ContinuousClock.Instant?
        var isClosed = false
    }

    init(
        endpoint: Endpoint,
        transport: any ClientTransport,
        clock: any RPCClock,
        group: any EventLoopGroup,
        backoff: Backoff,
        log: Logger
    ) {
        self.endpoint = endpoint
        self.transport = transport
        self.clock = clock
        self.group = group
        self.backoff = backoff
        self.log = log
    }

    /// The connection if there is one that takes calls.
    var readyConnection: ClientConnection? {
        state.withLock { $0.connection?.isUsable == true ? $0.connection : nil }
    }

    /// Why the last attempt failed; nil when it succeeded.
    var lastFailure: String? { state.withLock { $0.lastFailure } }

    /// The connection; an attempt to make it is begun when there is none and the back-off is over.
    func availability() -> Availability {
        var begun: EventLoopPromise<ClientConnection>?
        let availability: Availability = state.withLock { state in
            if let connection = state.connection, connection.isUsable { return .ready(connection) }
            guard !state.isClosed else { return .closed }
            if let attempt = state.attempt { return .connecting(attempt) }
            if let notBefore = state.notBefore, notBefore > .now { return .waiting(until: notBefore) }
            let promise = group.any().makePromise(of: ClientConnection.self)
            begun = promise
            state.attempt = promise.futureResult
            return .connecting(promise.futureResult)
        }
        // Callers learn of the outcome only after the state has.
        begun?.completeWithTask { try await self.makeConnection() }
        return availability
    }

    private func makeConnection() async throws -> ClientConnection {
        do {
            let connection = try await ClientConnection.connect(
                to: endpoint,
                by: transport,
                settings: Settings(),
                loop: group.next(),
                clock: clock,
                onEnd: { [weak self] in self?.ended($0, $1) }
            )
            let (isClosed, failures) = state.withLock { state in
                defer { state.failures = 0 }
                state.attempt = nil
                state.notBefore = nil
                state.lastFailure = nil
                if !state.isClosed { state.connection = connection }
                return (state.isClosed, state.failures)
            }
            if isClosed { connection.drain() }
            log.log(level: failures > 0 ? .notice : .debug, "connected", metadata: ["endpoint": "\(endpoint)"])
            return connection
        } catch {
            failed(error)
            throw error
        }
    }

    private func failed(_ error: any Error) {
        let failures = state.withLock { state in
            state.attempt = nil
            state.failures += 1
            state.lastFailure = ConnectFailureText.text(error)
            state.notBefore = .now + backoff.delay(afterFailures: state.failures)
            return state.failures
        }
        // The first failure is news; the others are the same again.
        log.log(
            level: failures == 1 ? .warning : .debug,
            "cannot connect",
            metadata: ["endpoint": "\(endpoint)", "why": "\(error)"]
        )
    }

    private func ended(_ connection: ClientConnection, _ reason: String) {
        state.withLock { if $0.connection === connection { $0.connection = nil } }
        log.debug("connection ended", metadata: ["endpoint": "\(endpoint)", "why": "\(reason)"])
    }

    /// Closes the connection once its calls are over, and makes none any more.
    func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection
        }
        connection?.drain()
    }
}
