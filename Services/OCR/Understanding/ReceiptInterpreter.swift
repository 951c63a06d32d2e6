import Foundations

/// Facts known about a receipt before it is read.
package struct ReceiptHints: Sendable, Hashable {
    /// ISO 4217 code of the user's usual currency. Where the receipt names none, it is suggested, and tells how ambiguous
    /// dates and numbers are written.
    package var currency: String?
    /// The latest possible date of purchase, yyyy-MM-dd; a later date was misread.
    package var latestDay: String?

    /// Hints; everything is unknown by default.
    package init(currency: String? = nil, latestDay: String? = nil) {
        self.currency = currency
        self.latestDay = latestDay
    }
}

/// A draft with the rows it was made from.
struct Interpretation {
    var draft: ReceiptDraft
    var rows: [ReceiptRow]
    /// The rows between the head and the sums.
    var items: Range<Int>
    var head: StoreFinder
    var sums: SumsFinder
}

/// Interprets a recognized receipt: rows and columns first, then store, date, items and sums.
///
/// Arithmetic (items and total, cash and change, quantity and price) serves as evidence for confidences and for the
/// choice between candidates; a receipt that does not add up is still read.
package struct ReceiptInterpreter: Sendable {
    private let hints: ReceiptHints
    /// The currency that another reading of the receipt has found; its decimals hold where this one finds none.
    private let printedElsewhere: String?
    let weights: Weights

    /// An interpreter with hints about the receipt.
    package init(hints: ReceiptHints = ReceiptHints(), weights: Weights = .fitted) {
        self.init(hints: hints, printedElsewhere: nil, weights: weights)
    }

    private init(hints: ReceiptHints, printedElsewhere: String?, weights: Weights) {
        self.hints = hints
        self.weights = weights
        self.printedElsewhere = printedElsewhere
    }

    /// The interpreter for a receipt whose currency another reading has found.
    func knowing(currency: String) -> ReceiptInterpreter {
        ReceiptInterpreter(hints: hints, printedElsewhere: currency, weights: weights)
    }

    /// Interprets a page. Never fails: a page without a receipt gives a draft without fields.
    package func draft(from page: RecognizedPage) -> ReceiptDraft { interpretation(of: page).draft }

    /// What was considered as total and store's name of a page.
    package func candidates(on page: RecognizedPage) -> Candidates {
        let found = interpretation(of: page)
        return Candidates(
            total: found.sums.totalCandidates(),
            name: found.head.nameCandidates(),
            currency: found.draft.currency?.value
        )
    }

    func interpretation(of page: RecognizedPage) -> Interpretation {
        let printedRows = TextRow.rows(of: page)
        var draft = ReceiptDraft()
        draft.rawText = printedRows.map(\.text).joined(separator: "\n")
        draft.currency = CurrencyFinder.find(in: printedRows)
        let printed = (draft.currency?.value ?? printedElsewhere).flatMap { Currency(code: $0) }
        let decimals = printed?.minorDigits ?? 2
        if printed == nil, !printedRows.isEmpty { draft.suggestedCurrency = hints.currency }
        // Only as evidence: amounts of an unknown currency count hundredths, whichever it may be.
        let currency = printed ?? draft.suggestedCurrency.flatMap { Currency(code: $0) }
        let cash = currency?.minorDigits == decimals ? currency : nil
        let lexer = Lexer(currency)
        var rows = printedRows.map { ReceiptRow($0, lexer: lexer, decimals: decimals) }

        let head = StoreFinder(rows: rows, currency: currency, weights: weights.name)
        let store = head.find()
        (draft.storeName, draft.storeAddress, draft.storePhone) = (store.name, store.address, store.phone)
        (draft.date, draft.time) = DateFinder(rows: printedRows, currency: currency, latest: hints.latestDay).find()

        var region = ItemRegion(rows: rows, headEnd: store.end)
        let column = AmountColumn(rows: rows[region.rows], lexer: lexer)
        for index in region.rows where rows[index].kind == .other {
            if column.isOutside(rows[index]) {
                rows[index].removeAmount()
            } else if let corrected = column.corrected(rows[index]) {
                rows[index].correct(corrected, decimals: decimals)
            }
        }
        region = ItemRegion(rows: rows, headEnd: store.end)
        var reader = ItemReader(rows: rows, region: region, decimals: decimals)
        _ = reader.read()
        reader.dropSums(printed: printedSums(rows, below: region.rows, decimals: decimals))
        draft.items = reader.items
        let amountTexts = reader.sources.map { rows[$0].text }
        draft.items += laterDiscounts(rows, region: region.rows, decimals: decimals)
        var sums = SumsFinder(
            rows: rows,
            region: region.rows,
            decimals: decimals,
            itemSum: draft.items.isEmpty ? nil : draft.items.reduce(0) { $0 + $1.amount },
            itemCount: draft.items.count,
            coin: cash?.smallestCoin ?? 1,
            roundsTotals: cash?.roundsTotals ?? false,
            taxRates: TaxRates.find(rows: rows, currency: currency),
            weights: weights.total
        )
        take(sums.find(), into: &draft)
        let laterItems = draft.items.dropFirst(reader.items.count)
        if Reconciliation.agree(draft) == false, !Reconciliation.agreesWithoutInformation(draft) {
            let targets = Reconciliation.targets(draft)
            let withSavings = reader.itemsWithSavings.map { $0 + laterItems }
            let items =
                withSavings.flatMap { targets.contains($0.reduce(0) { $0 + $1.amount }) ? $0 : nil }
                ?? ItemRepair.repair(draft.items, targets: targets, rows: amountTexts, decimals: decimals)
            if let items {
                draft.items = items
                sums.itemSum = items.reduce(0) { $0 + $1.amount }
                take(sums.find(), into: &draft)
            }
        }
        Reconciliation.apply(to: &draft)
        weights.calibration.apply(to: &draft)
        return Interpretation(draft: draft, rows: rows, items: region.rows, head: head, sums: sums)
    }

    private func take(_ sums: SumsFinder.Sums, into draft: inout ReceiptDraft) {
        draft.subtotal = sums.subtotal
        draft.taxes = sums.taxes
        draft.serviceCharge = sums.serviceCharge
        draft.tip = sums.tip
        draft.rounding = sums.rounding
        draft.total = sums.total
        draft.paid = sums.paid
        draft.change = sums.change
    }

    /// The sums printed below the items: subtotals, totals and payments, and what was paid minus the change.
    private func printedSums(_ rows: [ReceiptRow], below items: Range<Int>, decimals: Int) -> Set<Int64> {
        var sums: Set<Int64> = []
        var paid: Int64?
        for row in rows[items.upperBound...] {
            guard let amount = row.amount, !amount.isBeyondReceipts(decimals: decimals) else { continue }
            let value = amount.scaled(to: decimals)
            switch row.kind {
            case .total, .subtotal: sums.insert(value)
            case .payment:
                sums.insert(abs(value))
                paid = paid ?? abs(value)
            case .change: if let paid { sums.insert(paid - abs(value)) }
            default: break
            }
        }
        return sums
    }

    /// The discounts printed between the subtotal and the total.
    private func laterDiscounts(_ rows: [ReceiptRow], region: Range<Int>, decimals: Int) -> [ReceiptItem] {
        guard !region.isEmpty else { return [] }
        var found: [ReceiptItem] = []
        var hasTotal = false
        for row in rows[region.upperBound...] {
            if row.kind == .payment || row.kind == .change || row.kind == .taxSummary { break }
            if case .total = row.kind, !row.cues.has("GROSS") { hasTotal = true }
            // Below a total, deposits and vouchers pay for it.
            if hasTotal, row.isPrepayment || row.cues.beginsWithAny("VOUCHER | GIFT VOUCHER") { break }
            let isDiscount =
                row.kind == .discount
                || !hasTotal && row.kind == .other && (row.amount?.mantissa ?? 0) < 0 && row.nameLetters > 2
            guard isDiscount, let amount = row.amount, !amount.isZero, let word = row.amountWord
            else { continue }
            found.append(
                ReceiptItem(
                    kind: .discount,
                    name: row.name,
                    amount: -abs(amount.scaled(to: decimals)),
                    confidence: word.confidence,
                    box: row.box
                )
            )
        }
        return found
    }
}
