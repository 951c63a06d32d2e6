import Foundation
import ReceiptRecognition
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

/// A folder of photos.
struct ImageFolder: PageSource {
    var folder: String
    var reader: any Reader

    private static let endings = ["jpg", "jpeg", "png", "webp"]

    func page(_ name: String) throws -> RecognizedPage {
        let bytes = try bytes(name)
        do {
            return try reader.read(bytes) { _ in }
        } catch {
            throw UnreadImage(message: error.message)
        }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        for ending in Self.endings {
            if let data = FileManager.default.contents(atPath: "\(folder)/\(name).\(ending)") { return Array(data) }
        }
        throw UnreadImage(message: "No photo with this name in \(folder).")
    }
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
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UnreadImage(message: "No words with this name in \(folder).")
        }
        do {
            return try JSONDecoder().decode(WordFile.self, from: data).page
        } catch {
            throw UnreadImage(message: "\(path) is not a valid word file: \(error)")
        }
    }
}

/// A folder of typed receipts.
struct TextFolder: PageSource {
    var folder: String

    func page(_ name: String) throws -> RecognizedPage {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name).txt") else {
            throw UnreadImage(message: "No text with this name in \(folder).")
        }
        return RecognizedPage(text: String(decoding: data, as: UTF8.self))
    }
}

/// The file that lists the photos to read.
enum ImageList {
    /// The first word of each line, except empty lines and comments that begin with `#`.
    static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }.filter { !$0.hasPrefix("#") }
    }
}

/// The output folder.
struct ResultFolder {
    private let folder: URL

    init(_ path: String) throws {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func write(_ value: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(value).write(to: folder.appending(path: "\(name).json"))
    }
}
