import Synchronization

/// What all connections of a server store of messages, against its limit.
final class BytesInFlight: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    init(limit: Int) { self.limit = limit }

    /// Bytes that are stored, as far as connections have told.
    var count: Int { used.load(ordering: .relaxed) }

    /// Whether calls that come are refused and streams get no more credit.
    var isOver: Bool { count > limit }

    /// Room for large messages that start to come: what has begun may be finished a little above the limit.
    var spare: Int { max(0, limit + limit / 4 - count) }

    /// Takes note of a change.
    func add(_ bytes: Int) {
        let (old, new) = used.add(bytes, ordering: .relaxed)
        guard old > limit, new <= limit else { return }
        let resumed = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        resumed.forEach { $0() }
    }

    /// Does something once the limit is no longer passed.
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

/// What one connection stores of messages. Belongs to its event loop.
struct ByteAccount {
    /// Changes are told together, so that small calls do not share a counter. Less than a connection itself takes.
    private static let grain = 16_384

    private let all: BytesInFlight
    private var told = 0
    private var isClosed = false
    /// Bytes of requests whose handlers run or wait for running.
    private(set) var requests = 0

    init(_ all: BytesInFlight) { self.all = all }

    /// Takes note of a request that came or is done with.
    mutating func changeRequests(by bytes: Int) { requests += bytes }

    /// Tells what is stored now, when that differs enough.
    mutating func update(stored: Int) {
        let change = stored + requests - told
        guard abs(change) >= ByteAccount.grain || isClosed && change != 0 else { return }
        told += change
        all.add(change)
    }

    /// The connection is gone and stores nothing more, apart from requests whose handlers still run.
    mutating func close() {
        isClosed = true
        update(stored: 0)
    }
}
