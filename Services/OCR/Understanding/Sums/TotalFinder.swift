/// Finds the total of a receipt from everything that bears on it.
struct TotalFinder {
    let sums: SumsFinder
    let found: SumsFinder.Sums
    let subtotals: [Int64]
    /// Rows of the table of taxes.
    let summary: Set<Int>

    struct Total {
        var field: Field<Int64>
        /// The row that prints it, when one does.
        var row: Int?
    }

    private struct LabelledRow {
        var index: Int
        var grade: Int
        var sighting: SumsFinder.Sighting?
        var text: String
        /// How many amounts and words the row has.
        var tokens: Int
        var words: Int
    }

    func find() -> Total? {
        let labelled = labelledRows()
        let choice = TotalChoice(evidence: evidence(labelled))
        let known = hypotheses(labelled).filter { isSupported($0, labelled, choice) }
        guard let verdict = choice.choose(among: known), verdict.score >= 4 else { return nil }
        return total(verdict, labelled)
    }

    private func labelledRows() -> [LabelledRow] {
        sums.rows.indices.compactMap { index in
            guard case .total(let grade) = sums.kinds[index], !sums.region.contains(index), !summary.contains(index)
            else { return nil }
            let sighting = sums.sighting(index)
            let text = sighting.map { sums.rows[$0.amountRow].text } ?? sums.rows[index].text
            let row = sums.rows[index]
            let tokens = row.tokens.count { $0.number?.decimals == sums.decimals }
            let words = row.cues.words.count { $0.contains(where: \.isLetter) }
            return LabelledRow(
                index: index, grade: grade, sighting: sighting, text: text, tokens: tokens, words: words)
        }
    }

    // MARK: Hypotheses

    /// The printed rounding, if it is one: more than half the coin that is rounded to was misread.
    private var rounding: Int64 {
        guard let printed = found.rounding?.value, abs(printed) <= (sums.roundsToFive ? 5 : 50) else { return 0 }
        return printed
    }

    /// What the tax may be: the rows that say so, and the table of taxes.
    private var taxes: Set<Int64> {
        var taxes = Set(found.taxes.map(\.value.amount))
        taxes.insert(found.taxes.reduce(0) { $0 + $1.value.amount })
        let lines = tableLines
        if !lines.isEmpty { taxes.insert(lines.reduce(0) { $0 + $1.tax }) }
        return taxes
    }

    private var tableLines: [TaxTable.Line] { TaxTable(sums: sums, rows: summary).lines }

    private func hypotheses(_ labelled: [LabelledRow]) -> Set<Int64> {
        var amounts: Set<Int64> = []
        for row in labelled {
            guard let amount = row.sighting?.amount else { continue }
            amounts.formUnion([amount, amount + rounding])
        }
        for index in sums.region.upperBound..<max(sums.region.upperBound, sums.rows.count) {
            guard sums.kinds[index] != .change, let amount = sums.sighting(index)?.amount else { continue }
            amounts.insert(amount)
        }
        if let paid = found.paid?.value { amounts.insert(paid - (found.change?.value ?? 0)) }
        if let table = tableSum { amounts.formUnion([table, table + rounding]) }
        for base in bases { amounts.formUnion(additions.flatMap { [base + $0 + rounding, base + $0] }) }
        let printed = Set(labelled.compactMap { $0.sighting?.amount })
        let hasReturns = sums.itemSum.map { $0 < 0 } ?? false
        return amounts.filter { $0 >= 0 || hasReturns || printed.contains($0) }
    }

    private var bases: [Int64] { subtotals + (sums.itemSum.map { [$0] } ?? []) }

    /// What may come on top of a subtotal.
    private var additions: [Int64] {
        let service = found.serviceCharge?.value ?? 0
        let tip = found.tip?.value ?? 0
        var additions: [Int64] = [0, service, tip]
        for tax in taxes { additions += [tax, tax + service, tax + tip, tax + service + tip] }
        return additions
    }

    /// Amounts before tax with the tax that their printed rate gives.
    private var withRate: Set<Int64> {
        let before = subtotals.filter { base in
            sums.rows.indices.contains { sums.kinds[$0] == .subtotal && sums.sighting($0)?.amount == base }
        }
        let bases = Set(before + tableLines.map(\.base))
        return Set(bases.flatMap { base in sums.taxRates.map { (base * (10_000 + $0) + 5_000) / 10_000 } })
    }

    /// The amounts of the table of taxes and the taxes on them.
    private var tableSum: Int64? {
        let lines = tableLines
        return lines.isEmpty ? nil : lines.reduce(0) { $0 + $1.base + $1.tax }
    }

    // MARK: Evidence

    private func evidence(_ labelled: [LabelledRow]) -> [TotalEvidence] {
        var evidence = labelled.map(label)
        evidence += cash() + [table(), inside(), repetition(labelled)].compactMap { $0 }
        evidence += subtotalEvidence()
        if let items = sums.itemSum {
            let expected = Set(additions.map { items + $0 })
            let weight = sums.itemCount > 1 ? 7.0 : 4.0
            evidence.append(TotalEvidence(source: .items, weight: weight) { max(-0.1, agreement($0, expected)) })
        }
        if sums.roundsToFive, sums.kinds.contains(.rounding) || found.change != nil {
            let weight = rounding == 0 ? 4.0 : 8
            evidence.append(TotalEvidence(source: .rounding, weight: weight) { $0 % 5 == 0 ? 0.5 : -0.5 })
        }
        return evidence + [TotalEvidence(source: .rounding, weight: 12) { $0 == 0 ? -1 : 0 }]
    }

    /// Full agreement for an expected amount with the printed rounding, nearly full without.
    private func agreement(_ amount: Int64, _ expected: Set<Int64>) -> Double {
        if expected.contains(amount - rounding) { return 1 }
        if expected.contains(amount) { return 0.8 }
        return expected.contains { abs($0 + rounding - amount) <= (sums.roundsToFive ? 2 : 1) } ? 0.6 : -0.2
    }

    /// The subtotals with what comes on top, as printed or slightly misread.
    private func subtotalEvidence() -> [TotalEvidence] {
        var bases = Set(subtotals)
        let lines = tableLines
        if !lines.isEmpty { bases.insert(lines.reduce(0) { $0 + $1.base }) }
        guard !bases.isEmpty else { return [] }
        let additions = Set(self.additions)
        var expected = Set(bases.flatMap { base in additions.map { base + $0 } })
        expected.formUnion(withRate)
        let texts = sums.rows.indices.filter { sums.kinds[$0] == .subtotal && !sums.region.contains($0) }
            .map { sums.rows[$0].text }
        return [
            TotalEvidence(source: .sums, weight: 6) { amount in
                let exact = agreement(amount, expected)
                if exact > 0 || texts.isEmpty { return exact }
                let likeness = additions.flatMap { addition in
                    texts.map { fit($0, amount - addition - rounding, exact: nil) }
                }
                return max(exact, (likeness.max() ?? -0.3) * 0.7)
            }
        ]
    }

    /// A row that says "total".
    private func label(_ row: LabelledRow) -> TotalEvidence {
        // A bare "total" over two amounts closes a table of taxes.
        let isTable = row.grade == 2 && row.tokens > 1 && row.words <= 2
        let weight = row.grade == 3 ? 11.0 : isTable ? 3 : row.grade == 2 ? 8 : 6
        let later = 1.5 * Double(row.index) / Double(max(1, sums.rows.count))
        let trust = row.sighting.map { 0.6 + 0.4 * Double($0.field.confidence) / 100 } ?? 0.6
        let doubt = row.sighting.map { 1.3 - Double($0.field.confidence) / 100 } ?? 1
        let roundingRow = sums.kinds.firstIndex(of: .rounding)
        let rounding = roundingRow.map { $0 < row.index } ?? false ? 0 : rounding
        return TotalEvidence(source: .label, weight: weight + later) { amount in
            let likely = { (amount: Int64) in
                let fit = fit(row.text, amount, exact: row.sighting?.amount)
                return trust * (fit > 0 && fit < 1 ? fit * min(1, doubt) : fit)
            }
            guard rounding != 0, row.grade < 3 else { return likely(amount) }
            return max(likely(amount) * 0.75, 0.95 * likely(amount - rounding))
        }
    }

    /// How well an amount fits a row: 1 where it is printed, less where it may have been misread.
    private func fit(_ text: String, _ amount: Int64, exact: Int64?) -> Double {
        if amount == exact { return 1 }
        let cost = PrintMatch(amount, decimals: sums.decimals).cost(in: text)
        let digits = Double(String(amount.magnitude).count)
        let likeness = 1 - cost * 3.2 / max(3, digits)
        return likeness > 0.25 ? min(0.8, likeness * 0.85) : -0.2
    }

    /// What was handed over, less the change.
    private func cash() -> [TotalEvidence] {
        let paidRows = sums.rows.indices.filter { sums.kinds[$0] == .payment && !sums.region.contains($0) }
        guard let paid = found.paid else {
            let texts = paidRows.map { sums.rows[$0].text }.filter { $0.contains(where: \.isASCIIDigit) }
            guard !texts.isEmpty, found.change == nil else { return [] }
            return [
                TotalEvidence(source: .cash, weight: 4) { amount in
                    max(0, texts.map { fit($0, amount, exact: nil) }.max() ?? 0)
                }
            ]
        }
        let confidence = min(paid.confidence, found.change?.confidence ?? 100)
        let trust = confidence <= 45 ? 0.4 : 0.5 + Double(confidence) / 200
        let changeText = sums.rows.indices.last { sums.kinds[$0] == .change && !sums.region.contains($0) }
            .map { sums.rows[$0].text }
        guard let change = found.change else {
            let text = paidRows.last.map { sums.rows[$0].text } ?? ""
            guard changeText == nil else {
                return [TotalEvidence(source: .cash, weight: 3) { max(0, fit(text, $0, exact: paid.value)) }]
            }
            return [TotalEvidence(source: .cash, weight: 7 * trust) { fit(text, $0, exact: paid.value) }]
        }
        return [
            TotalEvidence(source: .cash, weight: 10 * trust) { amount in
                if paid.value - change.value == amount { return 1 }
                let misreadPaid = paidRows.map { fit(sums.rows[$0].text, amount + change.value, exact: nil) }.max()
                let misreadChange = changeText.map { fit($0, paid.value - amount, exact: nil) }
                return max(misreadPaid ?? -0.3, paid.value > amount ? misreadChange ?? -0.3 : -0.3) * 0.7
            }
        ]
    }

    private func table() -> TotalEvidence? {
        guard let sum = tableSum, sum > 0 else { return nil }
        let fits = tableLines.allSatisfy { line in
            sums.taxRates.contains { abs(line.base * $0 / 10_000 - line.tax) <= 2 } || line.tax == 0
        }
        return TotalEvidence(source: .taxTable, weight: fits ? 6 : 3) { agreement($0, [sum]) }
    }

    /// A tax that is inside the total: the printed tax follows from total and rate.
    private func inside() -> TotalEvidence? {
        let taxes = taxes.filter { $0 > 20 }
        let rates = sums.taxRates.filter { $0 > 0 }
        guard !taxes.isEmpty, !rates.isEmpty else { return nil }
        return TotalEvidence(source: .taxTable, weight: 4) { amount in
            let fits = rates.contains { rate in
                let tax = (amount * rate * 2 + 10_000 + rate) / (2 * (10_000 + rate))
                return taxes.contains { abs($0 - tax) <= 1 }
            }
            return fits ? 0.9 : -0.1
        }
    }

    /// The same amount on rows without a label that could be read.
    private func repetition(_ labelled: [LabelledRow]) -> TotalEvidence? {
        var counts: [Int64: Int] = [:]
        for index in sums.region.upperBound..<max(sums.region.upperBound, sums.rows.count)
        where sums.kinds[index] == .other || sums.kinds[index] == .payment {
            if let amount = sums.sighting(index)?.amount { counts[amount, default: 0] += 1 }
        }
        return counts.isEmpty
            ? nil : TotalEvidence(source: .repetition, weight: 3) { Double(min(3, counts[$0] ?? 0)) / 3 }
    }

    // MARK: The verdict

    /// Whether something printed says so: a row for the total, perhaps misread, or two independent witnesses.
    private func isSupported(_ amount: Int64, _ labelled: [LabelledRow], _ choice: TotalChoice) -> Bool {
        if labelled.contains(where: { fit($0.text, amount, exact: $0.sighting?.amount) > 0.3 }) { return true }
        let witnesses = choice.sources(for: amount).count
        if witnesses >= 2 { return true }
        if let paid = found.paid, let change = found.change, change.value > 0, paid.value - change.value == amount {
            return true
        }
        return witnesses == 1 && sums.rows.indices.contains { sums.sighting($0)?.amount == amount }
    }

    private func total(_ verdict: TotalChoice.Verdict, _ labelled: [LabelledRow]) -> Total? {
        let amount = verdict.amount
        let printed = labelled.filter { $0.sighting?.amount == amount }.max { ($0.grade, $0.index) < ($1.grade, $1.index) }
        let similar =
            labelled.map { ($0, fit($0.text, amount, exact: nil)) }.filter { $0.1 > 0.3 }.max { $0.1 < $1.1 }?.0
        guard let row = printed ?? similar else {
            return Total(field: Field(amount, confidence: confidence(verdict, row: nil)), row: nil)
        }
        let box = row.sighting?.field.box ?? sums.rows[row.index].box
        return Total(field: Field(amount, confidence: confidence(verdict, row: printed), box: box), row: row.index)
    }

    /// How often a total with such evidence is right, measured on real receipts.
    private func confidence(_ verdict: TotalChoice.Verdict, row: LabelledRow?) -> Int {
        let read = row?.sighting?.field.confidence ?? 0
        var sources = verdict.sources
        // Both rest on the same printed amounts.
        if sources.contains(.sums) { sources.remove(.taxTable) }
        if sums.itemCount <= 1, !sources.contains(.label) { sources.remove(.items) }
        if isUnrounded(verdict.amount) { return min(55, read) }
        switch sources.count {
        case 4...: return 98
        case 3: return verdict.lead >= 4 ? 96 : 78
        case 2 where sources.contains(.label) && read >= 75 && verdict.lead >= 5: return verdict.lead >= 20 ? 95 : 85
        case 2: return verdict.lead >= 20 ? 80 : 62
        case 1: return min(66, 40 + read / 4)
        default: return min(55, 30 + read / 4)
        }
    }

    /// Cash was paid, yet the total is no sum of coins.
    private func isUnrounded(_ amount: Int64) -> Bool {
        guard sums.roundsToFive, amount % 5 != 0 else { return false }
        return rounding != 0 || (found.change?.value ?? 0) > 0
    }
}
