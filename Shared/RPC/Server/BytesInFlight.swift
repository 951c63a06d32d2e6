import Synchronization

/// The bytes of messages that all connections of a server store, and their limit.
final class BytesInFlight: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    init(limit: Int) { self.limit = limit }

    /// Bytes that are stored, as far as connections have reported.
    var count: Int { used.load(ordering: .relaxed) }

    /// Whether new calls are rejected and streams get no more credit.
    var isOver: Bool { count > limit }

    /// Room for large messages that have begun to arrive, up to 1.25 × the limit.
    var spare: Int { max(0, limit + limit / 4 - count) }

    /// Adds a change.
    func add(_ bytes: Int) {
        let (old, new) = used.add(bytes, ordering: .relaxed)
        guard old > limit, new <= limit else { return }
        let resumed = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        resumed.forEach { $0() }
    }

    /// Calls `body` once the total is within the limit.
    func whenBelow(_ body: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(body) }
        // It may have fallen below in between.
        guard !isOver else { return }
        let resumed = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        resumed.forEach { $0() }
    }
}

/// The bytes of messages that one connection stores. Belongs to its event loop.
struct ByteAccount {
    /// The least change that is reported, to avoid contention for one counter.
    private static let reportingThreshold = 16_384

    private let all: BytesInFlight
    private var reported = 0
    private var isClosed = false
    /// Bytes of requests whose handlers run or wait for running.
    private(set) var requests = 0

    init(_ all: BytesInFlight) { self.all = all }

    /// Counts a request that was received or released.
    mutating func changeRequests(by bytes: Int) { requests += bytes }

    /// Reports what is stored now, when that differs enough.
    mutating func update(stored: Int) {
        let change = stored + requests - reported
        guard abs(change) >= ByteAccount.reportingThreshold || isClosed && change != 0 else { return }
        reported += change
        all.add(change)
    }

    /// The connection has closed and stores only requests whose handlers still run.
    mutating func close() {
        isClosed = true
        update(stored: 0)
    }
}
