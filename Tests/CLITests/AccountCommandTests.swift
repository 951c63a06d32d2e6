import ArgumentParser
import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@testable import larder

@Suite("register, sign-in, sign-out", .timeLimit(.minutes(5)))
struct AccountCommandTests {
    @Test("Without a terminal, missing options are named and nothing is sent")
    func unattended() async throws {
        try await TestGateway.with { gateway async throws in
            let run = CommandRun(gateway: gateway)
            let printed = try await run("register", "--username", "bob", "--password-stdin")
            #expect(printed.exit == .usage)
            #expect(printed.error.contains("--email, --accept-terms"))
            #expect(try await run("sign-in", "ada").exit == .usage)
            #expect(try await run("sign-in", "--password-stdin").exit == .usage)
            #expect(gateway.calls.values.isEmpty)
        }
    }

    @Test("An empty standard input is not a password")
    func noPassword() async throws {
        try await TestGateway.with { gateway async throws in
            let run = CommandRun(gateway: gateway)
            #expect(try await run("sign-in", "ada", "--password-stdin").exit == .usage)
            #expect(gateway.calls.values.isEmpty)
        }
    }

    @Test("Two different passwords register no account")
    func differentPasswords() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", "y", "Secret-12", "Secret-13"]
            let printed = try await run("register")
            #expect(printed.exit == .usage)
            #expect(printed.error.contains("differ"))
            #expect(gateway.state { $0.sessions.passwords["bob"] } == nil)
        }
    }

    @Test("A mistyped password is asked for again, and the account has the second one")
    func mistypedPassword() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", "y", "Secret-12", "Secret-13", "Secret-14", "Secret-14"]
            #expect(try await run("register").exit == .ok)
            #expect(gateway.state { $0.sessions.passwords["bob"] } == "Secret-14")
        }
    }

    @Test("Invalid fields that were typed are asked for again, and nothing else")
    func invalidFields() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["ada", "x", "y", "short", "short", "a@example.org", "Secret-12", "Secret-12", "bob"]
            let printed = try await run("register")
            #expect(printed.exit == .ok, "\(printed.error)")
            #expect(printed.error.contains("email: This is not an e-mail address."))
            #expect(printed.error.contains("This user name is taken."))
            #expect(gateway.state { $0.sessions.passwords["bob"] } == "Secret-12")
        }
    }

    @Test("The help says what a password must have")
    func passwordRule() {
        let help = LarderCommand.helpMessage(for: RegisterCommand.self, columns: 1_000)
        #expect(help.contains("8 to 128 characters with a letter, a digit and a symbol"))
    }

    @Test("Registration requires accepting the terms", arguments: ["n", "", "perhaps"])
    func termsRefused(answer: String) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", answer, "Secret-12", "Secret-12"]
            let printed = try await run("register")
            #expect(printed.exit == .cancelled)
            #expect(printed.error.contains("Be kind.\nBring food."))
            #expect(gateway.state { $0.sessions.passwords["bob"] } == nil)
        }
    }

    @Test("Every invalid field is listed")
    func wrongFields() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["short", "short"]
            let options = ["--username", "bob", "--email", "x", "--accept-terms", "latest", "--password-stdin"]
            let text = try await run(["register"] + options)
            #expect(text.exit == .invalid)
            #expect(text.error.contains("2 fields are invalid:\n  - email: This is not an e-mail address.\n"))
            let json = try await run(["register", "--json"] + options)
            #expect(json.out.isEmpty)
            let error = try json.errorDocument()
            #expect(error["code"] as? String == "INVALID_ARGUMENT")
            #expect(error["reason"] as? String == "INVALID_FIELDS")
            let violations = try #require(error["violations"] as? [[String: String]])
            #expect(violations.map { $0["field"] } == ["email", "password"])
        }
    }

    @Test("The gateway is named before a password is asked for or sent", arguments: [["sign-in"], ["register"]])
    func gatewayNamed(command: [String]) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            // No input: it ends at the first question.
            let printed = try await run(command)
            #expect(printed.exit == .cancelled)
            #expect(printed.error.hasPrefix("The gateway is the test's.\n"))
            let json = try await run(command + ["--json"])
            let first = try #require(json.error.split(separator: "\n").first)
            #expect(first == #"{"notice":{"message":"The gateway is the test's."}}"#)
            #expect(gateway.calls.values.isEmpty)
        }
    }

    @Test("A taken name is a conflict, a wrong password is not")
    func refusals() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["Secret-12"]
            let taken = try await run([
                "register", "--username", "ada", "--email", "a@example.org", "--accept-terms", "3",
                "--password-stdin",
            ])
            #expect(taken.exit == .conflict)
            let wrong = try await run("sign-in", "ada", "--password-stdin")
            #expect(wrong.exit == .unauthenticated)
            #expect(wrong.error.contains("larder register"))
        }
    }

    @Test("A user registers at the terminal, confirms the address and is signed in")
    func register() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = [" bob ", "bob@example.org", "yes", "Secret-12", "Secret-12"]
            // A link that does not work is asked for again.
            run.typed += ["https://larder.example.org/verify#other", " https://larder.example.org/verify#token "]
            let printed = try await run("register", "--name", "Bob d'Arc", "--consent", "location")
            #expect(printed.exit == .ok)
            #expect(printed.error.contains("on its way to bob@example.org"))
            #expect(printed.error.contains("This link does not work."))
            #expect(printed.out.contains("Welcome, bob."))
            #expect(!printed.out.contains("Secret-12") && !printed.error.contains("Secret-12"))
            #expect(run.tokens.load() != nil)
        }
    }

    @Test("A user may leave the link for later, and is told how to confirm the address", arguments: [[""], []])
    func confirmsLater(typed: [String]) async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["bob", "bob@example.org", "yes", "Secret-12", "Secret-12"] + typed
            let printed = try await run("register")
            #expect(printed.exit == .ok && printed.out.contains("larder verify"))
            #expect(run.tokens.load() == nil)
            run.isPersonPresent = false
            run.typed = ["Secret-12"]
            let early = try await run("sign-in", "bob", "--password-stdin")
            #expect(early.exit != .ok && early.error.contains("larder verify --resend NAME"))
            run.typed = ["https://larder.example.org/verify#token", "Secret-12"]
            let verified = try await run("verify", "--link-stdin")
            #expect(verified.exit == .ok && verified.out.contains("larder sign-in"))
            run.typed = ["Secret-12"]
            #expect(try await run("sign-in", "bob", "--password-stdin").exit == .ok)
        }
    }

    @Test("A script registers with one line of standard input")
    func scriptRegisters() async throws {
        try await TestGateway.with { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["Secret-12"]
            let printed = try await run([
                "--json", "register", "--username", "bob", "--email", "b@example.org", "--accept-terms", "latest",
                "--password-stdin",
            ])
            #expect(try printed.document()["username"] as? String == "bob")
            #expect(try printed.document()["acceptedTermsVersion"] as? String == "3")
            #expect(run.tokens.load() == nil)
        }
    }

    @Test("Signing in and out prints no token")
    func signInAndOut() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let account = try await run("account", "--json")
            #expect(try account.document()["email"] as? String == "ada@example.org")
            let out = try await run("sign-out")
            #expect(out.out == "Signed out.\n")
            #expect(try await run("sign-out").out == "You were not signed in.\n")
            let after = try await run("account")
            #expect(after.exit == .unauthenticated)
            #expect(after.error.contains("larder sign-in"))
        }
    }
}
