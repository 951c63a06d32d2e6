package import Foundation

/// Identifies the rows of a change feed; its text has no spaces.
package protocol ChangeFeedKey: Hashable, Sendable {
    /// Reads the key of a notification.
    init?(changeFeedText text: Substring)
}

extension UUID: ChangeFeedKey {
    /// Reads an identifier in any case.
    package init?(changeFeedText text: Substring) { self.init(uuidString: String(text)) }
}

extension String: ChangeFeedKey {
    /// Takes the text as it is.
    package init?(changeFeedText text: Substring) { self.init(text) }
}
