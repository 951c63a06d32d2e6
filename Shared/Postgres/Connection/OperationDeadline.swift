import Synchronization

/// The time by which an operation must have ended; another thread may move it nearer while the operation waits.
final class OperationDeadline: Sendable {
    private let instant: Mutex<ContinuousClock.Instant?>

    /// - Parameter instant: nil for no limit.
    init(_ instant: ContinuousClock.Instant? = nil) { self.instant = Mutex(instant) }

    convenience init(after duration: Duration) { self.init(.now + duration) }

    var current: ContinuousClock.Instant? { instant.withLock { $0 } }

    /// Moves the deadline to `earlier`, unless it is nearer already, and lets a waiting operation notice.
    func shorten(to earlier: ContinuousClock.Instant) {
        instant.withLock { $0 = min($0 ?? earlier, earlier) }
        SocketPoller.shared.wake()
    }
}
