import CommonMessages
import Foundations
import OCRMessages
import ReceiptUnderstanding
import ServiceKit

extension OCR.Reading {
    /// The message of a draft, for other services and clients. Contains only what is printed.
    /// - Parameter page: the page of the draft; maps its boxes to the photos.
    init(_ draft: ReceiptDraft, of page: RecognizedPage) {
        let currency = draft.currency?.value ?? Currency.unknown
        var lines = PrintedLines(currency: currency, page: page)
        for item in draft.items {
            if item.kind == .discount {
                lines.add(discount: item, before: draft.subtotal?.box)
            } else {
                lines.add(item)
            }
        }
        lines.add(charge: draft.serviceCharge, .service)
        lines.add(charge: draft.tip, .tip)
        lines.add(charge: draft.rounding, .rounding)
        self.init(
            storeName: draft.storeName.map { OCR.ReadText($0, page, longest: 200) },
            storeAddress: draft.storeAddress.map { OCR.ReadText($0, page, longest: 300) },
            date: draft.date.map { OCR.ReadText($0, page) },
            time: draft.time.map { OCR.ReadText($0, page) },
            currency: draft.currency.map { OCR.ReadText($0, page) },
            items: lines.items,
            subtotal: draft.subtotal.map { OCR.ReadAmount($0, currency, page) },
            taxes: draft.taxes.map { OCR.ReadTax($0, currency, page) },
            total: draft.total.map { OCR.ReadAmount($0, currency, page) },
            sumCheck: draft.sumsAgree.map { $0 ? .agrees : .disagrees } ?? .notPossible,
            rawText: draft.rawText.printable(longest: 50_000),
            storePhone: draft.storePhone.map { OCR.ReadText($0, page, longest: 40) },
            suggestedCurrency: draft.currency == nil ? draft.suggestedCurrency ?? "" : ""
        )
    }
}

/// Collects lines; a discount printed under an item becomes part of it.
private struct PrintedLines {
    /// The range of quantities of a line, in thousandths: up to a million units.
    private static let quantities: ClosedRange<Int64> = 1...1_000_000_000

    let currency: String
    let page: RecognizedPage
    private(set) var items: [OCR.ReadItem] = []
    /// The lowest printed row of the last product and its discounts.
    private var lastBox: PixelBox?

    init(currency: String, page: RecognizedPage) {
        self.currency = currency
        self.page = page
    }

    mutating func add(_ item: ReceiptItem) {
        // A return is a product with a negative amount; its quantity is positive.
        let quantity = item.quantity.map { Int64(clamping: $0.magnitude) } ?? 1_000
        let isQuantity = PrintedLines.quantities.contains(quantity)
        items.append(
            OCR.ReadItem(
                text: item.name.printable(longest: 200),
                quantityThousandths: isQuantity ? quantity : 1_000,
                unit: (item.unit ?? .each).rawValue,
                unitPrice: item.unitPrice.map { money(abs($0)) },
                amount: money(item.amount),
                discount: money(0),
                confidence: Int32(item.confidence),
                box: OCR.Box(item.box, page),
                needsReview: item.needsReview || item.name.isEmpty || !isQuantity,
                kind: .product
            )
        )
        lastBox = item.box
    }

    /// Adds a discount to its item.
    /// - Parameter subtotal: the position of the subtotal; a discount below it applies to the whole receipt.
    mutating func add(discount item: ReceiptItem, before subtotal: PixelBox?) {
        let isBelowSubtotal = subtotal.map { item.box.y >= $0.y } ?? false
        if let lastBox, let last = items.indices.last, !isBelowSubtotal, isNext(item.box, to: lastBox) {
            items[last].discount = money((items[last].discount?.minorUnits ?? 0) + item.amount)
            items[last].needsReview = items[last].needsReview || item.needsReview
            self.lastBox = lastBox.union(item.box)
            return
        }
        items.append(
            OCR.ReadItem(
                text: item.name.printable(longest: 200),
                quantityThousandths: 1_000,
                unit: ReceiptUnit.each.rawValue,
                amount: money(0),
                discount: money(item.amount),
                confidence: Int32(item.confidence),
                box: OCR.Box(item.box, page),
                needsReview: item.needsReview,
                kind: .discount
            )
        )
    }

    mutating func add(charge: Field<Int64>?, _ kind: Common.Charge) {
        guard let charge, charge.value != 0 else { return }
        items.append(
            OCR.ReadItem(
                quantityThousandths: 1_000,
                unit: ReceiptUnit.each.rawValue,
                amount: money(charge.value),
                discount: money(0),
                confidence: Int32(charge.confidence),
                box: charge.box.map { OCR.Box($0, page) },
                needsReview: charge.needsReview,
                kind: .charge,
                charge: kind
            )
        )
    }

    /// Whether a row follows another with at most one row between.
    private func isNext(_ box: PixelBox, to other: PixelBox) -> Bool {
        box.y - other.bottom <= 2 * max(box.height, 1)
    }

    private func money(_ minorUnits: Int64) -> Common.Money { .init(minorUnits: minorUnits, currency: currency) }
}

extension String {
    /// The text without control characters except line ends.
    /// - Parameter longest: the number of Unicode scalars to keep, the unit in which limits are given.
    fileprivate func printable(longest: Int) -> String {
        let scalars = unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars.prefix(longest)))
    }
}

extension OCR.Box {
    fileprivate init(_ box: PixelBox, _ page: RecognizedPage) {
        let place = page.shownPlace(of: box)
        let box = place.box
        self.init(
            x: Int32(clamping: box.x),
            y: Int32(clamping: box.y),
            width: Int32(clamping: box.width),
            height: Int32(clamping: box.height),
            photo: Int32(clamping: place.photo)
        )
    }
}

extension OCR.ReadText {
    fileprivate init(_ field: Field<String>, _ page: RecognizedPage, longest: Int = 64) {
        self.init(
            value: field.value.printable(longest: longest),
            confidence: Int32(field.confidence),
            box: field.box.map { OCR.Box($0, page) }
        )
    }
}

extension OCR.ReadAmount {
    fileprivate init(_ field: Field<Int64>, _ currency: String, _ page: RecognizedPage) {
        self.init(
            value: .init(minorUnits: field.value, currency: currency),
            confidence: Int32(field.confidence),
            box: field.box.map { OCR.Box($0, page) }
        )
    }
}

extension OCR.ReadTax {
    fileprivate init(_ field: Field<TaxLine>, _ currency: String, _ page: RecognizedPage) {
        let amount = Field(field.value.amount, confidence: field.confidence, box: field.box)
        self.init(label: field.value.label.printable(longest: 60), amount: OCR.ReadAmount(amount, currency, page))
    }
}
