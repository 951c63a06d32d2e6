/// Runs `body` beside guards, the first of which that throws ends it.
///
/// A guard that is cancelled decides nothing: when the task is cancelled, what `body` returns counts, since it may be done
/// all the same.
/// - Throws: What `body` throws, or a guard.
package func guarding<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result,
    by guards: (@Sendable () async throws -> Void)...
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        for each in guards {
            group.addTask {
                do { try await each() } catch  where Task.isCancelled {}
                return nil
            }
        }
        defer { group.cancelAll() }
        while let result = try await group.next() { if let result { return result } }
        throw CancellationError()
    }
}
