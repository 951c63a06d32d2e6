package import RPC

/// Enforces the access rule of every method; a call that no rule lets through does not reach its handler.
package struct AccessControl: ServerInterceptor {
    private let verifier: TokenVerifier

    /// Checks tokens with `verifier`.
    package init(verifier: TokenVerifier) { self.verifier = verifier }

    package func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        switch method.access {
        case .anyone: break
        case .user: context.verifiedUser = try await verifier.verify(try AccessControl.token(of: context))
        case .services(let allowed):
            guard let peer = context.peerService, allowed.contains(peer) else {
                throw Status(.permissionDenied, "This method is not for you.", reason: "CALLER_NOT_ALLOWED")
            }
        }
        try await next(context)
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
