/// The deadline of an operation that consists of several calls.
struct Deadline {
    private let end: ContinuousClock.Instant?

    /// A deadline from now.
    /// - Parameter timeout: the maximum duration; nil for none.
    init(timeout: Duration?) { end = timeout.map { .now + $0 } }

    /// Whether the deadline has passed.
    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// The remaining time for the next call; nil without a deadline.
    /// - Throws: DEADLINE_EXCEEDED when none remains.
    func remaining() throws -> Duration? {
        guard !isOver else { throw Deadline.exhausted }
        return end.map { $0 - .now }
    }

    /// Waits between two calls.
    /// - Throws: DEADLINE_EXCEEDED at once when the deadline is before the end of the wait.
    func pause(_ duration: Duration) async throws {
        if let end, .now + duration >= end { throw Deadline.exhausted }
        try await Task.sleep(for: duration)
    }

    private static let exhausted = Status(.deadlineExceeded, .client.timeLimit)
}
