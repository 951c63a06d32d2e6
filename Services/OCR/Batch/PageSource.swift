import Foundation
import ReceiptUnderstanding

/// A source of pages: photos, or words recognized earlier.
protocol PageSource {
    /// Loads or reads a page.
    /// - Throws: ``UnreadImage``.
    func page(_ name: String) throws -> RecognizedPage
}

/// The reason why a photo gave no page.
struct UnreadImage: Error {
    var message: String
}

/// Folders of words in the form of ``WordFile``.
struct WordFolders: PageSource {
    /// The second and further folders hold other readings of the same photos.
    var folders: [String]

    func page(_ name: String) throws -> RecognizedPage {
        let pages = try folders.map { try words(of: name, in: $0) }
        var first = pages[0]
        first.alternatives += pages.dropFirst()
        return first
    }

    private func words(of name: String, in folder: String) throws -> RecognizedPage {
        let path = "\(folder)/\(name).json"
        guard let data = try UnreadImage.content(path) else {
            throw UnreadImage(message: "No words with this name in \(folder).")
        }
        do {
            return try JSONDecoder().decode(WordFile.self, from: data).page
        } catch {
            let reason = (error as? DecodingError)?.sentence ?? "\(error)"
            throw UnreadImage(message: "\(path) is not a valid word file: \(reason)")
        }
    }
}

/// A folder of typed receipts.
struct TextFolder: PageSource {
    private let folder: String

    /// A folder that exists.
    init(_ folder: String) throws(BatchFailure) {
        try NamedFile.checkFolder(folder)
        self.folder = folder
    }

    func page(_ name: String) throws -> RecognizedPage {
        guard let data = try UnreadImage.content("\(folder)/\(name).txt") else {
            throw UnreadImage(message: "No text with this name in \(folder).")
        }
        return RecognizedPage(text: String(decoding: data, as: UTF8.self))
    }
}

extension UnreadImage {
    /// The content of a file; nil when it does not exist.
    static func content(_ path: String) throws(UnreadImage) -> Data? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try NamedFile.read(path)
        } catch {
            throw UnreadImage(message: error.description)
        }
    }
}
