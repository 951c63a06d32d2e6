/// Scoring of total hypotheses.
extension TotalFeatures {
    /// All evidence for and against a total.
    func evidence() -> [TotalEvidence] {
        var evidence = labelled.map(label)
        evidence += cash() + [table(), inside(), repetition()].compactMap { $0 }
        evidence += subtotalEvidence()
        if let items = sums.itemSum {
            let hasExclusive = !candidates.filter { $0.kind == .subtotal && $0.amount == items }.isEmpty
            let expected = Set(additions.map { items + $0 }).union(hasExclusive ? withRate([items]) : [])
            let witness: TotalWitness = sums.itemCount > 1 ? .items : .singleItem
            evidence.append(TotalEvidence(source: .items, witness) { max(-0.1, agreement($0, expected)) })
        }
        if sums.roundsTotals, sums.rows.contains(where: { $0.kind == .rounding }) || found.change != nil {
            let witness: TotalWitness = rounding == 0 ? .coin : .printedRounding
            let coin = sums.coin
            evidence.append(TotalEvidence(source: .rounding, witness) { $0 % coin == 0 ? 0.5 : -0.5 })
        }
        return evidence + [TotalEvidence(source: .rounding, .zero) { $0 == 0 ? -1 : 0 }]
    }

    /// The agreement with expected amounts: full with the printed rounding, slightly less without.
    private func agreement(_ amount: Int64, _ expected: Set<Int64>) -> Double {
        if expected.contains(amount - rounding) { return 1 }
        if expected.contains(amount) { return 0.8 }
        return expected.contains { abs($0 + rounding - amount) <= max(1, sums.coin / 2) } ? 0.6 : -0.2
    }

    /// The evidence of subtotals with their additions, as printed or slightly misread.
    private func subtotalEvidence() -> [TotalEvidence] {
        let bases = Set(subtotals)
        guard !bases.isEmpty else { return [] }
        var expected = Set(bases.flatMap { base in additions.map { base + $0 } })
        expected.formUnion(withRate)
        let texts = subtotalTexts
        return [
            TotalEvidence(source: .sums, .subtotal) { amount in
                let exact = agreement(amount, expected)
                if exact > 0 || texts.isEmpty { return exact }
                let likeness = additions.flatMap { addition in
                    texts.map { fit($0, amount - addition - rounding, exact: nil) }
                }
                return max(exact, (likeness.max() ?? -0.3) * 0.7)
            }
        ]
    }

    /// The evidence of a row that says "total".
    private func label(_ row: LabelledRow) -> TotalEvidence {
        // A bare "total" over two amounts closes a tax table.
        let isTable = row.grade == 2 && row.amounts > 1 && row.words <= 2
        let witness: TotalWitness =
            row.grade == 3 ? .amountDue : isTable ? .tableLabel : row.grade == 2 ? .label : .earlyLabel
        let position = Double(row.index) / Double(max(1, sums.rows.count))
        let trust = row.candidate.map { 0.6 + 0.4 * Double($0.field.confidence) / 100 } ?? 0.6
        let doubt = row.candidate.map { 1.3 - Double($0.field.confidence) / 100 } ?? 1
        let roundingRow = sums.rows.firstIndex { $0.kind == .rounding }
        let rounding = roundingRow.map { $0 < row.index } ?? false ? 0 : rounding
        return TotalEvidence(source: .label, [(witness, 1), (.labelPosition, position)]) { amount in
            let likely = { (amount: Int64) in
                let fit = fit(row.text, amount, exact: row.candidate?.amount)
                return trust * (fit > 0 && fit < 1 ? fit * min(1, doubt) : fit)
            }
            guard rounding != 0 else { return likely(amount) }
            // What is due may be printed before it is rounded, too.
            let rounded = 0.95 * likely(amount - rounding)
            return max(likely(amount) * (row.grade < 3 ? 0.75 : 1), rounded)
        }
    }

    /// The evidence of the cash payment minus the change.
    private func cash() -> [TotalEvidence] {
        let paidRows = sums.rows.indices.filter { sums.rows[$0].kind == .payment && !sums.region.contains($0) }
            .suffix(8)
        guard let paid = found.paid else {
            let texts = paidRows.map { sums.rows[$0].text }.filter { $0.contains(where: \.isASCIIDigit) }
            guard !texts.isEmpty, found.change == nil else { return [] }
            return [
                TotalEvidence(source: .cash, .unreadPayment) { amount in
                    max(0, texts.map { fit($0, amount, exact: nil) }.max() ?? 0)
                }
            ]
        }
        let confidence = min(paid.confidence, found.change?.confidence ?? 100)
        let trust = confidence <= 45 ? 0.4 : 0.5 + Double(confidence) / 200
        let changeText = sums.rows.indices.last { sums.rows[$0].kind == .change && !sums.region.contains($0) }
            .map { sums.rows[$0].text }
        guard let change = found.change else {
            let text = paidRows.last.map { sums.rows[$0].text } ?? ""
            guard changeText == nil else {
                return [TotalEvidence(source: .cash, .paymentWithChange) { max(0, fit(text, $0, exact: paid.value)) }]
            }
            return [TotalEvidence(source: .cash, .payment, trust: trust) { fit(text, $0, exact: paid.value) }]
        }
        return [
            TotalEvidence(source: .cash, .cash, trust: trust) { amount in
                let cash = paid.value - change.value
                if cash == amount { return 1 }
                // Cash is rounded where the total is not.
                if !sums.roundsTotals, sums.coin > 1, abs(cash - amount) <= sums.coin / 2 { return 0.9 }
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
        return TotalEvidence(source: .taxTable, fits ? .taxTable : .doubtfulTaxTable) { agreement($0, [sum]) }
    }

    /// The evidence of a tax included in the total: the printed tax follows from total and rate.
    private func inside() -> TotalEvidence? {
        let taxes = taxes.filter { $0 > 20 }
        let rates = sums.taxRates.filter { $0 > 0 }
        guard !taxes.isEmpty, !rates.isEmpty else { return nil }
        let isOfTable = !tableLines.isEmpty && taxes.allSatisfy { tax in tableLines.contains { $0.tax == tax } }
        return TotalEvidence(source: .taxTable, isOfTable ? .includedTableTax : .includedTax) { amount in
            let fits = rates.contains { rate in
                let tax = (amount * rate * 2 + 10_000 + rate) / (2 * (10_000 + rate))
                return taxes.contains { abs($0 - tax) <= 1 }
            }
            return fits ? 0.9 : -0.1
        }
    }

    /// The evidence of the same amount on rows without a readable label.
    private func repetition() -> TotalEvidence? {
        var counts: [Int64: Int] = [:]
        for candidate in candidates where candidate.kind == .other || candidate.kind == .payment {
            counts[candidate.amount, default: 0] += 1
        }
        return counts.isEmpty
            ? nil : TotalEvidence(source: .repetition, .repetition) { Double(min(3, counts[$0] ?? 0)) / 3 }
    }
}
