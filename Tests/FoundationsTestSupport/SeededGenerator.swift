/// Random numbers that are the same in every run, so that a failure of a property test can be repeated.
///
/// Source: Guy Steele, Doug Lea and Christine Flood, "Fast splittable pseudorandom number generators", SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator whose numbers follow from its seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// An integer whose number of digits, rather than value, is evenly distributed; half of them negative.
    package mutating func integer(digits: ClosedRange<Int>) -> Int128 {
        let count = Int.random(in: digits, using: &self)
        let magnitude = (0..<count).reduce(Int128(0)) { number, _ in
            number * 10 + Int128.random(in: 0...9, using: &self)
        }
        return Bool.random(using: &self) ? magnitude : -magnitude
    }
}
