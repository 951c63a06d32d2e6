import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@testable import larder

@Suite("sessions, password", .timeLimit(.minutes(5)))
struct SessionCommandTests {
    private let phone = "5e551000-0000-4000-8000-000000000002"

    /// Runs `body` with a user who is signed in on this device, a phone and a device without a name.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state {
                $0.sessions.listed += [
                    .init(id: phone, device: "Ada's phone\u{1B}[2J", signedInAt: .init(seconds: 1_739_000_000)),
                    .init(id: "5e551000-0000-4000-8000-000000000003"),
                ]
            }
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    @Test("Sessions are listed with their devices, and the one that calls is marked")
    func list() async throws {
        try await with { _, run async throws in
            let lines = try await run("sessions").out.split(separator: "\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines[0].hasPrefix("Device"))
            #expect(lines[1].contains(/^laptop +this one +2025-/))
            #expect(lines[2].hasPrefix("Ada's phone") && !lines[2].contains("\u{1B}"))
            #expect(lines[2].hasSuffix(phone) && !lines[2].contains("this one"))
            #expect(lines[3].hasPrefix("unnamed"))
            let json = try await run("sessions", "list", "--json").document()
            let sessions = try #require(json["sessions"] as? [[String: Any]])
            #expect(sessions.map { $0["isCurrent"] as? Bool ?? false } == [true, false, false])
        }
    }

    @Test("One session is ended by its id, and another id is not found")
    func endOne() async throws {
        try await with { gateway, run async throws in
            #expect(try await run("sessions", "end", phone).out == "The session has ended.\n")
            #expect(gateway.state { $0.sessions.listed.map(\.device) } == ["laptop", ""])
            #expect(try await run("sessions", "end", phone).exit == .notFound)
        }
    }

    @Test("All other sessions are ended at once")
    func endOthers() async throws {
        try await with { gateway, run async throws in
            #expect(try await run("sessions", "end", "--others").out == "2 other sessions have ended.\n")
            #expect(gateway.state { $0.sessions.listed.map(\.device) } == ["laptop"])
            #expect(try await run("sessions", "end", "--others").out == "There is no other session.\n")
        }
    }

    @Test(
        "What to end is named, and only once",
        arguments: [[], ["5e551000-0000-4000-8000-000000000002", "--others"]]
    )
    func unclear(arguments: [String]) async {
        let sink = TextSink(isTerminal: false) { _ in }
        #expect(await LarderCommand.run(["sessions", "end"] + arguments, out: sink, error: sink) == .usage)
    }

    @Test("The password is changed at the terminal, where what is rejected is asked for again")
    func password() async throws {
        try await with { gateway, run async throws in
            var run = run
            run.isPersonPresent = true
            run.typed = ["Wrong-12", "short", "short", "Secret-12", "Secret-12", "Correct-1"]
            let printed = try await run("password")
            #expect(printed.exit == .ok, "\(printed.error)")
            #expect(printed.out == "Your password has been changed. All other sessions have ended.\n")
            #expect(printed.error.contains("new password: At least 8 characters."))
            #expect(printed.error.contains("current password: This is not your current password."))
            #expect(!printed.error.contains("Secret-12") && !printed.error.contains("Correct-1"))
            #expect(gateway.state { $0.sessions.passwords["ada"] } == "Secret-12")
        }
    }

    @Test("A script gives both passwords by lines of standard input, and learns what is wrong")
    func script() async throws {
        try await with { gateway, run async throws in
            var run = run
            run.typed = ["Wrong-12", "Secret-12"]
            let wrong = try await run("password", "--password-stdin", "--json")
            #expect(wrong.exit == .invalid)
            let violations = try #require(try wrong.errorDocument()["violations"] as? [[String: String]])
            #expect(violations.map { $0["field"] } == ["current_password"])
            run.typed = ["Correct-1"]
            #expect(try await run("password", "--password-stdin").exit == .usage)
            #expect(gateway.state { $0.sessions.passwords["ada"] } == "Correct-1")
            run.typed = ["Correct-1", "Secret-12"]
            #expect(try await run("password", "--password-stdin").exit == .ok)
            #expect(gateway.state { $0.sessions.passwords["ada"] } == "Secret-12")
        }
    }

    @Test("Without a terminal nothing is asked for or sent; two passwords that differ are not sent")
    func unattended() async throws {
        try await with { gateway, run async throws in
            let unattended = try await run("password")
            #expect(unattended.exit == .usage)
            #expect(unattended.error.contains("--password-stdin"))
            var run = run
            run.isPersonPresent = true
            run.typed = ["Correct-1", "Secret-12", "Secret-13"]
            #expect(try await run("password").exit == .usage)
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ChangePassword") })
        }
    }

    @Test("All of it is in French, too")
    func french() async throws {
        try await with { _, run async throws in
            var run = run
            run.language = .french
            #expect(try await run("sessions").out.hasPrefix("Appareil"))
            #expect(try await run("sessions", "end", "--others").out == "2 autres sessions ont pris fin.\n")
            run.typed = ["Wrong-12", "Secret-12"]
            let wrong = try await run("password", "--password-stdin").error.replacing("\u{A0}", with: " ")
            #expect(wrong.contains("mot de passe actuel : "))
        }
    }
}
