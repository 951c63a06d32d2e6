import CatalogMessages
import Crypto
import Foundation
import Foundations
import RPC
import Texts

extension CatalogSnapshot {
    /// A product with its names in the caller's language. One of the user's own keeps its name.
    func shown(_ product: Catalog.Product) -> Catalog.Product {
        var product = product
        if product.name.isEmpty {
            product.name = LocalizedText.receipts.itemUnnamed.forCaller
        } else if speaksFrench, let id = UUID(canonical: product.id), let french = frenchNames[id] {
            product.name = french
        }
        product.category = product.category.map(shown)
        return product
    }

    /// A category with its name in the caller's language.
    func shown(_ category: Catalog.Category) -> Catalog.Category {
        guard speaksFrench, let french = frenchCategories[category.slug] else { return category }
        var category = category
        category.name = french
        return category
    }

    private var speaksFrench: Bool { CallContext.current?.language == .french }

    /// The names of all shared products and categories, what is within categories, and a version that changes with them.
    var productNames: Catalog.ListProductNamesResponse {
        let names = products.map { id, product in
            Catalog.ProductNames(productID: id.canonical, english: product.name, french: frenchNames[id] ?? "")
        }.sorted { $0.productID < $1.productID }
        var hash = SHA256()
        for name in names { hash.update(data: Data("\(name.productID)\n\(name.english)\n\(name.french)\n".utf8)) }
        let contents = contents.sorted { $0.key < $1.key }.map { slug, within in
            Catalog.CategoryContents(categorySlug: slug, withinSlugs: within.sorted())
        }
        for category in contents {
            hash.update(data: Data("\(category.categorySlug)\n\(category.withinSlugs.joined(separator: ","))\n".utf8))
        }
        let categories = categories.map { category in
            Catalog.CategoryNames(
                categorySlug: category.slug,
                english: category.name,
                french: frenchCategories[category.slug] ?? ""
            )
        }
        for category in categories {
            hash.update(data: Data("\(category.categorySlug)\n\(category.english)\n\(category.french)\n".utf8))
        }
        let version = hash.finalize().map { String(format: "%02x", $0) }.joined()
        return .init(version: version, products: names, contents: contents, categories: categories)
    }
}
