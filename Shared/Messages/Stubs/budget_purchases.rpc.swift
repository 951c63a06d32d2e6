// Generated from larder/budget/v1/purchases.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import Messages
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

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Purchases",
            methods: [recordPurchase, getPurchase, listPurchases, correctItem, confirmPurchase]
        )
    }

    /// A user's log of purchases.
    public protocol PurchasesProvider: ServiceProvider {
        /// Records a purchase that a receipt became, "to verify". The same receipt gives the same purchase.
        ///
        /// Callers: the services ocr.
        func recordPurchase(_ request: Budget.RecordPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// Callers: signed-in users.
        func getPurchase(_ request: Budget.GetPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
        /// The caller's purchases, newest first. A page of large ones ends before its size is reached: only an empty token
        /// marks the end.
        ///
        /// Callers: signed-in users.
        func listPurchases(_ request: Budget.ListPurchasesRequest, context: CallContext) async throws -> Budget.ListPurchasesResponse
        /// Replaces the fields of one item that are given.
        ///
        /// Callers: signed-in users.
        func correctItem(_ request: Budget.CorrectItemRequest, context: CallContext) async throws -> Budget.Purchase
        /// Marks a purchase as checked by its owner. Sums that disagree don't prevent it. One that is confirmed already stays
        /// as it is, whatever version was expected.
        ///
        /// Callers: signed-in users.
        func confirmPurchase(_ request: Budget.ConfirmPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
    }

    /// Calls `larder.budget.v1.Purchases`.
    public struct PurchasesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Records a purchase that a receipt became, "to verify". The same receipt gives the same purchase.
        public func recordPurchase(_ request: Budget.RecordPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.recordPurchase, request, options: options)
        }

        public func getPurchase(_ request: Budget.GetPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.getPurchase, request, options: options)
        }

        /// The caller's purchases, newest first. A page of large ones ends before its size is reached: only an empty token
        /// marks the end.
        public func listPurchases(_ request: Budget.ListPurchasesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListPurchasesResponse {
            try await channel.unary(PurchasesService.listPurchases, request, options: options)
        }

        /// Replaces the fields of one item that are given.
        public func correctItem(_ request: Budget.CorrectItemRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.correctItem, request, options: options)
        }

        /// Marks a purchase as checked by its owner. Sums that disagree don't prevent it. One that is confirmed already stays
        /// as it is, whatever version was expected.
        public func confirmPurchase(_ request: Budget.ConfirmPurchaseRequest, options: CallOptions = CallOptions()) async throws -> Budget.Purchase {
            try await channel.unary(PurchasesService.confirmPurchase, request, options: options)
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
        ]
    }
}
