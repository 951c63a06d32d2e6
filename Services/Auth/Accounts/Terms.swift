import AuthMessages
import Foundation
import ServiceKit

/// A version of the terms of use and privacy policy.
struct Terms: Sendable, Equatable {
    let version: String
    let text: String

    /// A version with its text.
    init(version: String, text: String) {
        self.version = version
        self.text = text
    }

    /// Reads the latest version in a folder of files `1.md`, `2.md` and so on.
    /// - Throws: ``ConfigurationError`` when none can be read.
    init(newestIn folder: String?) throws {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        let versions = names.filter { $0.hasSuffix(".md") }.compactMap { Int($0.dropLast(3)) }
        guard let folder, let newest = versions.max(),
            let text = try? String(contentsOfFile: "\(folder)/\(newest).md", encoding: .utf8)
        else { throw ConfigurationError("The program's terms of use cannot be read.") }
        self.init(version: String(newest), text: text)
    }

    var message: Auth.Terms { Auth.Terms(version: version, text: text) }
}
