import CatalogDomain
import Crypto
import Foundation
import ServiceKit

/// The bytes of the files of reference data, with the checksums by which a change is seen without reading them.
struct ReferenceFiles: Sendable {
    /// The bytes of each file by its name.
    let contents: [String: [UInt8]]
    /// SHA-256 of each file by its name.
    let checksums: [String: [UInt8]]

    init(contents: [String: [UInt8]]) {
        self.contents = contents
        checksums = contents.mapValues { Array(SHA256.hash(data: $0)) }
    }

    /// Takes the files in a folder.
    /// - Throws: ``ConfigurationError`` when one is missing or can't be read.
    init(folder: String) throws {
        let files = try ReferenceData.fileNames.map { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw ConfigurationError("The reference data \(folder)/\(name) can't be read. Install Larder again.")
            }
            return (name, Array(data))
        }
        self.init(contents: Dictionary(uniqueKeysWithValues: files))
    }

    /// Reads all files.
    /// - Throws: ``ConfigurationError`` that names everything that is wrong in them.
    func parsed() throws -> ReferenceData {
        do {
            return try ReferenceData { contents[$0] ?? [] }
        } catch let error as ReferenceDataError {
            throw ConfigurationError("The reference data is wrong, and nothing of it was loaded:\n\(error)")
        }
    }
}
