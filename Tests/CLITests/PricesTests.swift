import ArgumentParser
import ConcurrencyTestSupport
import LarderClient
import LarderClientTestSupport
import Testing
import Texts

@testable import larder

@Suite("Prices that were paid", .timeLimit(.minutes(5)))
struct PricesTests {
    /// Runs `body` with a signed-in user who has paid these prices.
    private func with(
        _ answer: Budget.ListPriceChangesResponse = .init(),
        history: Budget.PriceHistory? = nil,
        averages: Budget.CompareWithAveragesResponse = .init(),
        in language: Language = .english,
        _ body: (CommandRun) async throws -> Void
    ) async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { state in
                state.records.priceChanges = answer
                state.records.priceHistory = history
                state.records.averageComparisons = averages
            }
            var run = try await CommandRun.signedIn(gateway)
            run.language = language
            try await body(run)
        }
    }

    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    private var butter: Budget.PriceChange {
        .init(
            item: .init(id: "words:1", name: "Butter", symbol: "🧈"),
            storeName: "Corner shop",
            currency: "CAD",
            unit: "kg",
            formerPrice: "13.0000",
            latestPrice: "14.3172",
            formerDay: "2025-01-02",
            latestDay: "2025-03-04",
            changePermille: 101,
            yearly: cad(1_250),
            formerPack: .init(count: 1, thousandths: 500_000, dimension: .mass),
            latestPack: .init(count: 1, thousandths: 454_000, dimension: .mass)
        )
    }

    private var cola: Budget.PriceChange {
        .init(
            item: .init(id: "product:1", productID: "1", name: "Cola", symbol: "🥤"),
            currency: "CAD",
            unit: "each",
            formerPrice: "2.0000",
            latestPrice: "0.1250",
            changePermille: -250,
            yearly: cad(-300)
        )
    }

    /// A text with one space for each gap.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing(/[ ]+/, with: " ")
    }

    @Test("are a sentence where nothing can be compared, or no price has changed")
    func none() async throws {
        try await with { run async throws in
            let printed = try await run("prices")
            #expect(
                printed.exit == .ok && printed.out.hasPrefix("Nothing can be compared yet: that takes two purchases")
            )
        }
        try await with(.init(compared: 3)) { run async throws in
            #expect(try await run("prices").out == "Of 3 things that can be compared, no price has changed much.\n")
        }
    }

    @Test("are compared in a table, with a line for each pack that has shrunk")
    func changes() async throws {
        try await with(.init(changes: [butter, cola], compared: 9)) { run async throws in
            let lines = plain(try await run("prices").out).split(separator: "\n").map(String.init)
            #expect(lines.contains("🧈 Butter Corner shop 13.00 CAD/kg 14.32 CAD/kg +10.1 % +12.50 CAD"))
            #expect(lines.contains("🥤 Cola unknown store 2.00 CAD/piece 0.125 CAD/piece -25.0 % -3.00 CAD"))
            #expect(lines.contains("Butter comes in a smaller pack: 454 g in place of 500 g."))
            #expect(lines.last == "9 things can be compared; changes below 2 % are left out.")
        }
        try await with(.init(changes: [butter], compared: 1), in: .french) { run async throws in
            let printed = plain(try await run("prices").out)
            #expect(printed.contains("13,00 CAD/kg 14,32 CAD/kg +10,1 % +12,50 CAD"))
            #expect(printed.contains("Butter se vend dans un emballage plus petit : 454 g au lieu de 500 g."))
        }
    }

    @Test("of one thing are listed newest first, with what was regular and how much was bought")
    func history() async throws {
        let pack = Budget.PackSize(count: 6, thousandths: 355_000, dimension: .volume)
        let series = Budget.PriceSeries(
            currency: "CAD",
            unit: "l",
            prices: [
                .init(
                    day: "2025-01-02",
                    storeName: "Corner shop",
                    paid: "2.5000",
                    regular: "2.5000",
                    amount: cad(1_065),
                    quantityThousandths: 2_000,
                    quantityUnit: "each",
                    pack: pack
                ),
                .init(
                    day: "2025-02-03",
                    paid: "2.0000",
                    regular: "2.5000",
                    amount: cad(300),
                    quantityThousandths: 1_500,
                    quantityUnit: "l"
                ),
            ],
            lowest: "2.0000",
            usual: "2.0000",
            highest: "2.5000"
        )
        try await with(history: .init(item: .init(name: "Cola", symbol: "🥤"), series: [series])) { run async throws in
            let lines = plain(try await run("prices", "Cola").out).split(separator: "\n").map(String.init)
            #expect(lines.first == "🥤 Cola")
            #expect(lines.contains("Lowest 2.00 CAD/l, usual 2.00 CAD/l, highest 2.50 CAD/l"))
            #expect(
                lines.suffix(2) == [
                    "2025-02-03 unknown store 1.5 l 3.00 CAD 2.00 CAD/l regularly 2.50 CAD/l",
                    "2025-01-02 Corner shop 2 × 6 × 355 ml 10.65 CAD 2.50 CAD/l",
                ]
            )
            let missing = try await run("prices", "Caviar")
            #expect(
                missing.exit == .notFound
                    && missing.error.contains("larder spending --by product lists what you have bought")
            )
        }
    }

    @Test("of what has no quantities are a sentence")
    func unknown() async throws {
        try await with(history: .init(item: .init(name: "Rent"))) { run async throws in
            #expect(try await run("prices", "Rent").out.contains("No quantities are known of it"))
        }
    }

    // MARK: Averages

    private var average: Budget.AverageComparison {
        .init(
            item: .init(id: "product:1", productID: "1", name: "Butter", symbol: "🧈"),
            averageName: "Butter",
            averageQuantity: 454,
            averageUnit: "g",
            month: "2025-12",
            unit: "kg",
            paidPrice: "13.9427",
            averagePrice: "12.4449",
            differencePermille: 120,
            difference: cad(68),
            purchases: 2
        )
    }

    @Test("are compared with averages of a region, by its code or its province's")
    func averages() async throws {
        var milk = average
        (milk.averageName, milk.averageQuantity, milk.averageUnit, milk.unit) = ("Milk", 4_000, "ml", "l")
        (milk.differencePermille, milk.difference) = (-45, cad(-100))
        let answer = Budget.CompareWithAveragesResponse(
            comparisons: [average, milk],
            paid: cad(1_883),
            average: cad(1_848),
            differencePermille: 19,
            credit: "Adapted from Statistics Canada."
        )
        try await with(averages: answer) { run async throws in
            let printed = try await run("prices", "--region", "on")
            let lines = plain(printed.out).split(separator: "\n").map(String.init)
            #expect(lines.contains("🧈 Butter 13.94 CAD/kg 12.44 CAD/kg +12.0 % +0.68 CAD Butter, 454 g, 2025-12"))
            #expect(lines.contains("🧈 Butter 13.94 CAD/l 12.44 CAD/l -4.5 % -1.00 CAD Milk, 4 l, 2025-12"))
            #expect(
                lines.suffix(2) == [
                    "What can be compared of a year’s purchases cost 18.83 CAD, on average 18.48 CAD: a difference of +1.9 %.",
                    "Adapted from Statistics Canada.",
                ]
            )
            #expect(try await run("prices", "--region", "CA-ON").out == printed.out)
            #expect(try await run("prices", "--region", "CA").exit == .invalid)
        }
        try await with { run async throws in
            #expect(try await run("prices", "--region", "ON").out.hasPrefix("Nothing that you bought within a year"))
        }
    }

    @Test("of one thing say what it costs on average, where that is known")
    func averageOfOne() async throws {
        let series = Budget.PriceSeries(
            currency: "CAD",
            unit: "kg",
            prices: [.init(day: "2025-01-02", paid: "13.9427", regular: "13.9427", amount: cad(633))],
            comparison: average,
            credit: "Adapted from Statistics Canada."
        )
        let history = Budget.PriceHistory(item: .init(name: "Butter"), series: [series])
        try await with(history: history) { run async throws in
            let lines = plain(try await run("prices", "Butter", "--region", "ON").out).split(separator: "\n")
            #expect(
                lines.contains(
                    "Average 12.44 CAD/kg, from which what you paid differs by +12.0 %; "
                        + "last compared with Butter, 454 g, 2025-12."
                )
            )
            #expect(lines.last == "Adapted from Statistics Canada.")
        }
        var alone = history
        (alone.series[0].comparison, alone.series[0].credit) = (nil, "")
        try await with(history: alone) { run async throws in
            let printed = plain(try await run("prices", "Butter", "--region", "on").out)
            #expect(printed.contains("\n\nNo average price in CA-ON is known that it can be compared with."))
            #expect(!plain(try await run("prices", "Butter").out).contains("average price"))
        }
    }
}
