import LarderClient
import Texts

/// Formats a purchase.
struct PurchaseText {
    private let purchase: Budget.Purchase
    private let width: Int?

    init(_ purchase: Budget.Purchase, width: Int?) {
        self.purchase = purchase
        self.width = width
    }

    func text(_ paint: Paint) -> String {
        [heading(paint), table.text(paint, width: width), note, ConflictsText.text(purchase, paint), remarks(paint)]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static var isLookedUp: String { LocalizedText.cli.purchaseIsLookedUp.shown }

    static func stateCell(_ purchase: Budget.Purchase) -> Table.Cell {
        switch purchase.state {
        case .toVerify where !purchase.duplicateOf.isEmpty: .init(.cli.purchaseStateDuplicate, .yellow)
        case .confirmed where !purchase.duplicateOf.isEmpty: .init(.cli.purchaseStateDuplicate, .yellow)
        case .confirmed: .init(.cli.purchaseStateConfirmed, .green)
        case .toVerify: .init(.cli.purchaseStateToVerify, .yellow)
        case .discarded: .init(.cli.purchaseStateDiscarded, .dim)
        case .unspecified, .unrecognized: .init(.cli.purchaseStateUnknown)
        }
    }

    private func heading(_ paint: Paint) -> String {
        let isExpenditure = purchase.kind == .expenditure
        let state = PurchaseText.stateCell(purchase)
        // The place of an expenditure may not matter.
        let unknownStore = isExpenditure ? "" : LocalizedText.cli.purchaseUnknownStore.shown
        let store = TerminalText.clean(purchase.storeName.isEmpty ? unknownStore : purchase.storeName)
        let time = TerminalText.clean(purchase.purchasedAt?.text ?? "")
        let address = TerminalText.clean(purchase.storeAddress)
        let known = purchase.knownStore.isEmpty ? "" : "(\(TerminalText.clean(purchase.knownStore)))"
        let first = [
            [paint(store, .bold), known].filter { !$0.isEmpty }.joined(separator: " "), address, time,
            isRefund ? LocalizedText.cli.expenditureIsRefund.shown : "", paint(state.text, state.style),
        ].filter { !$0.isEmpty }
        let id = TerminalText.clean(purchase.id)
        // Changes may name the version that was seen.
        let version = "\(purchase.version)"
        let second: LocalizedText =
            isExpenditure
            ? .cli.expenditureHeading(id: id, version: version) : .cli.purchaseHeading(id: id, version: version)
        return first.joined(separator: " · ") + "\n" + paint(second.shown, .dim)
    }

    /// Whether it is an expenditure whose money came back.
    private var isRefund: Bool {
        purchase.kind == .expenditure && purchase.items.contains { $0.amount.map { $0.minorUnits < 0 } ?? false }
    }

    /// The owner's note, further lines below the first one.
    private var note: String {
        guard !purchase.note.isEmpty else { return "" }
        let label = LocalizedText.cli.purchaseNote.shown + " "
        let indentation = "\n" + String(repeating: " ", count: TerminalText.width(label))
        return label + TerminalText.keepingLines(purchase.note).replacing("\n", with: indentation)
    }

    private var table: Table {
        var table = Table([
            .init(title: "#", alignment: .right), .init(title: ""), .init(title: .cli.headingItem, shrinks: true),
            .init(title: .cli.headingPrinted, shrinks: true), .init(title: .cli.headingQuantity, alignment: .right),
            .init(title: .cli.purchaseEach, alignment: .right), .init(title: .cli.headingDiscount, alignment: .right),
            .init(title: .cli.headingAmount, alignment: .right), .init(title: ""),
        ])
        for (index, item) in purchase.items.enumerated() { table.add(row(item, number: index + 1)) }
        func sum(_ label: String, _ money: Common.Money?, _ style: Paint.Style? = nil) {
            guard let money else { return }
            table.add(["", "", .init(label, style), "", "", "", "", .init(money.shown, style), ""])
        }
        sum(LocalizedText.cli.headingSubtotal.shown, purchase.subtotal)
        for tax in purchase.taxes { sum(label(of: tax), tax.amount) }
        sum(LocalizedText.cli.headingTotal.shown, purchase.total ?? purchase.computedTotal, .bold)
        return table
    }

    private func label(of tax: Budget.PurchaseTax) -> String {
        purchase.taxesIncluded ? LocalizedText.cli.purchaseTaxIncluded(tax: tax.label).shown : tax.label
    }

    private func row(_ item: Budget.PurchaseItem, number: Int) -> [Table.Cell] {
        let name = item.shownName
        return [
            .init("\(number)", .dim), .init(item.categorySymbol), .init(name),
            .init(item.printedText == name ? "" : item.printedText, .dim),
            .init(QuantityText.text(item.quantityThousandths, unit: item.unit)),
            .init(item.unitPrice?.shownAmount ?? ""),
            .init(item.discount.map { $0.minorUnits == 0 ? "" : $0.shownAmount } ?? ""),
            .init(item.amount?.shownAmount ?? ""),
            .init(item.needsReview ? LocalizedText.cli.receiptCheck.shown : "", .yellow),
        ]
    }

    private func remarks(_ paint: Paint) -> String {
        var lines: [String] = []
        if let total = purchase.total, let computed = purchase.computedTotal, !purchase.totalsAgree {
            let sentence: LocalizedText =
                purchase.typedIn
                ? .cli.purchaseSumDiffersFromTotal(sum: computed.shown, total: total.shown)
                : .cli.purchaseSumDiffersFromReceipt(sum: computed.shown, total: total.shown)
            lines.append(paint(sentence.shown, .yellow))
        }
        if purchase.total == nil, !purchase.typedIn {
            lines.append(LocalizedText.cli.purchaseNoTotal.shown)
        }
        if purchase.awaitsMatching { lines.append(paint(PurchaseText.isLookedUp, .yellow)) }
        let id = TerminalText.clean(purchase.id)
        if !purchase.duplicateOf.isEmpty {
            let other = TerminalText.clean(purchase.duplicateOf)
            lines.append(
                paint(LocalizedText.cli.purchaseDuplicateOf(id: other).shown, .yellow)
            )
            lines.append(
                LocalizedText.cli.purchaseKeepOrDiscard(
                    command: "larder purchase keep \(id)",
                    other: "larder purchase discard \(id)"
                ).shown
            )
        }
        if !purchase.fieldsToReview.isEmpty {
            let fields = purchase.fieldsToReview.map { PurchaseFieldName($0).title.shown }.joined(separator: ", ")
            let options = purchase.fieldsToReview.compactMap { PurchaseFieldName($0).option }.map { "\($0) …" }
            let command = "larder purchase edit \(id) \(options.joined(separator: " "))"
            lines.append(paint(LocalizedText.cli.purchaseCheckFields(fields: fields, command: command).shown, .yellow))
        }
        if !purchase.suggestedCurrency.isEmpty {
            let code = TerminalText.clean(purchase.suggestedCurrency)
            lines.append(
                LocalizedText.cli.purchaseSuggestedCurrency(command: "larder purchase edit \(id) --currency \(code)")
                    .shown
            )
        }
        let doubtful = purchase.items.count { $0.needsReview }
        if doubtful > 0 {
            let number = LocalizedText.cli.purchaseItemNumber.shown
            let command = "larder purchase edit \(id) \(number) --name … --amount …"
            lines.append(
                paint(LocalizedText.cli.purchaseItemsToCheck(command: command, count: doubtful).shown, .yellow)
            )
        }
        if purchase.state == .discarded {
            lines.append(LocalizedText.cli.purchaseRestore(command: "larder purchase undo \(id)").shown)
        }
        if purchase.state == .toVerify {
            lines.append(LocalizedText.cli.purchaseWhenRight(command: "larder purchase confirm \(id)").shown)
        }
        return lines.joined(separator: "\n")
    }
}
