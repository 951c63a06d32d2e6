import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("factors, sign-in in two steps", .timeLimit(.minutes(5)))
struct FactorCommandTests {
    private typealias Sessions = TestGateway.Sessions

    /// A gateway whose user has an authenticator app.
    private static func state(_ kinds: Auth.FactorKind...) -> TestGateway.State {
        var state = TestGateway.State()
        state.sessions.factors = kinds.enumerated().map { number, kind in
            .init(id: "fac70000-0000-4000-8000-00000000000\(number)", kind: kind, name: "Phone \(number)")
        }
        return state
    }

    @Test("The code is asked for after the password, and again when it is wrong")
    func asked() async throws {
        try await TestGateway.with(Self.state(.authenticatorApp)) { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["Correct-1", "000000", "", Sessions.code]
            let printed = try await run("sign-in", "ada")
            #expect(printed.exit == .ok && printed.out.contains("ada"))
            #expect(printed.error.contains("Not this code."))
            #expect(!(printed.out + printed.error).contains(Sessions.code))
            #expect(try await run("account").exit == .ok)
        }
    }

    @Test("Enter alone has a code mailed")
    func mailed() async throws {
        try await TestGateway.with(Self.state(.emailCode)) { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.isPersonPresent = true
            run.typed = ["Correct-1", "", Sessions.code]
            #expect(try await run("sign-in", "ada").exit == .ok)
            #expect(gateway.calls.values.filter { $0.hasSuffix("SendSignInCode") }.count == 1)
        }
    }

    @Test("Without a terminal --code has it, and what is missing or wrong is said")
    func unattended() async throws {
        try await TestGateway.with(Self.state(.authenticatorApp)) { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["Correct-1"]
            let missing = try await run("sign-in", "ada", "--password-stdin", "--json")
            #expect(missing.exit == .unauthenticated)
            let error = try missing.errorDocument()
            #expect(error["reason"] as? String == "SECOND_FACTOR_REQUIRED")
            #expect((error["hint"] as? String)?.contains("--code") == true)
            let wrong = try await run("sign-in", "ada", "--password-stdin", "--code", "000000", "--json")
            #expect(wrong.exit == .unauthenticated)
            #expect(try wrong.errorDocument()["reason"] as? String == "WRONG_FACTOR")
            let right = try await run("sign-in", "ada", "--password-stdin", "--code", Sessions.code)
            #expect(right.exit == .ok)
        }
    }

    @Test("An app is added with its first code; the recovery codes are shown once")
    func add() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            #expect(try await run("factors").out.contains("no second factor"))
            run.typed = [Sessions.code]
            let first = try await run("factors", "add-app", "--name", "My phone")
            #expect(first.exit == .ok && first.out.contains("My phone") && first.out.contains("AAAA-BBBB-CCCC-0009"))
            #expect(first.error.contains("GEZDGNBV") && first.error.contains("otpauth://"))
            run.isTerminal = true
            run.isPersonPresent = true
            run.typed = ["000000", Sessions.code]
            let second = try await run("factors", "add-app")
            #expect(second.exit == .ok && !second.out.contains("AAAA") && second.error.contains("▀"))
            run.typed = [Sessions.code]
            #expect(try await run("factors", "add-email").exit == .ok)
            run.isTerminal = false
            let listed = try await run("factors", "--json").document()
            let names = (listed["factors"] as? [[String: Any]])?.map { $0["name"] as? String }
            #expect(names == ["My phone", "Authenticator app", "E-mail"])
            run.language = .french
            #expect(try await run("factors").out.contains("codes de secours"))
        }
    }

    @Test("A change that needs a proof asks for the password first where there is no factor")
    func passwordProof() async throws {
        try await TestGateway.with { gateway async throws in
            var run = try await CommandRun.signedIn(gateway)
            let changes = [
                ["factors", "recovery-codes"], ["operator", "grant", "ada", "operator"],
                ["operator", "withdraw", "ada", "operator"],
            ]
            for change in changes {
                gateway.state { $0.sessions.needsProof = true }
                #expect(try await run(change).exit == .usage)
                run.typed = ["Wrong-1"]
                #expect(try await run(change + ["--password-stdin"]).exit == .invalid)
                run.typed = ["Correct-1"]
                #expect(try await run(change + ["--password-stdin"]).exit == .ok)
            }
        }
    }

    @Test("A change that needs a proof asks for a code first where there is a factor; the password does not do")
    func proof() async throws {
        try await TestGateway.with(Self.state(.authenticatorApp, .emailCode)) { gateway async throws in
            var run = CommandRun(gateway: gateway)
            run.typed = ["Correct-1"]
            #expect(try await run("sign-in", "ada", "--password-stdin", "--code", Sessions.code).exit == .ok)
            let id = "fac70000-0000-4000-8000-000000000001"
            gateway.state { $0.sessions.needsProof = true }
            run.typed = ["Correct-1"]
            let unattended = try await run("factors", "remove", id, "--password-stdin", "--json")
            #expect(unattended.exit == .unauthenticated)
            #expect((try unattended.errorDocument()["hint"] as? String)?.contains("--code") == true)
            #expect(try await run("factors", "remove", id, "--code", "000000").exit == .invalid)
            #expect(gateway.state { $0.sessions.factors.count } == 2)
            var person = run
            person.isPersonPresent = true
            person.typed = ["000000", "", Sessions.code]
            let removed = try await person("factors", "remove", id)
            #expect(removed.exit == .ok && removed.error.contains("Not this code."))
            #expect(gateway.calls.values.filter { $0.hasSuffix("SendProofCode") }.count == 1)
            gateway.state { $0.sessions.needsProof = true }
            run.typed = ["Correct-1"]
            #expect(
                try await run("account", "close", "--username", "ada", "--password-stdin", "--code", "000000").exit
                    == .invalid
            )
            #expect(try await run("factors", "recovery-codes", "--code", Sessions.code).exit == .ok)
            #expect(
                try await run("factors", "rename", "fac70000-0000-4000-8000-000000000000", "Key").out.contains("Key")
            )
            #expect(try await run("factors", "rename", id, "Key").exit == .notFound)
            #expect(try await run("factors", "recovery-codes").out.contains("AAAA-BBBB-CCCC-0000"))
            #expect(gateway.state { $0.sessions.factors.map(\.name) } == ["Key"])
        }
    }
}
