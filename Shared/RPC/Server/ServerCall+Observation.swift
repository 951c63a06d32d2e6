import NIOCore
import Wire

extension ServerCall {
    /// Attaches an observer to which the call's start was already reported.
    func startReporting(to observer: (any ServerCallObserver)?, since start: NIODeadline) {
        self.observer = observer
        self.start = start
    }

    /// Reports the end of the call for its client. Only the first one counts.
    /// - Parameters:
    ///   - wasRejected: Whether no handler has seen it.
    ///   - cause: The handler's error, when the status reported to the client conceals it.
    /// - Returns: Whether an observer has recorded the cause.
    @discardableResult
    func reportEnd(
        _ code: StatusCode,
        reason: StatusReason = .none,
        wasRejected: Bool = false,
        cause: (any Error)? = nil
    )
        -> Bool
    {
        guard let observer = observer.take() else { return false }
        var outcome = CallOutcome(code: code, sentBytes: sentBytes, receivedBytes: receivedBytes)
        (outcome.reason, outcome.wasRejected, outcome.cause) = (reason, wasRejected, cause)
        outcome.report(to: observer, for: context, since: start, now: connection.clock.now)
        return true
    }
}

/// How a call ended, as it is reported to an observer.
struct CallOutcome {
    var code: StatusCode
    var reason = StatusReason.none
    var sentBytes = 0
    var receivedBytes = 0
    /// Whether no handler has seen it.
    var wasRejected = false
    /// The handler's error, when the status reported to the client conceals it.
    var cause: (any Error)?

    func report(
        to observer: any ServerCallObserver,
        for context: CallContext,
        since start: NIODeadline,
        now: NIODeadline
    ) {
        observer.ended(code, duration: now - start, sentBytes: sentBytes, receivedBytes: receivedBytes)
        let isWanted = wasRejected ? observer.wantsRecord(ofRejected: code) : observer.wantsRecord(of: code)
        guard cause != nil || isWanted else { return }
        observer.record(
            ServerCallRecord(
                method: context.method,
                code: code,
                reason: reason,
                duration: now - start,
                remaining: context.deadline.map { $0 - now },
                peerService: context.peerService,
                trace: context.trace,
                sentBytes: sentBytes,
                receivedBytes: receivedBytes,
                wasRejected: wasRejected,
                cause: cause
            )
        )
    }
}

/// A route and the observer of its calls.
final class ObservedRoute: Sendable {
    let route: ServerRoute
    let observer: (any ServerCallObserver)?
    /// Whether its calls are health watches, which do not keep a connection from being idle.
    let isBackground: Bool

    init(route: ServerRoute, observer: (any ServerCallObserver)?) {
        self.route = route
        self.observer = observer
        isBackground = route.method.path == OperationalServices.watchHealth
    }
}
