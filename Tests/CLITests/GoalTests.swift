import ArgumentParser
import ConcurrencyTestSupport
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Goals", .timeLimit(.minutes(5)))
struct GoalTests {
    private let add = ["goal", "add", "500", "--currency", "CAD", "--period", "month"]

    /// Runs `body` with a signed-in user who has goals.
    private func with(
        _ goals: [Budget.Goal] = [],
        _ body: (TestGateway, CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.goals = goals }
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    private func goal(
        _ terms: Budget.GoalTerms,
        spent: Int64 = 0,
        forecast: Int64? = nil,
        apart: [Common.Money] = [],
        name: String = "",
        day: String? = nil,
        number: Int = 1
    ) -> Budget.Goal {
        .init(
            id: "goal-\(number)",
            terms: terms,
            version: 4,
            progress: .init(
                firstDay: day ?? "2025-03-01",
                lastDay: day ?? "2025-03-31",
                spent: cad(spent),
                forecast: forecast.map(cad),
                apart: apart
            ),
            productName: name
        )
    }

    private func created(_ gateway: TestGateway) -> [Budget.GoalTerms?] {
        gateway.state { $0.records.createdGoals.map(\.terms) }
    }

    private func changed(_ gateway: TestGateway) -> [Budget.ChangeGoalRequest] {
        gateway.state { $0.records.goalChanges }
    }

    // MARK: Bad input

    @Test(
        "are a usage error where something is missing, unknown or said twice",
        arguments: [
            ["add"], ["add", "500"], ["add", "500", "--currency", "CAD"],
            ["add", "500", "--currency", "CAD", "--period", "decade"],
            ["add", "500", "--currency", "CAD", "--period", "month", "--begins-on", "x"],
            ["add", "500", "--currency", "CAD", "--period", "month", "--begins-on", "0"],
            ["change", "goal-1", "--begins-on", "0"],
            ["add", "500", "--currency", "CAD", "--period", "month", "--category", "dairy", "--product", "product-1"],
            ["add", "500", "--currency", "CAD", "--period", "month", "--category", ""],
            ["add", "500", "--currency", "CAD", "--period", "month", "--product", ""], ["change"],
            ["change", "goal-1"], ["change", "goal-1", "--everything", "--category", "dairy"],
            ["change", "goal-1", "--everything", "--product", "product-1"], ["remove"], ["undo"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["goal"] + arguments) }
    }

    @Test("send nothing for a limit that is no number, or isn't above 0", arguments: ["x", "1.234", "0", "0.00", "-5"])
    func wrongLimit(limit: String) async throws {
        try await with([goal(.init(period: .month, beginsOn: 1, limit: cad(100)))]) { gateway, run in
            for command in [
                ["goal", "change", "goal-1", "--limit", limit],
                ["goal", "add", limit, "--currency", "CAD", "--period", "day"],
            ] {
                let printed = try await run(command)
                let isNumber = limit.hasPrefix("0") || limit.hasPrefix("-")
                #expect(printed.exit == (isNumber ? .invalid : .usage))
                #expect((printed.error == "error: The limit must be above 0.\n") == isNumber)
            }
            #expect(created(gateway).isEmpty && changed(gateway).isEmpty)
        }
    }

    @Test("are in the currency of the user's settings unless another is given")
    func currency() async throws {
        try await with { gateway, run in
            let none = try await run("goal", "add", "500", "--period", "month")
            #expect(none.exit == .usage && created(gateway).isEmpty)
            #expect(
                none.error == """
                    error: The currency is missing: give it with --currency.
                    To set it once for all commands: larder settings set currency CAD

                    """
            )
            gateway.state { $0.sessions.settings.currency = "JPY" }
            #expect(try await run("goal", "add", "500", "--period", "month").exit == .ok)
            #expect(try await run("goal", "add", "5", "--period", "day", "--currency", "eur").exit == .ok)
            #expect(
                created(gateway).map(\.?.limit) == [
                    .init(minorUnits: 500, currency: "JPY"), .init(minorUnits: 500, currency: "EUR"),
                ]
            )
        }
    }

    @Test("name the command that lists the categories for an unknown one, and send nothing")
    func wrongCategory() async throws {
        try await with([goal(.init(period: .month, beginsOn: 1, limit: cad(100)))]) { gateway, run in
            for command in [add, ["goal", "change", "goal-1"]] {
                let printed = try await run(command + ["--category", "milk"])
                #expect(printed.exit == .invalid)
                #expect(
                    printed.error
                        == "error: There is no category \"milk\".\nAll categories: larder products categories\n"
                )
                let document = try await run(command + ["--category", "milk", "--json"]).errorDocument()
                #expect(document["reason"] as? String == "UNKNOWN_CATEGORY")
            }
            #expect(created(gateway).isEmpty && changed(gateway).isEmpty)
        }
    }

    @Test("send nothing for an unknown product")
    func wrongProduct() async throws {
        try await with { gateway, run in
            let printed = try await run(add + ["--product", "product-9"])
            #expect(printed.exit == .notFound)
            #expect(created(gateway).isEmpty)
        }
    }

    @Test("say what the service rejects of the day on which a period begins", arguments: ["32", "-1"])
    func wrongDay(day: String) async throws {
        try await with { _, run in
            let printed = try await run(add + ["--begins-on", day])
            #expect(printed.exit == .invalid)
            #expect(printed.error.hasSuffix("\n  - --begins-on must be from 1 to 31.\n"))
        }
    }

    @Test("are found by their ids alone, and removed ones are not changed")
    func unknown() async throws {
        try await with([goal(.init(period: .month, beginsOn: 1, limit: cad(100)))]) { gateway, run in
            let printed = try await run("goal", "change", "goal-2", "--limit", "5")
            #expect(printed.exit == .notFound)
            #expect(printed.error == "error: There is no goal \"goal-2\".\nAll goals: larder goals\n")
            #expect(try await run("goal", "remove", "goal-2").exit == .notFound)
            #expect(try await run("goal", "undo", "goal-2").exit == .notFound)
            #expect(try await run("goal", "remove", "goal-1").exit == .ok)
            #expect(try await run("goal", "change", "goal-1", "--limit", "5").exit == .notFound)
            #expect(changed(gateway).isEmpty)
        }
    }

    // MARK: Adding

    @Test("are added once, with all parts")
    func adds() async throws {
        try await with { gateway, run in
            let everything = try await run("goal", "add", "20", "--currency", "cad", "--period", "day")
            #expect(everything.exit == .ok)
            #expect(everything.out == "everything · at most 20.00 CAD · day\nGoal goal-1\n")
            let dairy = try await run(add + ["--begins-on", "15", "--category", "dairy"])
            #expect(dairy.out == "🥛 Dairy · at most 500.00 CAD · month from day 15\nGoal goal-2\n")
            let week = ["goal", "add", "9000", "--currency", "JPY", "--period", "week", "--begins-on", "7"]
            let milk = try await run(week + ["--product", "product-1"])
            #expect(milk.out == "product-1 · at most 9000 JPY · week from Sunday\nGoal goal-3\n")
            #expect(
                created(gateway) == [
                    .init(period: .day, limit: cad(2_000)),
                    .init(period: .month, beginsOn: 15, limit: cad(50_000), category: "dairy"),
                    .init(
                        period: .week,
                        beginsOn: 7,
                        limit: .init(minorUnits: 9_000, currency: "JPY"),
                        productID: "product-1"
                    ),
                ]
            )
            let keys = gateway.state { $0.records.keys }
            #expect(Set(keys).count == 3 && keys.allSatisfy { UUID(uuidString: $0) != nil })
            let json = try await run(add + ["--json"]).document()
            #expect(json["id"] as? String == "goal-4")
        }
    }

    // MARK: Listing

    @Test("are a sentence with the first step where there is none")
    func none() async throws {
        try await with { gateway, run in
            for command in [["goal", "list"], ["goals"], ["goal"]] {
                let printed = try await run(command).out
                #expect(
                    printed == "There are no goals yet. Add one with: "
                        + "larder goal add 800 --currency CAD --period month\n"
                )
            }
            let zone = DeviceTimeZone.name.isEmpty ? "UTC" : DeviceTimeZone.name
            #expect(Set(gateway.state { $0.records.goalLists.map(\.timeZone) }) == [zone])
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("are a table with what was spent, what is left and a forecast, and its method below")
    func list() async throws {
        let goals = [
            goal(
                .init(period: .month, beginsOn: 15, limit: cad(50_000), category: "dairy"),
                spent: 12_500,
                forecast: 61_000,
                apart: [.init(minorUnits: 1_200, currency: "EUR"), .init(minorUnits: 900, currency: "JPY")]
            ),
            goal(
                .init(period: .week, beginsOn: 1, limit: cad(1_000), productID: "p-1"),
                spent: 1_350,
                name: "Milk",
                number: 2
            ),
            goal(.init(period: .week, beginsOn: 2, limit: cad(1_000), productID: "p-2"), spent: 1_000, number: 3),
            goal(.init(period: .year, beginsOn: 1, limit: cad(1_000)), spent: -500, forecast: 0, number: 4),
            goal(.init(period: .day, beginsOn: 1, limit: cad(1_000), category: "ferry"), day: "2025-03-09", number: 5),
        ]
        try await with(goals) { gateway, run in
            #expect(
                try await run("goals").out
                    == """
                        For         Period             Days                           Limit   Spent    Share       Left  Forecast  Not converted        Id
                    🥛  Dairy       month from day 15  2025-03-01 to 2025-03-31  500.00 CAD  125.00   25.0 %     375.00    610.00  12.00 EUR · 900 JPY  goal-1
                        Milk        week               2025-03-01 to 2025-03-31   10.00 CAD   13.50  135.0 %  3.50 over                                 goal-2
                        p-2         week from Tuesday  2025-03-01 to 2025-03-31   10.00 CAD   10.00  100.0 %       0.00                                 goal-3
                        everything  year               2025-03-01 to 2025-03-31   10.00 CAD   -5.00  -50.0 %      15.00      0.00                       goal-4
                        ferry       day                2025-03-09                 10.00 CAD    0.00    0.0 %      10.00                                 goal-5
                    Forecasts assume an even pace: as much a day as until now.

                    """
            )
            let document = try await run("goals", "--json").document()
            #expect((document["goals"] as? [Any])?.count == 5)
            #expect(gateway.calls.values.filter { $0.hasSuffix("/ListCategories") }.count == 1)
        }
    }

    @Test("name what was spent in other currencies, every rate once, and that there are none at present")
    func converted() async throws {
        func rate(_ from: String, _ day: String, _ rate: String) -> Catalog.ExchangeRate {
            .init(from: from, to: "CAD", day: day, rate: rate, source: "Bank of Canada")
        }
        func goal(_ number: Int, _ converted: Int64, _ rates: [Catalog.ExchangeRate], category: String) -> Budget.Goal {
            var goal = self.goal(
                .init(period: .week, beginsOn: 1, limit: cad(20_000), category: category),
                spent: 15_000,
                number: number
            )
            goal.progress?.converted = cad(converted)
            goal.progress?.rates = rates
            return goal
        }
        let friday = rate("USD", "2025-03-07", "1.4382")
        var goals = [
            goal(1, 12_345, [friday, rate("USD", "2025-03-10", "1.45")], category: "dairy"),
            goal(2, 230, [rate("EUR", "2025-03-07", "1.5552"), friday], category: ""),
        ]
        try await with(goals) { _, run in
            let printed = try await run("goals").out
            #expect(
                printed.hasSuffix(
                    """
                    🥛 Dairy: of 150.00 CAD, 123.45 CAD was spent in other currencies.
                    everything: of 150.00 CAD, 2.30 CAD was spent in other currencies.
                    Each amount is converted at the rate of its purchase’s own day:
                      1 EUR = 1.5552 CAD on 2025-03-07 (Bank of Canada)
                      1 USD = 1.4382 CAD on 2025-03-07 to 1.45 CAD on 2025-03-10 (2 rates, Bank of Canada)

                    """
                )
            )
        }
        goals = [self.goal(.init(period: .day, limit: cad(1_000)), apart: [.init(minorUnits: 700, currency: "USD")])]
        goals[0].progress?.ratesUnavailable = true
        try await with(goals) { _, run in
            let printed = try await run("goals").out
            #expect(printed.contains("7.00 USD") && !printed.contains("converted at"))
            #expect(printed.hasSuffix("\nExchange rates are not available at present.\n"))
        }
    }

    @Test("name no method without a forecast")
    func noForecast() async throws {
        try await with([goal(.init(period: .day, beginsOn: 1, limit: cad(1_000)))]) { _, run in
            let printed = try await run("goals").out
            #expect(!printed.contains("Forecast"))
        }
    }

    @Test("have something left up to their limit, however large the amounts are")
    func left() {
        #expect(GoalText.left(cad(100), of: cad(100)).text == "0.00")
        #expect(GoalText.left(cad(101), of: cad(100)).text == "0.01 over")
        #expect(GoalText.left(cad(.min), of: cad(.max)).text == cad(.max).amountText)
        #expect(GoalText.left(nil, of: cad(1)).text.isEmpty && GoalText.left(cad(1), of: nil).text.isEmpty)
    }

    // MARK: Changing

    @Test(
        "keep what isn't given when they are changed",
        arguments: [
            (["--limit", "750.50"], .init(period: .week, beginsOn: 3, limit: .cad(75_050), category: "dairy")),
            (
                ["--currency", "jpy"],
                .init(
                    period: .week,
                    beginsOn: 3,
                    limit: .init(minorUnits: 500, currency: "JPY"),
                    category: "dairy"
                )
            ),
            (
                ["--currency", "EUR", "--limit", "4"],
                .init(
                    period: .week,
                    beginsOn: 3,
                    limit: .init(minorUnits: 400, currency: "EUR"),
                    category: "dairy"
                )
            ),
            (["--period", "month"], .init(period: .month, limit: .cad(50_000), category: "dairy")),
            (
                ["--period", "month", "--begins-on", "31"],
                .init(period: .month, beginsOn: 31, limit: .cad(50_000), category: "dairy")
            ),
            (["--period", "week"], .init(period: .week, beginsOn: 3, limit: .cad(50_000), category: "dairy")),
            (["--begins-on", "5"], .init(period: .week, beginsOn: 5, limit: .cad(50_000), category: "dairy")),
            (["--everything"], .init(period: .week, beginsOn: 3, limit: .cad(50_000))),
            (
                ["--product", "product-1"],
                .init(period: .week, beginsOn: 3, limit: .cad(50_000), productID: "product-1")
            ),
        ] as [([String], Budget.GoalTerms)]
    )
    func changes(options: [String], terms: Budget.GoalTerms) async throws {
        let present = Budget.GoalTerms(period: .week, beginsOn: 3, limit: cad(50_000), category: "dairy")
        try await with([goal(present)]) { gateway, run in
            let printed = try await run(["goal", "change", "GOAL-1"] + options)
            #expect(printed.exit == .ok)
            #expect(printed.out.hasSuffix("\nGoal goal-1\n"))
            #expect(changed(gateway) == [.init(goalID: "goal-1", expectedVersion: 4, terms: terms)])
            let isSame = terms == present
            #expect(printed.error == (isSame ? "Nothing has changed: the goal is so already.\n" : ""))
            #expect(gateway.state { $0.records.keys.count } == 1)
        }
    }

    @Test("keep their currency where the figure of the limit has too many decimals for another")
    func decimals() async throws {
        try await with([goal(.init(period: .day, beginsOn: 1, limit: cad(1_250)))]) { gateway, run in
            let printed = try await run("goal", "change", "goal-1", "--currency", "JPY")
            #expect(printed.exit == .usage)
            #expect(changed(gateway).isEmpty)
        }
    }

    @Test("are removed, and brought back as they were")
    func removes() async throws {
        try await with([goal(.init(period: .month, beginsOn: 1, limit: cad(1_000)))]) { gateway, run in
            let shown = "everything · at most 10.00 CAD · month"
            #expect(
                try await run("goal", "remove", "goal-1").out
                    == "\(shown) · removed\nGoal goal-1\nTo bring it back: larder goal undo goal-1\n"
            )
            #expect(try await run("goals").out.hasPrefix("There are no goals yet."))
            #expect(try await run("goal", "undo", "goal-1").out == "\(shown)\nGoal goal-1\n")
            let nothing = try await run("goal", "undo", "goal-1", "--json").errorDocument()
            #expect(nothing["reason"] as? String == "NOTHING_TO_UNDO")
            let document = try await run("goal", "remove", "goal-1", "--json").document()
            #expect(document["removed"] as? Bool == true)
            let keys = gateway.state { $0.records.keys }
            #expect(Set(keys).count == 3 && keys.allSatisfy { UUID(uuidString: $0) != nil })
        }
    }

    // MARK: In French

    @Test("are written in French, where a limit may have a comma")
    func french() async throws {
        try await with { gateway, run in
            var run = run
            run.language = .french
            func plain(_ text: String) -> String {
                text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
            }
            let command = ["goal", "add", "12,50", "--currency", "CAD", "--period", "week", "--begins-on", "6"]
            #expect(
                plain(try await run(command).out)
                    == "toutes les dépenses · au plus 12,50 CAD · semaine à partir du samedi\nObjectif goal-1\n"
            )
            #expect(created(gateway).map(\.?.limit?.minorUnits) == [1_250])
            gateway.state { $0.records.goals[0].progress = .init(spent: cad(2_000), forecast: cad(3_000)) }
            #expect(
                plain(try await run("goals").out) == """
                    Pour Période Limite Dépensé Part Reste Prévision Identifiant
                    toutes les dépenses semaine à partir du samedi 12,50 CAD 20,00 160,0 % dépassé de 7,50 30,00 goal-1
                    Les prévisions supposent un rythme régulier : autant par jour que jusqu’ici.

                    """
            )
            let zero = try await run("goal", "add", "0", "--currency", "CAD", "--period", "week")
            #expect(zero.error == "erreur\u{A0}: La limite doit être supérieure à 0.\n")
        }
    }
}

extension Common.Money {
    fileprivate static func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }
}
