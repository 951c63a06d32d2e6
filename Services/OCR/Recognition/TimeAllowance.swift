/// The time limits of a worker for one image: processor time and elapsed time.
package struct TimeAllowance: Sendable {
    private let processorEnd: Duration?
    private let end: ContinuousClock.Instant

    /// Starts the allowance.
    /// - Parameters:
    ///   - processor: the limit of processor time.
    ///   - wall: the limit of elapsed time, in case the worker hangs.
    ///   - processorTime: the processor time used before; `nil` when unknown, then elapsed time alone counts.
    package init(
        processor: Duration,
        wall: Duration,
        from start: ContinuousClock.Instant,
        processorTime: Duration?
    ) {
        processorEnd = processorTime.map { $0 + processor }
        end = start + wall
    }

    /// The time before which a single-threaded worker cannot exceed the allowance; zero or less once exceeded.
    /// - Parameter processorTime: the worker's processor time since it started.
    package func rest(at now: ContinuousClock.Instant, processorTime: Duration?) -> Duration {
        let wall = end - now
        guard let processorEnd, let processorTime else { return wall }
        return min(wall, processorEnd - processorTime)
    }
}
