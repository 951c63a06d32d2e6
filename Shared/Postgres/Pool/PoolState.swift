import Foundations

/// What a pool knows, without any waiting or I/O: requests go in, decisions come out.
struct PoolState {
    /// What a caller that asks for a connection is to do.
    enum Acquisition {
        case use(PostgresConnection)
        /// Open a connection; the slot is taken for it.
        case open
        /// Wait; the continuation is kept.
        case wait
        case fail(PostgresError)
    }

    /// What a waiting caller gets.
    enum Grant {
        case connection(PostgresConnection)
        case slot
    }

    /// Whose turn it is to get a connection.
    enum Customer: Hashable {
        case user(String)
        /// Work that is nobody's, each piece of its own.
        case work(UInt64)
    }

    /// A caller that waits for a connection.
    struct Waiter: Identifiable {
        let id: UInt64
        let customer: Customer
        /// When its wait ends.
        let deadline: ContinuousClock.Instant
        /// How long it waits in all.
        let limit: Duration
        let continuation: CheckedContinuation<Grant, any Error>
    }

    /// Waiters to resume once the lock is released.
    struct Resumptions {
        var granted: [(Waiter, Grant)] = []
        var failed: [(Waiter, any Error)] = []

        func resume() {
            for (waiter, grant) in granted { waiter.continuation.resume(returning: grant) }
            for (waiter, error) in failed { waiter.continuation.resume(throwing: error) }
        }
    }

    private static let reconnectBackoff = Backoff.doubling(from: .milliseconds(50), to: .seconds(1))

    private let size: Int
    private let queueLimit: Int
    private var idle: [PostgresConnection] = []
    /// Connections that are idle, lent or being opened.
    private(set) var openCount = 0
    private var waiters = FairQueue<Customer, Waiter>()
    /// When the timer that ends waits fires next; nil while none is set.
    private var timer: ContinuousClock.Instant?
    private var outage: (failures: Int, retryAt: ContinuousClock.Instant, error: PostgresError)?
    private var closers: [CheckedContinuation<Void, Never>] = []
    private(set) var isClosed = false

    init(size: Int, queueLimit: Int) {
        self.size = max(1, size)
        self.queueLimit = queueLimit
    }

    var waiterCount: Int { waiters.count }
    var idleCount: Int { idle.count }

    /// Decides what a caller does. With `waiter` the caller is queued if it must wait.
    mutating func acquire(_ waiter: Waiter?, now: ContinuousClock.Instant) -> Acquisition {
        if isClosed { return .fail(PostgresError(.closed, "The database pool is closed")) }
        if waiters.isEmpty {
            if let connection = idle.popLast() { return .use(connection) }
            if openCount < size {
                if let outage, now < outage.retryAt { return .fail(outage.error) }
                openCount += 1
                return .open
            }
        }
        // Each may have as many waiting as there are places left, so that nobody takes all of them.
        let own = waiter.map { waiters.count(of: $0.customer) } ?? 0
        guard own < queueLimit - waiters.count else {
            return .fail(
                PostgresError(
                    .poolExhausted,
                    "All \(size) database connections are in use and \(waiters.count) callers wait"
                )
            )
        }
        if let waiter { waiters.append(waiter, of: waiter.customer) }
        return .wait
    }

    /// Takes back a usable connection, or one that was opened for a caller that no longer waits.
    mutating func giveBack(_ connection: PostgresConnection) -> Resumptions {
        if isClosed { return drop() }
        var resumptions = Resumptions()
        if let waiter = waiters.popFirst() {
            resumptions.granted.append((waiter, .connection(connection)))
        } else {
            idle.append(connection)
        }
        return resumptions
    }

    /// A connection broke, or its opening was given up for a reason of the caller's.
    mutating func drop() -> Resumptions {
        openCount -= 1
        var resumptions = Resumptions()
        if isClosed {
            if openCount == 0 {
                for closer in closers { closer.resume() }
                closers = []
            }
        } else if let waiter = waiters.popFirst() {
            openCount += 1
            resumptions.granted.append((waiter, .slot))
        }
        return resumptions
    }

    /// A connection was opened.
    /// - Returns: whether an outage ended with it.
    mutating func noteOpened() -> Bool {
        defer { outage = nil }
        return outage != nil
    }

    /// A connection couldn't be opened. Nobody waits for connections that can't come.
    /// - Returns: the waiters to fail, and whether this is the first failure of an outage.
    mutating func noteFailure(_ error: PostgresError, now: ContinuousClock.Instant) -> (Resumptions, isFirst: Bool) {
        let failures = (outage?.failures ?? 0) + 1
        outage = (failures, now + Self.reconnectBackoff.delay(afterFailures: failures), error)
        guard openCount == 1, !isClosed else { return (drop(), failures == 1) }
        openCount = 0
        let resumptions = Resumptions(failed: waiters.removeAll().map { ($0, error) })
        return (resumptions, failures == 1)
    }

    /// Takes a waiter out of the queue, nil when it was served already.
    mutating func removeWaiter(_ id: UInt64, of customer: Customer) -> Waiter? { waiters.remove(id, of: customer) }

    /// Notes that the timer is to fire at `deadline`.
    /// - Returns: false when it fires earlier already.
    mutating func setTimer(to deadline: ContinuousClock.Instant) -> Bool {
        if let timer, timer <= deadline { return false }
        timer = deadline
        return true
    }

    /// The timer that was set to `deadline` has fired.
    /// - Returns: the waiters whose time is over, and when to check again; nil if none waits or another timer will fire.
    mutating func timerFired(
        at deadline: ContinuousClock.Instant,
        now: ContinuousClock.Instant
    ) -> (expired: [Waiter], next: ContinuousClock.Instant?) {
        let expired = waiters.removeAll { $0.deadline <= now }
        // One set later, for an earlier time, goes on in its place.
        guard timer == deadline else { return (expired, nil) }
        timer = nil
        return (expired, waiters.elements.lazy.map(\.deadline).min())
    }

    /// Ends lending; idle connections go.
    mutating func close() -> Resumptions {
        isClosed = true
        openCount -= idle.count
        idle = []
        let error = PostgresError(.closed, "The database pool is closed")
        let resumptions = Resumptions(failed: waiters.removeAll().map { ($0, error) })
        return resumptions
    }

    /// Keeps `closer` until the last lent connection is back.
    /// - Returns: false when none is out, and `closer` isn't kept.
    mutating func awaitLast(_ closer: CheckedContinuation<Void, Never>) -> Bool {
        guard openCount > 0 else { return false }
        closers.append(closer)
        return true
    }
}
