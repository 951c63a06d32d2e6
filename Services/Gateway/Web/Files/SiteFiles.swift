import Crypto
import Foundation
import HTTPTypes
import NIOCore
import RPC
import ServiceKit

/// The app's files, read once and served from memory.
///
/// Those in `assets` have names that change with their content and are kept by browsers; the others are asked for again, and
/// answered with 304 while they are the same. A path without a file and without a dot is one of the app's pages, which
/// `index.html` shows.
struct SiteFiles: Sendable {
    private struct File: Sendable {
        let bytes: ByteBuffer
        /// With gzip; nil when that is not smaller.
        let compressed: ByteBuffer?
        let type: String
        let tag: String
        let isImmutable: Bool
    }

    private let files: [String: File]
    /// The name of the folder in `assets`; nil without files.
    let version: String?

    /// The largest folder in bytes.
    private static let limit = 64 << 20

    /// No files.
    init() {
        files = [:]
        version = nil
    }

    /// Reads a folder.
    /// - Throws: `ConfigurationError` for a folder that is not the app's.
    init(folder: String) async throws {
        let root = URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath().path
        var files: [String: File] = [:]
        var total = 0
        for name in SiteFiles.names(in: root) {
            guard let data = FileManager.default.contents(atPath: root + "/" + name) else { continue }
            total += data.count
            guard total <= SiteFiles.limit else {
                throw ConfigurationError("web.files: \(folder) holds more than \(SiteFiles.limit) bytes.")
            }
            files["/" + name] = await SiteFiles.file(name, ByteBuffer(bytes: data))
        }
        guard files["/index.html"] != nil else {
            throw ConfigurationError("web.files: there is no index.html in \(folder). make web puts the app together.")
        }
        self.files = files
        version = files.keys.filter { $0.hasPrefix("/assets/") }.map { String($0.split(separator: "/")[1]) }.min()
    }

    private static func names(in root: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }
    }

    private static func file(_ name: String, _ bytes: ByteBuffer) async -> File {
        let type = mediaType(of: name)
        let digest = SHA256.hash(data: Data(bytes.readableBytesView)).prefix(12)
        return File(
            bytes: bytes,
            compressed: isText(type) ? await Gzip.compress(bytes) : nil,
            type: type,
            tag: "\"" + Data(digest).base64EncodedString() + "\"",
            isImmutable: name.hasPrefix("assets/")
        )
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    private static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("svg+xml")
    }

    /// Answers a request for a file or a page.
    func respond(to exchange: WebExchange) -> WebResponse {
        guard [.get, .head].contains(exchange.method) else {
            return .methodNotAllowed("GET, HEAD")
        }
        let path = String(exchange.path)
        if let file = files[path], path != "/index.html" { return answer(exchange, file) }
        let isPage =
            path.hasPrefix("/") && !path.hasPrefix("/assets/") && path.split(separator: "/").last?.contains(".") != true
        guard isPage, let index = files["/index.html"] else { return SiteFiles.missing(exchange) }
        return answer(exchange, index)
    }

    private static func missing(_ exchange: WebExchange) -> WebResponse {
        let text: LocalizedText = .gateway.noSuchPage
        return WebResponse(
            .notFound,
            [.contentType: "text/plain; charset=utf-8"],
            body: .bytes(ByteBuffer(string: text.rendered(in: exchange.language) + "\n"))
        )
    }

    private func answer(_ exchange: WebExchange, _ file: File) -> WebResponse {
        var fields: HTTPFields = [
            .cacheControl: file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
            .eTag: file.tag,
            .vary: "Accept-Encoding",
        ]
        let known = (exchange[.ifNoneMatch] ?? "").split(separator: ",").map { tag in
            tag.drop { $0 == " " }.trimmingPrefix("W/")
        }
        if known.contains(where: { $0 == file.tag }) { return WebResponse(.notModified, fields) }
        fields[.contentType] = file.type
        guard let compressed = file.compressed, exchange.acceptsGzip else {
            return WebResponse(.ok, fields, body: .bytes(file.bytes))
        }
        fields[.contentEncoding] = "gzip"
        return WebResponse(.ok, fields, body: .bytes(compressed))
    }
}
