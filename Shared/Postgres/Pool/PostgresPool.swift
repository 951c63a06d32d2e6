import Dispatch
package import Foundations
package import Logging
import Synchronization

/// Connections to one database, opened when they are needed and lent to one caller at a time.
///
/// Callers wait when all connections are lent, up to a number and a time: users get one after the other, however many of a
/// user's calls wait. While the server can't be reached every call fails at once with `unavailable`; the pool tries again at
/// growing intervals of at most a second, so it works again by itself soon after the server does.
package final class PostgresPool: Sendable {
    /// What the pool connects to.
    package let configuration: PostgresConfiguration
    let logger: Logger
    private let user: @Sendable () -> String?
    private let state: Mutex<PoolState>
    private let nextID = Atomic<UInt64>(0)
    private let listeners = Mutex<[UInt64: Task<Void, Never>]>([:])
    let listener: SharedListener

    /// A pool that opens no connection yet.
    /// - Parameters:
    ///   - user: Who waits in the current task; nil for work that is nobody's.
    ///   - clock: times the checks of the connection that listens.
    package init(
        configuration: PostgresConfiguration,
        logger: Logger,
        user: @escaping @Sendable () -> String? = { nil },
        clock: any WallClock = .system
    ) {
        self.configuration = configuration
        self.logger = logger
        self.user = user
        listener = SharedListener(configuration: configuration, logger: logger, clock: clock)
        state = Mutex(PoolState(size: configuration.poolSize, queueLimit: configuration.queueLimit))
    }

    /// Runs `statement` on any connection and returns its rows.
    /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled.
    package func query(_ statement: Statement) async throws -> [Row] {
        try await withConnection { try await $0.query(statement) }
    }

    /// Runs `statement` on any connection and returns how many rows it changed or returned.
    /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled.
    @discardableResult
    package func execute(_ statement: Statement) async throws -> Int {
        try await withConnection { try await $0.execute(statement) }
    }

    /// Runs all `statements` in one round trip and one transaction.
    /// - Returns: the rows of each statement.
    /// - Throws: `PostgresError` of the first statement that failed, or `CancellationError`; then none took effect.
    @discardableResult
    package func pipeline(_ statements: [Statement]) async throws -> [[Row]] {
        try await withConnection { try await $0.pipeline(statements) }
    }

    /// Runs all `statements` in one round trip. They see the same state of the database, which none of them may change.
    /// - Returns: the rows of each statement.
    /// - Throws: `PostgresError` of the first statement that failed, or `CancellationError`.
    package func snapshot(_ statements: [Statement]) async throws -> [[Row]] {
        try await withConnection { try await $0.snapshot(statements) }
    }

    /// Lends a connection to `body`. A transaction that `body` leaves open is rolled back.
    nonisolated(nonsending) package func withConnection<Result>(
        _ body: nonisolated(nonsending) (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        let connection = try await lend()
        do {
            let result = try await body(connection)
            await takeBack(connection)
            return result
        } catch {
            await takeBack(connection)
            throw error
        }
    }

    /// Whether the server answers a trivial query within `limit`. A pool that is merely busy counts as healthy.
    package func isHealthy(within limit: Duration = .seconds(1)) async -> Bool {
        let end = ContinuousClock.now + limit
        // One connection that breaks says nothing about the server: another one is asked.
        for _ in 0..<2 where .now < end {
            do {
                let connection = try await lend(waitingAtMost: end - .now)
                let answer = try? await connection.run(["SELECT 1"], until: OperationDeadline(end))
                await takeBack(connection)
                if answer != nil { return true }
            } catch {
                return (error as? PostgresError)?.code == .poolExhausted
            }
        }
        return false
    }

    /// Rejects new callers, ends the listeners and returns when the last lent connection is back.
    package func close() async {
        state.withLock { $0.close() }.resume()
        let tasks = listeners.withLock { listeners in
            defer { listeners = [:] }
            return Array(listeners.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await withCheckedContinuation { continuation in
            if !state.withLock({ $0.awaitLast(continuation) }) { continuation.resume() }
        }
    }

    /// Callers that wait for a connection now.
    package var waiterCount: Int { state.withLock { $0.waiterCount } }

    /// Connections that are open or being opened.
    package var openConnectionCount: Int { state.withLock { $0.openCount } }

    /// Open connections that are idle.
    package var idleConnectionCount: Int { state.withLock { $0.idleCount } }
}

// MARK: - Lending

extension PostgresPool {
    private func lend(waitingAtMost limit: Duration? = nil) async throws -> PostgresConnection {
        while true {
            try Task.checkCancellation()
            switch state.withLock({ $0.acquire(nil, now: .now) }) {
            case .use(let connection):
                if await connection.checkIsUsable() { return connection }
                state.withLock { $0.drop() }.resume()
            case .open: return try await open()
            case .fail(let error): throw error
            case .wait:
                switch try await wait(atMost: limit ?? configuration.queueTimeout) {
                case .slot: return try await open()
                case .connection(let connection):
                    if await connection.checkIsUsable() { return connection }
                    state.withLock { $0.drop() }.resume()
                }
            }
        }
    }

    private func open() async throws -> PostgresConnection {
        do {
            let connection = try await PostgresConnection.open(configuration)
            if state.withLock({ $0.noteOpened() }) {
                logger.info("The database can be reached again", metadata: ["database": "\(configuration)"])
            }
            return connection
        } catch let error as PostgresError {
            let (resumptions, isFirst) = state.withLock { $0.noteFailure(error, now: .now) }
            resumptions.resume()
            if isFirst {
                logger.warning("The database can't be reached", metadata: ["error": "\(error)"])
            }
            throw error
        } catch {
            state.withLock { $0.drop() }.resume()
            throw error
        }
    }

    private func wait(atMost limit: Duration) async throws -> PoolState.Grant {
        let deadline = ContinuousClock.now + limit
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        let customer = user().map(PoolState.Customer.user) ?? .work(id)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = PoolState.Waiter(
                    id: id,
                    customer: customer,
                    deadline: deadline,
                    limit: limit,
                    continuation: continuation
                )
                let decision = state.withLock { $0.acquire(waiter, now: .now) }
                switch decision {
                case .use(let connection): continuation.resume(returning: .connection(connection))
                case .open: continuation.resume(returning: .slot)
                case .fail(let error): continuation.resume(throwing: error)
                case .wait: expireWaiters(at: deadline)
                }
                if Task.isCancelled { fail(id, of: customer, with: CancellationError()) }
            }
        } onCancel: {
            fail(id, of: customer, with: CancellationError())
        }
    }

    /// Sets the timer that ends waits, unless it is set for an earlier time: a timer for each wait would cost more than the
    /// query that it waits for.
    private func expireWaiters(at deadline: ContinuousClock.Instant) {
        guard state.withLock({ $0.setTimer(to: deadline) }) else { return }
        let milliseconds = Int(clamping: ContinuousClock.now.duration(to: deadline).wholeMilliseconds + 1)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            let (expired, next) = self.state.withLock { $0.timerFired(at: deadline, now: .now) }
            for waiter in expired {
                let message = "No database connection became free within \(waiter.limit)"
                waiter.continuation.resume(throwing: PostgresError(.poolExhausted, message))
            }
            if let next { self.expireWaiters(at: next) }
        }
    }

    private func fail(_ id: UInt64, of customer: PoolState.Customer, with error: any Error) {
        state.withLock { $0.removeWaiter(id, of: customer) }?.continuation.resume(throwing: error)
    }

    private func takeBack(_ connection: PostgresConnection) async {
        let isInOrder = await connection.reset()
        state.withLock { isInOrder ? $0.giveBack(connection) : $0.drop() }.resume()
    }
}

// MARK: - Listeners

extension PostgresPool {
    /// Runs `body` in a task that ends when the pool closes.
    func keepListener(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        // Under the lock, so that a task that ends at once is in the list when it takes itself out.
        let task = listeners.withLock { listeners in
            let task = Task { [weak self] in
                await body()
                self?.listeners.withLock { $0[id] = nil }
            }
            listeners[id] = task
            return task
        }
        if state.withLock({ $0.isClosed }) { task.cancel() }
        return task
    }
}
