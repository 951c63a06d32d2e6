/// One thing that speaks for or against an amount being the total.
struct TotalEvidence {
    /// What the evidence rests on; each kind counts as one independent witness.
    enum Source: Hashable { case label, cash, taxTable, sums, items, repetition, rounding }

    var source: Source
    /// What full agreement is worth.
    var weight: Double
    /// −0.35…1: how well a total agrees.
    var agreement: (Int64) -> Double
}

/// Chooses the total that explains best what is printed around it.
///
/// Every amount that is printed, or follows from printed ones by the sums of a receipt, is a hypothesis. Rows that say
/// "total", cash less change, the table of taxes, the subtotal with what is added to it, and the items each vote for
/// the hypotheses they agree with; a row whose amount is a likely misreading of a hypothesis votes for it in part.
struct TotalChoice {
    struct Verdict {
        var amount: Int64
        /// Points of evidence, and how far the next best hypothesis is behind.
        var score: Double
        var lead: Double
        /// How many kinds of evidence agree fully.
        var sources: Set<TotalEvidence.Source>
        var independentSources: Int { sources.count }
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
