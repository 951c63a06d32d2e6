package import BudgetMessages
package import CatalogMessages
import CommonMessages
package import NotificationsMessages
package import RPC

extension TestGateway {
    /// Purchases and the inbox.
    package struct UserRecords: Sendable {
        package static let purchaseID = "0b0d6f5e-0000-4000-8000-000000000002"

        package var purchases: [Budget.Purchase] = [UserRecords.sample]
        package var corrections: [Budget.CorrectItemRequest] = []
        /// The purchases that were typed in, in order.
        package var created: [Budget.CreatePurchaseRequest] = []
        /// The expenditures that were added, in order.
        package var expenditures: [Budget.CreateExpenditureRequest] = []
        /// The received requests for the list of purchases, in order.
        package var lists: [Budget.ListPurchasesRequest] = []
        /// What was spent, and the received requests for it, in order.
        package var spending = Budget.SpendingSummary()
        package var spendingRequests: [Budget.SummarizeSpendingRequest] = []
        /// What recomputing the ledger finds.
        package var ledgerCheck = Budget.LedgerCheck()
        /// The goals, also removed ones, and what they were before their changes, in order.
        package var goals: [Budget.Goal] = []
        package var formerGoals: [Budget.Goal] = []
        /// The recurring expenditures, also removed ones.
        package var recurring: [Budget.RecurringExpenditure] = []
        /// What is answered to every preview, and the imports.
        package var preview = Budget.ImportPreview()
        package var imports: [Budget.Import] = []
        /// The received requests about imports, in order.
        package var previews: [Budget.PreviewImportRequest] = []
        package var createdImports: [Budget.CreateImportRequest] = []
        package var ledgerExports: [Budget.ExportLedgerRequest] = []
        /// The received requests about goals, in order.
        package var createdGoals: [Budget.CreateGoalRequest] = []
        package var goalChanges: [Budget.ChangeGoalRequest] = []
        package var goalLists: [Budget.ListGoalsRequest] = []
        /// How prices have changed, and the prices of one thing.
        package var priceChanges = Budget.ListPriceChangesResponse()
        package var priceHistory: Budget.PriceHistory?
        package var averageComparisons = Budget.CompareWithAveragesResponse()
        /// The badges that there are, as the user has got them.
        package var badges: [Budget.Badge] = []
        /// The suggestions with the days in which habits were looked for, and how many users have found useful.
        package var suggestions = Budget.ListSuggestionsResponse()
        package var voteReport = Budget.ReportVotesResponse()
        /// The received requests about suggestions, in order.
        package var suggestionLists: [Budget.ListSuggestionsRequest] = []
        package var votes: [Budget.VoteOnSuggestionRequest] = []
        /// What spending would have become, and the received requests for it, in order.
        package var earnings = Budget.EarningsEstimate()
        package var earningsRequests: [Budget.EstimateEarningsRequest] = []
        package var comparison = Budget.SecurityComparison()
        package var comparisonRequests: [Budget.CompareWithSecurityRequest] = []
        /// The securities that there are, with the prices of each, and those that were saved.
        package var securities: [Catalog.Security] = []
        package var securityPrices: [Catalog.Price] = []
        package var savedSecurities: [Budget.SavedSecurity] = []
        package var securitySearches: [Catalog.SearchSecuritiesRequest] = []
        /// The received files of securities, in order, and the response to them.
        package var importedHeaders: [Catalog.ImportHeader] = []
        package var importedFiles: [[UInt8]] = []
        package var importResponse = Catalog.ImportSecuritiesResponse()
        /// The received edits, in order.
        package var edits: [Budget.EditPurchaseRequest] = []
        /// The received choices for lines, in order.
        package var choices: [Catalog.ChooseProductRequest] = []
        /// Idempotency keys of changes, in order.
        package var keys: [String] = []
        package var steps: [Budget.PurchaseStep] = []
        /// Statuses that end calls to watch a purchase, in order.
        package var watchFailures: [Status] = []
        /// The versions after which calls to watch a purchase resumed, in order.
        package var watchedAfter: [Int64] = []
        package var inbox: [Notifications.Notification] = []
        package var markedBatches: [[String]] = []
        /// The received deletions of entries, by their ids, in order.
        package var deletedBatches: [[String]] = []
        /// The received deletions of whole inboxes, by their newest entries, in order.
        package var deletedUpTo: [String] = []
        /// The received requests to restore entries, in order.
        package var restored: [Notifications.RestoreNotificationsRequest] = []
        /// The received choices about kinds of notices, in order.
        package var noticeChoices: [Notifications.SetNoticePreferenceRequest] = []
        package var noticeFrequencies: [Notifications.SetNoticeFrequencyRequest] = []
        package var noticeTimes = Notifications.NoticeTimes(
            timeZone: "UTC",
            digestMinute: 480,
            reminder: .init(minute: 1200)
        )
        package var pushDevices: [Notifications.PushDevice] = []
        package var purchaseWatches = ListWatches<Budget.PurchaseListUpdate>()
        package var recurringWatches = ListWatches<Budget.RecurringListUpdate>()
        package var goalWatches = ListWatches<Budget.GoalListUpdate>()
        package var inboxWatches = ListWatches<Notifications.InboxUpdate>()

        package init() {}

        /// A purchase of two items, one of which needs checking.
        package static let sample = Budget.Purchase(
            id: purchaseID,
            receiptID: "receipt-1",
            state: .toVerify,
            storeName: "Maple Market",
            purchasedAt: .init(date: "2025-03-01", time: "09:30", timeZone: "America/Vancouver"),
            currency: "CAD",
            items: [
                .init(
                    id: "item-1",
                    productName: "Milk",
                    categorySymbol: "🥛",
                    printedText: "MLK 2% 4L",
                    quantityThousandths: 1_000,
                    unit: "each",
                    amount: .init(minorUnits: 599, currency: "CAD"),
                    confidence: 96
                ),
                .init(
                    id: "item-2",
                    productName: "Apples",
                    categorySymbol: "🍎",
                    printedText: "APLS GALA",
                    quantityThousandths: 755,
                    unit: "kg",
                    unitPrice: .init(minorUnits: 396, currency: "CAD"),
                    amount: .init(minorUnits: 299, currency: "CAD"),
                    discount: .init(minorUnits: -50, currency: "CAD"),
                    needsReview: true,
                    confidence: 51
                ),
            ],
            subtotal: .init(minorUnits: 848, currency: "CAD"),
            taxes: [.init(label: "GST 5%", amount: .init(minorUnits: 42, currency: "CAD"))],
            total: .init(minorUnits: 990, currency: "CAD"),
            computedTotal: .init(minorUnits: 890, currency: "CAD"),
            version: 7
        )
    }
}

struct PurchasesAnswers: Budget.PurchasesProvider {
    let gateway: TestGateway

    func recordPurchase(_ request: Budget.RecordPurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func hasRecorded(
        _ request: Budget.HasRecordedRequest,
        context: CallContext
    ) async throws -> Budget.HasRecordedResponse {
        throw Status(.permissionDenied, "This method is not for you.")
    }

    func createPurchase(_ request: Budget.CreatePurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        gateway.state { state in
            state.records.created.append(request)
            state.records.keys.append(context.idempotencyKey ?? "")
        }
        var purchase = TestGateway.UserRecords.sample
        (purchase.state, purchase.typedIn, purchase.total) = (.confirmed, true, request.total)
        return purchase
    }

    func createExpenditure(
        _ request: Budget.CreateExpenditureRequest,
        context: CallContext
    ) async throws -> Budget.Purchase {
        gateway.state { state in
            state.records.expenditures.append(request)
            state.records.keys.append(context.idempotencyKey ?? "")
        }
        var amount = request.amount ?? .init()
        if request.refund { amount.minorUnits = -amount.minorUnits }
        let item = Budget.PurchaseItem(
            id: "item-1",
            productName: request.name,
            categorySymbol: request.categorySymbol,
            quantityThousandths: 1_000,
            unit: "each",
            amount: amount,
            category: request.category
        )
        return .init(
            id: TestGateway.UserRecords.purchaseID,
            state: .confirmed,
            storeName: request.place,
            purchasedAt: request.purchasedAt,
            currency: amount.currency,
            items: [item],
            computedTotal: amount,
            version: 1,
            typedIn: true,
            kind: .expenditure,
            note: request.note
        )
    }

    func getPurchase(_ request: Budget.GetPurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        guard case .purchaseID(let id)? = request.key else { throw Status.notFound("purchase") }
        return try find(id)
    }

    func listPurchases(
        _ request: Budget.ListPurchasesRequest,
        context: CallContext
    ) async throws -> Budget.ListPurchasesResponse {
        let all = gateway.state { state in
            state.records.lists.append(request)
            return state.records.purchases
        }
        let purchases = all.filter { purchase in
            let day = purchase.purchasedAt?.date ?? ""
            return (request.firstDay.isEmpty || day >= request.firstDay)
                && (request.lastDay.isEmpty || day <= request.lastDay)
                && (request.kind == .unspecified || purchase.kind == request.kind)
        }
        let (entries, next) = page(of: purchases, request.page)
        return .init(purchases: entries, nextPageToken: next)
    }

    func correctItem(_ request: Budget.CorrectItemRequest, context: CallContext) async throws -> Budget.Purchase {
        let purchase = try find(request.purchaseID)
        gateway.state { $0.records.corrections.append(request) }
        guard purchase.items.contains(where: { $0.id == request.itemID }) else { throw Status.notFound("item") }
        return purchase
    }

    func confirmPurchase(_ request: Budget.ConfirmPurchaseRequest, context: CallContext) async throws -> Budget.Purchase
    {
        var purchase = try find(request.purchaseID)
        purchase.state = .confirmed
        return purchase
    }

    func editPurchase(_ request: Budget.EditPurchaseRequest, context: CallContext) async throws -> Budget.Purchase {
        let purchase = try find(request.purchaseID)
        gateway.state { state in
            state.records.edits.append(request)
            state.records.keys.append(context.idempotencyKey ?? "")
        }
        // Kept as it is, it stays the same.
        let isChanged = !request.edits.contains(.init(edit: .duplicate(.keep)))
        var changed = purchase
        changed.version += isChanged ? 1 : 0
        return changed
    }

    func undoStep(_ request: Budget.UndoStepRequest, context: CallContext) async throws -> Budget.UndoStepResponse {
        let purchase = try find(request.purchaseID)
        guard let step = gateway.state({ $0.records.steps.popLast() }) else {
            throw Status(.failedPrecondition, "There is nothing to undo in this purchase.", reason: "NOTHING_TO_UNDO")
        }
        return .init(purchase: purchase, undone: step)
    }

    func listSteps(_ request: Budget.ListStepsRequest, context: CallContext) async throws -> Budget.ListStepsResponse {
        let (entries, next) = page(of: gateway.state { $0.records.steps.reversed() }, request.page)
        return .init(steps: entries, nextPageToken: next)
    }

    func watchPurchase(
        _ request: Budget.WatchPurchaseRequest,
        responses: MessageWriter<Budget.PurchaseUpdate>,
        context: CallContext
    ) async throws {
        var purchase = try find(request.purchaseID)
        let steps = gateway.state { state in
            state.records.watchedAfter.append(request.afterVersion)
            return state.records.steps.filter { $0.version > request.afterVersion }
        }
        if request.afterVersion == 0 {
            purchase.version = 1
            try await responses.write(.init(purchase: purchase))
        }
        for step in steps {
            purchase.version = step.version
            try await responses.write(.init(purchase: purchase, step: step))
        }
        let failure = gateway.state { state in
            state.records.watchFailures.isEmpty ? nil : state.records.watchFailures.removeFirst()
        }
        if let failure { throw failure }
    }

    private func find(_ id: String) throws -> Budget.Purchase {
        guard let purchase = gateway.state({ $0.records.purchases.first { $0.id == id } }) else {
            throw Status.notFound("purchase")
        }
        return purchase
    }
}

struct InboxAnswers: Notifications.InboxProvider {
    let gateway: TestGateway

    func listNotifications(
        _ request: Notifications.ListNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.ListNotificationsResponse {
        let all = gateway.state { $0.records.inbox }
        let unread = all.filter { $0.readAt == nil }
        let (entries, next) = page(of: request.unreadOnly ? unread : all, request.page)
        return .init(notifications: entries, nextPageToken: next, unread: Int64(unread.count))
    }

    func markNotificationsRead(
        _ request: Notifications.MarkNotificationsReadRequest,
        context: CallContext
    ) async throws -> Notifications.MarkNotificationsReadResponse {
        gateway.state { state in
            state.records.markedBatches.append(request.notificationIDs)
            let marked = Set(state.records.markedBatches.joined())
            let unread = state.records.inbox.filter { $0.readAt == nil && !marked.contains($0.id) }
            return .init(unread: Int64(unread.count))
        }
    }
    func deleteNotifications(
        _ request: Notifications.DeleteNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.DeleteNotificationsResponse {
        try gateway.state { state in
            state.records.deletedBatches.append(request.notificationIDs)
            guard Set(state.records.inbox.map(\.id)).isSuperset(of: request.notificationIDs) else {
                throw Status.notFound("notification")
            }
            state.records.inbox.removeAll { request.notificationIDs.contains($0.id) }
            return .init(unread: state.records.unread)
        }
    }

    func deleteAllNotifications(
        _ request: Notifications.DeleteAllNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.DeleteAllNotificationsResponse {
        gateway.state { state in
            state.records.deletedUpTo.append(request.newestID)
            if let key = context.idempotencyKey { state.records.keys.append(key) }
            let count = state.records.inbox.count
            state.records.inbox = []
            return .init(deletionID: "deletion-1", deleted: Int64(count))
        }
    }

    func restoreNotifications(
        _ request: Notifications.RestoreNotificationsRequest,
        context: CallContext
    ) async throws -> Notifications.RestoreNotificationsResponse {
        gateway.state { state in
            state.records.restored.append(request)
            return .init(unread: state.records.unread)
        }
    }
}

struct NoticePreferencesAnswers: Notifications.NoticePreferencesProvider {
    let gateway: TestGateway

    func getNoticePreferences(
        _ request: Notifications.GetNoticePreferencesRequest,
        context: CallContext
    ) async throws -> Notifications.GetNoticePreferencesResponse {
        .init(
            preferences: [
                .init(
                    kind: "receipt_ready",
                    title: "Receipt ready",
                    channels: [
                        .init(channel: .inbox, isOn: true, isOptional: true), .init(channel: .email, isOptional: true),
                        .init(channel: .webPush, isOn: true, isOptional: true),
                    ],
                    frequency: .daily
                ),
                .init(kind: "receipt_failed", title: "Not read", channels: [.init(channel: .inbox, isOptional: true)]),
                .init(kind: "order_chat", title: "Chat", channels: [.init(channel: .inbox, isOn: true)]),
            ],
            times: gateway.state { $0.records.noticeTimes }
        )
    }

    func setNoticeFrequency(
        _ request: Notifications.SetNoticeFrequencyRequest,
        context: CallContext
    ) async throws -> Notifications.NoticePreference {
        gateway.state { $0.records.noticeFrequencies.append(request) }
        return .init(kind: request.kind, title: "Receipt ready", frequency: request.frequency)
    }

    func setNoticeTimes(
        _ request: Notifications.NoticeTimes,
        context: CallContext
    ) async throws -> Notifications.NoticeTimes {
        gateway.state { $0.records.noticeTimes = request }
        return request
    }

    func switchMail(
        _ request: Notifications.SwitchMailRequest,
        context: CallContext
    ) async throws -> Notifications.SwitchMailResponse {
        .init(title: "Receipt ready", isOn: request.isOn)
    }

    func setNoticePreference(
        _ request: Notifications.SetNoticePreferenceRequest,
        context: CallContext
    ) async throws -> Notifications.NoticePreference {
        gateway.state { $0.records.noticeChoices.append(request) }
        return .init(
            kind: request.kind,
            title: "Receipt ready",
            channels: [.init(channel: request.channel, isOn: request.isOn, isOptional: true)]
        )
    }
}

struct WebPushAnswers: Notifications.WebPushProvider {
    let gateway: TestGateway

    func getPushKey(
        _ request: Notifications.GetPushKeyRequest,
        context: CallContext
    ) async throws -> Notifications.GetPushKeyResponse {
        .init(publicKey: [UInt8](repeating: 4, count: 65))
    }

    func registerPushDevice(
        _ request: Notifications.RegisterPushDeviceRequest,
        context: CallContext
    ) async throws -> Notifications.PushDevice {
        let device = Notifications.PushDevice(id: "device-1")
        gateway.state { $0.records.pushDevices.append(device) }
        return device
    }

    func listPushDevices(
        _ request: Notifications.ListPushDevicesRequest,
        context: CallContext
    ) async throws -> Notifications.ListPushDevicesResponse {
        .init(devices: gateway.state { $0.records.pushDevices })
    }

    func removePushDevice(
        _ request: Notifications.RemovePushDeviceRequest,
        context: CallContext
    ) async throws -> Notifications.RemovePushDeviceResponse {
        gateway.state { $0.records.pushDevices.removeAll { $0.id == request.id } }
        return .init()
    }
}

extension TestGateway.UserRecords {
    /// How many entries of the inbox are unread.
    fileprivate var unread: Int64 { Int64(inbox.count { $0.readAt == nil }) }
}
