// Generated from larder/auth/v1/recovery.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Recovery` has: its methods and who may call them.
    public enum RecoveryService {
        public static let requestPasswordReset = MethodDescriptor(
            service: "larder.auth.v1.Recovery",
            name: "RequestPasswordReset",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.RequestPasswordResetRequest.descriptor,
            response: Auth.RequestPasswordResetResponse.descriptor
        )
        public static let resetPassword = MethodDescriptor(
            service: "larder.auth.v1.Recovery",
            name: "ResetPassword",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.ResetPasswordRequest.descriptor,
            response: Auth.ResetPasswordResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Recovery",
            methods: [requestPasswordReset, resetPassword]
        )
    }

    /// Getting back into an account.
    public protocol RecoveryProvider: ServiceProvider {
        /// Mails a link for choosing a new password, and the user name, to the address of the account that has this user name or
        /// e-mail address, unless that is not confirmed. The response is the same, and comes as fast, whether or not there is such an
        /// account. An account gets one such mail in five minutes.
        ///
        /// Callers: anyone.
        func requestPasswordReset(_ request: Auth.RequestPasswordResetRequest, context: CallContext) async throws -> Auth.RequestPasswordResetResponse
        /// Sets a new password by the token of a mailed link, which works once and for an hour. All sessions end, and a lock is
        /// lifted. INVALID_ARGUMENT with the reason LINK_INVALID for a link that was used, is too old or never was one, whatever the
        /// password. With an idempotency key the same request can be repeated while the link lives and the password is not replaced.
        ///
        /// Callers: anyone.
        func resetPassword(_ request: Auth.ResetPasswordRequest, context: CallContext) async throws -> Auth.ResetPasswordResponse
    }

    /// Calls `larder.auth.v1.Recovery`.
    public struct RecoveryClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Mails a link for choosing a new password, and the user name, to the address of the account that has this user name or
        /// e-mail address, unless that is not confirmed. The response is the same, and comes as fast, whether or not there is such an
        /// account. An account gets one such mail in five minutes.
        public func requestPasswordReset(_ request: Auth.RequestPasswordResetRequest, options: CallOptions = CallOptions()) async throws -> Auth.RequestPasswordResetResponse {
            try await channel.unary(RecoveryService.requestPasswordReset, request, options: options)
        }

        /// Sets a new password by the token of a mailed link, which works once and for an hour. All sessions end, and a lock is
        /// lifted. INVALID_ARGUMENT with the reason LINK_INVALID for a link that was used, is too old or never was one, whatever the
        /// password. With an idempotency key the same request can be repeated while the link lives and the password is not replaced.
        public func resetPassword(_ request: Auth.ResetPasswordRequest, options: CallOptions = CallOptions()) async throws -> Auth.ResetPasswordResponse {
            try await channel.unary(RecoveryService.resetPassword, request, options: options)
        }
    }
}

extension Auth.RecoveryProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.RecoveryService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.RecoveryService.requestPasswordReset) { (request: Auth.RequestPasswordResetRequest, context: CallContext) async throws -> Auth.RequestPasswordResetResponse in
                try await self.requestPasswordReset(request, context: context)
            },
            .unary(Auth.RecoveryService.resetPassword) { (request: Auth.ResetPasswordRequest, context: CallContext) async throws -> Auth.ResetPasswordResponse in
                try await self.resetPassword(request, context: context)
            },
        ]
    }
}
