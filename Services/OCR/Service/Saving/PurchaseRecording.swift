import BudgetMessages
import RPC

/// The recorder of users' purchases.
protocol PurchaseRecording: Sendable {
    /// Records a purchase; the same receipt yields the same purchase.
    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase
}

/// Records with budget over RPC.
struct RemotePurchaseRecording: PurchaseRecording {
    private let purchases: Budget.PurchasesClient
    private let options = CallOptions(timeout: .seconds(5))

    init(_ channel: any CallChannel) { purchases = Budget.PurchasesClient(channel: channel) }

    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase {
        try await purchases.recordPurchase(request, options: options)
    }
}
