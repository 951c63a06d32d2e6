/// How much time a worker has for one image: processor time for its work, and time by the clock in case it hangs.
package struct TimeAllowance: Sendable {
    private let processorEnd: Duration?
    private let end: ContinuousClock.Instant

    /// - Parameters:
    ///   - processor: processor time that it may take.
    ///   - wall: time by the clock that it may take, whoever uses the processors.
    ///   - processorTime: what it has taken before; `nil` when that cannot be told, then the clock alone counts.
    package init(
        processor: Duration,
        wall: Duration,
        from start: ContinuousClock.Instant,
        processorTime: Duration?
    ) {
        processorEnd = processorTime.map { $0 + processor }
        end = start + wall
    }

    /// The time within which the allowance cannot be used up by a worker of one thread; zero or less when it is.
    /// - Parameter processorTime: what the worker has taken until now, since it started.
    package func rest(at now: ContinuousClock.Instant, processorTime: Duration?) -> Duration {
        let wall = end - now
        guard let processorEnd, let processorTime else { return wall }
        return min(wall, processorEnd - processorTime)
    }
}
