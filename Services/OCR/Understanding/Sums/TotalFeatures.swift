/// The print around a receipt's total, collected once for all hypotheses.
struct TotalFeatures {
    struct LabelledRow {
        var index: Int
        var grade: Int
        var candidate: SumsFinder.Candidate?
        var text: String
        /// The number of amounts and words of the row.
        var amounts: Int
        var words: Int
    }

    /// The maximum number of each kind; a damaged page may contain more.
    private static let most = 8
    private static let maximumRows = 150

    let sums: SumsFinder
    let found: SumsFinder.Sums
    /// Rows that say "total", outside the tax table.
    let labelled: [LabelledRow]
    /// The rows of the tax table.
    let summary: Set<Int>
    /// The printed subtotals from top to bottom, and those of them that are looked at.
    let printedSubtotals: [Int64]
    let subtotals: [Int64]
    let subtotalTexts: [String]
    /// The amounts of the rows after the items.
    let candidates: [(kind: RowKind, amount: Int64)]
    let tableLines: [TaxTable.Line]
    /// The printed rounding, if plausible: more than half a coin was misread.
    let rounding: Int64
    /// Possible taxes, from tax rows and the tax table.
    let taxes: Set<Int64>
    /// Amounts that may be added to a subtotal.
    let additions: Set<Int64>

    init(sums: SumsFinder, found: SumsFinder.Sums, subtotals: [Int64], summary: Set<Int>) {
        self.sums = sums
        self.found = found
        self.summary = summary
        printedSubtotals = subtotals
        self.subtotals = Array(Set(subtotals.suffix(Self.most)))
        let after = (sums.region.upperBound..<max(sums.region.upperBound, sums.rows.count)).prefix(Self.maximumRows)
        candidates = after.compactMap { index in sums.candidate(index).map { (sums.rows[index].kind, $0.amount) } }
        subtotalTexts = after.filter { sums.rows[$0].kind == .subtotal }.suffix(Self.most).map { sums.rows[$0].text }
        labelled = Self.labelledRows(sums, summary)
        tableLines = Array(TaxTable(sums: sums, rows: summary).lines.prefix(Self.most))
        let printed = found.rounding?.value ?? 0
        rounding = abs(printed) <= (sums.coin > 1 ? sums.coin : 50) ? printed : 0
        let single = found.taxes.prefix(Self.most).map(\.value.amount)
        var taxes = Set(single)
        taxes.insert(single.reduce(0, +))
        if !tableLines.isEmpty { taxes.insert(tableLines.reduce(0) { $0 + $1.tax }) }
        self.taxes = taxes
        let service = found.serviceCharge?.value ?? 0
        let tip = found.tip?.value ?? 0
        var additions: Set<Int64> = [0, service, tip]
        for tax in taxes { additions.formUnion([tax, tax + service, tax + tip, tax + service + tip]) }
        self.additions = additions.union(Self.runningAdditions(sums, labelled))
    }

    /// What the rows between a subtotal and a total add up to, where that explains the total: delivery, levies, codes of
    /// promotions.
    private static func runningAdditions(_ sums: SumsFinder, _ labelled: [LabelledRow]) -> Set<Int64> {
        var found: Set<Int64> = []
        let bases = sums.rows.indices.filter { sums.rows[$0].kind == .subtotal && $0 >= sums.region.upperBound }
        for base in bases.suffix(2) {
            guard let start = sums.candidate(base) else { continue }
            for total in labelled where total.index > base {
                let added = added(by: sums.rows[(base + 1)..<total.index], decimals: sums.decimals)
                if added != 0, total.candidate?.amount == start.amount + added { found.insert(added) }
            }
        }
        return found
    }

    private static func added(by rows: ArraySlice<ReceiptRow>, decimals: Int) -> Int64 {
        rows.reduce(0) { sum, row in
            guard let amount = row.amount, !amount.isBeyondReceipts(decimals: decimals) else { return sum }
            return switch row.kind {
            case .discount: sum - abs(amount.scaled(to: decimals))
            case .information, .itemCount, .metadata, .subtotal, .total, .payment, .change: sum
            default: sum + amount.scaled(to: decimals)
            }
        }
    }

    private static func labelledRows(_ sums: SumsFinder, _ summary: Set<Int>) -> [LabelledRow] {
        // A deposit above the total is one on bottles.
        var hasTotal = false
        var isReduced = false
        let rows = sums.rows.indices.compactMap { index -> LabelledRow? in
            isReduced = isReduced || hasTotal && sums.rows[index].isPrepayment
            guard case .total(let grade) = sums.rows[index].kind, !sums.region.contains(index),
                !summary.contains(index),
                // What remains to be paid after a deposit is not the total.
                !(isReduced && sums.rows[index].cues.hasAny("BALANCE | RESTE | REMAINING | SOLDE"))
            else { return nil }
            hasTotal = true
            let candidate = sums.candidate(index)
            let row = sums.rows[index]
            return LabelledRow(
                index: index,
                grade: grade,
                candidate: candidate,
                text: candidate.map { sums.rows[$0.amountRow].text } ?? row.text,
                amounts: row.tokens.count { $0.number?.decimals == sums.decimals },
                words: row.cues.words.count { $0.contains(where: \.isLetter) }
            )
        }
        return rows.suffix(2 * most)
    }

    // MARK: Hypotheses

    /// Every amount that may be the total.
    var hypotheses: Set<Int64> {
        let printed = Set(labelled.compactMap { $0.candidate?.amount })
        var amounts = printed.union(printed.map { $0 + rounding })
        amounts.formUnion(candidates.filter { $0.kind != .change }.map(\.amount))
        if let paid = found.paid?.value { amounts.insert(paid - (found.change?.value ?? 0)) }
        if let table = tableSum { amounts.formUnion([table, table + rounding]) }
        for base in subtotals + [sums.itemSum].compactMap({ $0 }) {
            amounts.formUnion(additions.flatMap { [base + $0 + rounding, base + $0] })
        }
        amounts.formUnion(withRate)
        let hasReturns = sums.itemSum.map { $0 < 0 } ?? false
        return amounts.filter { $0 >= 0 || hasReturns || printed.contains($0) }
    }

    /// Amounts before tax plus the tax at their printed rate.
    var withRate: Set<Int64> {
        let printed = Set(candidates.filter { $0.kind == .subtotal }.map(\.amount))
        let bases = Set(subtotals.filter(printed.contains) + tableLines.map(\.base))
        return withRate(bases)
    }

    func withRate(_ bases: Set<Int64>) -> Set<Int64> {
        Set(bases.flatMap { base in sums.taxRates.map { (base * (10_000 + $0) + 5_000) / 10_000 } })
    }

    /// The sum of the tax table's amounts and taxes.
    var tableSum: Int64? {
        tableLines.isEmpty ? nil : tableLines.reduce(0) { $0 + $1.base + $1.tax }
    }

    /// The fit of an amount to a row: 1 when printed, less when it may have been misread.
    func fit(_ text: String, _ amount: Int64, exact: Int64?) -> Double {
        if amount == exact { return 1 }
        let cost = PrintMatch(amount, decimals: sums.decimals).cost(in: text)
        let digits = Double(String(amount.magnitude).count)
        let likeness = 1 - cost * 3.2 / max(3, digits)
        return likeness > 0.25 ? min(0.8, likeness * 0.85) : -0.2
    }
}
