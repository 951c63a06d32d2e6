import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import PersonalMessages
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing

@testable import larder_auth

@Suite("The export of everything that is stored of a user", .timeLimit(.minutes(5)))
struct DataExportTests {
    private static let photo: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// What budget and ocr send.
    private func gather(
        _ service: String,
        _ request: Personal.ExportPersonRequest,
        _ receive: (Personal.ExportPersonResponse.Part) async throws -> Void
    ) async throws {
        switch service {
        case "budget":
            try await receive(.category(.init(name: "purchases", title: "Purchases")))
            try await receive(.record(#"{"store_name": "<b>Corner & Shop</b>", "total_minor": 399}"#))
            try await receive(.record(#"{"store_name": "Épicerie", "total_minor": 1250, "currency": "CAD"}"#))
            try await receive(.category(.init(name: "purchase_taxes", title: "Taxes")))
        default:
            for number in 0...1 {
                try await receive(.file(.init(name: "receipt_images/r-\(number).jpg", title: "Photos")))
                for start in stride(from: 0, to: Self.photo.count, by: 200_000) {
                    try await receive(.contents(Array(Self.photo[start..<min(start + 200_000, Self.photo.count)])))
                }
            }
            // A name from elsewhere leads nowhere else.
            try await receive(.file(.init(name: "../../etc/passwd", title: "Photos")))
        }
    }

    /// Runs `body` with a user who is signed in, and other services.
    private func withUser(
        gather: @escaping DataExportService.Gather,
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn, Auth.DataExportClient) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let others = OtherServices(names: ["budget", "ocr"], erase: { _, _ in }, gather: gather)
            let parts = environment.parts(others: others)
            try await parts.register()
            let anna = try await environment.signedIn(parts, device: "Anna’s phone")
            try await withServer(environment, parts) { channel in
                try await body(environment, parts, anna, Auth.DataExportClient(channel: channel))
            }
        }
    }

    private func export(
        _ client: Auth.DataExportClient,
        _ anna: SignedIn,
        language: String = "en"
    ) async throws -> [UInt8] {
        var options = CallOptions(timeout: .seconds(60), accessToken: anna.tokens.accessToken)
        options.metadata.add("accept-language", language)
        return try await client.exportData(.init(), options: options) { messages in
            try await messages.reduce(into: [UInt8]()) { $0 += $1.contents }
        }
    }

    /// The files of an archive by their names, read by an independent program.
    private func unpacked(_ archive: [UInt8]) async throws -> [String: Data] {
        let folder = URL.temporaryDirectory.appending(path: "larder-export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "export.zip")
        try Data(archive).write(to: file)
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            archive.extractall(sys.argv[2])
            print("\\n".join(archive.namelist()), end="")
            """
        let target = folder.appending(path: "files").path
        let names = try await Shell.run("/usr/bin/python3", ["-c", script, file.path, target])
        return try names.split(separator: "\n").reduce(into: [:]) { files, name in
            files[String(name)] = try Data(contentsOf: URL(filePath: "\(target)/\(name)"))
        }
    }

    @Test("is a ZIP file with JSON by category, pictures, and a page for people in their language")
    func complete() async throws {
        try await withUser(gather: gather) { environment, _, anna, client in
            let files = try await unpacked(export(client, anna, language: "fr"))
            #expect(
                Set(files.keys) == [
                    "auth/accounts.json", "auth/terms_acceptances.json", "auth/consents.json", "auth/sessions.json",
                    "auth/account_mails.json", "auth/account_roles.json", "auth/account_plans.json",
                    "auth/factors.json",
                    "auth/account_parts.json",
                    "auth/audit_records.json", "budget/purchases.json",
                    "budget/purchase_taxes.json", "ocr/receipt_images/r-0.jpg", "ocr/receipt_images/r-1.jpg",
                    "ocr/etc/passwd", "index.html",
                ]
            )
            let accounts = try records(files, "auth/accounts.json")
            #expect(accounts.count == 1 && accounts[0]["email"] as? String == "anna@example.org")
            #expect(try records(files, "auth/sessions.json").first?["device"] as? String == "Anna’s phone")
            #expect(try records(files, "budget/purchases.json").map { $0["total_minor"] as? Int } == [399, 1250])
            #expect(try records(files, "budget/purchase_taxes.json").isEmpty)
            #expect(files["ocr/receipt_images/r-1.jpg"] == Data(Self.photo))
            let page = String(decoding: try #require(files["index.html"]), as: UTF8.self)
            #expect(page.contains("<html lang=\"fr\">") && page.contains("Ce que Larder a enregistré"))
            #expect(page.contains("anna@example.org") && page.contains("Épicerie"))
            #expect(page.contains("<dt>total</dt><dd>12.50 CAD</dd>"))
            #expect(page.contains("&lt;b&gt;Corner &amp; Shop&lt;/b&gt;") && !page.contains("<b>Corner"))
            #expect(page.contains("href=\"ocr/receipt_images/r-0.jpg\""))
            #expect(try await environment.auditedActions().last == "exported")
        }
    }

    private func records(_ files: [String: Data], _ name: String) throws -> [[String: Any]] {
        let data = try #require(files[name])
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    @Test("shows yes and no, moments and amounts as people write them, and leaves out what is empty")
    func page() throws {
        let json = #"""
            {"is_given": true, "is_chosen": false, "failures": 1, "rate": 0.5, "at": "2026-11-26T12:29:19.123456+00:00",
             "total_minor": 649, "yen_minor": null, "currency": "CAD", "tags": ["vegan", "halal"], "place": {"km": 2},
             "note": "", "text": "2026-11-26T12:29"}
            """#
        let lines = try #require(ExportRecord(json)).lines(in: .french).map { "\($0.name): \($0.value)" }
        #expect(
            lines == [
                "at: 2026-11-26 12:29:19 UTC", "currency: CAD", "failures: 1", "is chosen: non", "is given: oui",
                "place: km 2", "rate: 0.5", "tags: vegan, halal", "text: 2026-11-26T12:29", "total: 6.49 CAD",
            ]
        )
        // Without a currency it stays what it is.
        #expect(ExportRecord(#"{"total_minor": 649}"#)?.lines(in: .english).map(\.value) == ["649"])
        #expect(ExportRecord("[]") == nil)
    }

    @Test("is UNAVAILABLE before anything is sent while a service is down")
    func down() async throws {
        let gather: DataExportService.Gather = { service, request, receive in
            if service == "ocr" { throw Status(.unavailable, "down") }
            try await self.gather(service, request, receive)
        }
        try await withUser(gather: gather) { environment, _, anna, client async throws in
            let received = Mutex(0)
            let options = CallOptions(timeout: .seconds(60), accessToken: anna.tokens.accessToken)
            let refusal = await status {
                try await client.exportData(.init(), options: options) { messages in
                    for try await message in messages { received.withLock { $0 += message.contents.count } }
                }
            }
            #expect(refusal?.code == .unavailable)
            #expect(received.withLock { $0 } == 0)
            // It can be asked for again at once.
            let again = await status { try await export(client, anna) }
            #expect(again?.code == .unavailable)
            #expect(try await !environment.auditedActions().contains("exported"))
        }
    }

    @Test("fails as a whole, and is no ZIP file, when a service fails on the way")
    func broken() async throws {
        let gather: DataExportService.Gather = { service, request, receive in
            try await self.gather(service, request, receive)
            if service == "ocr" { throw Status(.unavailable, "gone") }
        }
        try await withUser(gather: gather) { _, _, anna, client in
            let received = Mutex<[UInt8]>([])
            let options = CallOptions(timeout: .seconds(60), accessToken: anna.tokens.accessToken)
            let refusal = await status {
                try await client.exportData(.init(), options: options) { messages in
                    for try await message in messages { received.withLock { $0 += message.contents } }
                }
            }
            #expect(refusal?.code == .unavailable)
            let part = received.withLock { $0 }
            #expect(!part.isEmpty)
            await #expect(throws: (any Error).self) { try await unpacked(part) }
        }
    }

    @Test("runs once at a time for a user, and again once it has ended or was cancelled")
    func once() async throws {
        let (reached, gate) = (Gate(), Gate())
        let isFirst = Mutex(true)
        let gather: DataExportService.Gather = { service, request, receive in
            try await self.gather(service, request, receive)
            guard service == "ocr",
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            reached.open()
            try await gate.wait()
        }
        try await withUser(gather: gather) { environment, _, anna, client in
            let running = Task { try await export(client, anna) }
            try await reached.wait()
            let refusal = await status { try await export(client, anna) }
            #expect(refusal?.code == .resourceExhausted && refusal?.reason == .exportRunning)
            #expect(refusal?.retryDelay != nil)
            gate.open()
            #expect(try await !running.value.isEmpty)
            #expect(try await environment.count("data_exports") == 0)
            #expect(try await !export(client, anna).isEmpty)
        }
    }

    @Test("is refused without a session")
    func anonymous() async throws {
        try await withUser(gather: gather) { _, _, _, client in
            let refusal = await status {
                try await client.exportData(.init()) { messages in for try await _ in messages {} }
            }
            #expect(refusal?.code == .unauthenticated)
        }
    }
}
