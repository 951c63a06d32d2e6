import LarderClient
import Texts

extension EntryList where Entry == Budget.Purchase, Response == Budget.ListPurchasesResponse {
    /// Purchases, a row each.
    static func purchases(whenEmpty: LocalizedText) -> EntryList {
        EntryList(
            [
                .init(title: .cli.headingBought), .init(title: .cli.headingStore, shrinks: true),
                .init(title: .cli.headingExpenditure, shrinks: true),
                .init(title: .cli.headingItems, alignment: .right),
                .init(title: .cli.headingTotal, alignment: .right), .init(title: .cli.headingState),
                .init(title: .cli.headingPurchase),
            ],
            whenEmpty: whenEmpty,
            response: Budget.ListPurchasesResponse.init(purchases:nextPageToken:),
            row: { (purchase: Budget.Purchase) in
                [
                    .init(purchase.purchasedAt?.text ?? ""), .init(purchase.storeName), .init(purchase.expenditureName),
                    .init(purchase.kind == .expenditure ? "" : "\(purchase.items.count)"),
                    .init((purchase.total ?? purchase.computedTotal)?.shown ?? ""), state(of: purchase),
                    .init(purchase.id),
                ]
            }
        )
    }

    /// The state, and whether there are versions to choose from.
    private static func state(of purchase: Budget.Purchase) -> Table.Cell {
        let state = PurchaseText.stateCell(purchase)
        guard !purchase.conflicts.isEmpty else { return state }
        return .init([state.text, LocalizedText.cli.purchaseStateToChoose.shown].joined(separator: " · "), .yellow)
    }
}

extension Budget.Purchase {
    /// What the money of an expenditure was spent on; empty for a purchase.
    fileprivate var expenditureName: String { kind == .expenditure ? items.first?.shownName ?? "" : "" }
}
