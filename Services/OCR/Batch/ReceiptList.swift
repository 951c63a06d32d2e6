import Foundation

/// The file that lists the receipts to read.
enum ReceiptList {
    /// The names of files that are written for the whole run.
    static let reserved = ["memory", "timings", "weights"]

    /// The first word of each line, except empty lines and comments that begin with `#`.
    static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }.filter { !$0.hasPrefix("#") }
    }

    /// The names in a file.
    static func names(at path: String) throws(BatchFailure) -> [String] {
        guard let text = String(bytes: try NamedFile.read(path), encoding: .utf8) else {
            throw BatchFailure("\(path) is not a text in UTF-8.")
        }
        let names = names(in: text)
        guard !names.isEmpty else { throw BatchFailure("\(path) contains no name.") }
        for name in names { try check(name, path) }
        return names
    }

    private static func check(_ name: String, _ path: String) throws(BatchFailure) {
        guard !name.contains(where: { $0 == "/" || $0 == "\0" }) else {
            throw BatchFailure("\(path) contains \(name): a name cannot contain a slash or a zero byte.")
        }
        guard !reserved.contains(name) else {
            throw BatchFailure("\(path) contains \(name): \(name).json is written for the whole run; rename the photo.")
        }
    }
}
