import ArgumentParser
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Recurring expenditures", .timeLimit(.minutes(5)))
struct RecurringTests {
    private func with(
        _ recurring: [Budget.RecurringExpenditure] = [],
        _ body: (TestGateway, CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.recurring = recurring }
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private var rent: Budget.RecurringExpenditure {
        .init(
            id: "recurring-1",
            terms: .init(
                expenditure: .init(
                    name: "Rent",
                    amount: .init(minorUnits: 150_000, currency: "CAD"),
                    category: "housing",
                    categorySymbol: "🏠",
                    purchasedAt: .init(date: "2026-01-31", timeZone: "America/Vancouver"),
                    note: "Flat 3"
                ),
                unit: .month
            ),
            version: 4,
            nextDay: "2026-12-31"
        )
    }

    private func terms(_ gateway: TestGateway) -> [Budget.RecurringTerms] {
        gateway.state { $0.records.recurring.compactMap(\.terms) }
    }

    // MARK: Bad input

    @Test(
        "commands that say too little or something unknown are refused",
        arguments: [
            ["add", "Rent"], ["add", "Rent", "5", "--currency", "CAD"],
            ["add", "Rent", "5", "--currency", "CAD", "--unit", "fortnight"],
            ["add", "Rent", "5", "--currency", "CAD", "--unit", "month", "--every", "0"],
            ["change", "recurring-1", "--every", "0"], ["change", "recurring-1"], ["remove"],
            ["undo"],
        ]
    )
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["recurring"] + arguments) }
    }

    @Test("amounts that are not above 0 are refused, and nothing is sent", arguments: ["0", "-5", "ten", "1.234"])
    func amounts(amount: String) async throws {
        try await with([rent]) { gateway, run in
            for command in [
                ["recurring", "change", "recurring-1", "--amount", amount],
                ["recurring", "add", "Rent", amount, "--currency", "CAD", "--unit", "day"],
            ] {
                let printed = try await run(command)
                #expect(printed.exit != .ok && !printed.error.isEmpty)
            }
            #expect(terms(gateway) == [rent.terms])
        }
    }

    @Test("one is in the currency of the user's settings unless another is given")
    func currency() async throws {
        try await with([]) { gateway, run async throws in
            #expect(try await run("recurring", "add", "Rent", "5", "--unit", "month").exit == .usage)
            gateway.state { $0.sessions.settings.currency = "CAD" }
            #expect(try await run("recurring", "add", "Rent", "5", "--unit", "month").exit == .ok)
            #expect(terms(gateway).map(\.expenditure?.amount) == [.init(minorUnits: 500, currency: "CAD")])
        }
    }

    @Test("one that is unknown is not found, with the command that lists them")
    func unknown() async throws {
        try await with([rent]) { _, run in
            let printed = try await run("recurring", "change", "recurring-2", "--amount", "5")
            #expect(printed.exit == .notFound)
            #expect(
                printed.error
                    == "error: There is no recurring expenditure \"recurring-2\".\nAll recurring expenditures: larder recurring\n"
            )
        }
    }

    // MARK: What they do

    @Test("is added with what comes again and when")
    func add() async throws {
        try await with { gateway, run in
            let printed = try await run([
                "recurring", "add", "Bus pass", "28", "--currency", "cad", "--unit", "week", "--every", "2",
                "--first-day", "2026-12-04", "--last-day", "2027-06-30", "--place", "Station", "--note", "Ada",
            ])
            #expect(printed.exit == .ok)
            #expect(printed.out.hasPrefix("Bus pass · 28.00 CAD · every 2 weeks · next on 2026-12-04\n"))
            let added = try #require(terms(gateway).first)
            #expect(added.unit == .week && added.every == 2 && added.lastDay == "2027-06-30")
            #expect(added.expenditure?.place == "Station" && added.expenditure?.purchasedAt?.date == "2026-12-04")
            #expect(added.expenditure?.amount == .init(minorUnits: 2_800, currency: "CAD"))
            #expect(gateway.state { $0.records.keys.last?.isEmpty == false })
        }
    }

    @Test("is changed in what is given alone, removed and brought back")
    func change() async throws {
        try await with([rent]) { gateway, run in
            let printed = try await run(
                "recurring",
                "change",
                "recurring-1",
                "--amount",
                "1600",
                "--last-day",
                "2027-01-31"
            )
            #expect(printed.exit == .ok)
            var expected = try #require(rent.terms)
            expected.expenditure?.amount = .init(minorUnits: 160_000, currency: "CAD")
            expected.lastDay = "2027-01-31"
            #expect(terms(gateway) == [expected])
            let same = try await run("recurring", "change", "recurring-1", "--name", "Rent")
            #expect(same.error == "Nothing has changed: it is so already.\n")
            let removed = try await run("recurring", "remove", "recurring-1")
            #expect(removed.out.contains("removed") && removed.out.contains("larder recurring undo recurring-1"))
            let empty = try await run("recurring")
            #expect(empty.out.hasPrefix("There are no recurring expenditures yet."))
            #expect(try await run("recurring", "undo", "recurring-1").exit == .ok)
            let listed = try await run("recurring", "list")
            #expect(listed.out.contains("every month") && listed.out.contains("next on 2026-12-31"))
        }
    }

    @Test("is printed as JSON for programs")
    func json() async throws {
        try await with([rent]) { _, run in
            let printed = try await run("recurring", "--json")
            let answer = try JSONSerialization.jsonObject(with: Data(printed.out.utf8)) as? [String: [[String: Any]]]
            #expect(answer?["recurring"]?.first?["nextDay"] as? String == "2026-12-31")
        }
    }
}
