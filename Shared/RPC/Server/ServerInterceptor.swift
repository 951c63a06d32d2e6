/// Runs around every call of a server: checks, adds to the context, counts.
public protocol ServerInterceptor: Sendable {
    /// Serves a call or refuses it by throwing a ``Status``.
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
