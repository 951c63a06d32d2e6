import Foundation
import ReceiptRecognition
import ReceiptUnderstanding

/// Where pages come from: photos, or words that were read before.
protocol PageSource {
    /// - Throws: ``UnreadImage``.
    func page(_ name: String) throws -> RecognizedPage
}

/// A photo that gave no page, and why.
struct UnreadImage: Error {
    var message: String
}

/// Photos in a folder.
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
        throw UnreadImage(message: "There is no photo of this name in \(folder).")
    }
}

/// Words in the form of ``WordFile``.
struct WordFolders: PageSource {
    /// The second and further ones hold other readings of the same photos.
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
            throw UnreadImage(message: "There are no words of this name in \(folder).")
        }
        do {
            return try JSONDecoder().decode(WordFile.self, from: data).page
        } catch {
            throw UnreadImage(message: "\(path) does not hold words: \(error)")
        }
    }
}

/// Receipts as somebody typed them.
struct TextFolder: PageSource {
    var folder: String

    func page(_ name: String) throws -> RecognizedPage {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name).txt") else {
            throw UnreadImage(message: "There is no text of this name in \(folder).")
        }
        return RecognizedPage(text: String(decoding: data, as: UTF8.self))
    }
}

/// The file that says which photos to read.
enum ImageList {
    /// The first word of each line; empty lines and those that begin with `#` say nothing.
    static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }.filter { !$0.hasPrefix("#") }
    }
}

/// A folder that results are written to.
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
