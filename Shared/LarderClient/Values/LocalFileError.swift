/// Why a file on this machine can't be used, in a sentence for the person whose file it is.
public struct LocalFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    public let description: String

    /// Makes an error from its sentence.
    public init(path: String, _ description: String) {
        self.path = path
        self.description = description
    }
}
