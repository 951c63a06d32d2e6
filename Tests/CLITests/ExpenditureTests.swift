import ArgumentParser
import ConcurrencyTestSupport
import Foundation
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Adding an expenditure", .timeLimit(.minutes(5)))
struct ExpenditureTests {
    /// Runs `body` with a signed-in user.
    private func with(_ body: (TestGateway, CommandRun) async throws -> Void) async throws {
        try await TestGateway.with { gateway async throws in
            try await body(gateway, try await CommandRun.signedIn(gateway))
        }
    }

    private func added(_ gateway: TestGateway) -> [Budget.CreateExpenditureRequest] {
        gateway.state { $0.records.expenditures }
    }

    @Test(
        "is a usage error without a name or an amount",
        arguments: [
            [], ["Rent"], ["Rent", "--currency", "CAD"],
        ]
    )
    func usage(arguments: [String]) {
        #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["expenditure", "add"] + arguments) }
    }

    @Test(
        "sends nothing for an amount that is no number, or isn't above 0",
        arguments: ["x", "1.234", "0", "0.00", "-5", "-5.50"]
    )
    func wrongAmount(amount: String) async throws {
        try await with { gateway, run in
            let printed = try await run("expenditure", "add", "Rent", amount, "--currency", "CAD")
            let isNumber = amount.hasPrefix("0") || amount.hasPrefix("-")
            #expect(printed.exit == (isNumber ? .invalid : .usage))
            #expect(printed.error.contains("marked with --refund.") == isNumber)
            #expect(added(gateway).isEmpty)
        }
    }

    @Test("names the command that lists the categories for an unknown one")
    func wrongCategory() async throws {
        try await with { gateway, run in
            let command = ["expenditure", "add", "Rent", "1200", "--currency", "CAD", "--category", "flat"]
            let printed = try await run(command)
            #expect(printed.exit == .invalid)
            #expect(
                printed.error
                    == "error: There is no category \"flat\".\nAll categories: larder products categories\n"
            )
            let document = try await run(command + ["--json"]).errorDocument()
            #expect(document["code"] as? String == "INVALID_ARGUMENT")
            #expect(document["reason"] as? String == "UNKNOWN_CATEGORY")
            #expect(added(gateway).isEmpty)
        }
    }

    @Test("sends all fields once, and shows it with its kind and note")
    func whole() async throws {
        try await with { gateway, run in
            let command = [
                "expenditure", "add", "Yogurt course", "12.50", "--currency", "cad", "--category", "dairy", "--date",
                "2031-03-09", "--time", "17:42", "--place", "Town hall", "--note", "- paid in cash", "--refund",
            ]
            let printed = try await run(command)
            #expect(printed.exit == .ok)
            #expect(
                printed.out == """
                    Town hall · 2031-03-09 17:42 · refund · confirmed
                    Expenditure \(TestGateway.UserRecords.purchaseID) · version 1

                    #      Item           Quantity      Amount
                    1  🥛  Yogurt course         1      -12.50
                           Total                    -12.50 CAD

                    Note: - paid in cash

                    """
            )
            #expect(
                added(gateway) == [
                    .init(
                        name: "Yogurt course",
                        amount: .init(minorUnits: 1_250, currency: "CAD"),
                        category: "dairy",
                        categorySymbol: "🥛",
                        purchasedAt: .init(date: "2031-03-09", time: "17:42", timeZone: DeviceTimeZone.name),
                        place: "Town hall",
                        note: "- paid in cash",
                        refund: true
                    )
                ]
            )
            let keys = gateway.state { $0.records.keys }
            #expect(keys.count == 1 && keys.allSatisfy { UUID(uuidString: $0) != nil })
            let json = try await run(command + ["--json"]).document()
            #expect(json["kind"] as? String == "PURCHASE_KIND_EXPENDITURE")
            #expect(json["note"] as? String == "- paid in cash")
        }
    }

    @Test("is of today, and of no place or category, unless they are given")
    func defaults() async throws {
        try await with { gateway, run in
            let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            let before = Date().formatted(style)
            let printed = try await run("expenditure", "add", "Rent", "1200", "--currency", "JPY", "--category", "")
            let days = [before, Date().formatted(style)]
            let request = try #require(added(gateway).first)
            #expect(days.contains(request.purchasedAt?.date ?? ""))
            #expect(request.amount == .init(minorUnits: 1_200, currency: "JPY"))
            #expect(request.category.isEmpty && request.categorySymbol.isEmpty && request.place.isEmpty)
            #expect(days.contains { printed.out.hasPrefix("\($0) · confirmed\nExpenditure ") })
            #expect(!gateway.calls.values.contains { $0.hasSuffix("/ListCategories") })
        }
    }

    @Test("is in the currency of the user's settings unless one is given, and says where it can be set")
    func currency() async throws {
        try await with { gateway, run in
            let none = try await run("expenditure", "add", "Rent", "1200", "--json").errorDocument()
            #expect(none["code"] as? String == "USAGE" && none["reason"] as? String == "NO_CURRENCY")
            #expect((none["hint"] as? String ?? "").hasSuffix("larder settings set currency CAD"))
            #expect(added(gateway).isEmpty)
            gateway.state { $0.sessions.settings.currency = "CAD" }
            #expect(try await run("expenditure", "add", "Rent", "1200").exit == .ok)
            #expect(added(gateway).map(\.amount) == [.init(minorUnits: 120_000, currency: "CAD")])
        }
    }

    @Test("has a help that says how to correct and discard one")
    func help() {
        let help = LarderCommand.helpMessage(for: ExpenditureCommand.self, columns: 200)
        for command in ["list --kind expenditure", "edit", "discard"] {
            #expect(help.contains("larder purchase \(command)\n"))
        }
    }

    @Test("takes an amount with a comma in French")
    func french() async throws {
        try await with { gateway, run in
            var run = run
            run.language = .french
            let printed = try await run("expenditure", "add", "Loyer", "12,50", "--currency", "CAD", "--note", "Mars")
            #expect(added(gateway).map(\.amount?.minorUnits) == [1_250])
            #expect(printed.out.contains("\nDépense \(TestGateway.UserRecords.purchaseID) · version 1\n"))
            #expect(printed.out.hasSuffix("\nNote\u{A0}: Mars\n"))
            let zero = try await run("expenditure", "add", "Loyer", "0", "--currency", "CAD")
            #expect(zero.error.hasPrefix("erreur\u{A0}: Le montant doit être supérieur à 0."))
        }
    }
}
