/// How long a caller waits for work of several calls.
struct Deadline {
    private let end: ContinuousClock.Instant?

    /// - Parameter timeout: Longest time from now; nil for ever.
    init(timeout: Duration?) { end = timeout.map { .now + $0 } }

    /// Whether the time is over.
    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// What is left for the next call; nil for ever.
    /// - Throws: DEADLINE_EXCEEDED when nothing is.
    func remaining() throws -> Duration? {
        guard !isOver else { throw Deadline.exhausted }
        return end.map { $0 - .now }
    }

    /// Waits between two calls.
    /// - Throws: DEADLINE_EXCEEDED at once when the time would be over before the end of the wait.
    func pause(_ duration: Duration) async throws {
        if let end, .now + duration >= end { throw Deadline.exhausted }
        try await Task.sleep(for: duration)
    }

    private static let exhausted = Status(.deadlineExceeded, "It took longer than you wanted to wait.")
}
