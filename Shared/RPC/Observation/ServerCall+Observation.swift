import NIOCore
import Wire

extension ServerCall {
    /// From now on the observer, who knows that the call has started, is told of it.
    func isTold(to observer: (any ServerCallObserver)?, since start: NIODeadline) {
        self.observer = observer
        self.start = start
    }

    /// The call is over for its client. Only the first end is told.
    /// - Parameters:
    ///   - wasRefused: Whether no handler has seen it.
    ///   - cause: What the handler failed with when the client is told less than that.
    /// - Returns: Whether somebody has taken note of the cause.
    @discardableResult
    func tellEnd(_ code: StatusCode, reason: String = "", wasRefused: Bool = false, cause: (any Error)? = nil)
        -> Bool
    {
        guard let observer = observer.take() else { return false }
        var ending = CallEnding(code: code, sentBytes: sentBytes, receivedBytes: receivedBytes)
        (ending.reason, ending.wasRefused, ending.cause) = (reason, wasRefused, cause)
        ending.tell(observer, of: context, since: start, now: connection.clock.now)
        return true
    }
}

/// How a call ended, for those who are told.
struct CallEnding {
    var code: StatusCode
    var reason = ""
    var sentBytes = 0
    var receivedBytes = 0
    /// Whether no handler has seen it.
    var wasRefused = false
    /// What the handler failed with when the client is told less than that.
    var cause: (any Error)?

    func tell(_ observer: any ServerCallObserver, of context: CallContext, since start: NIODeadline, now: NIODeadline) {
        observer.ended(code, duration: now - start, sentBytes: sentBytes, receivedBytes: receivedBytes)
        let isWanted = wasRefused ? observer.wantsRecord(ofRefused: code) : observer.wantsRecord(of: code)
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
                wasRefused: wasRefused,
                cause: cause
            )
        )
    }
}

/// A route, and who is told of its calls.
final class ObservedRoute: Sendable {
    let route: ServerRoute
    let observer: (any ServerCallObserver)?
    /// Whether its calls keep no connection from being idle: those over which channels follow the health.
    let isBackground: Bool

    init(route: ServerRoute, observer: (any ServerCallObserver)?) {
        self.route = route
        self.observer = observer
        isBackground = route.method.path == HealthWatch.method
    }
}
