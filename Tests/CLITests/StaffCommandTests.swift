import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("terms, plan, operator roles", .timeLimit(.minutes(5)))
struct StaffCommandTests {
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func isUsageError(_ arguments: [String]) async -> Bool {
        let sink = TextSink(isTerminal: false) { _ in }
        return await LarderCommand.run(arguments, out: sink, error: sink) == .usage
    }

    @Test("Newer terms are told of by the account, by what they keep closed, and accepted by their version")
    func terms() async throws {
        try await with { gateway, run async throws in
            gateway.state { $0.sessions.acceptedTerms = "2" }
            #expect(try await run("account").out.contains("newer terms are in force: larder terms"))
            let closed = try await run("plan")
            #expect(closed.exit == .forbidden && closed.error.contains("larder terms --accept VERSION"))
            #expect(try await run("terms", "--accept", "2").exit == .invalid)
            let accepted = try await run("terms", "--accept", "3")
            #expect(accepted.out == "You have accepted version 3 of the terms.\n")
            #expect(try await !run("account").out.contains("newer terms"))
            #expect(try await run("plan").exit == .ok)
        }
    }

    @Test("The plan is shown, and given for some days or until it is changed")
    func plan() async throws {
        try await with { gateway, run async throws in
            #expect(try await run("plan").out.contains(/Plan +Basic/))
            #expect(try await run("operator", "plan", "ada", "pro", "--days", "30").out.contains(/Plan +Pro/))
            #expect(gateway.state { $0.sessions.plans["ada"]?.expiresAt } != nil)
            let limited = try await run("plan").out
            #expect(limited.contains("Until") && limited.contains("From then on it is Basic again."))
            #expect(try await run("operator", "plan", "ada", "pro").exit == .ok)
            #expect(gateway.state { $0.sessions.plans["ada"]?.expiresAt } == nil)
            let json = try await run("plan", "--json").document()
            #expect(json["plan"] as? String == "PLAN_PRO")
            for wrong in [["ada", "gold"], ["ada", "pro", "--days", "0"], ["ada"]] {
                #expect(await isUsageError(["operator", "plan"] + wrong))
            }
        }
    }

    @Test("Who lacks a role is told that it takes one, and how it is given", arguments: [Language.english, .french])
    func lacksRole(language: Language) {
        let status = Status(.permissionDenied, .verbatim("This method is not for you."), reason: .callerNotAllowed)
        Language.$ofRun.withValue(language) {
            let hint = Failure(status).hint?.shown ?? ""
            #expect(hint.hasPrefix(language == .english ? "What staff do takes a role" : "Le travail du personnel"))
            for command in [
                "larder operator grant NAME operator", "larder-auth administrator NAME",
                "larder-local --administrator NAME",
            ] { #expect(hint.contains(command)) }
        }
    }

    @Test("Roles are given, listed and withdrawn by their names")
    func roles() async throws {
        try await with { _, run async throws in
            #expect(try await run("operator", "roles").out.contains("Nobody has a role."))
            #expect(try await run("operator", "grant", "ada", "operator").out == "ada has the roles: operator.\n")
            #expect(
                try await run("operator", "grant", "ada", "healthcare-provider").out
                    == "ada has the roles: operator, healthcare-provider.\n"
            )
            #expect(try await run("operator", "roles").out.contains(/ada +operator, healthcare-provider/))
            #expect(try await run("account").out.contains(/Roles +operator, healthcare-provider/))
            #expect(try await run("operator", "withdraw", "ada", "operator").exit == .ok)
            #expect(
                try await run("operator", "withdraw", "ada", "healthcare-provider").out == "ada has no role.\n"
            )
            #expect(await isUsageError(["operator", "grant", "ada", "king"]))
        }
    }
}
