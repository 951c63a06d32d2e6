import Foundation
import FuzzTargets
import Testing

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Fuzz targets hold on")
struct RandomInputTests {
    @Test("the same random inputs in every run", arguments: FuzzTarget.allCases, 0..<8 as Range<UInt64>)
    func random(target: FuzzTarget, seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        for round in 0..<40 {
            let length = Int.random(in: 0...(round % 4 == 0 ? 2_000 : 200), using: &generator)
            let input = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try check(target, input)
        }
    }

    @Test("inputs of the corpus that are changed at random", arguments: FuzzTarget.allCases)
    func mutated(target: FuzzTarget) throws {
        var generator = SeededGenerator(state: 99)
        for file in try KeptInputs.files(in: "Corpus", of: target).prefix(100) {
            var input = try [UInt8](Data(contentsOf: file))
            for _ in 0..<3 where !input.isEmpty {
                let place = Int.random(in: input.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: input[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: input.remove(at: place)
                default: input.insert(contentsOf: input[..<place].suffix(40), at: place)
                }
                try check(target, input)
            }
        }
    }

    private func check(_ target: FuzzTarget, _ input: [UInt8]) throws {
        do {
            try target.run(input)
        } catch {
            Issue.record(
                "\(target.rawValue): \(error), with \(input.map { String($0, radix: 16) }.joined(separator: " "))"
            )
        }
    }
}
