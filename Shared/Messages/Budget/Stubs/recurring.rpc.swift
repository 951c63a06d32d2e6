// Generated from larder/budget/v1/recurring.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Recurring` has: its methods and who may call them.
    public enum RecurringService {
        public static let createRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "CreateRecurring",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.CreateRecurringRequest.descriptor,
            response: Budget.RecurringExpenditure.descriptor
        )
        public static let changeRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "ChangeRecurring",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.ChangeRecurringRequest.descriptor,
            response: Budget.RecurringExpenditure.descriptor
        )
        public static let removeRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "RemoveRecurring",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.RemoveRecurringRequest.descriptor,
            response: Budget.RecurringExpenditure.descriptor
        )
        public static let undoRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "UndoRecurring",
            kind: .unary,
            access: .user,
            idempotency: .none,
            request: Budget.UndoRecurringRequest.descriptor,
            response: Budget.RecurringExpenditure.descriptor
        )
        public static let listRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "ListRecurring",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListRecurringRequest.descriptor,
            response: Budget.ListRecurringResponse.descriptor
        )
        public static let watchRecurring = MethodDescriptor(
            service: "larder.budget.v1.Recurring",
            name: "WatchRecurring",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.WatchRecurringRequest.descriptor,
            response: Budget.RecurringListUpdate.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Recurring",
            methods: [createRecurring, changeRecurring, removeRecurring, undoRecurring, listRecurring, watchRecurring]
        )
    }

    /// Expenditures that come again, such as rent: each is recorded in its owner's ledger on the days on which it is due.
    public protocol RecurringProvider: ServiceProvider {
        /// What is due already is recorded at once. An idempotency key is required. FAILED_PRECONDITION
        /// (TOO_MANY_RECURRING_EXPENDITURES) where there are 100 already, and (LEDGER_FULL) where the ledger has no room.
        ///
        /// Callers: signed-in users.
        func createRecurring(_ request: Budget.CreateRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure
        /// Replaces what comes again. What was recorded stays as it is, and no day is recorded twice.
        ///
        /// Callers: signed-in users.
        func changeRecurring(_ request: Budget.ChangeRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure
        /// Ends it. What was recorded stays in the ledger. Undoing it lets it go on.
        ///
        /// Callers: signed-in users.
        func removeRecurring(_ request: Budget.RemoveRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure
        /// Undoes the latest change that is not undone yet, exactly. Repeating the call undoes the one before. With an idempotency
        /// key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        ///
        /// Callers: signed-in users.
        func undoRecurring(_ request: Budget.UndoRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure
        /// The caller's, those that are due next first. Those that were removed are left out.
        ///
        /// Callers: signed-in users.
        func listRecurring(_ request: Budget.ListRecurringRequest, context: CallContext) async throws -> Budget.ListRecurringResponse
        /// Sends an update at once, and another one whenever some of the caller's are added, changed, recorded or removed, until the
        /// call is cancelled.
        ///
        /// Callers: signed-in users.
        func watchRecurring(_ request: Budget.WatchRecurringRequest, responses: MessageWriter<Budget.RecurringListUpdate>, context: CallContext) async throws
    }

    /// Calls `larder.budget.v1.Recurring`.
    public struct RecurringClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// What is due already is recorded at once. An idempotency key is required. FAILED_PRECONDITION
        /// (TOO_MANY_RECURRING_EXPENDITURES) where there are 100 already, and (LEDGER_FULL) where the ledger has no room.
        public func createRecurring(_ request: Budget.CreateRecurringRequest, options: CallOptions = CallOptions()) async throws -> Budget.RecurringExpenditure {
            try await channel.unary(RecurringService.createRecurring, request, options: options)
        }

        /// Replaces what comes again. What was recorded stays as it is, and no day is recorded twice.
        public func changeRecurring(_ request: Budget.ChangeRecurringRequest, options: CallOptions = CallOptions()) async throws -> Budget.RecurringExpenditure {
            try await channel.unary(RecurringService.changeRecurring, request, options: options)
        }

        /// Ends it. What was recorded stays in the ledger. Undoing it lets it go on.
        public func removeRecurring(_ request: Budget.RemoveRecurringRequest, options: CallOptions = CallOptions()) async throws -> Budget.RecurringExpenditure {
            try await channel.unary(RecurringService.removeRecurring, request, options: options)
        }

        /// Undoes the latest change that is not undone yet, exactly. Repeating the call undoes the one before. With an idempotency
        /// key a repeated request undoes one. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        public func undoRecurring(_ request: Budget.UndoRecurringRequest, options: CallOptions = CallOptions()) async throws -> Budget.RecurringExpenditure {
            try await channel.unary(RecurringService.undoRecurring, request, options: options)
        }

        /// The caller's, those that are due next first. Those that were removed are left out.
        public func listRecurring(_ request: Budget.ListRecurringRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListRecurringResponse {
            try await channel.unary(RecurringService.listRecurring, request, options: options)
        }

        /// Sends an update at once, and another one whenever some of the caller's are added, changed, recorded or removed, until the
        /// call is cancelled.
        public func watchRecurring<Result>(_ request: Budget.WatchRecurringRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Budget.RecurringListUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(RecurringService.watchRecurring, request, options: options, receive)
        }
    }
}

extension Budget.RecurringProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.RecurringService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.RecurringService.createRecurring) { (request: Budget.CreateRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure in
                try await self.createRecurring(request, context: context)
            },
            .unary(Budget.RecurringService.changeRecurring) { (request: Budget.ChangeRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure in
                try await self.changeRecurring(request, context: context)
            },
            .unary(Budget.RecurringService.removeRecurring) { (request: Budget.RemoveRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure in
                try await self.removeRecurring(request, context: context)
            },
            .unary(Budget.RecurringService.undoRecurring) { (request: Budget.UndoRecurringRequest, context: CallContext) async throws -> Budget.RecurringExpenditure in
                try await self.undoRecurring(request, context: context)
            },
            .unary(Budget.RecurringService.listRecurring) { (request: Budget.ListRecurringRequest, context: CallContext) async throws -> Budget.ListRecurringResponse in
                try await self.listRecurring(request, context: context)
            },
            .serverStreaming(Budget.RecurringService.watchRecurring) { (request: Budget.WatchRecurringRequest, responses: MessageWriter<Budget.RecurringListUpdate>, context: CallContext) async throws -> Void in
                try await self.watchRecurring(request, responses: responses, context: context)
            },
        ]
    }
}
