import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

/// Requirement BUD-21.
@Suite("Badges on the command line", .timeLimit(.minutes(5)))
struct BadgeTests {
    private static let badges: [Budget.Badge] = [
        .init(
            name: "welcome",
            title: "Welcome",
            description: "Create an account.",
            awardedAt: .init(seconds: 1_700_000_000),
            reached: 1,
            needed: 1
        ),
        .init(name: "seven-days", title: "A week", description: "Seven days.", reached: 3, needed: 7),
        .init(name: "first-goal", title: "First goal", description: "Set a goal.", reached: 0, needed: 1),
    ]

    @Test(
        "are listed with the day on which each was got, or how far the user is",
        arguments: [Language.english, .french]
    )
    func listed(language: Language) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.badges = Self.badges }
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            let lines = try await run("badges").out.split(separator: "\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines[1].contains("Welcome") && lines[1].contains("2023-11-1"))
            #expect(lines[2].contains(language == .english ? "3 of 7" : "3 sur 7"))
            #expect(!lines[3].contains("0 of 1") && lines[3].contains("Set a goal."))
        }
    }

    @Test("are given to programs as the service sends them")
    func json() async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.badges = Self.badges }
            let run = try await CommandRun.signedIn(gateway)
            let output = try await run("badges", "--json").out
            #expect(output.contains("\"seven-days\"") && output.contains("\"awardedAt\""))
        }
    }
}
