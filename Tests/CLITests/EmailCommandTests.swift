import ArgumentParser
import Foundation
import LarderClientTestSupport
import RPCTestSupport
import Testing
import Texts

@testable import larder

@Suite("verify, email", .timeLimit(.minutes(5)))
struct EmailCommandTests {
    @Test(
        "Another link is asked for without being signed in, and the answer says nothing of whether there is such an account"
    )
    func resend() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            let printed = try await run("verify", "--resend", "nobody")
            #expect(printed.exit == .ok && printed.out.hasPrefix("If there is such an account"))
            run.language = .french
            #expect(try await run("verify", "--resend", "ada").out.hasPrefix("Si un tel compte existe"))
            #expect(try await run("verify", "--resend", "").exit == .invalid)
            #expect(throws: (any Error).self) {
                try LarderCommand.parseAsRoot(["verify", "--resend", "a", "--link-stdin"])
            }
        }
    }

    @Test(
        "A link is said to do what it has done",
        arguments: [
            ("change", "has been told"), ("former", "former e-mail address"), ("secure", "account is secured"),
        ]
    )
    func purposes(token: String, sentence: String) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["http://localhost:7450/verify#\(token)", "Correct-1"]
            let printed = try await run("verify", "--link-stdin")
            #expect(printed.exit == .ok && printed.out.contains(sentence))
            #expect(!(printed.out + printed.error).contains("Correct-1"))
            run.language = .french
            run.typed = ["http://localhost:7450/verify#\(token)", "Correct-1"]
            #expect(try await run("verify", "--link-stdin").exit == .ok)
        }
    }

    @Test("An address is confirmed by whoever is signed in, or with the password of the account")
    func password() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["change", "Wrong-1"]
            let wrong = try await run("verify", "--link-stdin", "--json")
            #expect(wrong.exit == .invalid && !wrong.out.contains("ada"))
            run.typed = ["change"]
            #expect(try await run("verify", "--link-stdin").exit == .usage)
            run.isPersonPresent = true
            run.typed = ["change", "Correct-1"]
            #expect(try await run("verify").exit == .ok)
            var own = try await CommandRun.signedIn(gateway)
            own.typed = ["change"]
            #expect(try await own("verify", "--link-stdin").exit == .ok)
            #expect(gateway.calls.values.contains { $0.hasSuffix("ConfirmOwnEmail") })
        }
    }

    @Test("A link that does not work is said, and so is a missing one")
    func rejected() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["other"]
            let printed = try await run("verify", "--link-stdin", "--json")
            #expect(printed.exit == .invalid)
            let violations = try #require(try printed.errorDocument()["violations"] as? [[String: String]])
            #expect(violations.map { $0["field"] } == ["token"])
            run.typed = []
            #expect(try await run("verify", "--link-stdin").exit == .usage)
            let unattended = try await run("verify")
            #expect(unattended.exit == .usage && unattended.error.contains("--link-stdin"))
        }
    }

    @Test("A new address takes the current password, which is neither an argument nor printed")
    func change() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            run.typed = ["Correct-1"]
            let printed = try await run("email", "new@example.org", "--password-stdin")
            #expect(
                printed.exit == .ok && printed.out.contains("new@example.org") && printed.out.contains("larder verify")
            )
            #expect(!(printed.out + printed.error).contains("Correct-1"))
            for (password, address, field) in [
                ("Wrong-1", "new@example.org", "current password"), ("Correct-1", "nonsense", "new e-mail"),
            ] {
                run.typed = [password]
                let refused = try await run("email", address, "--password-stdin")
                #expect(refused.exit == .invalid && refused.error.contains(field))
            }
            let nobody = CommandRun(gateway: gateway)
            #expect(try await nobody("email", "new@example.org", "--password-stdin").exit == .usage)
        }
    }
}

@Suite("dev mail", .timeLimit(.minutes(5)))
struct MailCommandTests {
    private static let mail = """
        Date: Thu, 26 Nov 2026 02:30:00 +0000\r
        From: Larder <larder@localhost>\r
        To: <ada@example.org>\r
        Message-ID: <5e551000-0000-4000-8000-000000000001@localhost>\r
        Subject: =?utf-8?B?\(Data("Bienvenue à tous".utf8).base64EncodedString())?=\r
        Content-Language: fr\r
        MIME-Version: 1.0\r
        Content-Type: multipart/alternative; boundary="b"\r
        \r
        --b\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: base64\r
        \r
        \(Data("Bonjour,\r\n\r\nhttp://localhost:7450/verify#secret\r\n".utf8).base64EncodedString())\r
        --b\r
        Content-Type: text/html; charset=utf-8\r
        Content-Transfer-Encoding: base64\r
        \r
        \(Data("<p>Bonjour,</p>\r\n".utf8).base64EncodedString())\r
        --b--\r

        """

    /// Runs `body` with a folder that has one mail, and something that is none.
    private func withFolder(_ body: (CommandRun, String) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "larder-mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "new"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(MailCommandTests.mail.utf8).write(to: folder.appending(path: "new/1795660200.1.larder"))
        try Data("nonsense".utf8).write(to: folder.appending(path: "new/1795660201.2.larder"))
        try await TestGateway.with { gateway async throws in
            try await body(CommandRun(gateway: gateway), folder.path)
            #expect(gateway.calls.values.isEmpty)
        }
    }

    @Test("lists recipient, subject, time and links, and shows a mail, calling nobody")
    func shows() async throws {
        try await withFolder { run, folder in
            let listed = try await run("dev", "mail", "list", "--folder", folder)
            for part in ["ada@example.org", "Bienvenue à tous", "http://localhost:7450/verify#secret"] {
                #expect(listed.out.contains(part))
            }
            let shown = try await run("dev", "mail", "show", "--folder", folder)
            #expect(shown.out.contains("Bonjour,\n\nhttp://localhost:7450/verify#secret\n"))
            let json = try await run("dev", "mail", "list", "--folder", folder, "--json")
            let mails = try #require(try json.document()["mails"] as? [[String: Any]])
            #expect(mails.map { $0["to"] as? String } == ["ada@example.org"])
            #expect(mails.first?["links"] as? [String] == ["http://localhost:7450/verify#secret"])
        }
    }

    @Test("says that there are none, and where there is no such folder")
    func nothing() async throws {
        try await withFolder { run, folder in
            let other = try await run("dev", "mail", "list", "--folder", folder, "--to", "bob@example.org")
            #expect(other.exit == .ok && other.out == "There is no such mail.\n")
            let missing = "00000000-0000-4000-8000-000000000000"
            #expect(try await run("dev", "mail", "show", missing, "--folder", folder).exit == .notFound)
            let elsewhere = try await run("dev", "mail", "list", "--folder", folder + "/none")
            #expect(elsewhere.exit == .file && elsewhere.error.contains("make run"))
        }
    }
}
