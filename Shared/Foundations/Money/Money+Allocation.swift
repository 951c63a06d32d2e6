extension Money {
    /// Divides the amount by weights without losing a minor unit.
    ///
    /// Each part is its exact share cut to whole minor units; what remains goes, a unit each, to the parts with the largest
    /// remainders, and among equal ones to the first (the largest remainder, or Hamilton, method). The parts always add up to
    /// the amount, a negative amount is divided as its opposite, and a part of weight zero is zero.
    /// - Parameter weights: None below zero and at least one above.
    /// - Throws: ``ArithmeticError/invalidWeights``, or ``ArithmeticError/overflow`` when the weights' sum is beyond 64 bits.
    public func allocated(by weights: [Int64]) throws(ArithmeticError) -> [Money] {
        guard weights.allSatisfy({ $0 >= 0 }) else { throw .invalidWeights }
        var total = Int64(0)
        for weight in weights {
            let (sum, overflows) = total.addingReportingOverflow(weight)
            guard !overflows else { throw .overflow }
            total = sum
        }
        guard total > 0 else { throw .invalidWeights }
        let shares = weights.map { weight in
            (Int128(minorUnits.magnitude) * Int128(weight)).quotientAndRemainder(dividingBy: Int128(total))
        }
        var parts = shares.map(\.quotient)
        let left = Int(Int128(minorUnits.magnitude) - parts.reduce(0, +))
        let byRemainder = shares.indices.sorted { (shares[$1].remainder, $0) < (shares[$0].remainder, $1) }
        for index in byRemainder.prefix(left) { parts[index] += 1 }
        return parts.map { part in
            // No part is larger than the amount, so it fits.
            Money(minorUnits: Int64(minorUnits < 0 ? -part : part), currency: currency)
        }
    }

    /// Divides the amount into equal parts without losing a minor unit; the first ones are larger by one where needed.
    /// - Throws: ``ArithmeticError/invalidWeights`` for fewer parts than one.
    public func split(into count: Int) throws(ArithmeticError) -> [Money] {
        guard count > 0 else { throw .invalidWeights }
        return try allocated(by: Array(repeating: 1, count: count))
    }
}
