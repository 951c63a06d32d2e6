import CatalogEvaluation
import Foundation
import Testing

@testable import CatalogDomain

/// The thresholds are the matcher's rates when written; a change must not make them worse.
@Suite("Matching of printed lines")
struct PrintedLineEvaluation {
    private let index: ProductIndex
    private let slugs: [UUID: String]

    init() throws {
        let shipped = try ShippedReferenceData.products.get()
        (index, slugs) = (shipped.index, shipped.slugs)
    }

    private func sample(_ file: String) throws -> PrintedLineSample {
        try PrintedLineSample(file, in: index, slugs: slugs)
    }

    @Test(
        "prints its figures",
        .enabled(if: ProcessInfo.processInfo.environment["LARDER_FIGURES"] != nil),
        arguments: PrintedLineSample.files
    )
    func figures(file: String) throws {
        print(try sample(file).figures(file))
    }

    @Test(
        "matches a line only with high confidence",
        arguments: [("printed_lines.csv", 0.99), ("real_lines.csv", 0.95), ("shelf_names.csv", 0.92)]
    )
    func precision(file: String, least: Double) throws {
        let (all, right) = try sample(file).taken()
        let rate = Double(right.count) / Double(all.count)
        let wrong = all.filter { !$0.products.contains($0.taken ?? "") }
        #expect(rate >= least, "\(rate): \(wrong.map { "\($0.printed) → \($0.taken ?? "")" })")
    }

    @Test(
        "is confident only of correct matches",
        arguments: PrintedLineSample.files
    )
    func sureness(file: String) throws {
        let (all, right) = try sample(file).taken(from: ProductResolver.sureConfidence)
        let rate = Double(right.count) / Double(all.count)
        #expect(rate >= 0.95, "\(rate)")
    }

    @Test(
        "finds the product as the first guess for informative lines",
        arguments: [("printed_lines.csv", 0.9), ("real_lines.csv", 0.29), ("shelf_names.csv", 0.37)]
    )
    func recall(file: String, least: Double) throws {
        let sample = try sample(file)
        let rate = Double(sample.taken().right.count) / Double(sample.known.count)
        #expect(rate >= least, "\(rate)")
    }

    @Test(
        "has the product among the first three guesses",
        arguments: [("printed_lines.csv", 0.98), ("real_lines.csv", 0.56), ("shelf_names.csv", 0.89)]
    )
    func firstThree(file: String, least: Double) throws {
        let sample = try sample(file)
        let missed = sample.missed(amongFirst: 3)
        let rate = 1 - Double(missed.count) / Double(sample.known.count)
        #expect(rate >= least, "\(rate): \(missed.map(\.printed))")
    }

    @Test("makes no false match")
    func strangers() throws {
        let mistaken = try sample("printed_lines.csv").lines.filter { $0.products.isEmpty && $0.taken != nil }
        #expect(mistaken.isEmpty, "\(mistaken.map { "\($0.printed) → \($0.taken ?? "")" })")
    }

    @Test("matches every shipped name and alias")
    func ownTexts() throws {
        for product in try ShippedReferenceData.data.get().products {
            for text in [product.name] + product.aliases {
                let found = index.matches(for: index.printedText(text), limit: 1).first
                #expect(found.flatMap { slugs[$0.productID] } == product.slug, "\(text)")
            }
        }
    }
}
