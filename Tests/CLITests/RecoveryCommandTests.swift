import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("recover, reset-password", .timeLimit(.minutes(5)))
struct RecoveryCommandTests {
    @Test(
        "A mail is asked for without being signed in, and the answer says nothing of whether there is such an account"
    )
    func recover() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            let printed = try await run("recover", "nobody")
            #expect(printed.exit == .ok && printed.out.hasPrefix("If there is such an account"))
            #expect(try await run("recover").exit == .usage)
            run.language = .french
            #expect(try await run("recover", "ada").out.hasPrefix("Si un tel compte existe"))
        }
    }

    @Test("The link, whole or what follows its #, sets the password; neither is an argument or printed")
    func reset() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            for (link, password) in [("https://larder.example.org/reset#token", "Secret-12"), ("token", "Secret-13")] {
                run.typed = [link, password]
                let printed = try await run("reset-password", "--password-stdin")
                #expect(printed.exit == .ok && printed.out.contains("larder sign-in"))
                #expect(!(printed.out + printed.error).contains(password))
                #expect(gateway.state { $0.sessions.passwords["ada"] } == password)
            }
        }
    }

    @Test("A link that does not work and a weak password are said, and nothing is changed")
    func rejected() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            for (link, password, field) in [("other", "Secret-12", "token"), ("token", "short", "new_password")] {
                run.typed = [link, password]
                let printed = try await run("reset-password", "--password-stdin", "--json")
                #expect(printed.exit == .invalid)
                let violations = try #require(try printed.errorDocument()["violations"] as? [[String: String]])
                #expect(violations.map { $0["field"] } == [field])
            }
            #expect(gateway.state { $0.sessions.passwords["ada"] } == "Correct-1")
            #expect(try await run("reset-password").exit == .usage)
        }
    }
}
