import RPC
import RPCStubs
import RPCValues
import Synchronization

/// Counts the outcomes of calls, so that a client can see whether its cancellation reached the handler.
final class CallTally: ServerInterceptor {
    private let state = Mutex(RPCMessages.Tally())

    var current: RPCMessages.Tally { state.withLock { $0 } }

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        guard method.path != RPCMessages.ConformanceService.getTally.path else { return try await next(context) }
        state.withLock { tally in
            tally.started += 1
            tally.running += 1
        }
        defer {
            state.withLock { tally in
                tally.running -= 1
                if Task.isCancelled { tally.cancelled += 1 }
            }
        }
        try await next(context)
    }
}
