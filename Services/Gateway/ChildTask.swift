/// Does something in a child task, and returns its result.
///
/// A task keeps all the stack that it ever needed until it ends: what comes before a long wait belongs into a task of its own.
///
/// Never inlined, so that what waiting for the child needs is not part of the caller's frame.
@inline(never)
func inChildTask<Result: Sendable>(_ operation: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await operation() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
