import RPC

/// Counts every call by the address it comes from, before anything else is done for it.
struct AddressLimits: ServerInterceptor {
    let limiter: RateLimiter
    let concurrency: ConcurrencyLimit

    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        let network = ClientNetwork(address: context.peerAddress)
        try limiter.admit(network, method: method)
        try concurrency.enter(network)
        defer { concurrency.leave(network) }
        try await next(context)
    }
}
