import CatalogDomain
import CatalogMessages
import Foundation
import RPC
import ServiceKit
import Texts

/// Guesses the meanings of printed lines, without storing anything.
struct LineGuessing: Sendable {
    let user: UUID
    let scope: StoreScope
    /// The number of guesses for each line.
    let limit: Int
    let snapshot: CatalogSnapshot
    let products: ProductsStore
    let mappings: MappingsStore

    private struct Line: Sendable {
        let key: String
        let guesses: [ProductMatch]
        let decision: LineMatcher.Decision
        let new: NewProduct
    }

    /// The guesses for each of the texts.
    func run(_ texts: [String]) async throws -> [Catalog.LineGuesses] {
        let own = try await products.userCatalog(of: user)
        let (snapshot, limit) = (snapshot, limit)
        let lines = try await offLoop(for: user) {
            let matcher = LineMatcher(snapshot: snapshot, own: own)
            return texts.map(snapshot.index.printedText).map { text in
                Line(
                    key: LineMatcher.key(of: text),
                    guesses: matcher.guesses(for: text, limit: limit),
                    decision: matcher.decide(text),
                    new: matcher.newProduct(for: text)
                )
            }
        }
        let meanings = try await mappings.meanings(of: Array(Set(lines.map(\.key))).sorted(), for: user, in: scope)
        let ids = lines.flatMap { $0.guesses.map(\.productID) } + meanings.byText.values.map(\.product)
        let known = try await snapshot.products(Set(ids), of: user, products).mapValues(snapshot.shown)
        let unnamed = LocalizedText.receipts.itemUnnamed.forCaller
        return zip(texts, lines).map { text, line in
            Catalog.LineGuesses(
                printedText: text,
                meaning: meaning(of: line, meanings).flatMap { resolved($0, known) },
                guesses: guesses(for: line, meanings, known),
                newProduct: .init(
                    name: line.new.name.isEmpty ? unnamed : line.new.name,
                    categorySlug: line.new.category,
                    defaultUnit: line.new.unit
                )
            )
        }
    }

    /// The meaning of a line; a product created for the line does not count.
    private func meaning(of line: Line, _ meanings: TextMeanings) -> TextMeaning? {
        if let meaning = meanings.byText[line.key] { return meaning.basis == .made ? nil : meaning }
        guard case .known(let meaning) = line.decision else { return nil }
        return meaning
    }

    private func resolved(_ meaning: TextMeaning, _ known: [UUID: Catalog.Product]) -> Catalog.ResolvedProduct? {
        known[meaning.product].map {
            .init(product: $0, confidence: Int32(meaning.confidence), basis: meaning.basisMessage)
        }
    }

    /// The guesses for a line, chosen and agreed meanings first, without products created for the line.
    private func guesses(
        for line: Line,
        _ meanings: TextMeanings,
        _ known: [UUID: Catalog.Product]
    ) -> [Catalog.ProductGuess] {
        let meaning = meanings.byText[line.key]
        var found = line.guesses.map(TextMeaning.init).filter { $0.product != meaning?.product }
        if let meaning, meaning.basis != .made { found.insert(meaning, at: 0) }
        return found.prefix(limit).compactMap { guess in
            known[guess.product].map {
                .init(product: $0, confidence: Int32(guess.confidence), basis: guess.basisMessage)
            }
        }
    }
}
