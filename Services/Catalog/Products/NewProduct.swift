import CatalogDomain
import Foundation
import Messages
import ServiceKit

/// A product to be made.
struct NewProduct: Sendable {
    let name: String
    /// The name in the form in which a user has it once.
    let normalisedName: String
    let category: String
    var unit = "each"
    /// Whether the user asked for it.
    var isWanted = false
    /// Whether known products are somewhat like the line that it is made for.
    var hasRivals = false
}

extension FieldValidator {
    /// A product that a user wants to have.
    mutating func newProduct(
        _ message: Catalog.NewProduct?,
        _ field: String,
        in snapshot: CatalogSnapshot
    ) -> NewProduct {
        let message = message ?? Catalog.NewProduct()
        let name = text(message.name, "\(field).name", length: 1...80)
        let normalised = NormalisedText(name)
        if !name.isEmpty, normalised.isEmpty { reject("\(field).name", "must have a letter or digit") }
        let category = message.categorySlug.isEmpty ? CatalogSnapshot.otherCategory : message.categorySlug
        if !snapshot.categories.contains(where: { $0.slug == category }) {
            reject("\(field).category_slug", "must be a category's slug, such as other; ListCategories has them all")
        }
        let unit = message.defaultUnit.isEmpty ? ProductUnit.each.rawValue : message.defaultUnit
        if ProductUnit(rawValue: unit) == nil { reject("\(field).default_unit", "must be each, kg, g, l or ml") }
        return NewProduct(
            name: name,
            normalisedName: normalised.value.key,
            category: category,
            unit: unit,
            isWanted: true
        )
    }
}
