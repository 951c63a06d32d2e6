import AuthMessages
import CommonMessages
import RPC
import ServiceKit

/// Gives any account a role.
struct RolesAnswers: Auth.RolesProvider {
    let gateway: TestGateway

    func listRoleHolders(
        _ request: Auth.ListRoleHoldersRequest,
        context: CallContext
    ) async throws -> Auth.ListRoleHoldersResponse {
        let roles = gateway.state { $0.sessions.roles }.filter { !$0.value.isEmpty }
        return .init(holders: roles.sorted { $0.key < $1.key }.map { .init(username: $0.key, roles: $0.value) })
    }

    func grantRole(_ request: Auth.GrantRoleRequest, context: CallContext) async throws -> Auth.RoleHolder {
        try gateway.requireProof()
        return change(request.username) { $0.append(request.role) }
    }

    func withdrawRole(_ request: Auth.WithdrawRoleRequest, context: CallContext) async throws -> Auth.RoleHolder {
        try gateway.requireProof()
        return change(request.username) { $0.removeAll { $0 == request.role } }
    }

    private func change(_ username: String, _ body: @Sendable (inout [Auth.Role]) -> Void) -> Auth.RoleHolder {
        gateway.state { state in
            body(&state.sessions.roles[username, default: []])
            return .init(username: username, roles: state.sessions.roles[username] ?? [])
        }
    }
}

/// Everybody has Basic until they are given another plan.
struct PlansAnswers: Auth.PlansProvider {
    let gateway: TestGateway

    func getPlan(_ request: Auth.GetPlanRequest, context: CallContext) async throws -> Auth.PlanState {
        let user = try context.user.username
        guard gateway.state({ $0.sessions.acceptedTerms }) == "3" else {
            throw Status(.permissionDenied, "The terms have changed.", reason: .termsNotAccepted)
        }
        return gateway.state { $0.sessions.plans[user] } ?? .init(plan: .basic)
    }

    func setPlan(_ request: Auth.SetPlanRequest, context: CallContext) async throws -> Auth.PlanState {
        let plan = Auth.PlanState(
            plan: request.plan,
            startedAt: .init(seconds: 1_739_000_000),
            expiresAt: request.expiresAt
        )
        gateway.state { $0.sessions.plans[request.username] = plan }
        return plan
    }
}
