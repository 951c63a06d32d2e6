import Foundation

@testable import CatalogDomain

/// The reference data of this repository, read once for all tests.
enum ShippedReferenceData {
    static let data = Result { try ReferenceData { try bytes(ofFile: $0) } }

    static func bytes(ofFile name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// All products, and the names by which the samples call them.
    static func index() throws -> (index: ProductIndex, slugs: [UUID: String]) {
        let data = try data.get()
        var index = ProductIndex(abbreviations: AbbreviationTable(data))
        var slugs: [UUID: String] = [:]
        for product in data.products {
            let id = UUID()
            slugs[id] = product.slug
            index.insert(id, name: product.name, aliases: product.aliases, unit: product.unit)
        }
        return (index, slugs)
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Services/Catalog/ReferenceData")
}
