import LarderClient
import Texts

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
        table.add([.init(.cli.headingReceipt), .init(receipt.id, .bold)])
        table.add([.init(.cli.receiptRowNumber), .init("\(receipt.queueNumber)")])
        table.add([.init(.cli.headingSent), .init(receipt.uploadedAt?.localText ?? "")])
        table.add([.init(.cli.headingState), ReceiptText.stateCell(receipt.state, percent: receipt.percent)])
        if !receipt.failure.isEmpty { table.add([.init(.cli.headingWhy), .init(receipt.failure)]) }
        if !receipt.purchaseID.isEmpty { table.add([.init(.cli.headingPurchase), .init(receipt.purchaseID)]) }
        table.add([.init(.cli.headingPhoto), .init(photoText)])
        if !receipt.samePhotoReceiptID.isEmpty {
            table.add([.init(.cli.receiptSamePhotoAs), .init(receipt.samePhotoReceiptID)])
        }
        return table.text(paint)
    }

    private var photoText: String {
        if !receipt.hasPhoto { return LocalizedText.cli.receiptRemoved.shown }
        return receipt.photos > 1
            ? LocalizedText.cli.receiptKeptSeveral(number: Int(receipt.photos)).shown
            : LocalizedText.cli.receiptKept.shown
    }

    static func stateCell(_ state: OCR.ReceiptState, percent: Int32) -> Table.Cell {
        switch state {
        case .done: .init(.cli.receiptStateDone, .green)
        case .failed: .init(.cli.receiptStateFailed, .red)
        case .reading: .init(.cli.receiptStateReadingPercent(percent: "\(percent)"), .yellow)
        default: .init(stateName(state), .yellow)
        }
    }

    static func stateName(_ state: OCR.ReceiptState) -> LocalizedText {
        switch state {
        case .queued: .cli.receiptStateQueued
        case .reading: .cli.receiptStateReading
        case .parsing: .cli.receiptStateParsing
        case .saving: .cli.receiptStateSaving
        case .done: .cli.receiptStateDone
        case .failed: .cli.receiptStateFailed
        case .unspecified, .unrecognized: .cli.receiptStateUnknown
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
            .init(title: "#", alignment: .right), .init(title: .cli.headingPrinted, shrinks: true),
            .init(title: .cli.headingQuantity, alignment: .right),
            .init(title: .cli.headingDiscount, alignment: .right),
            .init(title: .cli.headingAmount, alignment: .right), .init(title: ""),
        ])
        for (index, item) in reading.items.enumerated() {
            table.add([
                .init("\(index + 1)", .dim), .init(item.text),
                .init(QuantityText.text(item.quantityThousandths, unit: item.unit)),
                .init(item.discount.map { $0.minorUnits == 0 ? "" : $0.shownAmount } ?? ""),
                .init(item.amount?.shownAmount ?? ""),
                .init(item.needsReview ? LocalizedText.cli.receiptCheck.shown : "", .yellow),
            ])
        }
        func sum(_ label: String, _ amount: OCR.ReadAmount?, _ style: Paint.Style? = nil) {
            guard let value = amount?.value else { return }
            table.add(["", .init(label, style), "", "", .init(value.shown, style), ""])
        }
        sum(LocalizedText.cli.headingSubtotal.shown, reading.subtotal)
        for tax in reading.taxes { sum(tax.label, tax.amount) }
        sum(LocalizedText.cli.headingTotal.shown, reading.total, .bold)
        return table
    }

    private func sumCheck(_ paint: Paint) -> String {
        switch reading.sumCheck {
        case .agrees: paint(LocalizedText.cli.receiptSumAgrees.shown, .green)
        case .disagrees: paint(LocalizedText.cli.receiptSumDisagrees.shown, .yellow)
        default: ""
        }
    }
}
