import Foundation
import ReceiptRecognition
import ReceiptUnderstanding

/// A folder of photos.
struct ImageFolder: PageSource {
    /// What reads the photos.
    let reader: any Reader

    private let folder: String
    /// The files of the folder, by name without extension.
    private let files: [String: [String]]

    /// The endings of photos that can be read.
    private static let readable: Set = ["jpg", "jpeg", "png", "webp"]
    /// The endings of other pictures; the reader says what they are.
    private static let others: Set = [
        "avif", "bmp", "gif", "heic", "heif", "jfif", "jp2", "jpe", "jxl", "pdf", "svg", "tif", "tiff",
    ]

    /// A folder of photos that are read by a reader.
    init(_ folder: String, reader: any Reader) throws(BatchFailure) {
        guard let found = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw BatchFailure("\(folder) cannot be read.")
        }
        self.folder = folder
        self.reader = reader
        files = Dictionary(grouping: found.sorted()) { Self.parts($0).name }
    }

    func page(_ name: String) throws -> RecognizedPage {
        guard let bytes = try UnreadImage.content("\(folder)/\(try file(name))") else {
            throw UnreadImage(message: "The photo is no longer in \(folder).")
        }
        do {
            return try reader.read(Array(bytes)) { _ in }
        } catch {
            throw UnreadImage(message: error.message)
        }
    }

    private func file(_ name: String) throws(UnreadImage) -> String {
        let named = files[name] ?? []
        let photos = named.filter { Self.readable.contains(Self.parts($0).ending) }
        guard photos.count < 2 else {
            throw UnreadImage(message: "Several photos have this name: \(photos.joined(separator: ", ")).")
        }
        guard let file = photos.first ?? named.first(where: { Self.others.contains(Self.parts($0).ending) }) else {
            throw UnreadImage(message: "No photo with this name in \(folder).")
        }
        return file
    }

    /// A file's name without extension, and the extension in lower case.
    private static func parts(_ file: String) -> (name: String, ending: String) {
        guard let dot = file.lastIndex(of: ".") else { return (file, "") }
        return (String(file[..<dot]), file[file.index(after: dot)...].lowercased())
    }
}
