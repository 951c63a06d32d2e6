import LarderClient

/// Formats a purchase.
struct PurchaseText {
    private let purchase: Budget.Purchase
    private let width: Int?

    init(_ purchase: Budget.Purchase, width: Int?) {
        self.purchase = purchase
        self.width = width
    }

    func text(_ paint: Paint) -> String {
        [heading(paint), table.text(paint, width: width), remarks(paint)]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static let isLookedUp = """
        The catalog was unavailable: the store or some items are shown as written, and will be resolved automatically.
        """

    static func stateCell(_ purchase: Budget.Purchase) -> Table.Cell {
        switch purchase.state {
        case .toVerify where !purchase.duplicateOf.isEmpty: .init("a duplicate?", .yellow)
        case .confirmed where !purchase.duplicateOf.isEmpty: .init("a duplicate?", .yellow)
        case .confirmed: .init("confirmed", .green)
        case .toVerify: .init("to verify", .yellow)
        case .discarded: .init("discarded", .dim)
        case .unspecified, .unrecognized: .init("unknown")
        }
    }

    private func heading(_ paint: Paint) -> String {
        let state = PurchaseText.stateCell(purchase)
        let store = TerminalText.clean(purchase.storeName.isEmpty ? "Unknown store" : purchase.storeName)
        let time = TerminalText.clean(purchase.purchasedAt?.text ?? "")
        let address = TerminalText.clean(purchase.storeAddress)
        let known = purchase.knownStore.isEmpty ? "" : "(\(TerminalText.clean(purchase.knownStore)))"
        let first = [
            [paint(store, .bold), known].filter { !$0.isEmpty }.joined(separator: " "), address, time,
            paint(state.text, state.style),
        ].filter { !$0.isEmpty }
        return first.joined(separator: " · ") + "\n" + paint("Purchase \(TerminalText.clean(purchase.id))", .dim)
    }

    private var table: Table {
        var table = Table([
            .init(title: "#", alignment: .right), .init(title: ""), .init(title: "Item", shrinks: true),
            .init(title: "Printed", shrinks: true), .init(title: "Quantity", alignment: .right),
            .init(title: "Each", alignment: .right), .init(title: "Discount", alignment: .right),
            .init(title: "Amount", alignment: .right), .init(title: ""),
        ])
        for (index, item) in purchase.items.enumerated() { table.add(row(item, number: index + 1)) }
        func sum(_ label: String, _ money: Common.Money?, _ style: Paint.Style? = nil) {
            guard let money else { return }
            table.add(["", "", .init(label, style), "", "", "", "", .init(money.text, style), ""])
        }
        sum("Subtotal", purchase.subtotal)
        for tax in purchase.taxes { sum(tax.label + (purchase.taxesIncluded ? ", included" : ""), tax.amount) }
        sum("Total", purchase.total ?? purchase.computedTotal, .bold)
        return table
    }

    private func row(_ item: Budget.PurchaseItem, number: Int) -> [Table.Cell] {
        let name = item.productName.isEmpty ? item.printedText : item.productName
        return [
            .init("\(number)", .dim), .init(item.categorySymbol), .init(name),
            .init(item.printedText == name ? "" : item.printedText, .dim),
            .init(QuantityText.text(item.quantityThousandths, unit: item.unit)),
            .init(item.unitPrice?.amountText ?? ""),
            .init(item.discount.map { $0.minorUnits == 0 ? "" : $0.amountText } ?? ""),
            .init(item.amount?.amountText ?? ""), .init(item.needsReview ? "! check" : "", .yellow),
        ]
    }

    private func remarks(_ paint: Paint) -> String {
        var lines: [String] = []
        if let total = purchase.total, let computed = purchase.computedTotal, !purchase.totalsAgree {
            let says = purchase.typedIn ? "the total is" : "the receipt says"
            lines.append(paint("The items add up to \(computed.text); \(says) \(total.text).", .yellow))
        }
        if purchase.total == nil, !purchase.typedIn {
            lines.append("No total is printed; the sum of the items is shown.")
        }
        if purchase.awaitsMatching { lines.append(paint(PurchaseText.isLookedUp, .yellow)) }
        let id = TerminalText.clean(purchase.id)
        if !purchase.duplicateOf.isEmpty {
            let other = TerminalText.clean(purchase.duplicateOf)
            lines.append(
                paint(
                    "This looks like a duplicate of purchase \(other). It does not count until you decide.",
                    .yellow
                )
            )
            lines.append("If both are right: larder purchase keep \(id). Otherwise: larder purchase discard \(id)")
        }
        if !purchase.fieldsToReview.isEmpty {
            let fields = purchase.fieldsToReview.map { PurchaseFieldName($0).title }.joined(separator: ", ")
            let options = purchase.fieldsToReview.compactMap { PurchaseFieldName($0).option }.map { "\($0) …" }
            let command = "larder purchase edit \(id) \(options.joined(separator: " "))"
            lines.append(paint("Please check: \(fields). Correct with: \(command)", .yellow))
        }
        if !purchase.suggestedCurrency.isEmpty {
            let code = TerminalText.clean(purchase.suggestedCurrency)
            lines.append(
                "No currency is printed. Your latest receipt with one: larder purchase edit \(id) --currency \(code)"
            )
        }
        let doubtful = purchase.items.count { $0.needsReview }
        if doubtful > 0 {
            let items = doubtful == 1 ? "1 item needs" : "\(doubtful) items need"
            lines.append(paint("\(items) checking: larder purchase edit \(id) NUMBER --name … --amount …", .yellow))
        }
        if purchase.state == .discarded { lines.append("Restore it with: larder purchase undo \(id)") }
        if purchase.state == .toVerify { lines.append("When all is right: larder purchase confirm \(id)") }
        return lines.joined(separator: "\n")
    }
}
