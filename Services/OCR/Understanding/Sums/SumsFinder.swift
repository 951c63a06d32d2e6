/// Finds subtotal, taxes, total, payment and change among mutually consistent candidates.
struct SumsFinder {
    let rows: [ReceiptRow]
    let region: Range<Int>
    let decimals: Int
    var itemSum: Int64?
    var itemCount = 0
    /// The smallest coin in minor units, to which cash sums are rounded.
    var coin: Int64 = 1
    /// Whether the total itself is rounded to that coin rather than only the cash payment.
    var roundsTotals = false

    /// Possible tax rates in hundredths of a per cent: those printed beside taxes, and the usual ones of the currency's
    /// country.
    var taxRates: Set<Int64> = []
    let weights: [TotalWitness: Double]

    struct Sums {
        var subtotal: Field<Int64>?
        var taxes: [Field<TaxLine>] = []
        var serviceCharge: Field<Int64>?
        var tip: Field<Int64>?
        var rounding: Field<Int64>?
        var total: Field<Int64>?
        var paid: Field<Int64>?
        var change: Field<Int64>?
    }

    struct Candidate {
        var row: Int
        /// The row that holds the amount: the same or the next.
        var amountRow: Int
        var amount: Int64
        var field: Field<Int64>
    }

    func find() -> Sums {
        let features = totalFeatures()
        var sums = features.found
        let total = TotalFinder(features: features).find()
        sums.total = total?.field ?? fallback(sums, subtotals: features.printedSubtotals)
        if sums.subtotal == nil, let row = total?.row {
            // A first total before tax or rounding serves as the subtotal.
            sums.subtotal =
                candidates(features.summary) { if case .total = $0 { true } else { false } }
                .first { $0.row < row && ($0.amount != sums.total?.value || isBeforeCharge($0.row, row)) }?.field
        }
        return sums
    }

    /// All amounts that may be the total, with the evidence for each.
    func totalCandidates() -> [Candidates.Candidate<Int64, TotalWitness>] {
        TotalFinder(features: totalFeatures()).candidates()
    }

    /// The print around the total, with all sums but the total itself.
    private func totalFeatures() -> TotalFeatures {
        let summary = summaryRows()
        var sums = Sums()
        sums.change = first(.change, summary).map { absolute($0.field) }
        sums.paid = payment(summary)
        sums.rounding = first(.rounding, summary)?.field
        sums.serviceCharge = first(.serviceCharge, summary)?.field
        sums.tip = first(.tip, summary)?.field
        sums.taxes = TaxFinder(sums: self, summary: summary).find()
        let subtotals = candidates(summary) { $0 == .subtotal }
        sums.subtotal = (subtotals.first { $0.amount == itemSum } ?? subtotals.first)?.field
        return TotalFeatures(sums: self, found: sums, subtotals: subtotals.map(\.amount), summary: summary)
    }

    /// Whether a charge that is added to a subtotal is printed between two rows.
    private func isBeforeCharge(_ first: Int, _ last: Int) -> Bool {
        rows[first..<last].contains { [.rounding, .tax, .serviceCharge, .tip].contains($0.kind) }
    }

    // MARK: Reading amounts

    /// The amount of a row, or of the row below when that holds nothing else.
    func candidate(_ index: Int) -> Candidate? {
        if let printed = printed(index, in: index) { return printed }
        let row = rows[index]
        if let repair = AmountRepair(row, decimals: decimals), row.kind != .other {
            let box = PixelBox.around(row.words[repair.firstWord...repair.lastWord].map(\.box))
            let field = Field(repair.value, confidence: repair.confidence, box: box)
            return Candidate(row: index, amountRow: index, amount: repair.value, field: field)
        }
        guard row.amount == nil, row.numbers.isEmpty, index + 1 < rows.count, rows[index + 1].isBareAmount else {
            return nil
        }
        return printed(index, in: index + 1)
    }

    private func printed(_ row: Int, in amountRow: Int) -> Candidate? {
        let printed = rows[amountRow]
        guard let amount = printed.amount ?? printed.expression?.price, let word = printed.amountWord,
            !amount.isBeyondReceipts(decimals: decimals)
        else { return nil }
        let value = amount.scaled(to: decimals)
        let field = Field(value, confidence: word.confidence, box: word.box)
        return Candidate(row: row, amountRow: amountRow, amount: value, field: field)
    }

    /// All amounts that a row prints, from left to right.
    func amounts(in row: Int) -> [Int64] {
        rows[row].tokens.compactMap { token in
            guard let number = token.number, number.decimals == decimals, !number.isBeyondReceipts(decimals: decimals)
            else { return nil }
            return number.scaled(to: decimals)
        }
    }

    func candidates(_ summary: Set<Int>, where matches: (RowKind) -> Bool) -> [Candidate] {
        rows.indices.compactMap { index in
            guard matches(rows[index].kind), !region.contains(index), !summary.contains(index) else { return nil }
            return candidate(index)
        }
    }

    private func first(_ kind: RowKind, _ summary: Set<Int>) -> Candidate? {
        let all = candidates(summary) { $0 == kind }
        return all.first { $0.amount != 0 } ?? all.first
    }

    /// The rows of a tax table: under its heading, with at least two numbers.
    private func summaryRows() -> Set<Int> {
        var summary: Set<Int> = []
        guard let first = rows[region.upperBound...].firstIndex(where: { $0.kind == .taxSummary }) else {
            return summary
        }
        for index in first..<min(rows.count, first + 9) {
            let row = rows[index]
            let count = row.tokens.count { $0.number?.decimals == decimals }
            let isTable = count >= 2 || row.kind == .taxSummary || (row.kind == .other && count > 0) || row.kind == .tax
            if isTable || (count == 1 && isBetweenTableRows(index)) { summary.insert(index) }
        }
        return summary
    }

    private func isBetweenTableRows(_ index: Int) -> Bool {
        guard case .total = rows[index].kind, index > 0 else { return false }
        return rows[index - 1].kind == .other && rows[index - 1].tokens.contains { $0.number?.decimals == decimals }
    }

    private func absolute(_ field: Field<Int64>) -> Field<Int64> {
        var field = field
        field.value = abs(field.value)
        return field
    }

    /// The largest payment; several rows may repeat one, or name the card first.
    private func payment(_ summary: Set<Int>) -> Field<Int64>? {
        candidates(summary) { $0 == .payment }.map { absolute($0.field) }.max { $0.value < $1.value }
    }

    // MARK: The total

    /// The total without a row that says "total": the payment minus the change, if that amount is printed.
    private func fallback(_ sums: Sums, subtotals: [Int64]) -> Field<Int64>? {
        guard let paid = sums.paid else { return subtotals.last.map { Field($0, confidence: 55) } }
        let amount = paid.value - (sums.change?.value ?? 0)
        if sums.change == nil || sums.change?.value == 0 {
            return Field(amount, confidence: min(65, paid.confidence), box: paid.box)
        }
        let isPrinted =
            amount == itemSum || subtotals.contains(amount)
            || rows.contains { $0.amount?.scaled(to: decimals) == amount }
        return isPrinted ? Field(amount, confidence: 60) : nil
    }
}
