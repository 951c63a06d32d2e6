import Foundation
import Testing

@testable import ReceiptUnderstanding

@Suite("Calibrated confidences")
struct CalibrationTests {
    private static let calibration = Weights.fitted.calibration
    static let curves = [
        calibration.storeName, calibration.address, calibration.date, calibration.time, calibration.item,
        calibration.sum,
    ]

    @Test("more doubt never increases the confidence", arguments: curves + [calibration.settledSum])
    func rising(_ curve: ConfidenceCurve) {
        let values = (0...100).map { curve($0) }
        #expect(values == values.sorted())
        #expect(values.first == 0)
        #expect(values.allSatisfy { (0...100).contains($0) })
    }

    @Test("a doubtful word never makes a certain field", arguments: curves)
    func doubtful(_ curve: ConfidenceCurve) {
        #expect(curve(60) < ReceiptDraft.reviewThreshold)
    }

    @Test("a curve is a list of increasing pairs in JSON, and nothing else")
    func json() throws {
        let curve = ConfidenceCurve([(60, 50), (90, 98)])
        #expect(try JSONEncoder().encode(curve) == Data("[[60,50],[90,98]]".utf8))
        #expect(try JSONDecoder().decode(ConfidenceCurve.self, from: Data("[[60,50],[90,98]]".utf8)) == curve)
        for bad in ["[]", "[[60]]", "[[60,50],[60,70]]", "[[60,101]]", "[[-1,5]]", "60"] {
            #expect(throws: DecodingError.self, "\(bad)") {
                try JSONDecoder().decode(ConfidenceCurve.self, from: Data(bad.utf8))
            }
        }
    }
}

@Suite("Weights of evidence")
struct WeightsTests {
    private let page = RecognizedPage(
        text: """
            PINE & CO
            12 Mill Street
            Elmira ON L2B 3C4
            Bread             4.00
            Milk              3.50
            Subtotal          7.50
            HST 13%           0.98
            Total             8.48
            Cash             10.00
            Change            1.52
            """
    )

    @Test("every kind of evidence has a weight, and weights survive JSON")
    func complete() throws {
        #expect(Set(Weights.fitted.total.keys) == Set(TotalWitness.allCases))
        #expect(Set(Weights.fitted.name.keys) == Set(NameWitness.allCases))
        let json = try JSONEncoder().encode(Weights.fitted)
        #expect(try JSONDecoder().decode(Weights.self, from: json) == .fitted)
        // Scripts find a weight by its name.
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])
        #expect(object["total"]?["amountDue"] is Double)
    }

    @Test("the candidate with the highest sum of weight and evidence is taken")
    func scores() throws {
        let candidates = ReceiptInterpreter().candidates(on: page)
        let draft = ReceiptInterpreter().draft(from: page)
        let total = candidates.total.max {
            score($0.evidence, Weights.fitted.total) < score($1.evidence, Weights.fitted.total)
        }
        #expect(total?.value == draft.total?.value)
        #expect(draft.total?.value == 848)
        let name = candidates.name.max {
            score($0.evidence, Weights.fitted.name) < score($1.evidence, Weights.fitted.name)
        }
        #expect(name?.value == draft.storeName?.value)
        #expect(draft.storeName?.value == "PINE & CO")
    }

    @Test("other weights choose otherwise")
    func others() {
        var weights = Weights.fitted
        weights.total = [.items: 10, .label: -10]
        #expect(ReceiptInterpreter(weights: weights).draft(from: page).total?.value == 750)
        #expect(ReadingCombination.draft(of: page, weights: weights).total?.value == 750)
    }

    @Test("other weights choose another name, and other curves another confidence")
    func otherNames() {
        var weights = Weights.fitted
        weights.name = [.businessWord: 50]
        let rows = "PINE HILLS LTD\nGOLDEN BAKERY\n12 Mill Street\nFernhollow BC V0X 1J4\nBREAD 7.50\nTOTAL 7.50"
        let page = RecognizedPage(text: rows)
        #expect(ReceiptInterpreter().draft(from: page).storeName?.value == "PINE HILLS LTD")
        #expect(ReceiptInterpreter(weights: weights).draft(from: page).storeName?.value == "GOLDEN BAKERY")
        weights.calibration.storeName = ConfidenceCurve([(own: 0, calibrated: 1), (own: 100, calibrated: 1)])
        let shown = ReceiptInterpreter(weights: weights).draft(from: page).storeName?.confidence
        #expect(shown == 1)
    }

    private func score<Witness>(_ evidence: [Witness: Double], _ weights: [Witness: Double]) -> Double {
        evidence.reduce(0) { $0 + $1.value * weights[$1.key, default: 0] }
    }
}
