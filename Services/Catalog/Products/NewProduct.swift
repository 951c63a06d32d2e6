import CatalogDomain
import CatalogMessages
import Foundation
import PrintedWords
import ServiceKit

/// A product to be created.
struct NewProduct: Sendable {
    let name: String
    /// The normalized name, unique among a user's products.
    let normalisedName: String
    let category: String
    var unit = "each"
    /// Whether the user asked for it.
    var isWanted = false
    /// Whether known products are similar to the line for which it is created.
    var hasRivals = false
}

extension FieldValidator {
    /// Validates a product that a user asks for.
    mutating func newProduct(
        _ message: Catalog.NewProduct?,
        _ field: String,
        in snapshot: CatalogSnapshot
    ) -> NewProduct {
        let message = message ?? Catalog.NewProduct()
        let name = text(message.name, "\(field).name", length: 1...80)
        let normalised = NormalisedText(name)
        if !name.isEmpty, normalised.isEmpty { reject("\(field).name", .catalog.ruleLetterOrDigit) }
        let category = message.categorySlug.isEmpty ? CatalogSnapshot.otherCategory : message.categorySlug
        if !snapshot.categories.contains(where: { $0.slug == category }) {
            reject("\(field).category_slug", .catalog.ruleCategory(example: CatalogSnapshot.otherCategory))
        }
        let unit = message.defaultUnit.isEmpty ? ProductUnit.each.rawValue : message.defaultUnit
        if ProductUnit(rawValue: unit) == nil {
            reject("\(field).default_unit", .services.ruleOneOf(values: "each, kg, g, l", last: "ml"))
        }
        return NewProduct(
            name: name,
            normalisedName: normalised.value.key,
            category: category,
            unit: unit,
            isWanted: true
        )
    }
}
