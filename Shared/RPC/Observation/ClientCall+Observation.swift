import NIOCore
import Wire

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
    init(of error: any Error) {
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
