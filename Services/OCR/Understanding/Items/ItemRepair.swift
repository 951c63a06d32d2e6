/// Corrects single misread item amounts where the sums determine the value.
///
/// A change requires that the print can be a misreading of the amount and that exactly one change reconciles the sums.
/// The item stays marked for review unless quantity and price confirm it.
enum ItemRepair {
    /// Corrects one item amount.
    /// - Parameter targets: the sums that the items can add up to.
    /// - Returns: `nil` when no single correction, or more than one, fits.
    static func repair(
        _ items: [ReceiptItem],
        targets: Set<Int64>,
        rows: [String],
        decimals: Int
    ) -> [ReceiptItem]? {
        let sum = items.reduce(0) { $0 + $1.amount }
        var found: (index: Int, amount: Int64, isConfirmed: Bool)?
        for target in targets where target != sum {
            for (index, item) in items.enumerated() where item.kind == .purchase && rows.indices.contains(index) {
                let amount = item.amount + target - sum
                guard amount > 0, amount != item.amount else { continue }
                let product = product(of: item)
                guard product != item.amount else { continue }
                let isConfirmed = product == amount
                let cost = PrintMatch(amount, decimals: decimals).cost(in: rows[index])
                guard cost <= (isConfirmed ? 1.4 : 0.75) else { continue }
                if let found, found.amount != amount || found.index != index {
                    if found.isConfirmed == isConfirmed { return nil }
                    if found.isConfirmed { continue }
                }
                found = (index, amount, isConfirmed)
            }
        }
        guard let found else { return nil }
        var items = items
        items[found.index].amount = found.amount
        items[found.index].confidence = found.isConfirmed ? min(items[found.index].confidence, 75) : 50
        return items
    }

    private static func product(of item: ReceiptItem) -> Int64? {
        guard let quantity = item.quantity, let price = item.unitPrice else { return nil }
        return PrintedNumber(mantissa: quantity, decimals: 3)
            .times(PrintedNumber(mantissa: price, decimals: 0), decimals: 0)
    }
}
