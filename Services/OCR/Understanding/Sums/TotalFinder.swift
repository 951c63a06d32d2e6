/// Finds the total of a receipt from all evidence.
struct TotalFinder {
    let features: TotalFeatures

    struct Total {
        var field: Field<Int64>
        /// The row that prints it, if any.
        var row: Int?
    }

    /// The minimum score of a total.
    private static let minimumScore = 4.0

    func find() -> Total? {
        let choice = choice
        guard let verdict = choice.choose(among: hypotheses(choice)), verdict.score >= Self.minimumScore else {
            return nil
        }
        return total(verdict)
    }

    private var choice: TotalChoice { TotalChoice(evidence: features.evidence(), weights: features.sums.weights) }

    private func hypotheses(_ choice: TotalChoice) -> [TotalChoice.Hypothesis] {
        features.hypotheses.sorted().map(choice.hypothesis).filter { isSupported($0, choice) }
    }

    /// All amounts that may be the total, in increasing order, with the evidence for each.
    func candidates() -> [Candidates.Candidate<Int64, TotalWitness>] {
        let choice = choice
        return hypotheses(choice).map { Candidates.Candidate(value: $0.amount, evidence: choice.evidence(for: $0)) }
    }

    /// Whether print supports the amount: a row for the total, possibly misread, or two independent sources.
    private func isSupported(_ hypothesis: TotalChoice.Hypothesis, _ choice: TotalChoice) -> Bool {
        let amount = hypothesis.amount
        if features.labelled.contains(where: { features.fit($0.text, amount, exact: $0.candidate?.amount) > 0.3 }) {
            return true
        }
        let sourceCount = choice.sources(for: hypothesis).count
        if sourceCount >= 2 { return true }
        if let paid = features.found.paid, let change = features.found.change, change.value > 0,
            paid.value - change.value == amount
        {
            return true
        }
        return sourceCount == 1 && features.candidates.contains { $0.amount == amount }
    }

    private func total(_ verdict: TotalChoice.Verdict) -> Total {
        let amount = verdict.amount
        let printed = features.labelled.filter { $0.candidate?.amount == amount }
            .max { ($0.grade, $0.index) < ($1.grade, $1.index) }
        let similar =
            features.labelled.map { ($0, features.fit($0.text, amount, exact: nil)) }.filter { $0.1 > 0.3 }.max {
                $0.1 < $1.1
            }?.0
        guard let row = printed ?? similar else {
            return Total(field: Field(amount, confidence: confidence(verdict, row: nil)), row: nil)
        }
        let box = row.candidate?.field.box ?? features.sums.rows[row.index].box
        return Total(field: Field(amount, confidence: confidence(verdict, row: printed), box: box), row: row.index)
    }

    /// The share of correct totals with such evidence, measured on real receipts, in percent.
    private func confidence(_ verdict: TotalChoice.Verdict, row: TotalFeatures.LabelledRow?) -> Int {
        let read = row?.candidate?.field.confidence ?? 0
        var sources = verdict.sources
        // Both rest on the same printed amounts.
        if sources.contains(.sums) { sources.remove(.taxTable) }
        if features.sums.itemCount <= 1, !sources.contains(.label) { sources.remove(.items) }
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

    /// Whether cash was paid although the total is not a multiple of the smallest coin.
    private func isUnrounded(_ amount: Int64) -> Bool {
        guard features.sums.roundsTotals, amount % features.sums.coin != 0 else { return false }
        return features.rounding != 0 || (features.found.change?.value ?? 0) > 0
    }
}
