import CatalogDomain
import CatalogMessages
import Foundation
import PrintedWords

/// Decides the meanings of printed lines, in memory.
struct LineMatcher {
    /// The decision about a line.
    enum Decision {
        case known(TextMeaning)
        case new(NewProduct)
    }

    private let snapshot: CatalogSnapshot
    private let indexes: [ProductIndex]

    init(snapshot: CatalogSnapshot, own knowledge: UserCatalog) {
        self.snapshot = snapshot
        indexes = knowledge.indexes(beside: snapshot)
    }

    /// Decides about one line.
    func decide(_ text: PrintedText) -> Decision {
        switch ProductResolver.resolve(text, in: indexes) {
        case .known(let match): .known(TextMeaning(match))
        case .new(_, let resembled): .new(newProduct(for: text, resembling: resembled))
        }
    }

    /// The products that a line may mean, best first, each once.
    func guesses(for text: PrintedText, limit: Int) -> [ProductMatch] {
        ProductResolver.guesses(for: text, limit: limit, in: indexes)
    }

    /// The product created for a line when none is known.
    func newProduct(for text: PrintedText) -> NewProduct {
        newProduct(for: text, resembling: guesses(for: text, limit: 1).first)
    }

    private func newProduct(for text: PrintedText, resembling match: ProductMatch?) -> NewProduct {
        let isNamed = !text.key.isEmpty && !text.suggestedName.isEmpty
        return NewProduct(
            // One without a name is given it when it is shown.
            name: isNamed ? text.suggestedName : "",
            normalisedName: isNamed ? NormalisedText(text.suggestedName).value.key : Self.keyOfUnreadable,
            category: category(resembling: match),
            hasRivals: (match?.confidence ?? 0) >= Self.minimumRivalConfidence
        )
    }

    /// The key under which a line's meaning is stored. All lines without a letter or digit share one.
    static func key(of text: PrintedText) -> String {
        text.key.isEmpty ? keyOfUnreadable : text.key.value.key
    }

    /// The category of a similar product; too different to be the same product, it usually is of the same kind.
    private func category(resembling match: ProductMatch?) -> String {
        guard let match, match.confidence >= Self.minimumKindConfidence,
            let category = snapshot.products[match.productID]?.category?.slug
        else { return CatalogSnapshot.otherCategory }
        return category
    }

    private static let minimumKindConfidence = 35
    private static let minimumRivalConfidence = 55
    /// Stored, and never shown.
    private static let keyOfUnreadable = "unnamed item"
}

extension TextMeaning {
    /// The meaning found by comparing names.
    init(_ match: ProductMatch) {
        self.init(
            product: match.productID,
            confidence: match.confidence,
            basis: match.basis == .resemblance ? .resemblance : .name
        )
    }
}
