import Foundation
import Testing

@testable import CatalogDomain

/// Printed lines with the products that are meant or none, and what the matcher makes of them.
///
/// `printed_lines.csv`: lines made as North American tills print them. `real_lines.csv`: lines of real receipts of Malaysian
/// shops and restaurants, labelled by hand. `shelf_names.csv`: names of Canadian products in English and French as people
/// typed them, a random sample of Open Food Facts (© Open Food Facts contributors, ODbL), labelled by hand. The words and
/// numbers of the matcher were chosen with these in view; `unseen_names.csv` is a second sample of Open Food Facts, drawn
/// afterwards and tuned on by nobody.
struct PrintedLineSample {
    struct Line {
        let printed: String
        /// The slugs of the products that are right; none when a product of its own is.
        let products: Set<String>
        /// The surest match, taken or not.
        let best: (product: String, confidence: Int)?
        /// The slugs of the guesses, best first.
        let guesses: [String]

        /// What the line is taken for; nil for a new product.
        var taken: String? {
            best.flatMap { $0.confidence >= ProductResolver.leastConfidence ? $0.product : nil }
        }
    }

    let lines: [Line]

    init(_ file: String, in index: ProductIndex, slugs: [UUID: String]) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)
        lines = try CSVTable(parsing: try Data(contentsOf: url)).records.map { record in
            let text = index.printedText(record.fields[0])
            let best = index.matches(for: text, limit: 1).first
            return Line(
                printed: record.fields[0],
                products: Set(record.fields[1].split(separator: ";").map(String.init)),
                best: best.map { (slugs[$0.productID] ?? "", $0.confidence) },
                guesses: ProductResolver.guesses(for: text, limit: 5, in: [index]).map {
                    slugs[$0.productID] ?? ""
                }
            )
        }
    }

    /// Lines that mean a product that is known.
    var known: [Line] { lines.filter { !$0.products.isEmpty } }

    /// The lines that are taken for a product, and rightly so.
    func taken(from confidence: Int = ProductResolver.leastConfidence) -> (all: [Line], right: [Line]) {
        let all = lines.filter { ($0.best?.confidence ?? 0) >= confidence }
        return (all, all.filter { $0.products.contains($0.best?.product ?? "") })
    }

    /// Those of the lines that mean a known product that don't have it among the first guesses.
    func missed(amongFirst count: Int) -> [Line] {
        known.filter { $0.products.isDisjoint(with: $0.guesses.prefix(count)) }
    }

    /// Precision and recall by the least confidence that is taken, and how often the guesses have the product.
    func figures(_ name: String) -> String {
        var text = "\(name): \(lines.count) lines, \(known.count) of a known product\n"
        for confidence in stride(from: 30, through: 95, by: 5) {
            let (all, right) = taken(from: confidence)
            text += "  from \(confidence): \(all.count) taken, precision \(percent(right.count, all.count)), "
            text += "recall \(percent(right.count, known.count))\n"
        }
        for count in [1, 3, 5] {
            let found = known.count - missed(amongFirst: count).count
            text += "  among the first \(count): \(percent(found, known.count))\n"
        }
        let wrong = taken().all.filter { !$0.products.contains($0.taken ?? "") }
        text += "  wrongly taken: \(wrong.map { "\($0.printed) → \($0.taken ?? "") \($0.best?.confidence ?? 0)" })\n"
        let open = known.filter { $0.taken == nil }
        text += "  not taken: \(open.map { "\($0.printed) → \($0.best?.product ?? "") \($0.best?.confidence ?? 0)" })\n"
        return text
    }

    private func percent(_ part: Int, _ whole: Int) -> String {
        whole == 0 ? "none" : "\((Double(part * 1_000) / Double(whole)).rounded() / 10) %"
    }
}

/// The rates below are what the matcher reached when they were written; a change may not make it worse.
@Suite("Matching of printed lines")
struct PrintedLineEvaluation {
    private let index: ProductIndex
    private let slugs: [UUID: String]

    init() throws {
        (index, slugs) = try ShippedReferenceData.index()
    }

    private func sample(_ file: String) throws -> PrintedLineSample {
        try PrintedLineSample(file, in: index, slugs: slugs)
    }

    @Test(
        "prints its figures",
        .enabled(if: ProcessInfo.processInfo.environment["LARDER_FIGURES"] != nil),
        arguments: ["printed_lines.csv", "real_lines.csv", "shelf_names.csv", "unseen_names.csv"]
    )
    func figures(file: String) throws {
        print(try sample(file).figures(file))
    }

    @Test(
        "takes a line for a product only when that is nearly sure",
        arguments: [("printed_lines.csv", 0.99), ("real_lines.csv", 0.95), ("shelf_names.csv", 0.92)]
    )
    func precision(file: String, least: Double) throws {
        let (all, right) = try sample(file).taken()
        let rate = Double(right.count) / Double(all.count)
        let wrong = all.filter { !$0.products.contains($0.taken ?? "") }
        #expect(rate >= least, "\(rate): \(wrong.map { "\($0.printed) → \($0.taken ?? "")" })")
    }

    @Test(
        "is sure of a product only when it is right",
        arguments: ["printed_lines.csv", "real_lines.csv", "shelf_names.csv", "unseen_names.csv"]
    )
    func sureness(file: String) throws {
        let (all, right) = try sample(file).taken(from: ProductResolver.sureConfidence)
        let rate = Double(right.count) / Double(all.count)
        #expect(rate >= 0.95, "\(rate)")
    }

    @Test(
        "finds the product at once where the line says enough",
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

    @Test("takes nothing for a product that it isn't")
    func strangers() throws {
        let mistaken = try sample("printed_lines.csv").lines.filter { $0.products.isEmpty && $0.taken != nil }
        #expect(mistaken.isEmpty, "\(mistaken.map { "\($0.printed) → \($0.taken ?? "")" })")
    }

    @Test("knows the product of every name and alias that it ships with")
    func ownTexts() throws {
        for product in try ShippedReferenceData.data.get().products {
            for text in [product.name] + product.aliases {
                let found = index.matches(for: index.printedText(text), limit: 1).first
                #expect(found.flatMap { slugs[$0.productID] } == product.slug, "\(text)")
            }
        }
    }
}
