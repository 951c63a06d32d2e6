import Foundation

/// A text for a person, stored as its kind and values and rendered when it is read.
///
/// What is stored is the type's own coding: names of cases and of their values are never changed, only added. Values are
/// data such as names, amounts and days, never sentences.
package protocol StoredText: Codable, Sendable, Equatable {
    /// What it says.
    var text: LocalizedText { get }
}

extension StoredText {
    /// The form in which it is stored: a JSON object.
    package var stored: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// Reads the stored form; nil for one that a newer version has written, and for a sentence of an older one.
    package init?(stored: String) {
        guard let text = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
        self = text
    }

    /// Whether a stored text is a sentence, as versions before this form have written it.
    package static func isSentence(_ stored: String) -> Bool { !stored.hasPrefix("{") }
}
