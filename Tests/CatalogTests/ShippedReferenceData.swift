import CatalogDomain
import Foundation

/// The reference data of this repository, read once for all tests.
enum ShippedReferenceData {
    static let data = Result { try ReferenceData { try bytes(ofFile: $0) } }

    static func bytes(ofFile name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Services/Catalog/ReferenceData")
}
