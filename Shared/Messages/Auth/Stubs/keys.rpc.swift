// Generated from larder/auth/v1/keys.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.KeyOperations` has: its methods and who may call them.
    public enum KeyOperationsService {
        public static let listSigningKeys = MethodDescriptor(
            service: "larder.auth.v1.KeyOperations",
            name: "ListSigningKeys",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Auth.ListSigningKeysRequest.descriptor,
            response: Auth.ListSigningKeysResponse.descriptor
        )
        public static let rotateSigningKey = MethodDescriptor(
            service: "larder.auth.v1.KeyOperations",
            name: "RotateSigningKey",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .none,
            request: Auth.RotateSigningKeyRequest.descriptor,
            response: Auth.ListSigningKeysResponse.descriptor
        )
        public static let rewrapKeys = MethodDescriptor(
            service: "larder.auth.v1.KeyOperations",
            name: "RewrapKeys",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Auth.RewrapKeysRequest.descriptor,
            response: Auth.RewrapKeysResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.KeyOperations",
            methods: [listSigningKeys, rotateSigningKey, rewrapKeys]
        )
    }

    /// The keys that sign access tokens and those that protect personal data, for operators who have
    /// signed in with a second factor. No answer contains a secret.
    public protocol KeyOperationsProvider: ServiceProvider {
        /// The keys with which access tokens are accepted, latest first.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listSigningKeys(_ request: Auth.ListSigningKeysRequest, context: CallContext) async throws -> Auth.ListSigningKeysResponse
        /// Makes a new signing key, besides those that auth makes on schedule. Made again, it makes another one.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func rotateSigningKey(_ request: Auth.RotateSigningKeyRequest, context: CallContext) async throws -> Auth.ListSigningKeysResponse
        /// Wraps what other master keys wrap under the first one of the file, some thousand keys a call. Repeat it until it
        /// rewraps nothing.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func rewrapKeys(_ request: Auth.RewrapKeysRequest, context: CallContext) async throws -> Auth.RewrapKeysResponse
    }

    /// Calls `larder.auth.v1.KeyOperations`.
    public struct KeyOperationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The keys with which access tokens are accepted, latest first.
        public func listSigningKeys(_ request: Auth.ListSigningKeysRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListSigningKeysResponse {
            try await channel.unary(KeyOperationsService.listSigningKeys, request, options: options)
        }

        /// Makes a new signing key, besides those that auth makes on schedule. Made again, it makes another one.
        public func rotateSigningKey(_ request: Auth.RotateSigningKeyRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListSigningKeysResponse {
            try await channel.unary(KeyOperationsService.rotateSigningKey, request, options: options)
        }

        /// Wraps what other master keys wrap under the first one of the file, some thousand keys a call. Repeat it until it
        /// rewraps nothing.
        public func rewrapKeys(_ request: Auth.RewrapKeysRequest, options: CallOptions = CallOptions()) async throws -> Auth.RewrapKeysResponse {
            try await channel.unary(KeyOperationsService.rewrapKeys, request, options: options)
        }
    }
}

extension Auth.KeyOperationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.KeyOperationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.KeyOperationsService.listSigningKeys) { (request: Auth.ListSigningKeysRequest, context: CallContext) async throws -> Auth.ListSigningKeysResponse in
                try await self.listSigningKeys(request, context: context)
            },
            .unary(Auth.KeyOperationsService.rotateSigningKey) { (request: Auth.RotateSigningKeyRequest, context: CallContext) async throws -> Auth.ListSigningKeysResponse in
                try await self.rotateSigningKey(request, context: context)
            },
            .unary(Auth.KeyOperationsService.rewrapKeys) { (request: Auth.RewrapKeysRequest, context: CallContext) async throws -> Auth.RewrapKeysResponse in
                try await self.rewrapKeys(request, context: context)
            },
        ]
    }
}
