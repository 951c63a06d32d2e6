import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Suggestions", .timeLimit(.minutes(5)))
struct SuggestionTests {
    /// Runs `body` with a signed-in user for whom there are suggestions.
    private func with(
        _ suggestions: [Budget.Suggestion] = [],
        in language: Language = .english,
        _ body: (TestGateway, CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { state in
                state.records.suggestions = .init(
                    suggestions: suggestions,
                    habitsFrom: "2025-01-01",
                    habitsTo: "2025-03-31"
                )
            }
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(gateway, run)
        }
    }

    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    private func goal(_ terms: Budget.GoalTerms, on days: (String, String) = ("2025-03-01", "2025-03-31"))
        -> Budget.Goal
    {
        .init(id: "goal-1", terms: terms, progress: .init(firstDay: days.0, lastDay: days.1, spent: cad(6_250)))
    }

    /// A passed goal with two things that could be left out.
    private var passed: Budget.Suggestion {
        .init(
            id: "goal:goal-1:2025-03-01",
            kind: .goalPassed,
            goal: goal(.init(period: .month, limit: cad(5_000), category: "dairy")),
            over: cad(1_250),
            items: [
                .init(
                    productID: "p-1",
                    name: "Ice cream",
                    category: "dairy",
                    symbol: "🍨",
                    amount: cad(1_198),
                    days: 3
                ),
                .init(category: "dairy", amount: cad(250), days: 1),
            ],
            saving: cad(1_448),
            vote: .useful
        )
    }

    private func habit(name: String = "", category: String = "", days: Int32 = 12) -> Budget.Suggestion {
        .init(
            id: "habit:1",
            kind: .habit,
            items: [.init(name: name, category: category, amount: cad(4_200), days: days)],
            saving: cad(17_033)
        )
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    // MARK: Listing

    @Test(
        "are a sentence with the first step where there is none",
        arguments: [["suggestions"], ["suggestion", "list"]]
    )
    func none(command: [String]) async throws {
        try await with { gateway, run async throws in
            let printed = try await run(command)
            #expect(printed.exit == .ok)
            #expect(printed.out.hasPrefix("There are no suggestions at present. They come when you pass a goal, or "))
            #expect(printed.out.hasSuffix(" To add a goal: larder goal add\n"))
            let zone = DeviceTimeZone.name.isEmpty ? "UTC" : DeviceTimeZone.name
            #expect(gateway.state { $0.records.suggestionLists } == [.init(timeZone: zone)])
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("say of a passed goal what it is about, what could be left out, and what that would have saved")
    func passedGoal() async throws {
        try await with([passed]) { gateway, run async throws in
            #expect(
                try await run("suggestions").out == """
                    🥛 Dairy · at most 50.00 CAD · month · 12.50 CAD over
                    What you could leave out another time, of what you bought since 2025-03-01:
                    🍨  Ice cream  11.98 CAD  on 3 days
                    🥛  Dairy       2.50 CAD  on 1 day
                    Leaving that out would have saved 14.48 CAD.
                    Suggestion goal:goal-1:2025-03-01 · your vote: useful

                    To say whether one is useful: larder suggestions vote goal:goal-1:2025-03-01 useful

                    """
            )
            #expect(gateway.calls.values.filter { $0.hasSuffix("/ListCategories") }.count == 1)
        }
    }

    @Test("say of a passed goal what of it was spent in other currencies, with the rates, and what was paid in them")
    func otherCurrencies() async throws {
        var suggestion = passed
        suggestion.goal?.progress?.converted = cad(2_177)
        suggestion.goal?.progress?.rates = [
            .init(from: "USD", to: "CAD", day: "2025-03-07", rate: "1.4382", source: "Bank of Canada")
        ]
        suggestion.items[0].amount = .init(minorUnits: 833, currency: "USD")
        try await with([suggestion]) { _, run async throws in
            let lines = try await run("suggestions").out.split(separator: "\n")
            #expect(
                lines.dropFirst().prefix(3) == [
                    "🥛 Dairy: of 62.50 CAD, 21.77 CAD was spent in other currencies.",
                    "Each amount is converted at the rate of its purchase’s own day:",
                    "  1 USD = 1.4382 CAD on 2025-03-07 (Bank of Canada)",
                ]
            )
            #expect(lines.contains { $0.contains("Ice cream") && $0.contains("8.33 USD") })
        }
    }

    @Test(
        "say of a passed goal why there is nothing to leave out",
        arguments: [
            (true, "There are too few purchases yet to say what you could leave out."),
            (false, "Nothing in it looks easy to leave out."),
        ]
    )
    func nothingToLeaveOut(hasLittleHistory: Bool, sentence: String) async throws {
        let suggestion = Budget.Suggestion(
            id: "goal:goal-1:2025-03-08",
            kind: .goalPassed,
            goal: goal(.init(period: .day, limit: cad(5_000)), on: ("2025-03-08", "2025-03-08")),
            over: cad(1_250),
            hasLittleHistory: hasLittleHistory
        )
        try await with([suggestion]) { gateway, run async throws in
            let lines = try await run("suggestions").out.split(separator: "\n")
            #expect(lines.first == "everything · at most 50.00 CAD · day · 12.50 CAD over")
            #expect(lines.dropFirst().first == Substring(sentence))
            #expect(lines.dropFirst(2).first == "Suggestion goal:goal-1:2025-03-08 · your vote: none")
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test(
        "say of a habit what it comes to in a year, by its name, or else its category's",
        arguments: [
            ("Latte", "dairy", "🥛 Latte"), ("Latte", "", "Latte"), ("", "dairy", "🥛 Dairy"), ("", "ferry", "ferry"),
            ("", "", "without a name"),
        ]
    )
    func habits(name: String, category: String, title: String) async throws {
        try await with([habit(name: name, category: category)]) { _, run async throws in
            #expect(
                try await run("suggestions").out == """
                    \(title) · 42.00 CAD on 12 days from 2025-01-01 to 2025-03-31
                    Leaving it out would bring you 170.33 CAD in a year.
                    Suggestion habit:1 · your vote: none

                    To say whether one is useful: larder suggestions vote habit:1 useful

                    """
            )
        }
    }

    @Test("stand in one list, with a block for each, and leave out kinds of a newer version")
    func several() async throws {
        let unknown = Budget.Suggestion(id: "other:1", kind: .init(rawValue: 9))
        try await with([unknown, passed, habit(name: "Latte\u{1B}[31m", days: 1)]) { _, run async throws in
            let printed = try await run("suggestions").out
            #expect(printed.hasPrefix("🥛 Dairy · ") && !printed.contains("other:1") && !printed.contains("\u{1B}"))
            #expect(printed.contains("your vote: useful\n\nLatte[31m · 42.00 CAD on 1 day from "))
            let document = try await run("suggestions", "--json").document()
            #expect((document["suggestions"] as? [Any])?.count == 3)
            #expect(document["habitsFrom"] as? String == "2025-01-01")
        }
        try await with([unknown]) { _, run async throws in
            #expect(try await run("suggestions").out.hasPrefix("There are no suggestions at present."))
        }
    }

    @Test("ask for no names of categories for JSON")
    func json() async throws {
        try await with([passed]) { gateway, run async throws in
            let document = try await run("suggestions", "--json").document()
            let first = try #require((document["suggestions"] as? [[String: Any]])?.first)
            #expect(first["kind"] as? String == "SUGGESTION_KIND_GOAL_PASSED")
            #expect(first["vote"] as? String == "SUGGESTION_VOTE_USEFUL")
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    // MARK: Voting

    @Test(
        "are voted on by their ids",
        arguments: [
            ("useful", .useful, "Thank you. Your vote: useful.\n"),
            ("not-useful", .notUseful, "Thank you. Your vote: not useful.\n"),
            ("none", .unspecified, "Your vote is taken back.\n"),
        ] as [(String, Budget.SuggestionVote, String)]
    )
    func votes(vote: String, message: Budget.SuggestionVote, sentence: String) async throws {
        try await with([passed]) { gateway, run async throws in
            let printed = try await run("suggestions", "vote", passed.id, vote)
            #expect(printed.exit == .ok && printed.out == sentence)
            let zone = DeviceTimeZone.name.isEmpty ? "UTC" : DeviceTimeZone.name
            #expect(
                gateway.state { $0.records.votes }
                    == [.init(suggestionID: passed.id, vote: message, timeZone: zone)]
            )
            let shown = vote.replacing("-", with: " ")
            #expect(try await run("suggestions").out.contains(" · your vote: \(shown)\n"))
            let document = try await run("suggestion", "vote", passed.id, vote, "--json").document()
            #expect(document["id"] as? String == passed.id)
        }
    }

    @Test("are found by the ids of those that are made now alone")
    func unknown() async throws {
        try await with([passed]) { _, run async throws in
            let printed = try await run("suggestions", "vote", "goal:goal-1:2025-02-01", "useful")
            #expect(printed.exit == .notFound && printed.out.isEmpty)
            #expect(
                printed.error.hasPrefix("error: ") && printed.error.hasSuffix("\nAll suggestions: larder suggestions\n")
            )
            let document = try await run("suggestions", "vote", "habit:9", "none", "--json").errorDocument()
            #expect(document["code"] as? String == "NOT_FOUND")
            #expect(document["hint"] as? String == "All suggestions: larder suggestions")
        }
    }

    @Test("say what the service rejects, by the names that users know", arguments: [Language.english, .french])
    func rejected(language: Language) async throws {
        try await with([passed], in: language) { _, run async throws in
            let printed = try await run("suggestions", "vote", "", "useful")
            #expect(printed.exit == .invalid)
            let colon = language == .french ? "\u{a0}:" : ""
            #expect(printed.error.contains("\n  - suggestion\(colon) must not be empty.\n"))
        }
    }

    @Test(
        "are a usage error without an id or a vote, and with an unknown one",
        arguments: [["vote"], ["vote", "habit:1"], ["vote", "habit:1", "maybe"], ["list", "habit:1"]]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["suggestions"] + arguments) }
    }

    @Test("take a session, and say so", arguments: [["suggestions"], ["suggestions", "vote", "habit:1", "useful"]])
    func signedOut(arguments: [String]) async throws {
        try await TestGateway.with { gateway async throws in
            let printed = try await CommandRun(gateway: gateway)(arguments)
            #expect(printed.exit == .unauthenticated && printed.out.isEmpty)
        }
    }

    // MARK: In French

    @Test("are written in French")
    func french() async throws {
        try await with([passed, habit(name: "Café au lait")], in: .french) { gateway, run async throws in
            #expect(
                plain(try await run("suggestions").out) == """
                    🥛 Dairy · au plus 50,00 CAD · mois · dépassé de 12,50 CAD
                    Ce dont vous pourriez vous passer une autre fois, parmi vos achats depuis le 2025-03-01 :
                    🍨 Ice cream 11,98 CAD sur 3 jours
                    🥛 Dairy 2,50 CAD sur 1 jour
                    Vous en passer vous aurait fait économiser 14,48 CAD.
                    Suggestion goal:goal-1:2025-03-01 · votre vote : utile

                    Café au lait · 42,00 CAD sur 12 jours, du 2025-01-01 au 2025-03-31
                    Vous en passer vous ferait économiser 170,33 CAD en un an.
                    Suggestion habit:1 · votre vote : aucun

                    Pour dire si l’une d’elles vous est utile : larder suggestions vote goal:goal-1:2025-03-01 useful

                    """
            )
            #expect(
                plain(try await run("suggestions", "vote", "habit:1", "useful").out) == "Merci. Votre vote : utile.\n"
            )
            #expect(try await run("suggestions", "vote", "habit:1", "none").out == "Votre vote est retiré.\n")
            let unknown = try await run("suggestions", "vote", "habit:9", "useful")
            #expect(plain(unknown.error).hasSuffix("\nToutes les suggestions : larder suggestions\n"))
            gateway.state { $0.records.suggestions = .init() }
            #expect(try await run("suggestions").out.hasPrefix("Il n’y a pas de suggestion pour l’instant. "))
        }
    }

    @Test("are written in French where there is nothing to leave out", arguments: [true, false])
    func frenchNothing(hasLittleHistory: Bool) async throws {
        let suggestion = Budget.Suggestion(
            id: "goal:goal-1:2025-03-01",
            kind: .goalPassed,
            goal: goal(.init(period: .month, limit: cad(5_000))),
            over: cad(1_250),
            hasLittleHistory: hasLittleHistory
        )
        try await with([suggestion], in: .french) { _, run async throws in
            let sentence =
                hasLittleHistory
                ? "\nIl y a encore trop peu d’achats pour dire de quoi vous pourriez vous passer.\n"
                : "\nRien n’y semble facile à laisser de côté.\n"
            #expect(try await run("suggestions").out.contains(sentence))
        }
    }

    // MARK: Operators

    private let report = Budget.ReportVotesResponse(counts: [
        .init(kind: .goalPassed, month: "2025-03", useful: 2, notUseful: 1),
        .init(kind: .habit, month: "2025-03", useful: 0, notUseful: 4),
        .init(kind: .init(rawValue: 9), month: "2025-02", useful: .max, notUseful: 0),
    ])

    @Test("are reported to operators by kind and month, with the share that was useful")
    func reports() async throws {
        try await with { gateway, run async throws in
            #expect(
                try await run("operator", "suggestions").out
                    == "Nobody has voted on a suggestion in the last 24 months.\n"
            )
            gateway.state { $0.records.voteReport = report }
            #expect(
                try await run("operator", "suggestions").out == """
                    Month    Kind                      Useful  Not useful  Share useful
                    2025-03  goal passed                    2           1        66.7 %
                    2025-03  habit                          0           4         0.0 %
                    2025-02  9            9223372036854775807           0       100.0 %

                    """
            )
            let document = try await run("operator", "suggestions", "--json").document()
            #expect((document["counts"] as? [Any])?.count == 3)
        }
    }

    @Test("are reported to operators in French")
    func frenchReport() async throws {
        try await with(in: .french) { gateway, run async throws in
            #expect(
                try await run("operator", "suggestions").out
                    == "Personne n’a voté sur une suggestion ces 24 derniers mois.\n"
            )
            gateway.state { $0.records.voteReport = report }
            let lines = plain(try await run("operator", "suggestions").out).split(separator: "\n")
            #expect(lines.first == "Mois Genre Utiles Pas utiles Part des utiles")
            #expect(lines.dropFirst().first == "2025-03 objectif dépassé 2 1 66,7 %")
            #expect(lines.dropFirst(2).first == "2025-03 habitude 0 4 0,0 %")
        }
    }
}
