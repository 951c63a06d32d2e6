import AuthMessages
import Foundation
import RPC
import Testing

@testable import larder_auth

@Suite("A registration's fields")
struct FieldRuleTests {
    private let policy = PasswordPolicy(common: CommonPasswords(["password-1"]))

    private func violations(_ request: Auth.RegisterRequest) -> [String] {
        do {
            _ = try NewAccount(validating: request, terms: AuthTestEnvironment.terms, policy: policy)
            return []
        } catch let status as Status {
            #expect(status.code == .invalidArgument)
            #expect(status.fieldViolations.allSatisfy { !$0.description.isEmpty })
            return status.fieldViolations.map(\.field)
        } catch {
            Issue.record(error)
            return []
        }
    }

    @Test("all invalid fields are named at once, without their values")
    func all() throws {
        let request = Auth.RegisterRequest.test(username: "x-secret", email: "y-secret", password: "z", terms: "0")
        #expect(violations(request) == ["username", "email", "password", "accepted_terms_version"])
        let status = try #require(throws: Status.self) {
            try NewAccount(validating: request, terms: AuthTestEnvironment.terms, policy: policy)
        }
        #expect(!status.description.contains("secret"))
        #expect(violations(.init()) == ["username", "email", "password", "accepted_terms_version"])
    }

    @Test(
        "reject a user name with other characters or length",
        arguments: [
            "", "ab", "anna smith", " anna", "anna-7", "anna_7", "anna.7", "änna", "anna\n", "аnna", "anna７", "anna🥕",
            String(repeating: "a", count: 33),
        ]
    )
    func badUsernames(username: String) {
        #expect(violations(.test(username: username)) == ["username"])
    }

    @Test(
        "accept a user name of 3 to 32 letters and digits",
        arguments: ["abc", "007", String(repeating: "Z", count: 32)]
    )
    func goodUsernames(username: String) {
        #expect(violations(.test(username: username)).isEmpty)
    }

    @Test(
        "reject an e-mail address of another form",
        arguments: [
            "", "anna", "anna@", "@example.org", "anna@example", "anna@@example.org", "a@b@example.org",
            "anna smith@example.org", "anna@exa mple.org", "anna@example..org", "anna@.example.org",
            "anna@example.org.",
            "anna@-example.org", "anna@example-.org", ".anna@example.org", "anna.@example.org", "an..na@example.org",
            "anna@example.org\n", "anna@10.0.0.1", "anna@exam_ple.org", "\"anna\"@example.org", "anna<x>@example.org",
            "anna@example.org\u{202E}", String(repeating: "a", count: 65) + "@example.org",
            "anna@" + String(repeating: "a", count: 64) + ".org",
            "anna@" + String(repeating: "abcdefgh.", count: 28) + "org",
        ]
    )
    func badEmails(email: String) {
        #expect(violations(.test(email: email)) == ["email"])
    }

    @Test(
        "accept an e-mail address of the usual form",
        arguments: [
            "a@b.co", "anna+larder@mail.example.org", "o'neil@example.org", "änna@exämple.org",
            "anna@xn--exmple-cua.org", String(repeating: "a", count: 64) + "@example.org",
        ]
    )
    func goodEmails(email: String) {
        #expect(violations(.test(email: email)).isEmpty)
    }

    @Test(
        "reject a password that is too short, too long, or lacks a letter, a digit or a symbol",
        arguments: [
            "", "a-1", "short-7", "12345678", "abcdefgh", "--------", "abcdefg7", "abcdefg-", "1234567-", "abcdef 7",
            "abc-def7\n", "abc-\u{0}def7", String(repeating: "a-7", count: 43),
            "a-7" + String(repeating: "e\u{301}", count: 63),
        ]
    )
    func badPasswords(password: String) {
        #expect(violations(.test(password: password)) == ["password"])
    }

    @Test(
        "accept a password with all three",
        arguments: ["abcde-f7", "pass word-7", "пароль-77", "密码密码密码-7", "a-7" + String(repeating: "x", count: 125)]
    )
    func goodPasswords(password: String) {
        #expect(violations(.test(password: password)).isEmpty)
    }

    @Test("reject other terms than those in force", arguments: ["", "0", "2", "1 "])
    func terms(version: String) {
        #expect(violations(.test(terms: version)) == ["accepted_terms_version"])
    }
}

@Suite("The terms")
struct TermsTests {
    @Test("have the same parts in every language")
    func translated() throws {
        let terms = try Terms(newestIn: ShippedFiles.terms)
        let (english, french) = (terms.message(in: .english), terms.message(in: .french))
        #expect(french.version == english.version)
        #expect(french.text != english.text)
        for mark in ["\n## ", "\n- ", "\n\n"] {
            #expect(french.text.split(separator: mark).count == english.text.split(separator: mark).count)
        }
    }

    @Test("are read in English where they are not translated")
    func untranslated() {
        let terms = Terms(version: "1", text: "Be kind.", translations: [:])
        #expect(terms.message(in: .french) == Auth.Terms(version: "1", text: "Be kind."))
    }

    @Test("are rejected when the newest version lacks a language")
    func incomplete() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "terms-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["1.md", "1.fr.md", "2.md"] { try Data("Text".utf8).write(to: folder.appending(path: name)) }
        #expect(throws: (any Error).self) { try Terms(newestIn: folder.path) }
    }

    @Test("are rejected when the folder has none")
    func missing() {
        #expect(throws: (any Error).self) { try Terms(newestIn: nil) }
        #expect(throws: (any Error).self) { try Terms(newestIn: "/nonexistent") }
    }

    @Test("that ship with the program state liability, conduct and privacy")
    func shipped() throws {
        let terms = try Terms(newestIn: ShippedFiles.terms)
        #expect(terms.version == "6")
        for word in [
            "liable", "how we treat each other", "promptly", "ill", "rate fairly", "public places", "your data",
        ] {
            #expect(terms.message(in: .english).text.lowercased().contains(word), "\(word)")
        }
    }
}
