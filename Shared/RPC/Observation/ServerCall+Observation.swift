import NIOCore
import Wire

extension ServerCall {
    /// From now on the call is told of.
    func tellStart(to observer: any ServerCallObserver, at start: NIODeadline) {
        self.observer = observer
        self.start = start
        observer.started()
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
        guard let observer else { return false }
        self.observer = nil
        let now = connection.clock.now
        observer.ended(code, duration: now - start, sentBytes: sentBytes, receivedBytes: receivedBytes)
        let isWanted = wasRefused ? observer.wantsRecord(ofRefused: code) : observer.wantsRecord(of: code)
        guard cause != nil || isWanted else { return true }
        observer.record(
            ServerCallRecord(
                method: header.template.method,
                code: code,
                reason: reason,
                duration: now - start,
                remaining: deadline.map { $0 - now },
                peerService: context.peerService,
                trace: context.trace,
                sentBytes: sentBytes,
                receivedBytes: receivedBytes,
                wasRefused: wasRefused,
                cause: cause
            )
        )
        return true
    }
}

/// A route, and who is told of its calls.
struct ObservedRoute: Sendable {
    let route: ServerRoute
    let observer: (any ServerCallObserver)?
}
