import BudgetMessages

extension PurchaseDifference {
    /// The changes as text for users, one a line: `Total: 9.90 → 8.90`.
    var lines: [String] {
        stateLines + fields.map(line) + removed.map { "Removed \(quoted($0.name)): \(before.content.text($0.amount))" }
            + added.map { "Added \(quoted($0.name)): \(after.content.text($0.amount))" } + items.flatMap(lines)
            + orderLines
    }

    private var stateLines: [String] {
        var lines: [String] = []
        if before.state != after.state {
            switch (before.state, after.state) {
            case (_, .confirmed): lines.append("Confirmed")
            case (_, .discarded): lines.append("Discarded")
            case (.discarded, .toVerify): lines.append("Brought back")
            case (.confirmed, .toVerify), (.toVerify, .toVerify): lines.append("To verify again")
            }
        }
        if before.duplicateOf != after.duplicateOf {
            lines.append(after.duplicateOf == nil ? "Kept as a separate purchase" : "Seems a duplicate again")
        }
        return lines
    }

    private func line(_ change: FieldChange) -> String {
        let name = change.field.title
        guard change.before != change.after else { return "\(name) confirmed" }
        return "\(name): \(shown(change.before)) → \(shown(change.after))"
    }

    private func lines(_ change: ItemChange) -> [String] {
        let (old, new) = (change.before, change.after)
        var lines: [String] = []
        func compare(_ what: String, _ before: String, _ after: String) {
            guard before != after else { return }
            let subject = what.isEmpty ? "" : " \(what)"
            lines.append("\(quoted(old.name))\(subject): \(shown(before)) → \(shown(after))")
        }
        compare("", old.name, new.name)
        compare("quantity", old.quantityText, new.quantityText)
        compare("unit", old.unit, new.unit)
        compare("unit price", price(old, before), price(new, after))
        compare("amount", before.content.text(old.amount), after.content.text(new.amount))
        compare("discount", before.content.text(old.discount), after.content.text(new.discount))
        guard lines.isEmpty else { return lines }
        if old.productID != new.productID { return ["\(quoted(old.name)): another product"] }
        return old.needsReview && !new.needsReview ? ["\(quoted(old.name)) confirmed"] : []
    }

    private var orderLines: [String] {
        let (old, new) = (Set(before.content.items.map(\.id)), Set(after.content.items.map(\.id)))
        let isSame =
            before.content.items.map(\.id).filter(new.contains) == after.content.items.map(\.id).filter(old.contains)
        return isSame ? [] : ["Items reordered"]
    }

    private func price(_ item: PurchaseItem, _ purchase: Purchase) -> String {
        item.unitPrice.map(purchase.content.text) ?? ""
    }

    private func quoted(_ name: String) -> String { "“\(name.isEmpty ? "item" : name)”" }
    private func shown(_ value: String) -> String { value.isEmpty ? "none" : value }
}

extension Budget.PurchaseField {
    /// The field's name with a capital letter.
    var title: String {
        switch self {
        case .storeName: "Store"
        case .storeAddress: "Address"
        case .date: "Date"
        case .time: "Time"
        case .currency: "Currency"
        case .subtotal: "Subtotal"
        case .taxes: "Taxes"
        case .total: "Total"
        case .unspecified, .unrecognized: "Field"
        }
    }
}
