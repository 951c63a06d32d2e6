import Foundation

/// Calls that begin at a steady rate, whether or not former ones have ended, as those of many users do.
struct SteadyCalls {
    /// A second.
    let rate: Int
    let seconds: Int

    /// Milliseconds from when each call is due until it has ended, so that one that waits for another counts its waiting.
    func latencies(_ call: @escaping @Sendable (Int) async throws -> Void) async throws -> [Double] {
        let begin = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Double.self) { group in
            for number in 0..<rate * seconds {
                let due = begin + .seconds(1) * number / rate
                try await Task.sleep(until: due)
                group.addTask {
                    try await call(number)
                    return (ContinuousClock.now - due) / .milliseconds(1)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
