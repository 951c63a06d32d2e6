// Generated from larder/budget/v1/goals.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Goals` has: its methods and who may call them.
    public enum GoalsService {
        public static let createGoal = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "CreateGoal",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.CreateGoalRequest.descriptor,
            response: Budget.Goal.descriptor
        )
        public static let changeGoal = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "ChangeGoal",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.ChangeGoalRequest.descriptor,
            response: Budget.Goal.descriptor
        )
        public static let removeGoal = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "RemoveGoal",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.RemoveGoalRequest.descriptor,
            response: Budget.Goal.descriptor
        )
        public static let undoGoal = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "UndoGoal",
            kind: .unary,
            access: .user,
            idempotency: .none,
            request: Budget.UndoGoalRequest.descriptor,
            response: Budget.Goal.descriptor
        )
        public static let listGoals = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "ListGoals",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListGoalsRequest.descriptor,
            response: Budget.ListGoalsResponse.descriptor
        )
        public static let watchGoals = MethodDescriptor(
            service: "larder.budget.v1.Goals",
            name: "WatchGoals",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.WatchGoalsRequest.descriptor,
            response: Budget.GoalListUpdate.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Goals",
            methods: [createGoal, changeGoal, removeGoal, undoGoal, listGoals, watchGoals]
        )
    }

    /// What a user wants to spend at most.
    public protocol GoalsProvider: ServiceProvider {
        /// An idempotency key is required. FAILED_PRECONDITION (TOO_MANY_GOALS) where there are 100 already.
        ///
        /// Callers: signed-in users.
        func createGoal(_ request: Budget.CreateGoalRequest, context: CallContext) async throws -> Budget.Goal
        /// Replaces what a goal is.
        ///
        /// Callers: signed-in users.
        func changeGoal(_ request: Budget.ChangeGoalRequest, context: CallContext) async throws -> Budget.Goal
        /// Ends a goal. Undoing it brings it back.
        ///
        /// Callers: signed-in users.
        func removeGoal(_ request: Budget.RemoveGoalRequest, context: CallContext) async throws -> Budget.Goal
        /// Undoes the latest change of a goal that is not undone yet, exactly. Repeating the call undoes the one before. With an
        /// idempotency key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        ///
        /// Callers: signed-in users.
        func undoGoal(_ request: Budget.UndoGoalRequest, context: CallContext) async throws -> Budget.Goal
        /// The caller's goals, oldest first, with how far they are. Those that were removed are left out.
        ///
        /// Callers: signed-in users.
        func listGoals(_ request: Budget.ListGoalsRequest, context: CallContext) async throws -> Budget.ListGoalsResponse
        /// Sends an update at once, and another one whenever goals of the caller are added, changed or removed, until the call is
        /// cancelled. How far they are changes with purchases.
        ///
        /// Callers: signed-in users.
        func watchGoals(_ request: Budget.WatchGoalsRequest, responses: MessageWriter<Budget.GoalListUpdate>, context: CallContext) async throws
    }

    /// Calls `larder.budget.v1.Goals`.
    public struct GoalsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// An idempotency key is required. FAILED_PRECONDITION (TOO_MANY_GOALS) where there are 100 already.
        public func createGoal(_ request: Budget.CreateGoalRequest, options: CallOptions = CallOptions()) async throws -> Budget.Goal {
            try await channel.unary(GoalsService.createGoal, request, options: options)
        }

        /// Replaces what a goal is.
        public func changeGoal(_ request: Budget.ChangeGoalRequest, options: CallOptions = CallOptions()) async throws -> Budget.Goal {
            try await channel.unary(GoalsService.changeGoal, request, options: options)
        }

        /// Ends a goal. Undoing it brings it back.
        public func removeGoal(_ request: Budget.RemoveGoalRequest, options: CallOptions = CallOptions()) async throws -> Budget.Goal {
            try await channel.unary(GoalsService.removeGoal, request, options: options)
        }

        /// Undoes the latest change of a goal that is not undone yet, exactly. Repeating the call undoes the one before. With an
        /// idempotency key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        public func undoGoal(_ request: Budget.UndoGoalRequest, options: CallOptions = CallOptions()) async throws -> Budget.Goal {
            try await channel.unary(GoalsService.undoGoal, request, options: options)
        }

        /// The caller's goals, oldest first, with how far they are. Those that were removed are left out.
        public func listGoals(_ request: Budget.ListGoalsRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListGoalsResponse {
            try await channel.unary(GoalsService.listGoals, request, options: options)
        }

        /// Sends an update at once, and another one whenever goals of the caller are added, changed or removed, until the call is
        /// cancelled. How far they are changes with purchases.
        public func watchGoals<Result>(_ request: Budget.WatchGoalsRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Budget.GoalListUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(GoalsService.watchGoals, request, options: options, receive)
        }
    }
}

extension Budget.GoalsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.GoalsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.GoalsService.createGoal) { (request: Budget.CreateGoalRequest, context: CallContext) async throws -> Budget.Goal in
                try await self.createGoal(request, context: context)
            },
            .unary(Budget.GoalsService.changeGoal) { (request: Budget.ChangeGoalRequest, context: CallContext) async throws -> Budget.Goal in
                try await self.changeGoal(request, context: context)
            },
            .unary(Budget.GoalsService.removeGoal) { (request: Budget.RemoveGoalRequest, context: CallContext) async throws -> Budget.Goal in
                try await self.removeGoal(request, context: context)
            },
            .unary(Budget.GoalsService.undoGoal) { (request: Budget.UndoGoalRequest, context: CallContext) async throws -> Budget.Goal in
                try await self.undoGoal(request, context: context)
            },
            .unary(Budget.GoalsService.listGoals) { (request: Budget.ListGoalsRequest, context: CallContext) async throws -> Budget.ListGoalsResponse in
                try await self.listGoals(request, context: context)
            },
            .serverStreaming(Budget.GoalsService.watchGoals) { (request: Budget.WatchGoalsRequest, responses: MessageWriter<Budget.GoalListUpdate>, context: CallContext) async throws -> Void in
                try await self.watchGoals(request, responses: responses, context: context)
            },
        ]
    }
}
