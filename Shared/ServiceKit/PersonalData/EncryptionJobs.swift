package import Logging

extension PersonKeys {
    /// Wraps the keys under the current master key, once that is another one.
    package var rewrapping: ScheduledJob {
        ScheduledJob("rewrap person keys", .every(.seconds(3_600))) { _ in try await self.rewrap() }
    }
}

extension ScheduledJob {
    /// Encrypts what former versions stored as it was, some time after a program has started first.
    /// - Parameter sealAll: Encrypts all that is not encrypted yet, and returns the rows that were changed.
    package static func encryptingPersonalColumns(
        log: Logger,
        _ sealAll: @escaping @Sendable () async throws -> Int
    ) -> ScheduledJob {
        ScheduledJob("encrypt personal columns", .every(.seconds(1_800))) { _ in
            let count = try await sealAll()
            if count > 0 { log.notice("rows are encrypted", metadata: ["rows": "\(count)"]) }
        }
    }
}
