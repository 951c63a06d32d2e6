/// The reason why a local file cannot be used, as a sentence for its owner.
public struct LocalFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// The sentence for the file's owner.
    public let text: LocalizedText

    /// The sentence in English.
    public var description: String { text.english }

    /// An error with its sentence.
    public init(path: String, _ text: LocalizedText) {
        self.path = path
        self.text = text
    }
}
