import BudgetMessages
import Foundation
import Foundations
import MessageCoding
import RPC
import ServiceKit

/// A user's ledger.
struct SpendingService: Budget.PurchasesProvider {
    let store: SpendingStore
    /// Announces the steps of each purchase.
    let changes: ChangeFeed<UUID>
    /// Sends what changes in a user's whole log.
    let log: WatchedList
    let matcher: PurchaseMatcher

    func recordPurchase(
        _ request: Budget.RecordPurchaseRequest,
        context: CallContext
    ) async throws -> Budget.Purchase {
        try await store.record(try NewPurchase(validating: request)).message(store.names)
    }

    func createPurchase(
        _ request: Budget.CreatePurchaseRequest,
        context: CallContext
    ) async throws -> Budget.Purchase {
        try await add(request, context) {
            try NewPurchase(validating: request, of: $0, within: store.bounds, hasKey: $1)
        }
    }

    func createExpenditure(
        _ request: Budget.CreateExpenditureRequest,
        context: CallContext
    ) async throws -> Budget.Purchase {
        try await add(request, context) {
            try NewPurchase(validating: request, of: $0, within: store.bounds, hasKey: $1)
        }
    }

    /// Adds what an owner types in, once for its key.
    private func add(
        _ request: some Message,
        _ context: CallContext,
        _ validated: (_ user: UUID, _ hasKey: Bool) throws -> NewPurchase
    ) async throws -> Budget.Purchase {
        let user = try context.userID
        let sent = try idempotencyRequest(request, context)
        return await matched(try await store.create(try validated(user, sent != nil), sentAs: sent), of: user)
    }

    func getPurchase(_ request: Budget.GetPurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        try await store.purchase(try .init(validating: request), of: try context.userID).message(store.names)
    }

    func listPurchases(
        _ request: Budget.ListPurchasesRequest,
        context: CallContext
    ) async throws -> Budget.ListPurchasesResponse {
        var filter = try PurchaseFilter(validating: request)
        filter.categories = store.names.categories(within: filter.categories).sorted()
        let list = try await store.list(
            try Page(request.page),
            filter,
            of: try context.userID
        )
        return Budget.ListPurchasesResponse(
            purchases: list.purchases.map { $0.listedMessage(store.names) },
            nextPageToken: list.next.map(Page.token) ?? ""
        )
    }

    func correctItem(_ request: Budget.CorrectItemRequest, context: CallContext) async throws -> Budget.Purchase {
        let correction = try ItemCorrection(validating: request)
        let sent = try idempotencyRequest(request, context)
        return try await store.correct(correction, of: try context.userID, sentAs: sent)
    }

    func hasRecorded(
        _ request: Budget.HasRecordedRequest,
        context: CallContext
    ) async throws -> Budget.HasRecordedResponse {
        var validator = FieldValidator()
        let user = validator.uuid(request.userID, "user_id")
        if request.since == nil { validator.reject("since", .services.ruleGiven) }
        try validator.finish()
        let since = request.since?.date ?? .distantPast
        return Budget.HasRecordedResponse(hasRecorded: try await store.hasRecorded(user, since: since))
    }

    /// A change as its client sent it.
    ///
    /// Answers are stored under the method's name alone, as they have been since before the toolkit's default: a change that
    /// was sent to the previous version may be sent again to this one.
    func idempotencyRequest(_ request: some Message, _ context: CallContext) throws -> IdempotencyStore.Request? {
        let method = context.method.split(separator: "/").last.map(String.init)
        return try IdempotencyStore.Request(request, context, operation: method)
    }

    func confirmPurchase(
        _ request: Budget.ConfirmPurchaseRequest,
        context: CallContext
    ) async throws -> Budget.Purchase {
        var validator = FieldValidator()
        let id = validator.uuid(request.purchaseID, "purchase_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        try validator.finish()
        return try await store.confirm(id, of: try context.userID, expecting: version).message(store.names)
    }
}

extension PurchaseFilter {
    fileprivate init(validating request: Budget.ListPurchasesRequest) throws(Status) {
        var validator = FieldValidator()
        discarded = request.discarded
        firstDay = PurchaseTime.day(request.firstDay, "first_day", &validator)
        lastDay = PurchaseTime.day(request.lastDay, "last_day", &validator)
        switch request.kind {
        case .unspecified: break
        case .purchase: kind = .purchase
        case .expenditure: kind = .expenditure
        case .unrecognized: validator.reject("kind", .services.ruleOneOf(values: "purchase", last: "expenditure"))
        }
        categories = validator.categories(request.categories, "categories")
        store = validator.optionalUUID(request.storeID, "store_id")
        product = validator.optionalUUID(request.productID, "product_id")
        if let firstDay, let lastDay, lastDay.text < firstDay.text {
            validator.reject("last_day", .budget.ruleLastDay)
        }
        try validator.finish()
    }
}

extension SpendingStore.Key {
    fileprivate init(validating request: Budget.GetPurchaseRequest) throws(Status) {
        var validator = FieldValidator()
        switch request.key {
        case .purchaseID(let id): self = .purchase(validator.uuid(id, "purchase_id"))
        case .receiptID(let id): self = .receipt(validator.uuid(id, "receipt_id"))
        case nil:
            throw .invalid([.init("purchase_id", .services.oneGiven(values: "purchase_id", last: "receipt_id"))])
        }
        try validator.finish()
    }
}
