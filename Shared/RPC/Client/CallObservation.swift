import NIOCore
import Synchronization
import Wire

/// Tells an observer of one call and its attempts.
final class CallObservation: Sendable {
    private struct State {
        var attempts = 0
        var running = 0
        var idleSince: NIODeadline?
        var wasUnprocessed = false
        var repetition = CallRepetition()
    }

    private let observer: any ClientCallObserver
    private let clock: any RPCClock
    private let isHedged: Bool
    private let sentBytes: Int
    private let began: NIODeadline
    private let state = Mutex(State())

    /// Begins with the call.
    init(_ observer: any ClientCallObserver, clock: any RPCClock, isHedged: Bool, sentBytes: Int) {
        self.observer = observer
        self.clock = clock
        self.isHedged = isHedged
        self.sentBytes = sentBytes
        began = clock.now
    }

    /// Makes an attempt and tells of it.
    func attempt(_ body: () async throws -> ByteBuffer) async throws -> ByteBuffer {
        let started = clock.now
        begin(at: started)
        do {
            let response = try await body()
            finish(.ok, since: started, receivedBytes: response.readableBytes)
            return response
        } catch {
            finish(CallObservation.code(of: error), since: started, error as? Status)
            throw error
        }
    }

    private func begin(at now: NIODeadline) {
        observer.attemptStarted()
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

    private func finish(_ code: StatusCode, since started: NIODeadline, _ status: Status? = nil, receivedBytes: Int = 0)
    {
        let now = clock.now
        state.withLock { state in
            state.running -= 1
            if state.running == 0 { state.idleSince = now }
            state.wasUnprocessed = status?.isUnprocessed == true
        }
        observer.attemptEnded(code, duration: now - started, sentBytes: sentBytes, receivedBytes: receivedBytes)
    }

    /// The call is over; nil for OK.
    func ended(_ error: (any Error)?) {
        let repetition = state.withLock { $0.attempts > 1 ? $0.repetition : nil }
        let code = error.map(CallObservation.code) ?? .ok
        observer.callEnded(code, duration: clock.now - began, repetition: repetition)
    }

    private static func code(of error: any Error) -> StatusCode {
        if let status = error as? Status { return status.code }
        return error is CancellationError ? .cancelled : .unknown
    }
}
