import Foundations

/// Finds tax amounts, on separate rows or in a table at the end.
struct TaxFinder {
    private let sums: SumsFinder
    private let summary: Set<Int>
    /// The largest printed sum, or the sum of the items.
    private let largest: Int64

    init(sums: SumsFinder, summary: Set<Int>) {
        self.sums = sums
        self.summary = summary
        let totals = sums.candidates([]) { kind in
            if case .total = kind { return true }
            return kind == .subtotal
        }
        let known = totals.isEmpty ? sums.candidates([]) { $0 == .payment } : totals
        largest = max(known.map { abs($0.amount) }.max() ?? 0, abs(sums.itemSum ?? 0))
    }

    func find() -> [Field<TaxLine>] {
        let rows = sums.candidates(summary) { $0 == .tax }.filter { isPossible($0.amount) }
        let own = withoutSum(rows.filter { $0.amount != 0 })
        if !own.isEmpty { return own.map { line($0.row, $0.field) } }
        let table = tableRows()
        if !table.isEmpty { return table }
        let fitting = rowsWithRate()
        if !fitting.isEmpty { return fitting }
        return rows.first.map { [line($0.row, $0.field)] } ?? []
    }

    /// Whether an amount can be a tax on the largest printed sum; the highest rate is 27 % (Hungary).
    private func isPossible(_ tax: Int64) -> Bool { largest == 0 || abs(tax) * 100 <= largest * Self.highestRate }

    private static let misfit = 60

    /// The highest tax rate, in percent.
    private static let highestRate: Int64 = 27

    /// Removes a row that repeats the sum of the others (`TOTAL TAX`), and repeats of a single tax.
    private func withoutSum(_ rows: [SumsFinder.Candidate]) -> [SumsFinder.Candidate] {
        let rows = rows.map(corrected)
        let isTotal = { (row: Int) in sums.rows[row].cues.hasAny("TOTAL | INCLUDES | PAID") }
        let parts = rows.filter { !isTotal($0.row) }
        let totals = rows.filter { isTotal($0.row) }
        guard let total = totals.first else { return withoutRepeats(parts) }
        let sum = parts.reduce(0) { $0 + $1.amount }
        return sum == total.amount && parts.count > 1 ? parts : [total]
    }

    private func withoutRepeats(_ rows: [SumsFinder.Candidate]) -> [SumsFinder.Candidate] {
        var seen: Set<Int64> = []
        let labels = Set(rows.map { label($0.row).filter(\.isLetter) })
        return rows.filter { seen.insert($0.amount).inserted || labels.count > 1 }
    }

    /// The candidate with the number that fits the rate, in a row of rate, net, tax and gross.
    private func corrected(_ candidate: SumsFinder.Candidate) -> SumsFinder.Candidate {
        guard let amount = fitting(candidate.row), amount != candidate.amount else { return candidate }
        var candidate = candidate
        candidate.amount = amount
        candidate.field.value = amount
        return candidate
    }

    private func fitting(_ row: Int) -> Int64? {
        let tokens = sums.rows[row].tokens
        let amounts = sums.amounts(in: row)
        guard amounts.count >= 2, let percent = tokens.first(where: { $0.kind == .percent }) else { return nil }
        let digits = percent.text.dropLast().replacing(",", with: ".")
        guard let rate = PrintedNumber(digits, currencyDecimals: 2), rate.mantissa > 0 else { return nil }
        let scale = Int64(rate.decimals == 0 ? 100 : rate.decimals == 1 ? 1000 : 10_000)
        guard rate.mantissa <= scale else { return nil }
        for tax in amounts where tax != 0 {
            for base in amounts where base != tax {
                let onTop = base * rate.mantissa / scale
                let inside = base * rate.mantissa / (scale + rate.mantissa)
                if abs(onTop - tax) <= 1 || abs(inside - tax) <= 1 { return tax }
            }
        }
        return nil
    }

    private func tableRows() -> [Field<TaxLine>] {
        var found: [Field<TaxLine>] = []
        for index in summary.sorted() {
            if case .total = sums.rows[index].kind { continue }
            let numbers = sums.rows[index].tokens.compactMap(\.number).filter { $0.decimals == sums.decimals }
            guard numbers.count >= 2, isTaxRow(index), let candidate = sums.candidate(index) else {
                continue
            }
            var field = candidate.field
            field.value = fitting(index) ?? candidate.amount
            let hasRate = sums.rows[index].tokens.contains { $0.kind == .percent }
            // No two of its numbers fit the rate: one of them was misread.
            field.confidence = min(field.confidence, hasRate && fitting(index) == nil ? Self.misfit : 90)
            if isPossible(field.value) { found.append(line(index, field)) }
        }
        let taxed = found.filter { $0.value.amount != 0 }
        return taxed.isEmpty ? Array(found.prefix(1)) : taxed
    }

    private func isTaxRow(_ row: Int) -> Bool {
        sums.rows[row].letterCount > 0 || sums.rows[row].tokens.contains { $0.kind == .percent }
    }

    /// Rows of a table without a readable heading: a rate, an amount, and the tax that fits both.
    private func rowsWithRate() -> [Field<TaxLine>] {
        sums.rows.indices.compactMap { index in
            guard !sums.region.contains(index), let tax = fitting(index), let candidate = sums.candidate(index) else {
                return nil
            }
            return line(index, Field(tax, confidence: min(candidate.field.confidence, 80), box: candidate.field.box))
        }
    }

    private func line(_ row: Int, _ field: Field<Int64>) -> Field<TaxLine> {
        Field(TaxLine(label: label(row), amount: field.value), confidence: field.confidence, box: field.box)
    }

    /// The words before the amount.
    private func label(_ row: Int) -> String {
        let row = sums.rows[row]
        let token = row.amounts.amountToken ?? 0
        let end = token < row.tokens.count ? row.tokens[token].word : row.words.count
        let text = row.words[..<max(1, min(end, row.words.count))].filter {
            $0.text.contains { $0.isLetter || $0.isNumber }
        }
        .map(\.text).joined(separator: " ")
        return String(text.drop { !$0.isLetter && !$0.isNumber }.prefix(60))
    }
}

/// The possible tax rates of a receipt, in hundredths of a per cent.
enum TaxRates {
    /// The rates printed in tax rows, and the country's usual rate when the receipt names the tax.
    static func find(rows: [ReceiptRow], currency: Currency?) -> Set<Int64> {
        var rates: Set<Int64> = []
        for row in rows where row.cues.hasAny(taxes) {
            for token in row.tokens where token.kind == .percent {
                if let rate = hundredths(token.text), (1...3000).contains(rate) { rates.insert(rate) }
            }
        }
        if let tax = currency.flatMap(ReceiptLocale.of)?.usualTax, rows.contains(where: { $0.cues.has(tax.name) }) {
            rates.insert(tax.rate)
        }
        return rates
    }

    private static func hundredths(_ text: String) -> Int64? {
        let digits = text.filter { $0.isASCIIDigit || ".,".contains($0) }.replacing(",", with: ".")
        guard let number = PrintedNumber(digits, currencyDecimals: 2), number.decimals <= 3 else { return nil }
        return number.scaled(to: 2)
    }

    private static let taxes: Phrases =
        "GST | HST | PST | QST | TVQ | TPS | VAT | TVA | MWST | SST | TAX | TAXES | IVA | BTW | SR | UST | STEUER"
}
