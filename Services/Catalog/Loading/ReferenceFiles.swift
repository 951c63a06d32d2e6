import CatalogDomain
import Crypto
import Foundation
import ServiceKit

/// The bytes of the reference data files, with checksums to detect changes.
struct ReferenceFiles: Sendable {
    /// The bytes of each file by its name.
    let contents: [String: [UInt8]]
    /// SHA-256 of each file by its name.
    let checksums: [String: [UInt8]]

    init(contents: [String: [UInt8]]) {
        self.contents = contents
        checksums = contents.mapValues { Array(SHA256.hash(data: $0)) }
    }

    /// Reads the files of a folder.
    /// - Throws: ``ConfigurationError`` when one is missing or unreadable.
    init(folder: String) throws {
        let files = try ReferenceData.fileNames.map { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw ConfigurationError(
                    "The reference data file \(folder)/\(name) cannot be read. Please reinstall Larder."
                )
            }
            return (name, Array(data))
        }
        self.init(contents: Dictionary(uniqueKeysWithValues: files))
    }

    /// Parses all files.
    /// - Throws: ``ConfigurationError`` with all problems.
    func parsed() throws -> ReferenceData {
        do {
            return try ReferenceData { contents[$0] ?? [] }
        } catch let error as ReferenceDataError {
            throw ConfigurationError("The reference data is invalid, and none of it was loaded:\n\(error)")
        }
    }
}
