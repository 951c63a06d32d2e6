import LarderClient

/// Formats a receipt.
struct ReceiptText {
    private let receipt: OCR.Receipt
    private let isLookedUp: Bool
    private let width: Int?

    /// Formats a receipt.
    /// - Parameter isLookedUp: whether catalog has yet to resolve the printed lines.
    init(_ receipt: OCR.Receipt, isLookedUp: Bool, width: Int?) {
        self.receipt = receipt
        self.isLookedUp = isLookedUp
        self.width = width
    }

    func text(_ paint: Paint) -> String {
        var parts = [heading(paint)]
        if let reading = receipt.reading { parts.append(ReadingText(reading, width: width).text(paint)) }
        if isLookedUp { parts.append(paint(PurchaseText.isLookedUp, .yellow)) }
        return parts.joined(separator: "\n\n")
    }

    private func heading(_ paint: Paint) -> String {
        var table = Table([.init(title: ""), .init(title: "")])
        table.add(["Receipt", .init(receipt.id, .bold)])
        table.add(["Number", .init("\(receipt.queueNumber)")])
        table.add(["Sent", .init(receipt.uploadedAt?.localText ?? "")])
        table.add(["State", ReceiptText.stateCell(receipt.state, percent: receipt.percent)])
        if !receipt.failure.isEmpty { table.add(["Why", .init(receipt.failure)]) }
        if !receipt.purchaseID.isEmpty { table.add(["Purchase", .init(receipt.purchaseID)]) }
        table.add(["Photo", .init(photoText)])
        if !receipt.samePhotoReceiptID.isEmpty { table.add(["Same photo as", .init(receipt.samePhotoReceiptID)]) }
        return table.text(paint)
    }

    private var photoText: String {
        if !receipt.hasPhoto { return "removed" }
        return receipt.photos > 1 ? "\(receipt.photos) kept" : "kept"
    }

    static func stateCell(_ state: OCR.ReceiptState, percent: Int32) -> Table.Cell {
        switch state {
        case .done: .init("done", .green)
        case .failed: .init("failed", .red)
        case .reading: .init("reading, \(percent) %", .yellow)
        default: .init(stateName(state), .yellow)
        }
    }

    static func stateName(_ state: OCR.ReceiptState) -> String {
        switch state {
        case .queued: "queued"
        case .reading: "being read"
        case .parsing: "being understood"
        case .saving: "being saved"
        case .done: "done"
        case .failed: "failed"
        case .unspecified, .unrecognized: "in an unknown state"
        }
    }
}

/// Formats the reading of a receipt.
private struct ReadingText {
    let reading: OCR.Reading
    let width: Int?

    init(_ reading: OCR.Reading, width: Int?) {
        self.reading = reading
        self.width = width
    }

    func text(_ paint: Paint) -> String {
        let store = [reading.storeName, reading.storeAddress, reading.date, reading.time]
            .compactMap { $0?.value }.filter { !$0.isEmpty }.map(TerminalText.clean).joined(separator: " · ")
        return [paint(store, .bold), items.text(paint, width: width), sumCheck(paint)]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var items: Table {
        var table = Table([
            .init(title: "#", alignment: .right), .init(title: "Printed", shrinks: true),
            .init(title: "Quantity", alignment: .right), .init(title: "Discount", alignment: .right),
            .init(title: "Amount", alignment: .right), .init(title: ""),
        ])
        for (index, item) in reading.items.enumerated() {
            table.add([
                .init("\(index + 1)", .dim), .init(item.text),
                .init(QuantityText.text(item.quantityThousandths, unit: item.unit)),
                .init(item.discount.map { $0.minorUnits == 0 ? "" : $0.amountText } ?? ""),
                .init(item.amount?.amountText ?? ""), .init(item.needsReview ? "! check" : "", .yellow),
            ])
        }
        func sum(_ label: String, _ amount: OCR.ReadAmount?, _ style: Paint.Style? = nil) {
            guard let value = amount?.value else { return }
            table.add(["", .init(label, style), "", "", .init(value.text, style), ""])
        }
        sum("Subtotal", reading.subtotal)
        for tax in reading.taxes { sum(tax.label, tax.amount) }
        sum("Total", reading.total, .bold)
        return table
    }

    private func sumCheck(_ paint: Paint) -> String {
        switch reading.sumCheck {
        case .agrees: paint("The items add up to the total.", .green)
        case .disagrees: paint("The items do not add up to the total.", .yellow)
        default: ""
        }
    }
}
