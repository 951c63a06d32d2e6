import Messages
import RPC
import ServiceStubs

/// Who keeps the user's purchases.
protocol PurchaseRecording: Sendable {
    /// Records a purchase; the same receipt gives the same purchase.
    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase
}

/// Budget over RPC.
struct RemotePurchaseRecording: PurchaseRecording {
    private let purchases: Budget.PurchasesClient
    private let options = CallOptions(timeout: .seconds(5))

    init(_ channel: any CallChannel) { purchases = Budget.PurchasesClient(channel: channel) }

    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase {
        try await purchases.recordPurchase(request, options: options)
    }
}
