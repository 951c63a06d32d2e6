package import RPC

/// Enforces the access rule of every method; a call that no rule lets through does not reach its handler.
package struct AccessControl: ServerInterceptor {
    private let verifier: TokenVerifier

    /// Checks tokens with `verifier`.
    package init(verifier: TokenVerifier) { self.verifier = verifier }

    package nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        switch method.access {
        case .anyone: break
        case .user: context.verifiedUser = try await verifier.verify(try AccessControl.token(of: context))
        case .services(let allowed):
            guard AccessControl.peer(of: context, isAmong: allowed) else {
                throw Status(.permissionDenied, "This method is not for you.", reason: "CALLER_NOT_ALLOWED")
            }
        case .userOrServices(let allowed):
            if AccessControl.peer(of: context, isAmong: allowed) { break }
            context.verifiedUser = try await verifier.verify(try AccessControl.token(of: context))
        }
        try await next(context)
    }

    private static func peer(of context: CallContext, isAmong allowed: [String]) -> Bool {
        context.peerService.map(allowed.contains) ?? false
    }

    /// The bearer token of a call.
    /// - Throws: UNAUTHENTICATED when there is none.
    package static func token(of context: CallContext) throws -> String {
        guard let value = context.metadata[text: MetadataName.authorization], value.hasPrefix("Bearer ") else {
            throw Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
        }
        return String(value.dropFirst("Bearer ".count))
    }
}
