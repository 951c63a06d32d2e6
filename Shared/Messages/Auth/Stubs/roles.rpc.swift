// Generated from larder/auth/v1/roles.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Roles` has: its methods and who may call them.
    public enum RolesService {
        public static let listRoleHolders = MethodDescriptor(
            service: "larder.auth.v1.Roles",
            name: "ListRoleHolders",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Auth.ListRoleHoldersRequest.descriptor,
            response: Auth.ListRoleHoldersResponse.descriptor
        )
        public static let grantRole = MethodDescriptor(
            service: "larder.auth.v1.Roles",
            name: "GrantRole",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Auth.GrantRoleRequest.descriptor,
            response: Auth.RoleHolder.descriptor
        )
        public static let withdrawRole = MethodDescriptor(
            service: "larder.auth.v1.Roles",
            name: "WithdrawRole",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Auth.WithdrawRoleRequest.descriptor,
            response: Auth.RoleHolder.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Roles",
            methods: [listRoleHolders, grantRole, withdrawRole]
        )
    }

    /// Who may do more than use Larder. The first administrator is made by a command on auth's host. Giving and taking roles needs a
    /// recent proof, as changes of second factors do: see Factors.
    public protocol RolesProvider: ServiceProvider {
        /// The accounts that have a role, by user name.
        ///
        /// Callers: signed-in users with the role administrator, a second factor.
        func listRoleHolders(_ request: Auth.ListRoleHoldersRequest, context: CallContext) async throws -> Auth.ListRoleHoldersResponse
        /// Gives an account a role, within 4 seconds everywhere. One that it has already stays. FAILED_PRECONDITION with the reason
        /// ROLE_NEEDS_FACTOR for an account without an authenticator app and without a passkey.
        ///
        /// Callers: signed-in users with the role administrator, a second factor.
        func grantRole(_ request: Auth.GrantRoleRequest, context: CallContext) async throws -> Auth.RoleHolder
        /// Takes a role from an account, within 4 seconds everywhere. FAILED_PRECONDITION with the reason LAST_ADMINISTRATOR for the
        /// only administrator that there is.
        ///
        /// Callers: signed-in users with the role administrator, a second factor.
        func withdrawRole(_ request: Auth.WithdrawRoleRequest, context: CallContext) async throws -> Auth.RoleHolder
    }

    /// Calls `larder.auth.v1.Roles`.
    public struct RolesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The accounts that have a role, by user name.
        public func listRoleHolders(_ request: Auth.ListRoleHoldersRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListRoleHoldersResponse {
            try await channel.unary(RolesService.listRoleHolders, request, options: options)
        }

        /// Gives an account a role, within 4 seconds everywhere. One that it has already stays. FAILED_PRECONDITION with the reason
        /// ROLE_NEEDS_FACTOR for an account without an authenticator app and without a passkey.
        public func grantRole(_ request: Auth.GrantRoleRequest, options: CallOptions = CallOptions()) async throws -> Auth.RoleHolder {
            try await channel.unary(RolesService.grantRole, request, options: options)
        }

        /// Takes a role from an account, within 4 seconds everywhere. FAILED_PRECONDITION with the reason LAST_ADMINISTRATOR for the
        /// only administrator that there is.
        public func withdrawRole(_ request: Auth.WithdrawRoleRequest, options: CallOptions = CallOptions()) async throws -> Auth.RoleHolder {
            try await channel.unary(RolesService.withdrawRole, request, options: options)
        }
    }
}

extension Auth.RolesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.RolesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.RolesService.listRoleHolders) { (request: Auth.ListRoleHoldersRequest, context: CallContext) async throws -> Auth.ListRoleHoldersResponse in
                try await self.listRoleHolders(request, context: context)
            },
            .unary(Auth.RolesService.grantRole) { (request: Auth.GrantRoleRequest, context: CallContext) async throws -> Auth.RoleHolder in
                try await self.grantRole(request, context: context)
            },
            .unary(Auth.RolesService.withdrawRole) { (request: Auth.WithdrawRoleRequest, context: CallContext) async throws -> Auth.RoleHolder in
                try await self.withdrawRole(request, context: context)
            },
        ]
    }
}
