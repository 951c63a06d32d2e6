// Generated from larder/budget/v1/purchases.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Purchases` has: its methods and who may call them.
    public enum PurchasesService {
        public static let recordPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "RecordPurchase",
            kind: .unary,
            access: .services(["ocr"]),
            idempotency: .idempotent,
            request: Budget.RecordPurchaseRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let createPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "CreatePurchase",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 262144,
            request: Budget.CreatePurchaseRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let createExpenditure = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "CreateExpenditure",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.CreateExpenditureRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let getPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "GetPurchase",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.GetPurchaseRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let listPurchases = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "ListPurchases",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListPurchasesRequest.descriptor,
            response: Budget.ListPurchasesResponse.descriptor
        )
        public static let correctItem = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "CorrectItem",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.CorrectItemRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let confirmPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "ConfirmPurchase",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.ConfirmPurchaseRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let editPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "EditPurchase",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 65536,
            request: Budget.EditPurchaseRequest.descriptor,
            response: Budget.Purchase.descriptor
        )
        public static let undoStep = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "UndoStep",
            kind: .unary,
            access: .user,
            idempotency: .none,
            request: Budget.UndoStepRequest.descriptor,
            response: Budget.UndoStepResponse.descriptor
        )
        public static let listSteps = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "ListSteps",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListStepsRequest.descriptor,
            response: Budget.ListStepsResponse.descriptor
        )
        public static let watchPurchase = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "WatchPurchase",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.WatchPurchaseRequest.descriptor,
            response: Budget.PurchaseUpdate.descriptor
        )
        public static let watchPurchases = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "WatchPurchases",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.WatchPurchasesRequest.descriptor,
            response: Budget.PurchaseListUpdate.descriptor
        )
        public static let hasRecorded = MethodDescriptor(
            service: "larder.budget.v1.Purchases",
            name: "HasRecorded",
            kind: .unary,
            access: .services(["notifications"]),
            idempotency: .noSideEffects,
            request: Budget.HasRecordedRequest.descriptor,
            response: Budget.HasRecordedResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Purchases",
            methods: [recordPurchase, createPurchase, createExpenditure, getPurchase, listPurchases, correctItem, confirmPurchase, editPurchase, undoStep, listSteps, watchPurchase, watchPurchases, hasRecorded]
        )
    }

    /// A user's ledger: purchases and expenditures.
    public protocol PurchasesProvider: ServiceProvider {
        /// Records the purchase of a receipt, "to verify". The same receipt returns the same purchase.
        ///
        /// Callers: the services ocr.
        func recordPurchase(_ request: Budget.RecordPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// Adds a purchase that its owner types in, confirmed, with or without a receipt of theirs that could not be read. An
        /// idempotency key is required. ALREADY_EXISTS (RECEIPT_RECORDED) when that receipt is in the log;
        /// FAILED_PRECONDITION (LEDGER_FULL) where the log has 100,000 entries, with discarded ones.
        ///
        /// Callers: signed-in users.
        func createPurchase(_ request: Budget.CreatePurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// Adds an expenditure: a purchase of one item, confirmed. An idempotency key is required. FAILED_PRECONDITION
        /// (LEDGER_FULL) as for purchases.
        ///
        /// Callers: signed-in users.
        func createExpenditure(_ request: Budget.CreateExpenditureRequest, context: CallContext) async throws -> Budget.Purchase
        /// Callers: signed-in users.
        func getPurchase(_ request: Budget.GetPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// The caller's purchases, newest first. A page of large purchases may end early: only an empty token marks the end.
        ///
        /// Callers: signed-in users.
        func listPurchases(_ request: Budget.ListPurchasesRequest, context: CallContext) async throws -> Budget.ListPurchasesResponse
        /// Replaces the given fields of one item.
        ///
        /// Callers: signed-in users.
        func correctItem(_ request: Budget.CorrectItemRequest, context: CallContext) async throws -> Budget.Purchase
        /// Marks a purchase as checked by its owner; nothing in it needs review any more. Sums that disagree do not prevent
        /// it. A purchase that is already confirmed is unchanged, whatever version was expected.
        ///
        /// Callers: signed-in users.
        func confirmPurchase(_ request: Budget.ConfirmPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// Applies all edits in order, or none when one is invalid. Together they are one step of the purchase's history. Sums
        /// that disagree do not prevent it. With an idempotency key a repeated request changes the purchase once. Adding an item
        /// requires the key or an expected version; every other edit may be repeated without. With a base version they are merged with what
        /// other devices have changed since.
        ///
        /// Callers: signed-in users.
        func editPurchase(_ request: Budget.EditPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// Undoes the owner's latest step that is not undone yet, exactly. Repeating the call undoes the one before. With an
        /// idempotency key a repeated request undoes one step. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        ///
        /// Callers: signed-in users.
        func undoStep(_ request: Budget.UndoStepRequest, context: CallContext) async throws -> Budget.UndoStepResponse
        /// The steps of a purchase since it was recorded, newest first.
        ///
        /// Callers: signed-in users.
        func listSteps(_ request: Budget.ListStepsRequest, context: CallContext) async throws -> Budget.ListStepsResponse
        /// Sends the present purchase at once, and again after every step, in order, until the call is cancelled.
        ///
        /// Callers: signed-in users.
        func watchPurchase(_ request: Budget.WatchPurchaseRequest, responses: MessageWriter<Budget.PurchaseUpdate>, context: CallContext) async throws
        /// Sends an update at once, and another one whenever purchases of the caller are added, changed or removed, until the call
        /// is cancelled.
        ///
        /// Callers: signed-in users.
        func watchPurchases(_ request: Budget.WatchPurchasesRequest, responses: MessageWriter<Budget.PurchaseListUpdate>, context: CallContext) async throws
        /// Whether a user has recorded anything since a moment. What was recorded by itself, as it recurs, does not count, nor what was
        /// discarded.
        ///
        /// Callers: the services notifications.
        func hasRecorded(_ request: Budget.HasRecordedRequest, context: CallContext) async throws -> Budget.HasRecordedResponse
    }

    /// Calls `larder.budget.v1.Purchases`.
    public struct PurchasesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Records the purchase of a receipt, "to verify". The same receipt returns the same purchase.
        public func recordPurchase(_ request: Budget.RecordPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.recordPurchase, request, options: options)
        }

        /// Adds a purchase that its owner types in, confirmed, with or without a receipt of theirs that could not be read. An
        /// idempotency key is required. ALREADY_EXISTS (RECEIPT_RECORDED) when that receipt is in the log;
        /// FAILED_PRECONDITION (LEDGER_FULL) where the log has 100,000 entries, with discarded ones.
        public func createPurchase(_ request: Budget.CreatePurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.createPurchase, request, options: options)
        }

        /// Adds an expenditure: a purchase of one item, confirmed. An idempotency key is required. FAILED_PRECONDITION
        /// (LEDGER_FULL) as for purchases.
        public func createExpenditure(_ request: Budget.CreateExpenditureRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.createExpenditure, request, options: options)
        }

        public func getPurchase(_ request: Budget.GetPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.getPurchase, request, options: options)
        }

        /// The caller's purchases, newest first. A page of large purchases may end early: only an empty token marks the end.
        public func listPurchases(_ request: Budget.ListPurchasesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListPurchasesResponse {
            try await channel.unary(PurchasesService.listPurchases, request, options: options)
        }

        /// Replaces the given fields of one item.
        public func correctItem(_ request: Budget.CorrectItemRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.correctItem, request, options: options)
        }

        /// Marks a purchase as checked by its owner; nothing in it needs review any more. Sums that disagree do not prevent
        /// it. A purchase that is already confirmed is unchanged, whatever version was expected.
        public func confirmPurchase(_ request: Budget.ConfirmPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.confirmPurchase, request, options: options)
        }

        /// Applies all edits in order, or none when one is invalid. Together they are one step of the purchase's history. Sums
        /// that disagree do not prevent it. With an idempotency key a repeated request changes the purchase once. Adding an item
        /// requires the key or an expected version; every other edit may be repeated without. With a base version they are merged with what
        /// other devices have changed since.
        public func editPurchase(_ request: Budget.EditPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.editPurchase, request, options: options)
        }

        /// Undoes the owner's latest step that is not undone yet, exactly. Repeating the call undoes the one before. With an
        /// idempotency key a repeated request undoes one step. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        public func undoStep(_ request: Budget.UndoStepRequest, options: CallOptions = CallOptions()) async throws -> Budget.UndoStepResponse {
            try await channel.unary(PurchasesService.undoStep, request, options: options)
        }

        /// The steps of a purchase since it was recorded, newest first.
        public func listSteps(_ request: Budget.ListStepsRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListStepsResponse {
            try await channel.unary(PurchasesService.listSteps, request, options: options)
        }

        /// Sends the present purchase at once, and again after every step, in order, until the call is cancelled.
        public func watchPurchase<Result>(_ request: Budget.WatchPurchaseRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Budget.PurchaseUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(PurchasesService.watchPurchase, request, options: options, receive)
        }

        /// Sends an update at once, and another one whenever purchases of the caller are added, changed or removed, until the call
        /// is cancelled.
        public func watchPurchases<Result>(_ request: Budget.WatchPurchasesRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Budget.PurchaseListUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(PurchasesService.watchPurchases, request, options: options, receive)
        }

        /// Whether a user has recorded anything since a moment. What was recorded by itself, as it recurs, does not count, nor what was
        /// discarded.
        public func hasRecorded(_ request: Budget.HasRecordedRequest, options: CallOptions = CallOptions()) async throws -> Budget.HasRecordedResponse {
            try await channel.unary(PurchasesService.hasRecorded, request, options: options)
        }
    }
}

extension Budget.PurchasesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.PurchasesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.PurchasesService.recordPurchase) { (request: Budget.RecordPurchaseRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.recordPurchase(request, context: context)
            },
            .unary(Budget.PurchasesService.createPurchase) { (request: Budget.CreatePurchaseRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.createPurchase(request, context: context)
            },
            .unary(Budget.PurchasesService.createExpenditure) { (request: Budget.CreateExpenditureRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.createExpenditure(request, context: context)
            },
            .unary(Budget.PurchasesService.getPurchase) { (request: Budget.GetPurchaseRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.getPurchase(request, context: context)
            },
            .unary(Budget.PurchasesService.listPurchases) { (request: Budget.ListPurchasesRequest, context: CallContext) async throws -> Budget.ListPurchasesResponse in
                try await self.listPurchases(request, context: context)
            },
            .unary(Budget.PurchasesService.correctItem) { (request: Budget.CorrectItemRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.correctItem(request, context: context)
            },
            .unary(Budget.PurchasesService.confirmPurchase) { (request: Budget.ConfirmPurchaseRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.confirmPurchase(request, context: context)
            },
            .unary(Budget.PurchasesService.editPurchase) { (request: Budget.EditPurchaseRequest, context: CallContext) async throws -> Budget.Purchase in
                try await self.editPurchase(request, context: context)
            },
            .unary(Budget.PurchasesService.undoStep) { (request: Budget.UndoStepRequest, context: CallContext) async throws -> Budget.UndoStepResponse in
                try await self.undoStep(request, context: context)
            },
            .unary(Budget.PurchasesService.listSteps) { (request: Budget.ListStepsRequest, context: CallContext) async throws -> Budget.ListStepsResponse in
                try await self.listSteps(request, context: context)
            },
            .serverStreaming(Budget.PurchasesService.watchPurchase) { (request: Budget.WatchPurchaseRequest, responses: MessageWriter<Budget.PurchaseUpdate>, context: CallContext) async throws -> Void in
                try await self.watchPurchase(request, responses: responses, context: context)
            },
            .serverStreaming(Budget.PurchasesService.watchPurchases) { (request: Budget.WatchPurchasesRequest, responses: MessageWriter<Budget.PurchaseListUpdate>, context: CallContext) async throws -> Void in
                try await self.watchPurchases(request, responses: responses, context: context)
            },
            .unary(Budget.PurchasesService.hasRecorded) { (request: Budget.HasRecordedRequest, context: CallContext) async throws -> Budget.HasRecordedResponse in
                try await self.hasRecorded(request, context: context)
            },
        ]
    }
}
