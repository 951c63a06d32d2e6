import Foundation
import LarderClient
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

    @Test("Reopening takes the code of a second factor where there is one")
    func reopenWithFactor() async throws {
        var state = TestGateway.State()
        state.sessions.factors = [
            .init(id: "fac70000-0000-4000-8000-000000000000", kind: .authenticatorApp, name: "Phone")
        ]
        try await TestGateway.with(state) { gateway async throws in
            let code = TestGateway.Sessions.code
            var run = CommandRun(gateway: gateway)
            run.typed = ["Correct-1"]
            let missing = try await run("account", "reopen", "ada", "--password-stdin", "--json")
            #expect(missing.exit == .unauthenticated)
            #expect(try missing.errorDocument()["reason"] as? String == "SECOND_FACTOR_REQUIRED")
            let wrong = try await run("account", "reopen", "ada", "--password-stdin", "--code", "000000", "--json")
            #expect(try wrong.errorDocument()["reason"] as? String == "WRONG_FACTOR")
            #expect(try await run("account", "reopen", "ada", "--password-stdin", "--code", code).exit == .ok)
            run.isPersonPresent = true
            run.typed = ["Correct-1", "000000", code]
            let asked = try await run("account", "reopen", "ada")
            #expect(asked.exit == .ok && asked.error.contains("Not this code."))
        }
    }

    @Test("An export asks first that it is the owner, where that was too long ago")
    func exportProof() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            let file = URL.temporaryDirectory.appending(path: "larder-export-\(UUID().uuidString).zip").path
            defer { try? FileManager.default.removeItem(atPath: file) }
            gateway.state { $0.sessions.needsProof = true }
            #expect(try await run("account", "export", file).exit == .usage)
            run.typed = ["Wrong-1"]
            #expect(try await run("account", "export", file, "--password-stdin").exit == .invalid)
            #expect(!FileManager.default.fileExists(atPath: file))
            run.typed = ["Correct-1"]
            #expect(try await run("account", "export", file, "--password-stdin").exit == .ok)
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
