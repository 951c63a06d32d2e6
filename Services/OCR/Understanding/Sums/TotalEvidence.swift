/// One piece of evidence for or against an amount being the total.
struct TotalEvidence {
    /// The basis of the evidence; each kind counts as one independent source.
    enum Source: Hashable { case label, cash, taxTable, sums, items, repetition, rounding }

    var source: Source
    /// The kinds of evidence that speak together, and how much each is to be trusted here, 0…1.
    var witnesses: [(witness: TotalWitness, trust: Double)]
    /// The agreement of an amount, −1…1.
    var agreement: (Int64) -> Double

    init(source: Source, _ witness: TotalWitness, trust: Double = 1, agreement: @escaping (Int64) -> Double) {
        self.init(source: source, [(witness, trust)], agreement: agreement)
    }

    init(source: Source, _ witnesses: [(TotalWitness, Double)], agreement: @escaping (Int64) -> Double) {
        self.source = source
        self.witnesses = witnesses
        self.agreement = agreement
    }

    /// The score of full agreement.
    func weight(by weights: [TotalWitness: Double]) -> Double {
        witnesses.reduce(0) { $0 + $1.trust * weights[$1.witness, default: 0] }
    }
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

    private let evidence: [TotalEvidence]
    private let scores: [Double]

    init(evidence: [TotalEvidence], weights: [TotalWitness: Double]) {
        self.evidence = evidence
        scores = evidence.map { $0.weight(by: weights) }
    }

    /// An amount that may be the total, with its agreement with each piece of evidence.
    struct Hypothesis {
        var amount: Int64
        fileprivate var agreements: [Double]
    }

    func hypothesis(_ amount: Int64) -> Hypothesis {
        Hypothesis(amount: amount, agreements: evidence.map { $0.agreement(amount) })
    }

    func choose(among hypotheses: [Hypothesis]) -> Verdict? {
        let ranked = hypotheses.map { ($0, score($0)) }.sorted { ($0.1, $0.0.amount) > ($1.1, $1.0.amount) }
        guard let best = ranked.first else { return nil }
        let next = ranked.dropFirst().first?.1 ?? 0
        return Verdict(
            amount: best.0.amount,
            score: best.1,
            lead: best.1 - max(0, next),
            sources: sources(for: best.0)
        )
    }

    private func score(_ hypothesis: Hypothesis) -> Double {
        zip(scores, hypothesis.agreements).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// What each weight is multiplied with in the score of a hypothesis.
    func evidence(for hypothesis: Hypothesis) -> [TotalWitness: Double] {
        var found: [TotalWitness: Double] = [:]
        for (each, agreement) in zip(evidence, hypothesis.agreements) {
            for (witness, trust) in each.witnesses { found[witness, default: 0] += trust * agreement }
        }
        return found
    }

    /// The independent kinds of evidence that agree with a hypothesis.
    func sources(for hypothesis: Hypothesis) -> Set<TotalEvidence.Source> {
        let strong: Set<TotalEvidence.Source> = [.label, .cash, .taxTable, .sums, .items]
        let agreeing = zip(evidence, hypothesis.agreements).filter { $0.1 >= 0.85 }
        return Set(agreeing.map(\.0.source)).intersection(strong)
    }
}
