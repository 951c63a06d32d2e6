/// Runs around every call of a server: checks, adds to the context, counts.
public protocol ServerInterceptor: Sendable {
    /// Serves a call or rejects it by throwing a ``Status``.
    /// - Parameters:
    ///   - method: What is called.
    ///   - context: What is known of the call so far.
    ///   - next: Goes on with the context to use from here.
    func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: @Sendable (CallContext) async throws -> Void
    ) async throws
}

extension ServerRoute {
    /// The route with interceptors around its handler, the first of them outermost.
    func intercepted(by interceptors: [any ServerInterceptor]) -> ServerRoute {
        guard !interceptors.isEmpty else { return self }
        return ServerRoute(method: method) { [serve, method] call, context in
            @Sendable func intercept(_ context: CallContext, from index: Int) async throws {
                guard index < interceptors.count else {
                    return try await CallContext.$current.withValue(context) { try await serve(call, context) }
                }
                try await interceptors[index].intercept(method, context) { try await intercept($0, from: index + 1) }
            }
            try await intercept(context, from: 0)
        }
    }
}
