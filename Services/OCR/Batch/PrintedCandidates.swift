import Foundations
import ReceiptUnderstanding

/// What was considered as total and store's name, with what each weight is multiplied with.
struct PrintedCandidates: Encodable {
    struct Candidate<Witness: Hashable & CodingKeyRepresentable & Encodable>: Encodable {
        /// As in ``PrintedReceipt``.
        var value: String
        var evidence: [Witness: Double]
    }

    var total: [Candidate<TotalWitness>]
    var name: [Candidate<NameWitness>]

    init(_ candidates: Candidates) {
        let currency = candidates.currency ?? Currency.unknown
        total = candidates.total.map {
            Candidate(value: Money.text(minorUnits: $0.value, currencyCode: currency), evidence: $0.evidence)
        }
        name = candidates.name.map { Candidate(value: $0.value, evidence: $0.evidence) }
    }
}
