package import CatalogDomain
package import Foundation

/// The reference data of this repository, read once.
package enum ShippedReferenceData {
    package static let data = Result { try ReferenceData { try bytes(ofFile: $0) } }

    /// All products, and the names that the samples use for them.
    package static let products = Result { () throws -> (index: ProductIndex, slugs: [UUID: String]) in
        let data = try Self.data.get()
        var index = ProductIndex(abbreviations: AbbreviationTable(data))
        var slugs: [UUID: String] = [:]
        for product in data.products {
            let id = UUID()
            slugs[id] = product.slug
            index.insert(id, name: product.name, aliases: product.aliases, unit: product.unit)
        }
        return (index: index, slugs: slugs)
    }

    package static func bytes(ofFile name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Services/Catalog/ReferenceData")
}
