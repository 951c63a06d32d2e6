import Foundation

/// A folder for what is written.
struct ResultFolder {
    private let folder: String

    /// A folder that can be written to; created if missing.
    init(_ path: String) throws(BatchFailure) {
        try NamedFile.createFolder(path)
        folder = path
    }

    func write(_ value: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try NamedFile.write(encoder.encode(value), to: path(name))
    }

    /// Removes what an earlier run has written, which could be taken for results of this one.
    func remove(_ names: [String]) throws(BatchFailure) {
        for name in names { try NamedFile.remove(path(name)) }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).json" }
}
