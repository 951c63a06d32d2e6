import CatalogDomain
import Foundation
import Messages

/// What everybody shares, as it stood in the database at one moment.
///
/// It is small and changes seldom, so each instance keeps the whole of it in memory.
struct CatalogSnapshot: Sendable {
    /// The checksums of the files that it was loaded from, by their names.
    var version: [String: [UInt8]] = [:]
    /// In the order in which people see them; without those that are withdrawn.
    var categories: [Catalog.Category] = []
    /// By slug; those that are withdrawn too, for products that have them still.
    var categoriesBySlug: [String: Catalog.Category] = [:]
    /// By identifier; those that are withdrawn too, for purchases that name them.
    var products: [UUID: Catalog.Product] = [:]
    /// The products that are not withdrawn, by their names in normal form.
    var productsByName: [String: UUID] = [:]
    /// The products that are not withdrawn, by their names and aliases.
    var index = ProductIndex(abbreviations: AbbreviationTable([]))
    var abbreviations = AbbreviationTable([])
    /// The stores that are not withdrawn.
    var stores: [KnownStore] = []
    /// By identifier; those that are withdrawn too.
    var storeMessages: [UUID: Catalog.Store] = [:]

    /// The category of what nobody has sorted.
    static let otherCategory = "other"

    /// The category with the slug, or an empty one for a slug that there isn't, which the schema excludes.
    func category(_ slug: String) -> Catalog.Category {
        categoriesBySlug[slug] ?? Catalog.Category(slug: slug)
    }
}
