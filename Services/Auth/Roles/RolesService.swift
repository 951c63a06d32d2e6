import AuthMessages
import Foundation
import RPC
import ServiceKit

/// The service by which administrators give and take roles.
struct RolesService: Auth.RolesProvider {
    let store: RoleStore

    func listRoleHolders(
        _ request: Auth.ListRoleHoldersRequest,
        context: CallContext
    ) async throws -> Auth.ListRoleHoldersResponse {
        let (holders, next) = try await store.holders(try Page(request.page))
        return .init(holders: holders, nextPageToken: next ?? "")
    }

    func grantRole(_ request: Auth.GrantRoleRequest, context: CallContext) async throws -> Auth.RoleHolder {
        try await set(request.role, of: request.username, granted: true, context)
    }

    func withdrawRole(_ request: Auth.WithdrawRoleRequest, context: CallContext) async throws -> Auth.RoleHolder {
        try await set(request.role, of: request.username, granted: false, context)
    }

    private func set(
        _ role: Auth.Role,
        of username: String,
        granted: Bool,
        _ context: CallContext
    ) async throws -> Auth.RoleHolder {
        var fields = FieldValidator()
        if role.name == nil { fields.reject("role", .auth.ruleRole) }
        try fields.finish()
        return try await store.set(role, of: username, granted: granted, by: try context.session)
    }
}
