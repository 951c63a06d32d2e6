package import CatalogDomain
package import Foundation

/// Labelled printed lines with the matcher's results.
///
/// `printed_lines.csv`: lines made as North American tills print them. `real_lines.csv`: lines of real receipts of
/// Malaysian shops and restaurants, labelled by hand. `shelf_names.csv`: names of Canadian products in English and
/// French as people typed them, a random sample of Open Food Facts (© Open Food Facts contributors, ODbL), labelled by
/// hand. The matcher's words and numbers were tuned on these; `unseen_names.csv` is a second sample of Open Food Facts,
/// drawn afterwards and never used for tuning.
package struct PrintedLineSample: Sendable {
    package struct Line: Sendable {
        package let printed: String
        /// The slugs of the right products; none when a new product is right.
        package let products: Set<String>
        /// The most confident match, accepted or not.
        package let best: (product: String, confidence: Int)?
        /// The slugs of the guesses, best first.
        package let guesses: [String]

        /// The matched product; nil for a new product.
        package var taken: String? {
            best.flatMap { $0.confidence >= ProductResolver.minimumConfidence ? $0.product : nil }
        }
    }

    package let lines: [Line]

    /// All files.
    package static let files = ["printed_lines.csv", "real_lines.csv", "shelf_names.csv", "unseen_names.csv"]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "CatalogTests/Products")

    /// Reads one of ``files`` and matches its lines.
    /// - Parameter slugs: the slugs of the products in the index.
    package init(_ file: String, in index: ProductIndex, slugs: [UUID: String]) throws {
        let url = Self.folder.appending(path: file)
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

    /// Lines that mean a known product.
    package var known: [Line] { lines.filter { !$0.products.isEmpty } }

    /// The accepted matches, and the right ones among them.
    package func taken(from confidence: Int = ProductResolver.minimumConfidence) -> (all: [Line], right: [Line]) {
        let all = lines.filter { ($0.best?.confidence ?? 0) >= confidence }
        return (all, all.filter { $0.products.contains($0.best?.product ?? "") })
    }

    /// Known lines whose product is not among the first guesses.
    package func missed(amongFirst count: Int) -> [Line] {
        known.filter { $0.products.isDisjoint(with: $0.guesses.prefix(count)) }
    }

    /// Precision and recall by minimum confidence, and how often the guesses include the product.
    package func figures(_ name: String) -> String {
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
