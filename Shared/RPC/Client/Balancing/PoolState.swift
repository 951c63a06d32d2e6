import NIOCore

/// The instances that a pool knows and who of them takes calls.
struct PoolState {
    /// What a call can expect.
    enum PickResult {
        case ready(ClientConnection)
        /// Somebody is being connected to, or asked for addresses, without anything that speaks against success.
        case connecting
        /// There is no connection; the call fails unless it waits for readiness.
        case unavailable(Unavailable)
        case closed
    }

    /// Why there is no connection.
    struct Unavailable {
        /// Whether there would be one to an instance that does not serve.
        var isUnhealthy: Bool
        /// Whether an attempt to connect is under way after one that failed.
        var isReconnecting: Bool
        /// Whether nothing speaks against an instance but that it was not tried.
        var hasUntriedInstance: Bool
        var nextAttempt: NIODeadline?
    }

    var subchannels: [Subchannel] = []
    /// That for calls from elsewhere than the group's event loops comes first.
    var pickers = [Picker(loop: nil)]
    var ejections: Ejections?
    var sweep: ScheduledWork?
    /// Whether all calls go to one instance as long as it can take them.
    let picksFirst: Bool
    /// The instance that is for; nil when none can take calls.
    private(set) var selected: Endpoint?
    /// The instances that calls go to, on whatever event loop.
    private(set) var ready: Set<Endpoint> = []
    var isResolved: Bool
    var isClosed = false
    /// Incremented with every change, for calls that wait for one.
    var version = 0
    var waiters: [Int: EventLoopPromise<Void>] = [:]
    var nextWaiter = 0

    init(picksFirst: Bool, ejections: Ejections?, isResolved: Bool = false) {
        self.picksFirst = picksFirst
        self.ejections = ejections
        self.isResolved = isResolved
    }

    /// The index of the picker for an event loop; nil when there is none yet.
    func picker(for loop: (any EventLoop)?) -> Int? {
        guard let loop else { return 0 }
        for index in pickers.indices.dropFirst() where pickers[index].isFor(loop) { return index }
        return nil
    }

    /// Rebuilds the pickers from the present state of all subchannels.
    mutating func rebuild() {
        if picksFirst { select() }
        let healthy = subchannels.filter { isHealthy($0) }.map(\.endpoint)
        let notEjected = healthy.filter { ejections?.isEjected($0) != true }
        ready = picksFirst ? Set(selected.map { [$0] } ?? []) : Set(notEjected.isEmpty ? healthy : notEjected)
        for index in pickers.indices { rebuild(&pickers[index]) }
    }

    private func isHealthy(_ subchannel: Subchannel) -> Bool {
        let availability = subchannel.availability(on: nil)
        return availability.isConnected && availability.health.takesCalls
    }

    /// Keeps the selected instance, or selects the first that can take calls. One that is not ejected goes first, if
    /// there is any.
    private mutating func select() {
        let healthy = subchannels.filter { isHealthy($0) }.map(\.endpoint)
        let notEjected = healthy.filter { ejections?.isEjected($0) != true }
        if let selected, (notEjected.isEmpty ? healthy : notEjected).contains(selected) { return }
        selected = notEjected.first ?? healthy.first
    }

    private func rebuild(_ picker: inout Picker) {
        var ready: [ClientConnection] = []
        var unknown: [ClientConnection] = []
        var ejected: [ClientConnection] = []
        picker.nextAttempt = nil
        for subchannel in subchannels where selected == nil || selected == subchannel.endpoint {
            let availability = subchannel.availability(on: picker.loop)
            guard let connection = availability.connection else {
                // Without this no call would ever look for it again.
                if !availability.isConnecting {
                    let time = availability.notBefore ?? .uptimeNanoseconds(0)
                    picker.nextAttempt = min(picker.nextAttempt ?? time, time)
                }
                continue
            }
            guard availability.health.takesCalls else { continue }
            if ejections?.isEjected(subchannel.endpoint) == true {
                ejected.append(connection)
            } else if availability.health == .unknown {
                unknown.append(connection)
            } else {
                ready.append(connection)
            }
        }
        // One that has just been connected to may still be starting, so that one which serves goes before it.
        let best = ready.isEmpty ? unknown : ready
        picker.use(best.isEmpty ? ejected : best)
    }

    mutating func pick(on loop: (any EventLoop)?, _ policy: BalancingPolicy) -> PickResult {
        if isClosed { return .closed }
        if let index = picker(for: loop), let pick = pickers[index].pick(policy) { return .ready(pick) }
        // Better over another event loop than later.
        if let pick = pickers[0].pick(policy) { return .ready(pick) }
        guard isResolved || !subchannels.isEmpty else { return .connecting }
        let availabilities = subchannels.map { $0.availability(on: nil) }
        if availabilities.contains(where: { $0.isConnecting && !$0.isFailing }) { return .connecting }
        // One that has been connected to since the pickers were rebuilt is about to be reported to those that wait.
        if availabilities.contains(where: { $0.isConnected && $0.health.takesCalls }) { return .connecting }
        return .unavailable(
            Unavailable(
                isUnhealthy: availabilities.contains { $0.isConnected && !$0.health.takesCalls },
                isReconnecting: availabilities.contains { $0.isConnecting },
                hasUntriedInstance: availabilities.contains {
                    !$0.isConnected && !$0.isConnecting && $0.notBefore == nil
                },
                nextAttempt: availabilities.lazy.filter { !$0.isConnected && !$0.isConnecting }.compactMap(\.notBefore)
                    .min()
            )
        )
    }
}
