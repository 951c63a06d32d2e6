/// The candidates for a receipt's total and its store's name with the evidence for each, to fit ``Weights``.
package struct Candidates: Sendable {
    /// A value that was considered.
    package struct Candidate<Value: Sendable, Witness: Hashable & Sendable>: Sendable {
        /// The value.
        package var value: Value
        /// By kind of evidence, what its weight is multiplied with; the score is the sum of these products.
        package var evidence: [Witness: Double]
    }

    /// Amounts in minor units that may be the total.
    package var total: [Candidate<Int64, TotalWitness>]
    /// Texts that may be the store's name.
    package var name: [Candidate<String, NameWitness>]
    /// The ISO 4217 code of the printed currency, in which totals are.
    package var currency: String?
}
