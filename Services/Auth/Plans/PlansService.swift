import AuthMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for users' plans.
struct PlansService: Auth.PlansProvider {
    let store: PlanStore
    let clock: any WallClock

    func getPlan(_ request: Auth.GetPlanRequest, context: CallContext) async throws -> Auth.PlanState {
        try await store.plan(of: try context.userID)
    }

    func setPlan(_ request: Auth.SetPlanRequest, context: CallContext) async throws -> Auth.PlanState {
        var fields = FieldValidator()
        if request.plan.name == nil { fields.reject("plan", .auth.rulePlan) }
        let expiry = request.expiresAt?.date
        if let expiry, expiry <= clock.now { fields.reject("expires_at", .auth.ruleFuture) }
        if expiry != nil, request.plan == .basic { fields.reject("expires_at", .auth.ruleNoEndOfBasic) }
        try fields.finish()
        return try await store.set(request.plan, of: request.username, until: expiry, by: try context.userID)
    }
}
