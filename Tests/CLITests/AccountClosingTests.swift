import Foundation
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("account close, reopen, export", .timeLimit(.minutes(5)))
struct AccountClosingTests {
    @Test("Closing takes the user name and the password, and forgets the session")
    func close() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            for (name, password, field) in [("bob", "Correct-1", "username"), ("ada", "Wrong-1", "current_password")] {
                run.typed = [password]
                let refused = try await run("account", "close", "--username", name, "--password-stdin", "--json")
                #expect(refused.exit == .invalid)
                let violations = try #require(try refused.errorDocument()["violations"] as? [[String: String]])
                #expect(violations.map { $0["field"] } == [field])
            }
            #expect(try await run("account").exit == .ok)
            run.typed = ["Correct-1"]
            let closed = try await run("account", "close", "--username", "ada", "--password-stdin")
            #expect(closed.exit == .ok && closed.out.contains("larder account reopen"))
            #expect(!(closed.out + closed.error).contains("Correct-1"))
            #expect(try await run("account").exit == .unauthenticated)
        }
    }

    @Test("Reopening takes the password, and says when it is wrong")
    func reopen() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.typed = ["Wrong-1"]
            #expect(try await run("account", "reopen", "ada", "--password-stdin").exit == .unauthenticated)
            run.typed = ["Correct-1"]
            let reopened = try await run("account", "reopen", "ada", "--password-stdin")
            #expect(reopened.exit == .ok && reopened.out.contains("larder sign-in"))
        }
    }

    @Test("An export is a file of its owner's alone, complete or not there, and replaces none unasked")
    func export() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            let folder = URL.temporaryDirectory.appending(path: "larder-export-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "mine.zip").path
            run.language = .french
            #expect(try await run("account", "export", file).exit == .unavailable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            run.language = .english
            let saved = try await run("account", "export", file, "--json")
            #expect(saved.exit == .ok && saved.out.contains("\"bytes\":10"))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "PK one two")
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try await run("account", "export", file).exit == .file)
            #expect(try await run("account", "export", file, "--replace").exit == .ok)
        }
    }
}
