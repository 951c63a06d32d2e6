import Foundation
import Testing

@testable import CatalogDomain

/// Lines as tills print them, none of them an alias in full, with the product that is meant or none.
///
/// The rates below are what the matcher reached when they were written; a change may not make it worse.
@Suite("Matching of printed lines")
struct PrintedLineEvaluation {
    private struct Line {
        let printed: String
        let product: String?
    }

    private let index: ProductIndex
    private let slugs: [UUID: String]
    private let lines: [Line]

    init() throws {
        let data = try ShippedReferenceData.data.get()
        var index = ProductIndex(abbreviations: AbbreviationTable(data))
        var slugs: [UUID: String] = [:]
        for product in data.products {
            let id = UUID()
            slugs[id] = product.slug
            index.insert(id, name: product.name, aliases: product.aliases)
        }
        self.index = index
        self.slugs = slugs
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "printed_lines.csv")
        lines = try CSVTable(parsing: try Data(contentsOf: file)).records.map {
            Line(printed: $0.fields[0], product: $0.fields[1].isEmpty ? nil : $0.fields[1])
        }
    }

    private func resolved(_ line: Line) -> String? {
        guard case .known(let match) = ProductResolver.resolve(index.printedText(line.printed), in: index) else {
            return nil
        }
        return slugs[match.productID]
    }

    @Test("finds the product of at least 95 in 100 lines at once")
    func firstGuess() {
        let known = lines.filter { $0.product != nil }
        let wrong = known.filter { resolved($0) != $0.product }
        let rate = 1 - Double(wrong.count) / Double(known.count)
        #expect(rate >= 0.95, "\(rate): \(wrong.map { "\($0.printed) → \(resolved($0) ?? "new")" })")
    }

    @Test("has the product of at least 98 in 100 lines among the first three")
    func firstThree() {
        let known = lines.filter { $0.product != nil }
        let missed = known.filter { line in
            let guesses = index.matches(for: index.printedText(line.printed), limit: 3).compactMap {
                slugs[$0.productID]
            }
            return !guesses.contains(line.product ?? "")
        }
        let rate = 1 - Double(missed.count) / Double(known.count)
        #expect(rate >= 0.98, "\(rate): \(missed.map(\.printed))")
    }

    @Test("takes nothing for a product that it isn't")
    func strangers() {
        let mistaken = lines.filter { $0.product == nil && resolved($0) != nil }
        #expect(mistaken.isEmpty, "\(mistaken.map { "\($0.printed) → \(resolved($0) ?? "")" })")
    }

    @Test("knows the product of every name and alias that it ships with")
    func ownTexts() throws {
        for product in try ShippedReferenceData.data.get().products {
            for text in [product.name] + product.aliases {
                #expect(resolved(Line(printed: text, product: nil)) == product.slug, "\(text)")
            }
        }
    }
}
