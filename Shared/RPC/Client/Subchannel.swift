import Logging
import NIOCore
import Synchronization
import TLS
import Wire

/// One address of a service, and the connection to it: made when it is needed, made again when it is lost.
final class Subchannel: Sendable {
    let endpoint: Endpoint
    private let tls: TLSContext
    private let group: any EventLoopGroup
    private let log: Logger
    private let backoff: Backoff
    private let state = Mutex(State())

    private struct State {
        var connection: ClientConnection?
        var attempt: Task<ClientConnection, any Error>?
        var failures = 0
        var notBefore: ContinuousClock.Instant?
        var isClosed = false
    }

    init(endpoint: Endpoint, tls: TLSContext, group: any EventLoopGroup, backoff: Backoff, log: Logger) {
        self.endpoint = endpoint
        self.tls = tls
        self.group = group
        self.backoff = backoff
        self.log = log
    }

    /// The connection if there is one that takes calls.
    var readyConnection: ClientConnection? {
        state.withLock { $0.connection?.isUsable == true ? $0.connection : nil }
    }

    /// When the next attempt may be made; nil for at once.
    var retryTime: ContinuousClock.Instant? {
        state.withLock { $0.notBefore.flatMap { $0 > .now ? $0 : nil } }
    }

    /// The connection, made if there is none. Callers at the same time share one attempt.
    /// - Throws: Why it could not be made, or at once what the last attempt failed with while the back-off lasts.
    func connect() async throws -> ClientConnection {
        let attempt: Task<ClientConnection, any Error> = try state.withLock { state in
            guard !state.isClosed else { throw ConnectionFailure(reason: "the channel is closed") }
            if let attempt = state.attempt { return attempt }
            if let connection = state.connection, connection.isUsable { return Task { connection } }
            if let notBefore = state.notBefore, notBefore > .now {
                throw ConnectionFailure(reason: "the last attempt failed a moment ago")
            }
            let attempt = Task { try await self.makeConnection() }
            state.attempt = attempt
            return attempt
        }
        return try await attempt.value
    }

    private func makeConnection() async throws -> ClientConnection {
        do {
            let connection = try await ClientConnection.connect(
                host: endpoint.host,
                port: endpoint.port,
                tls: tls,
                settings: Settings(),
                group: group,
                onEnd: { [weak self] in self?.ended($0) }
            )
            let isClosed = state.withLock { state in
                state.attempt = nil
                state.failures = 0
                state.notBefore = nil
                if !state.isClosed { state.connection = connection }
                return state.isClosed
            }
            if isClosed { connection.drain() }
            return connection
        } catch {
            state.withLock { state in
                state.attempt = nil
                state.failures += 1
                state.notBefore = .now + backoff.delay(afterFailures: state.failures)
            }
            log.debug("cannot connect", metadata: ["endpoint": "\(endpoint)", "error": "\(error)"])
            throw error
        }
    }

    private func ended(_ connection: ClientConnection) {
        state.withLock { if $0.connection === connection { $0.connection = nil } }
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
