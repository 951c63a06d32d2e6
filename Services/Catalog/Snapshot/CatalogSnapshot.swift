import CatalogDomain
import CatalogMessages
import Foundation
import Geography

/// The shared catalog as of one moment, in memory.
///
/// It is small and changes rarely, so each instance holds all of it.
struct CatalogSnapshot: Sendable {
    /// Of the reference data that it was read from.
    var version = ReferenceLoader.Version()
    /// The categories in display order, without withdrawn ones.
    var categories: [Catalog.Category] = []
    /// The categories by slug, including withdrawn ones for products that still have them.
    var categoriesBySlug: [String: Catalog.Category] = [:]
    /// The products by identifier, including withdrawn ones for purchases that refer to them.
    var products: [UUID: Catalog.Product] = [:]
    /// The French names of products that have one, also of withdrawn ones.
    var frenchNames: [UUID: String] = [:]
    /// The slugs of the categories within a wider one, by its slug.
    var contents: [String: [String]] = [:]
    /// The French names of categories that have one, by slug.
    var frenchCategories: [String: String] = [:]
    /// The index of the French names of products, without withdrawn ones, for searches.
    var frenchIndex = ProductIndex(abbreviations: AbbreviationTable([]))
    /// The products by normalized name in any language, without withdrawn ones.
    var productsByName: [String: UUID] = [:]
    /// The index of the products' names and aliases, without withdrawn ones.
    var index = ProductIndex(abbreviations: AbbreviationTable([]))
    var abbreviations = AbbreviationTable([])
    /// The stores, without withdrawn ones.
    var stores: [KnownStore] = []
    /// The stores by identifier, including withdrawn ones.
    var storeMessages: [UUID: Catalog.Store] = [:]
    /// Where stores and eateries are, without withdrawn ones, by their addresses in normal form.
    var locations: [String: Coordinates] = [:]
    /// Taxes on what is bought, without withdrawn ones.
    var taxRates = TaxRateTable()

    /// The category of unsorted products.
    static let otherCategory = "other"

    /// The category with a slug; an empty one for an unknown slug, which the schema excludes.
    func category(_ slug: String) -> Catalog.Category {
        categoriesBySlug[slug] ?? Catalog.Category(slug: slug)
    }
}
