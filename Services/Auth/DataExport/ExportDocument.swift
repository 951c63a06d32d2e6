import Foundation
import PersonalMessages
import RPC
import ServiceKit
import Texts
import ZipArchive

/// Puts the parts of an export together as a ZIP file, piece by piece.
///
/// For each service it has a folder with a JSON document for each category, and the service's files. At its end is
/// `index.html`, which shows the records to people, as many of each category as fit into ``shownBytes``. It is for one task at
/// a time.
final class ExportDocument {
    /// How much of a category the page for people shows, in bytes of JSON.
    private static let shownBytes = 128 << 10

    private let zip: ZipWriter
    private let language: Language
    private let username: String
    private let time: Date
    /// The page without its beginning and end.
    private var page = ""
    private var service = ""
    private var category: Category?
    private var files: Files?

    /// The records of a category, until the next one begins.
    private struct Category {
        let path: String
        let title: String
        var count = 0
        var shown: [String] = []
        var shownBytes = 0
    }

    /// The files of one kind, until something else begins.
    private struct Files {
        let title: String
        var names: [String] = []
    }

    init(username: String, in language: Language, at time: Date) throws {
        zip = try ZipWriter(at: time)
        self.username = username
        self.language = language
        self.time = time
    }

    /// Begins the part of a service.
    func begin(_ service: String) throws {
        try end()
        self.service = service
    }

    /// Adds the next part of the service's export.
    func add(_ part: Personal.ExportPersonResponse.Part) throws {
        switch part {
        case .category(let begun):
            try end()
            let path = "\(service)/\(Self.fileName(begun.name)).json"
            category = Category(path: path, title: begun.title)
            try zip.begin(path, .deflate)
            try zip.write("[")
        case .record(let record):
            try zip.write((category?.count ?? 0) == 0 ? "\n" : ",\n")
            try zip.write(record)
            category?.count += 1
            if let shown = category?.shownBytes, shown + record.utf8.count <= Self.shownBytes {
                category?.shown.append(record)
                category?.shownBytes += record.utf8.count
            }
        case .file(let begun):
            try endCategory()
            if files?.title != begun.title {
                endFiles()
                files = Files(title: begun.title)
            }
            let path = "\(service)/\(Self.fileName(begun.name))"
            files?.names.append(path)
            try zip.begin(path, .stored)
        case .contents(let bytes): try zip.write(bytes)
        }
    }

    /// Adds the page for people and ends the file.
    func finish() throws {
        try end()
        try zip.begin("index.html", .deflate)
        let title = LocalizedText.auth.exportTitle(username: username).rendered(in: language)
        let lead = LocalizedText.auth.exportLead(day: time.formatted(.iso8601.year().month().day()))
        try zip.write(ExportPage.beginning(title: title, lead: lead.rendered(in: language), language))
        try zip.write(page)
        try zip.write(ExportPage.end)
        try zip.finish()
    }

    /// How many bytes can be taken.
    var count: Int { zip.count }

    /// Takes what has been written since the last time.
    func take() -> [UInt8] { zip.take() }

    // MARK: Ends of parts

    private func end() throws {
        try endCategory()
        endFiles()
    }

    private func endCategory() throws {
        guard let ended = category else { return }
        category = nil
        try zip.write(ended.count == 0 ? "]\n" : "\n]\n")
        let number = LocalizedText.auth.exportRecords(count: ended.count).rendered(in: language)
        let more =
            ended.shown.count < ended.count
            ? LocalizedText.auth.exportMore(number: ended.shown.count).rendered(in: language) : nil
        page += ExportPage.category(
            title: ended.title,
            number: number,
            path: ended.path,
            records: ended.shown,
            more: more,
            in: language
        )
    }

    private func endFiles() {
        guard let ended = files else { return }
        files = nil
        let number = LocalizedText.auth.exportFiles(count: ended.names.count).rendered(in: language)
        page += ExportPage.files(title: ended.title, number: number, paths: ended.names)
    }

    /// A path of letters, digits and a few signs: it comes from another service, and becomes one on somebody's computer.
    private static func fileName(_ name: String) -> String {
        let parts = name.split(separator: "/").map { part in
            String(part.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        }
        return parts.filter { !$0.allSatisfy { $0 == "." } }.joined(separator: "/")
    }
}
