/// One piece of evidence for or against an amount being the total.
struct TotalEvidence {
    /// The basis of the evidence; each kind counts as one independent source.
    enum Source: Hashable { case label, cash, taxTable, sums, items, repetition, rounding }

    var source: Source
    /// The score of full agreement.
    var weight: Double
    /// The agreement of an amount, −0.35…1.
    var agreement: (Int64) -> Double
}

/// Chooses the total that best explains the surrounding print.
///
/// Every amount that is printed, or follows from printed ones by the sums of a receipt, is a hypothesis. Rows that say
/// "total", cash minus change, the tax table, the subtotal with its additions and the items each vote for the
/// hypotheses they agree with; a row whose amount is a likely misreading of a hypothesis votes for it in part.
struct TotalChoice {
    struct Verdict {
        var amount: Int64
        /// The score, and its distance from the next best hypothesis.
        var score: Double
        var lead: Double
        /// The kinds of evidence that agree fully.
        var sources: Set<TotalEvidence.Source>
        var sourceCount: Int { sources.count }
    }

    let evidence: [TotalEvidence]

    func choose(among hypotheses: Set<Int64>) -> Verdict? {
        let ranked = hypotheses.map { ($0, score($0)) }.sorted { ($0.1, $0.0) > ($1.1, $1.0) }
        guard let best = ranked.first else { return nil }
        let next = ranked.dropFirst().first?.1 ?? 0
        return Verdict(
            amount: best.0,
            score: best.1,
            lead: best.1 - max(0, next),
            sources: sources(for: best.0)
        )
    }

    private func score(_ amount: Int64) -> Double {
        evidence.reduce(0) { $0 + $1.weight * $1.agreement(amount) }
    }

    /// The independent kinds of evidence that agree with an amount.
    func sources(for amount: Int64) -> Set<TotalEvidence.Source> {
        let strong: Set<TotalEvidence.Source> = [.label, .cash, .taxTable, .sums, .items]
        return Set(evidence.filter { $0.agreement(amount) >= 0.85 }.map(\.source)).intersection(strong)
    }
}
