import Logging
import NIOCore
import Synchronization

/// Runs a resolver at the start, periodically and on request. It never runs more often than allowed.
final class Resolution: Sendable {
    private struct State {
        var isRunning = false
        var isRequestedAgain = false
        var isStopped = false
        var lastStart: NIODeadline?
        var failures = 0
        var lastFailure: String?
        var timer: ScheduledWork?
    }

    let resolver: any EndpointResolver
    private let intervals: ResolutionIntervals
    private let clock: any RPCClock
    private let loop: any EventLoop
    private let log: Logger
    /// What was found; nil after a failure.
    private let onResult: @Sendable ([Endpoint]?) -> Void
    private let state = Mutex(State())

    init(
        _ resolver: any EndpointResolver,
        intervals: ResolutionIntervals,
        clock: any RPCClock,
        loop: any EventLoop,
        log: Logger,
        onResult: @escaping @Sendable ([Endpoint]?) -> Void
    ) {
        self.resolver = resolver
        self.intervals = intervals
        self.clock = clock
        self.loop = loop
        self.log = log
        self.onResult = onResult
    }

    /// Why the last lookup failed; nil when it succeeded.
    var lastFailure: String? { state.withLock { $0.lastFailure } }

    /// Requests the first resolution; later calls have no effect.
    func start() {
        let isFirst = state.withLock { $0.lastStart == nil && !$0.isRunning }
        if isFirst { requestResolution() }
    }

    /// Requests another resolution as soon as that is allowed.
    func requestResolution() {
        let begins = state.withLock { state in
            guard !state.isStopped else { return false }
            if state.isRunning {
                state.isRequestedAgain = true
                return false
            }
            let now = clock.now
            if let last = state.lastStart, last + intervals.minimum > now {
                schedule(at: last + intervals.minimum, &state)
                return false
            }
            state.timer?.cancel()
            state.timer = nil
            state.isRunning = true
            state.isRequestedAgain = false
            state.lastStart = now
            return true
        }
        if begins { Task { await self.run() } }
    }

    private func run() async {
        let result: Result<[Endpoint], any Error>
        do { result = .success(try await resolver.resolve()) } catch { result = .failure(error) }
        // Reported before another lookup can begin, so that results never overtake one another.
        switch result {
        case .success(let endpoints) where !endpoints.isEmpty: onResult(endpoints)
        default: onResult(nil)
        }
        let isNews = state.withLock { state in
            state.isRunning = false
            let delay: TimeAmount
            switch result {
            case .success(let endpoints) where !endpoints.isEmpty:
                state.failures = 0
                state.lastFailure = nil
                delay = intervals.regular
            case .success:
                state.failures += 1
                state.lastFailure = "there are no addresses"
                delay = intervals.afterFailure.amount(afterFailures: state.failures)
            case .failure(let error):
                state.failures += 1
                state.lastFailure = "\(error)"
                delay = intervals.afterFailure.amount(afterFailures: state.failures)
            }
            let next = state.isRequestedAgain ? intervals.minimum : max(delay, intervals.minimum)
            if !state.isStopped { schedule(at: clock.now + next, &state) }
            return state.failures == 1
        }
        if isNews {
            let why = lastFailure ?? ""
            log.warning("cannot resolve", metadata: ["target": "\(resolver.target)", "why": "\(why)"])
        }
    }

    private func schedule(at time: NIODeadline, _ state: inout State) {
        state.timer?.cancel()
        state.timer = clock.schedule(at: time, on: loop) { [weak self] in self?.requestResolution() }
    }

    /// Stops resolving.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.timer?.cancel()
            state.timer = nil
        }
    }
}
