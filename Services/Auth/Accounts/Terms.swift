import AuthMessages
import Foundation
import ServiceKit
import Texts

/// A version of the terms of use and privacy policy, in all languages.
struct Terms: Sendable, Equatable {
    let version: String
    private let texts: [Language: String]

    /// A version with its text.
    /// - Parameter translations: The text in other languages; those without one read it in English.
    init(version: String, text: String, translations: [Language: String] = [:]) {
        self.version = version
        texts = translations.merging([.english: text]) { $1 }
    }

    /// Reads the latest version in a folder of files `1.md`, `2.md` and so on, with the translations `1.fr.md`, `2.fr.md`.
    /// - Throws: ``ConfigurationError`` when none can be read, or not in every language.
    init(newestIn folder: String?) throws {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        let versions = names.filter { $0.hasSuffix(".md") }.compactMap { Int($0.dropLast(3)) }
        guard let folder, let newest = versions.max() else { throw Terms.unreadable }
        var texts: [Language: String] = [:]
        for language in Language.allCases {
            let name = language == .english ? "\(newest).md" : "\(newest).\(language.rawValue).md"
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
                throw Terms.unreadable
            }
            texts[language] = text
        }
        version = String(newest)
        self.texts = texts
    }

    /// The version as a reader of a language gets it.
    func message(in language: Language) -> Auth.Terms {
        Auth.Terms(version: version, text: texts[language] ?? texts[.english] ?? "")
    }

    private static let unreadable = ConfigurationError("The program's terms of use cannot be read.")
}
