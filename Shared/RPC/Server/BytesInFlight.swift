import Synchronization

/// The bytes of messages that all connections of a server store, and how many of them each peer may.
///
/// Clients share the room that is left: each may store as many bytes as are free, up to its share, as with the dynamic
/// thresholds of Choudhury and Hahne (IEEE/ACM Transactions on Networking 6(2), 1998). So whoever stores much is rejected
/// first, and one that stores little has room however many others store much. What a client stores counts for the networks
/// around it, too, see ``ClientNetwork``. Services are trusted, and limited by the whole alone, since a gateway's connection
/// carries the messages of all its users.
final class BytesInFlight: Sendable {
    /// Bytes that a client may store however little room is left.
    static let reserve = 65_536

    let limit: Int
    private let share: Int
    private let used = Atomic<Int>(0)
    private let waiting = Mutex<[(peer: PeerUse, resume: @Sendable () -> Void)]>([])
    private let hasWaiting = Atomic<Bool>(false)

    /// - Parameters:
    ///   - limit: For all peers together.
    ///   - share: The most that one client may store.
    init(limit: Int, share: Int) {
        self.limit = limit
        self.share = share
    }

    /// Bytes that are stored, as far as connections have reported.
    var count: Int { used.load(ordering: .relaxed) }

    /// The total above which nothing more is taken of a peer: 1.25 × the limit, and twice the limit of a client that stores
    /// next to nothing, so that those who have filled the room do not keep others out.
    private func ceiling(for peer: PeerUse) -> Int {
        let isSmall = !peer.isService && peer.allLevels { $0.bytes < BytesInFlight.reserve * $0.weight }
        return isSmall ? 2 * limit : limit + limit / 4
    }

    /// What a client, or a network of several, may store at present.
    private func allowance(of peer: PeerUse) -> Int {
        max(BytesInFlight.reserve * peer.weight, min(share * peer.weight, limit - count))
    }

    /// Whether a peer's new calls are rejected and its streams get no more credit.
    func isOver(_ peer: PeerUse) -> Bool {
        if peer.isService { return count > limit }
        return !peer.allLevels { $0.bytes <= allowance(of: $0) } || count > ceiling(for: peer)
    }

    /// Whether a peer may store this many bytes more.
    func admits(_ bytes: Int, of peer: PeerUse) -> Bool {
        if peer.isService { return count <= limit }
        return peer.allLevels { $0.bytes + bytes <= allowance(of: $0) } && count <= ceiling(for: peer)
    }

    /// Room for messages of a peer that are under way: up to 1.25 × what it may store.
    func spare(for peer: PeerUse) -> Int {
        let all = max(0, ceiling(for: peer) - count)
        guard !peer.isService else { return all }
        return peer.enclosing.reduce(min(all, room(of: peer))) { min($0, room(of: $1)) }
    }

    private func room(of peer: PeerUse) -> Int {
        let allowance = allowance(of: peer)
        return max(0, allowance + allowance / 4 - peer.bytes)
    }

    /// Adds a change of what a peer stores.
    func add(_ bytes: Int, of peer: PeerUse) {
        peer.change(by: bytes)
        used.add(bytes, ordering: .relaxed)
        if bytes < 0, hasWaiting.load(ordering: .acquiring) { resumeWaiting() }
    }

    /// Calls `body` once a peer is within what it may store.
    func whenBelow(_ peer: PeerUse, _ body: @escaping @Sendable () -> Void) {
        waiting.withLock {
            $0.append((peer, body))
            hasWaiting.store(true, ordering: .releasing)
        }
        // It may have fallen below in between.
        if !isOver(peer) { resumeWaiting() }
    }

    private func resumeWaiting() {
        let resumed = waiting.withLock { waiting in
            let resumed = waiting.filter { !isOver($0.peer) }
            waiting.removeAll { waiter in resumed.contains { $0.peer === waiter.peer } }
            hasWaiting.store(!waiting.isEmpty, ordering: .releasing)
            return resumed
        }
        resumed.forEach { $0.resume() }
    }
}

/// The bytes of messages that one connection stores. Belongs to its event loop.
struct ByteAccount {
    /// The least change that is reported, to avoid contention for one counter.
    private static let reportingThreshold = 16_384

    private let all: BytesInFlight
    private let peer: PeerUse
    private var reported = 0
    private var isClosed = false
    /// Bytes of requests whose handlers run or wait for running.
    private(set) var requests = 0

    init(_ all: BytesInFlight, of peer: PeerUse) {
        self.all = all
        self.peer = peer
    }

    /// Counts a request that was received or released.
    mutating func changeRequests(by bytes: Int) { requests += bytes }

    /// Reports what is stored now, when that differs enough.
    mutating func update(stored: Int) {
        let change = stored + requests - reported
        guard abs(change) >= ByteAccount.reportingThreshold || isClosed && change != 0 else { return }
        reported += change
        all.add(change, of: peer)
    }

    /// The connection has closed and stores only requests whose handlers still run.
    mutating func close() {
        isClosed = true
        update(stored: 0)
    }
}
