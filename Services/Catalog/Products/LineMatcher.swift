import CatalogDomain
import Foundation
import Messages

/// Decides what printed lines mean, in memory.
struct LineMatcher {
    /// What a line comes to.
    enum Decision {
        case known(TextMeaning)
        case new(NewProduct)
    }

    private let snapshot: CatalogSnapshot
    private let own: ProductIndex

    init(snapshot: CatalogSnapshot, own products: [OwnProduct]) {
        self.snapshot = snapshot
        var own = ProductIndex(abbreviations: snapshot.abbreviations)
        for product in products { own.insert(product.id, name: product.name) }
        self.own = own
    }

    /// Decides about one line.
    func decide(_ text: PrintedText) -> Decision {
        switch ProductResolver.resolve(text, in: snapshot.index, own) {
        case .known(let match):
            return .known(TextMeaning(product: match.productID, confidence: match.confidence))
        case .new(let name, let resembled):
            let name = text.key.isEmpty || name.isEmpty ? Self.nameOfUnreadable : name
            return .new(
                NewProduct(
                    name: name,
                    normalisedName: NormalisedText(name).value.key,
                    category: category(resembling: resembled)
                )
            )
        }
    }

    /// The key under which the meaning of a line is kept. All lines without a letter or digit share one.
    static func key(of text: PrintedText) -> String {
        text.key.isEmpty ? NormalisedText(nameOfUnreadable).value : text.key.value.key
    }

    /// What resembles a product too little to be it mostly is of its kind all the same.
    private func category(resembling match: ProductMatch?) -> String {
        guard let match, match.confidence >= Self.leastConfidenceOfKind,
            let category = snapshot.products[match.productID]?.category?.slug
        else { return CatalogSnapshot.otherCategory }
        return category
    }

    private static let leastConfidenceOfKind = 45
    private static let nameOfUnreadable = "Unnamed item"
}

extension String {
    /// The text cut to what an index of the database holds, at most 800 bytes of UTF-8.
    var key: String {
        utf8.count <= 800 ? self : String(decoding: utf8.prefix(800), as: UTF8.self)
    }
}
