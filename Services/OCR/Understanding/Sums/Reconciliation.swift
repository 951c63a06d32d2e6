/// Checks a draft's sums against each other and adjusts the confidence of its items.
enum Reconciliation {
    static func apply(to draft: inout ReceiptDraft) {
        draft.sumsAgree = agree(draft)
        if draft.sumsAgree == false { dropInformationalDiscounts(&draft) }
        if draft.sumsAgree == false { dropSum(&draft) }
        guard let agree = draft.sumsAgree else { return }
        for index in draft.items.indices {
            let confidence = draft.items[index].confidence
            let limit = isExplained(draft.items[index]) ? 88 : 68
            draft.items[index].confidence =
                agree ? min(98, max(confidence, 60) + 10) : min(limit, max(0, confidence - 10))
        }
    }

    /// Whether an item's printed quantity and price explain its amount.
    private static func isExplained(_ item: ReceiptItem) -> Bool {
        guard let quantity = item.quantity, let price = item.unitPrice,
            let product = PrintedNumber(mantissa: quantity, decimals: 3)
                .times(PrintedNumber(mantissa: price, decimals: 0), decimals: 0)
        else { return false }
        return abs(product - item.amount) <= 1
    }

    /// The sums that the items can add up to, from the subtotal and a total of sufficient confidence.
    static func targets(_ draft: ReceiptDraft) -> Set<Int64> {
        var targets: Set<Int64> = []
        if let subtotal = draft.subtotal, subtotal.confidence >= 60 { targets.insert(subtotal.value) }
        guard let total = draft.total, total.confidence >= 45 else { return targets }
        let tax = draft.taxes.reduce(0) { $0 + $1.value.amount }
        let service = draft.serviceCharge?.value ?? 0
        let base = total.value - (draft.rounding?.value ?? 0)
        targets.formUnion([base, base - tax, base - service, base - tax - service].filter { $0 > 0 })
        return targets
    }

    /// Whether the items explain the subtotal or the total, with taxes included or added.
    static func agree(_ draft: ReceiptDraft) -> Bool? {
        guard !draft.items.isEmpty, draft.total != nil || draft.subtotal != nil else { return nil }
        let items = draft.items.reduce(0) { $0 + $1.amount }
        let tax = draft.taxes.reduce(0) { $0 + $1.value.amount }
        let service = draft.serviceCharge?.value ?? 0
        let tip = draft.tip?.value ?? 0
        let rounding = draft.rounding?.value ?? 0
        let discounts = draft.items.filter { $0.kind == .discount }.reduce(0) { $0 + $1.amount }
        let additions = [0, tax, service, tax + service, tip, tax + tip, tax + service + tip]
        guard let total = draft.total?.value else {
            return draft.subtotal.map { $0.value == items || $0.value == items - discounts }
        }
        // Prices that include tax are rounded line by line: a difference of a unit or two is not a reading error.
        let tolerance: Int64 = tax != 0 ? 2 : 0
        return additions.contains { abs(items + $0 + rounding - total) <= tolerance || items + $0 == total }
    }

    /// Removes a last item that repeats the sum of the others: a sum whose label could not be read.
    static func dropSum(_ draft: inout ReceiptDraft) {
        guard let last = draft.items.last, draft.items.count > 1,
            draft.items.dropLast().reduce(0, { $0 + $1.amount }) == last.amount
        else { return }
        var candidate = draft
        candidate.items.removeLast()
        guard agree(candidate) == true else { return }
        draft.items = candidate.items
        draft.sumsAgree = true
    }

    /// Removes discounts that are already part of the printed prices, such as `SAVED 1.00`, when the sums then agree.
    private static func dropInformationalDiscounts(_ draft: inout ReceiptDraft) {
        guard let items = withoutInformation(draft) else { return }
        draft.items = items
        draft.sumsAgree = true
    }

    /// Whether the sums agree without lines that only mention savings.
    static func agreesWithoutInformation(_ draft: ReceiptDraft) -> Bool { withoutInformation(draft) != nil }

    private static func withoutInformation(_ draft: ReceiptDraft) -> [ReceiptItem]? {
        var candidate = draft
        candidate.items.removeAll {
            $0.kind == .discount && CueWords($0.name).hasAny("SAVED | SAVING | SAVINGS | SAVE | DISC | DISCOUNT")
        }
        guard candidate.items.count < draft.items.count, agree(candidate) == true else { return nil }
        return candidate.items
    }
}
