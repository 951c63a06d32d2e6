import NIOCore
import Synchronization
import Wire

/// Reports one call and its attempts to an observer.
package final class CallObservation: Sendable {
    private struct State {
        var attempts = 0
        var running = 0
        var idleSince: NIODeadline?
        var wasUnprocessed = false
        var repetition = RetryStatistics()
    }

    private let observer: any ClientCallObserver
    private let clock: any RPCClock
    private let isHedged: Bool
    private let began: NIODeadline
    private let state = Mutex(State())

    /// Begins with the call.
    init(_ observer: any ClientCallObserver, clock: any RPCClock, isHedged: Bool) {
        self.observer = observer
        self.clock = clock
        self.isHedged = isHedged
        began = clock.now
    }

    /// Retries a call whose first attempt has failed.
    init(_ observer: any ClientCallObserver, clock: any RPCClock, began: NIODeadline, after failure: Status) {
        self.observer = observer
        self.clock = clock
        self.began = began
        isHedged = false
        state.withLock { state in
            state.attempts = 1
            state.idleSince = clock.now
            state.wasUnprocessed = failure.isUnprocessed
        }
    }

    /// Makes the call and reports its end.
    func call<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            ended(.ok)
            return result
        } catch {
            ended(StatusCode(of: error))
            throw error
        }
    }

    /// Reports the end of a call that ``call(_:)`` does not make.
    package func ended(_ code: StatusCode) {
        let repetition = state.withLock { $0.attempts > 1 ? $0.repetition : nil }
        observer.callEnded(code, duration: clock.now - began, repetition: repetition)
    }

    /// Makes an attempt, which counts.
    func attempt<Result>(_ body: () async throws -> Result) async throws -> Result {
        begin(at: clock.now)
        do {
            let result = try await body()
            finish(nil)
            return result
        } catch {
            finish(error as? Status)
            throw error
        }
    }

    private func begin(at now: NIODeadline) {
        state.withLock { state in
            state.attempts += 1
            state.running += 1
            guard state.attempts > 1 else { return }
            if isHedged {
                state.repetition.hedges += 1
            } else if state.wasUnprocessed {
                state.repetition.transparentRetries += 1
            } else {
                state.repetition.retries += 1
            }
            if let since = state.idleSince { state.repetition.delay = state.repetition.delay + (now - since) }
            state.idleSince = nil
        }
    }

    private func finish(_ status: Status?) {
        let now = clock.now
        state.withLock { state in
            state.running -= 1
            if state.running == 0 { state.idleSince = now }
            state.wasUnprocessed = status?.isUnprocessed == true
        }
    }
}

/// The observers of a channel's methods, each requested once.
final class CallObservers: Sendable {
    private let channel: any ClientObserver
    private let methods = Mutex<[String: any ClientCallObserver]>([:])

    init(_ channel: any ClientObserver) { self.channel = channel }

    func observer(of method: String) -> any ClientCallObserver {
        methods.withLock { methods in
            if let known = methods[method] { return known }
            let new = channel.method(method)
            methods[method] = new
            return new
        }
    }
}

/// An attempt of a call that is reported to an observer.
struct ObservedAttempt: Sendable {
    private let observer: any ClientCallObserver
    private let start: NIODeadline

    /// The attempt begins.
    init(_ observer: any ClientCallObserver, at now: NIODeadline) {
        self.observer = observer
        start = now
        observer.attemptStarted()
    }

    /// The attempt is over.
    func ended(_ code: StatusCode, at now: NIODeadline, sentBytes: Int = 0, receivedBytes: Int = 0) {
        observer.attemptEnded(code, duration: now - start, sentBytes: sentBytes, receivedBytes: receivedBytes)
    }
}

extension StatusCode {
    /// What a call that fails with an error counts as.
    package init(of error: any Error) {
        switch error {
        case let status as Status: self = status.code
        case is CancellationError: self = .cancelled
        default: self = .unknown
        }
    }
}

extension Result<Void, Status> {
    var code: StatusCode {
        switch self {
        case .success: .ok
        case .failure(let status): status.code
        }
    }
}
