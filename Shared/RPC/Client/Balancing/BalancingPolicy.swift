import NIOCore

/// How calls are spread over the instances of a service.
public enum BalancingPolicy: String, Sendable, Hashable, CaseIterable {
    /// One after the other.
    case roundRobin = "round_robin"
    /// The less loaded of two random instances (power of two choices, Mitzenmacher 2001). Better where calls differ
    /// much in what they cost.
    case leastLoadedOfTwo = "least_request"
    /// The first instance in the list that can be connected to. It is used until it is lost, no longer serves or is
    /// ejected; then the first that is available by then is. No connection is made to the others. The default of gRPC,
    /// for a service of which one instance leads and the others stand by.
    case pickFirst = "pick_first"
}

/// Instances that have rejected a call which is now made elsewhere.
enum AvoidedInstances {
    @TaskLocal static var current: Set<Endpoint>?
}

/// The connections that calls on one event loop choose from.
struct Picker {
    /// Nil for calls from anywhere else.
    let loop: (any EventLoop)?
    private(set) var connections: [ClientConnection] = []
    /// When an unconnected instance may be tried again; nil when there is none, or an attempt runs.
    var nextAttempt: NIODeadline?
    private var turn = 0
    private var random: UInt64

    init(loop: (any EventLoop)?) {
        self.loop = loop
        random = .random(in: 1...UInt64.max)
    }

    func isFor(_ loop: any EventLoop) -> Bool { self.loop === loop }

    /// Changes what there is to choose from; round robin goes on where it was.
    mutating func use(_ connections: [ClientConnection]) {
        self.connections = connections
        if turn >= connections.count { turn = 0 }
    }

    /// A connection that takes calls; nil when none does.
    mutating func pick(_ policy: BalancingPolicy) -> ClientConnection? {
        let count = connections.count
        if count == 1 || count == 0 { return connections.first.flatMap { $0.isUsable ? $0 : nil } }
        if policy == .leastLoadedOfTwo, let pick = lessLoaded(of: count) { return pick }
        for _ in 0..<count {
            let connection = connections[turn]
            turn = turn + 1 == count ? 0 : turn + 1
            if connection.isUsable { return connection }
        }
        return nil
    }

    /// A connection that takes calls, to an instance other than these; nil when there is none.
    func connection(besides avoided: Set<Endpoint>) -> ClientConnection? {
        for index in connections.indices {
            let connection = connections[(turn + index) % connections.count]
            if connection.isUsable, !avoided.contains(connection.endpoint) { return connection }
        }
        return nil
    }

    private mutating func lessLoaded(of count: Int) -> ClientConnection? {
        // Xorshift (Marsaglia 2003) is enough to spread calls.
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        let first = Int(truncatingIfNeeded: random >> 33) % count
        let second = (first + 1 + Int(truncatingIfNeeded: random & 0x7FFF_FFFF) % (count - 1)) % count
        let (one, other) = (connections[first], connections[second])
        let better = one.outstandingCalls <= other.outstandingCalls ? one : other
        return better.isUsable ? better : nil
    }
}
