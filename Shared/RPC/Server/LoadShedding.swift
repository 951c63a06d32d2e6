import Foundations
import NIOCore

/// When a server rejects calls because it lags behind.
public struct LoadShedding: Sendable, Hashable {
    /// Lag of an event loop that is fine for ever.
    public var target: Duration
    /// How long the lag must exceed the target before calls are rejected.
    public var interval: Duration

    /// Makes rules.
    public init(target: Duration = .milliseconds(100), interval: Duration = .seconds(1)) {
        self.target = target
        self.interval = interval
    }
}

/// Decides which share of the calls to reject by the lag that is observed.
///
/// As in CoDel (RFC 8289), only a lag that never falls below the target within an interval counts as a standing queue; a
/// burst does not. The share rises step by step while the queue stands and falls while it does not, so that it settles
/// where the work that is admitted is what the loop can do.
struct LoadShedder {
    /// The share is counted in this many steps; one of them always gets through.
    static let steps = 16

    private let target: TimeAmount
    private let interval: TimeAmount
    private var aboveSince: NIODeadline?
    private(set) var level = 0
    private var debt = 0

    init(_ rules: LoadShedding) {
        target = .nanoseconds(rules.target.wholeNanoseconds)
        interval = .nanoseconds(rules.interval.wholeNanoseconds)
    }

    /// Records a lag.
    mutating func observe(_ lag: TimeAmount, now: NIODeadline) {
        guard lag > target else {
            aboveSince = nil
            level = max(0, level - 1)
            return
        }
        guard let since = aboveSince else { return aboveSince = now }
        guard now - since >= interval else { return }
        level = min(LoadShedder.steps - 1, level + 1)
    }

    /// Whether a call that comes now is served.
    mutating func admits() -> Bool {
        guard level > 0 else { return true }
        debt += level
        guard debt >= LoadShedder.steps else { return true }
        debt -= LoadShedder.steps
        return false
    }
}

/// Measures the lag of an event loop while it serves calls. Used on that loop alone.
final class LoopProbe: Sendable {
    private struct State {
        var shedder: LoadShedder
        var isArmed = false
        var isUsed = false
    }

    /// Time between two measurements.
    private static let period = TimeAmount.milliseconds(20)

    private let clock: any RPCClock
    private let state: NIOLoopBoundBox<State>

    init(_ rules: LoadShedding, loop: any EventLoop, clock: any RPCClock) {
        self.clock = clock
        state = .makeBoxSendingValue(State(shedder: LoadShedder(rules)), eventLoop: loop)
    }

    /// Whether a call that comes now is served.
    func admits() -> Bool {
        state.value.isUsed = true
        if !state.value.isArmed { arm() }
        return state.value.shedder.admits()
    }

    private func arm() {
        state.value.isArmed = true
        let due = clock.now + LoopProbe.period
        _ = clock.schedule(at: due, on: state.eventLoop) { self.fire(due: due) }
    }

    private func fire(due: NIODeadline) {
        let now = clock.now
        state.value.shedder.observe(now - due, now: now)
        state.value.isArmed = false
        // A loop without calls is not woken for nothing.
        guard state.value.isUsed || state.value.shedder.level > 0 else { return }
        state.value.isUsed = false
        arm()
    }
}
