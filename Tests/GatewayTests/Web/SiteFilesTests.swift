import Foundation
import NIOCore
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("The app's files", .timeLimit(.minutes(5)))
struct SiteFilesTests {
    private static let script = String(repeating: "export const answer = 42;\n", count: 100)

    /// Runs with a gateway that serves an app.
    private func withSite(_ body: (WebGateway) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "larder-site-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            "index.html": "<!doctype html><title>Larder</title>", "manifest.webmanifest": "{}",
            "assets/0a1b/app/main.js": Self.script, "assets/0a1b/.hidden": "secret",
        ]
        for (name, text) in files {
            let file = folder.appending(path: name)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let secret = folder.deletingLastPathComponent().appending(path: "larder-secret-\(UUID().uuidString).txt")
        try Data("secret".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        try await WebGateway.with([], files: try await SiteFiles(folder: folder.path)) { web in
            try await body(web)
            for path in [
                "/../\(secret.lastPathComponent)", "/assets/../../\(secret.lastPathComponent)",
                "/%2e%2e/\(secret.lastPathComponent)", "/assets/%2e%2e%2f%2e%2e%2f\(secret.lastPathComponent)",
                "//\(secret.path)", "/assets/0a1b/.hidden", "/index.html/../\(secret.lastPathComponent)",
                "/..\\\(secret.lastPathComponent)", "/assets/0a1b/app/main.js%00.html",
            ] {
                let answer = try await web.request("GET", path)
                #expect(!answer.text.contains("secret"), "\(path)")
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test("pages show the app, files keep their types, and nothing outside of the folder is served")
    func files() async throws {
        try await withSite { web in
            for page in ["/", "/purchases/0b7a4c1e", "/receipts?filter=new", "/session-help"] {
                let answer = try await web.request("GET", page)
                #expect(answer.status == 200 && answer.text.contains("<title>Larder"))
                #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
                #expect(answer.fields["cache-control"] == "no-cache")
            }
            let script = try await web.request("GET", "/assets/0a1b/app/main.js")
            #expect(script.text == Self.script && script.fields["content-type"] == "text/javascript; charset=utf-8")
            #expect(script.fields["cache-control"] == "public, max-age=31536000, immutable")
            let manifest = try await web.request("GET", "/manifest.webmanifest")
            #expect(manifest.fields["content-type"] == "application/manifest+json")
            for missing in ["/favicon.ico", "/assets/0a1b/app/other.js", "/assets/9999/app/main.js", "/assets/0a1b"] {
                #expect(try await web.request("GET", missing).status == 404, "\(missing)")
            }
            #expect(try await web.request("POST", "/", [:]).status == 405)
            let settings = try await web.request("GET", "/configuration.json")
            #expect(object(settings.text)?["web"] as? String == "0a1b")
        }
    }

    @Test("a file that a browser has is not sent again, and text is compressed for those that ask")
    func caching() async throws {
        try await withSite { web in
            let first = try await web.request("GET", "/")
            let tag = try #require(first.fields["etag"])
            let again = try await web.request("GET", "/receipts", ["If-None-Match": "\"other\", W/\(tag)"])
            #expect(again.status == 304 && again.body.readableBytes == 0 && again.fields["etag"] == tag)
            #expect(try await web.request("GET", "/", ["If-None-Match": "\"other\""]).status == 200)
            let packed = try await web.request("GET", "/assets/0a1b/app/main.js", ["Accept-Encoding": "gzip"])
            #expect(packed.fields["content-encoding"] == "gzip" && packed.fields["vary"] == "Accept-Encoding")
            #expect(packed.body.readableBytes < 300)
            #expect(String(buffer: try await Gzip.decompress(packed.body, limit: 10_000)) == Self.script)
            let head = try await web.request("HEAD", "/assets/0a1b/app/main.js")
            #expect(head.status == 200 && head.fields["content-length"] == "\(Self.script.utf8.count)")
        }
    }

    @Test("a folder without the app is refused with what to do")
    func missing() async throws {
        let error = await #expect(throws: ConfigurationError.self) {
            _ = try await SiteFiles(folder: "/nonexistent")
        }
        #expect("\(try #require(error))".contains("make web"))
    }
}
