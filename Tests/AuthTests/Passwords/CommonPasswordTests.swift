import AuthMessages
import Foundation
import Postgres
import RPC
import Testing

@testable import larder_auth

@Suite("Common passwords")
struct CommonPasswordTests {
    private func shipped() throws -> CommonPasswords { try CommonPasswords(in: ShippedFiles.commonPasswords) }

    @Test("that ship are ten thousand and more, each of which the rule would allow otherwise, in lower case")
    func list() throws {
        let text = try String(contentsOfFile: ShippedFiles.commonPasswords + "/passwords.txt", encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count >= 10_000 && Set(lines).count == lines.count)
        #expect(lines.allSatisfy { PasswordRule.allows($0) && $0 == $0.lowercased() })
        #expect(try shipped().count == lines.count)
    }

    @Test(
        "are refused whatever their capitals",
        arguments: ["password1!", "P@ssw0rd1", "Qwerty123!", "SUMMER2024!", "1qaz@WSX", "letmein#1", "Monkey!1"]
    )
    func refused(password: String) throws {
        let found = PasswordPolicy(common: try shipped()).violation(of: password, in: "new_password")
        let violation = try #require(found)
        #expect(violation.field == "new_password")
        #expect(violation.text == .auth.passwordCommon)
    }

    @Test(
        "do not include those that nobody would try early",
        arguments: ["correct-horse-7", "Pantry-shelf-7", "Tr1cky-Passphrase!", "vK4#pleat-osier"]
    )
    func allowed(password: String) throws {
        let violation = PasswordPolicy(common: try shipped()).violation(of: password, in: "password")
        #expect(violation == nil)
    }

    @Test("and a password that breaks the rule are told apart")
    func rule() throws {
        let policy = PasswordPolicy(common: CommonPasswords(["short"]))
        #expect(policy.violation(of: "short", in: "password")?.text == PasswordRule.text)
    }

    @Test("have to be readable when the program starts")
    func unreadable() {
        #expect(throws: (any Error).self) { try CommonPasswords(in: nil) }
        #expect(throws: (any Error).self) { try CommonPasswords(in: "/nonexistent") }
    }

    @Test("are refused at registration, when a password is changed, and when it is reset", .timeLimit(.minutes(5)))
    func everywhere() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let registration = await status { try await parts.register(.test(password: "Password-1")) }
            #expect(registration?.fieldViolations.map(\.field) == ["password"])
            #expect(registration?.fieldViolations.first?.text == .auth.passwordCommon)
            #expect(try await environment.count("accounts") == 0)
            try await parts.register()
            let anna = try await environment.signedIn(parts)
            let change = await status { try await parts.changePassword(to: "PASSWORD-1", by: anna) }
            #expect(change?.fieldViolations.map(\.text) == [.auth.passwordCommon])
            _ = try await parts.recovery.requestPasswordReset(.init(name: "Anna7"), context: .test())
            let mail = try await environment.pool.query("SELECT id FROM account_mails WHERE kind = 'password_reset'")
            let link = MailToken(of: try mail[0]["id"], environment.masterKeys).text
            let reset = await status {
                try await parts.recovery.resetPassword(
                    .init(token: link, newPassword: "P@ssw0rd1"),
                    context: .test()
                )
            }
            #expect(reset?.fieldViolations.map(\.text) == [.auth.passwordCommon])
            try await parts.signIn()
        }
    }
}

@Suite("The cost of password hashes")
struct PasswordCostTests {
    @Test("is no lower than OWASP advises, whatever an operator says")
    func standard() {
        // The "Password Storage Cheat Sheet" asks Argon2id for 46 MiB and one pass at the least, or less memory and more passes.
        #expect(PasswordCost.memory >= 46 << 10)
        #expect(PasswordCost.standard == .argon2id(memory: PasswordCost.memory, passes: 2))
        #expect(AuthSettings(masterKeyFile: "").passwordCost == .standard)
    }
}
