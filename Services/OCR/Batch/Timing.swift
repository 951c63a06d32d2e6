import Glibc

/// A duration, in seconds.
struct Timing: Codable {
    /// Processor time of all threads.
    var cpu: Double
    /// Elapsed time.
    var wall: Double

    static func measure<Result>(_ work: () throws -> Result) rethrows -> (Result, Timing) {
        let (cpu, wall) = (Self.now(CLOCK_PROCESS_CPUTIME_ID), Self.now(CLOCK_MONOTONIC))
        let result = try work()
        let timing = Timing(cpu: Self.now(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall: Self.now(CLOCK_MONOTONIC) - wall)
        return (result, timing)
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
