import Foundation
import ServiceKit
import Texts

/// Badges of an installation's own, in a file of its operators.
///
/// JSON: `{"badges": [{"name": "baker", "milestone": "entries", "needed": 50, "title": {"en": "…", "fr": "…"}, "description": …}]}`.
struct BadgeFile: Decodable {
    private let badges: [Entry]

    private struct Entry: Decodable {
        let name: String
        let milestone: String
        var needed: Int64?
        let title: Words
        let description: Words
    }

    private struct Words: Decodable {
        let en: String
        let fr: String

        var text: LocalizedText {
            .value { language in
                switch language {
                case .english: en
                case .french: fr
                }
            }
        }
    }

    /// The most badges of a file.
    private static let limit = 100
    private static let lengths = 1...120

    /// The badges of every Larder, and behind them those of a file.
    /// - Parameter path: Nil for none.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    static func list(path: String?) throws -> BadgeList {
        guard let path else { return .shipped }
        let file: BadgeFile
        do {
            file = try JSONDecoder().decode(BadgeFile.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ConfigurationError("badges.file: \(path) can't be read as badges: \(error)")
        }
        guard file.badges.count <= limit else {
            throw ConfigurationError("badges.file: \(path) has more than \(limit) badges.")
        }
        var names = Set(BadgeList.shipped.badges.map(\.name))
        let own = try file.badges.map { entry in
            guard names.insert(entry.name).inserted else {
                throw ConfigurationError("badges.file: there is another badge named \(entry.name).")
            }
            return try terms(of: entry)
        }
        return BadgeList(badges: BadgeList.shipped.badges + own)
    }

    /// Whether a text has something to read, and no more than events may have.
    private static func isUsable(_ text: String) -> Bool {
        lengths.contains(text.unicodeScalars.count) && !text.allSatisfy(\.isWhitespace)
    }

    private static func terms(of entry: Entry) throws -> BadgeTerms {
        guard entry.name.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil else {
            throw ConfigurationError(
                "badges.file: the name “\(entry.name)” is not of 1 to 40 letters a to z, digits and hyphens."
            )
        }
        guard let milestone = BadgeTerms.Milestone(rawValue: entry.milestone) else {
            let known = BadgeTerms.Milestone.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError("badges.file: the milestone of \(entry.name) must be one of \(known).")
        }
        let (needed, most): (Int64, Int64) = (entry.needed ?? 1, milestone.isRepeated ? 1_000_000 : 1)
        guard (1...most).contains(needed) else {
            throw ConfigurationError("badges.file: \(entry.name) must need 1 to \(most) of its milestone.")
        }
        for words in [entry.title, entry.description] {
            guard [words.en, words.fr].allSatisfy(isUsable) else {
                throw ConfigurationError(
                    "badges.file: the texts of \(entry.name) must have 1 to \(lengths.upperBound) characters."
                )
            }
        }
        return BadgeTerms(
            name: entry.name,
            title: entry.title.text,
            description: entry.description.text,
            milestone: milestone,
            needed: needed
        )
    }
}
