// Generated from larder/auth/v1/plans.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Plans` has: its methods and who may call them.
    public enum PlansService {
        public static let getPlan = MethodDescriptor(
            service: "larder.auth.v1.Plans",
            name: "GetPlan",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Auth.GetPlanRequest.descriptor,
            response: Auth.PlanState.descriptor
        )
        public static let setPlan = MethodDescriptor(
            service: "larder.auth.v1.Plans",
            name: "SetPlan",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Auth.SetPlanRequest.descriptor,
            response: Auth.PlanState.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Plans",
            methods: [getPlan, setPlan]
        )
    }

    /// Which plan a user has, and so what is allowed.
    public protocol PlansProvider: ServiceProvider {
        /// The caller's plan.
        ///
        /// Callers: signed-in users.
        func getPlan(_ request: Auth.GetPlanRequest, context: CallContext) async throws -> Auth.PlanState
        /// Gives an account a plan, within 4 seconds everywhere. When it expires the account has Basic again, and keeps its data.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func setPlan(_ request: Auth.SetPlanRequest, context: CallContext) async throws -> Auth.PlanState
    }

    /// Calls `larder.auth.v1.Plans`.
    public struct PlansClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The caller's plan.
        public func getPlan(_ request: Auth.GetPlanRequest, options: CallOptions = CallOptions()) async throws -> Auth.PlanState {
            try await channel.unary(PlansService.getPlan, request, options: options)
        }

        /// Gives an account a plan, within 4 seconds everywhere. When it expires the account has Basic again, and keeps its data.
        public func setPlan(_ request: Auth.SetPlanRequest, options: CallOptions = CallOptions()) async throws -> Auth.PlanState {
            try await channel.unary(PlansService.setPlan, request, options: options)
        }
    }
}

extension Auth.PlansProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.PlansService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.PlansService.getPlan) { (request: Auth.GetPlanRequest, context: CallContext) async throws -> Auth.PlanState in
                try await self.getPlan(request, context: context)
            },
            .unary(Auth.PlansService.setPlan) { (request: Auth.SetPlanRequest, context: CallContext) async throws -> Auth.PlanState in
                try await self.setPlan(request, context: context)
            },
        ]
    }
}
