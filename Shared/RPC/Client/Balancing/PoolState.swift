import NIOCore

/// The instances that a pool knows and who of them takes calls.
struct PoolState {
    /// What a call can expect.
    enum Outlook {
        case ready(ClientConnection)
        /// Somebody is being connected to, or asked for addresses, without anything that speaks against success.
        case promising
        /// It looks bad; the call fails unless it wants to wait.
        case bad(Bad)
        case closed
    }

    /// Why there is no connection.
    struct Bad {
        /// Whether there would be one to an instance that does not serve.
        var isSick: Bool
        /// Whether an attempt to connect is under way after one that failed.
        var isTrying: Bool
        /// Whether nothing speaks against an instance but that it was not tried.
        var isOneUntried: Bool
        var nextAttempt: NIODeadline?
    }

    var subchannels: [Subchannel] = []
    /// That for calls from elsewhere than the group's event loops comes first.
    var choices = [Choice(loop: nil)]
    var ejections: Ejections?
    var sweep: ScheduledWork?
    /// Whether all calls go to one instance as long as it can take them.
    let picksFirst: Bool
    /// The instance that is for; nil when none can take calls.
    private(set) var selected: Endpoint?
    /// The instances that calls go to, on whatever event loop.
    private(set) var taking: Set<Endpoint> = []
    var isResolved: Bool
    var isClosed = false
    /// Counts changes that somebody may wait for.
    var version = 0
    var waiters: [Int: EventLoopPromise<Void>] = [:]
    var nextWaiter = 0

    init(picksFirst: Bool, ejections: Ejections?, isResolved: Bool = false) {
        self.picksFirst = picksFirst
        self.ejections = ejections
        self.isResolved = isResolved
    }

    /// The choice for calls from an event loop; nil when none was made from there yet.
    func choice(for loop: (any EventLoop)?) -> Int? {
        guard let loop else { return 0 }
        for index in choices.indices.dropFirst() where choices[index].isFor(loop) { return index }
        return nil
    }

    /// Finds out anew what there is to choose from.
    mutating func rebuild() {
        if picksFirst { select() }
        let able = subchannels.filter { isAble($0) }.map(\.endpoint)
        let rested = able.filter { ejections?.isEjected($0) != true }
        taking = picksFirst ? Set(selected.map { [$0] } ?? []) : Set(rested.isEmpty ? able : rested)
        for index in choices.indices { rebuild(&choices[index]) }
    }

    private func isAble(_ subchannel: Subchannel) -> Bool {
        let outlook = subchannel.outlook(on: nil)
        return outlook.isConnected && outlook.health.takesCalls
    }

    /// Stays with the instance that takes the calls, or goes to the first that can: one that is not ejected, if there is any.
    private mutating func select() {
        let able = subchannels.filter { isAble($0) }.map(\.endpoint)
        let rested = able.filter { ejections?.isEjected($0) != true }
        if let selected, (rested.isEmpty ? able : rested).contains(selected) { return }
        selected = rested.first ?? able.first
    }

    private func rebuild(_ choice: inout Choice) {
        var taking: [ClientConnection] = []
        var untold: [ClientConnection] = []
        var ejected: [ClientConnection] = []
        choice.nextAttempt = nil
        for subchannel in subchannels where selected == nil || selected == subchannel.endpoint {
            let outlook = subchannel.outlook(on: choice.loop)
            guard let connection = outlook.connection else {
                // Without this no call would ever look for it again.
                if !outlook.isConnecting {
                    let time = outlook.notBefore ?? .uptimeNanoseconds(0)
                    choice.nextAttempt = min(choice.nextAttempt ?? time, time)
                }
                continue
            }
            guard outlook.health.takesCalls else { continue }
            if ejections?.isEjected(subchannel.endpoint) == true {
                ejected.append(connection)
            } else if outlook.health == .unknown {
                untold.append(connection)
            } else {
                taking.append(connection)
            }
        }
        // One that has just been connected to may still be starting, so that one which serves goes before it.
        let best = taking.isEmpty ? untold : taking
        choice.use(best.isEmpty ? ejected : best)
    }

    mutating func outlook(on loop: (any EventLoop)?, _ policy: BalancingPolicy) -> Outlook {
        if isClosed { return .closed }
        if let index = choice(for: loop), let pick = choices[index].pick(policy) { return .ready(pick) }
        // Better over another event loop than later.
        if let pick = choices[0].pick(policy) { return .ready(pick) }
        guard isResolved || !subchannels.isEmpty else { return .promising }
        let outlooks = subchannels.map { $0.outlook(on: nil) }
        if outlooks.contains(where: { $0.isConnecting && !$0.isFailing }) { return .promising }
        return .bad(
            Bad(
                isSick: outlooks.contains { $0.isConnected && !$0.health.takesCalls },
                isTrying: outlooks.contains { $0.isConnecting },
                isOneUntried: outlooks.contains { !$0.isConnected && !$0.isConnecting && $0.notBefore == nil },
                nextAttempt: outlooks.lazy.filter { !$0.isConnected && !$0.isConnecting }.compactMap(\.notBefore).min()
            )
        )
    }
}
