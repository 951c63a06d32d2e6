import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirements CAT-14 and CAT-22.
@Suite("Exchange rates", .timeLimit(.minutes(5)))
struct ExchangeRateTests {
    @Test("are set, replaced and withdrawn, which the next question is answered with, and recorded with who did it")
    func keeping() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            #expect(try await environment.found("USD", "CAD", "2025-03-09") == nil)
            let set = try await environment.set("USD CAD 2025-03-07 1.4300")
            #expect(set.own && !set.withdrawn && set.rate?.rate == "1.43" && set.changedAt != nil)
            #expect(try await environment.found("USD", "CAD", "2025-03-09") == ["×1.43 2025-03-07 Bank"])
            let other = UUID()
            try await environment.set("USD CAD 2025-03-07 1.44", by: other)
            try await environment.set("USD CAD 2025-03-07 1.44", by: other)
            #expect(try await environment.found("USD", "CAD", "2025-03-09") == ["×1.44 2025-03-07 Bank"])
            let request = Catalog.WithdrawExchangeRateRequest(from: "USD", to: "CAD", day: "2025-03-07")
            for _ in 0..<2 {
                let withdrawn = try await environment.operations.withdrawExchangeRate(
                    request,
                    context: .user(environment.user)
                )
                #expect(withdrawn.withdrawn)
            }
            #expect(try await environment.found("USD", "CAD", "2025-03-09") == nil)
            try await environment.set("USD CAD 2025-03-07 1.45")
            let changes = try await environment.changes()
            #expect(
                changes.map { "\($0.kind) \($0.before?.rate ?? "-") \($0.after?.rate ?? "-")" } == [
                    "set - 1.45", "withdrawn 1.44 -", "set 1.43 1.44", "set - 1.43",
                ]
            )
            #expect(
                changes.map(\.operatorID)
                    == [environment.user, environment.user, other, environment.user].map(\.canonical)
            )
            #expect(changes.allSatisfy { $0.changedAt != nil && ($0.before ?? $0.after)?.day == "2025-03-07" })
            let never = try await failure {
                _ = try await environment.operations.withdrawExchangeRate(
                    .init(from: "CAD", to: "USD", day: "2025-03-07"),
                    context: .user(environment.user)
                )
            }
            #expect(never.code == .notFound)
            #expect(try await environment.changes().count == 4)
        }
    }

    @Test("are in force for seven days, in both directions and by way of a third currency, each named with its day")
    func conversions() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            try await environment.set("EUR CAD 2025-03-07 1.55")
            try await environment.set("EUR JPY 2025-03-10 160.5")
            #expect(try await environment.found("CAD", "EUR", "2025-03-14") == ["÷1.55 2025-03-07 Bank"])
            #expect(
                try await environment.found("JPY", "CAD", "2025-03-14") == [
                    "÷160.5 2025-03-10 Bank", "×1.55 2025-03-07 Bank",
                ]
            )
            #expect(try await environment.found("JPY", "CAD", "2025-03-15") == nil)
            #expect(try await environment.found("USD", "CAD", "2025-03-10") == nil)
            let several = try await environment.rates.findExchangeRates(
                .init(
                    to: "CAD",
                    amounts: [
                        .init(currency: "EUR", days: ["2025-03-07", "2025-03-08", "2025-04-01"]),
                        .init(currency: "JPY", days: ["2025-03-10"]),
                    ]
                ),
                context: .service
            )
            #expect(several.rates.count == 2)
            #expect(several.conversions.map(\.day) == ["2025-03-07", "2025-03-08", "2025-03-10"])
        }
    }

    @Test("of a file are taken over, and what operators said stays as it is in spite of a source's file")
    func files() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            try await environment.set("EUR USD 2025-03-07 1.08")
            try await environment.set("EUR JPY 2025-03-07 160")
            _ = try await environment.operations.withdrawExchangeRate(
                .init(from: "EUR", to: "JPY", day: "2025-03-07"),
                context: .user(environment.user)
            )
            let source = "Date,USD,JPY,CAD,\n2025-03-07,1.0857,160.03,1.5552,\n2025-03-06,1.08,160,1.55,\n"
            let tried = try await environment.take(source, isTrial: true)
            let taken = try await environment.take(source)
            for answer in [tried, taken] {
                #expect(answer.layout == .europeanCentralBank && answer.problems.isEmpty)
                #expect((answer.rates, answer.added, answer.changed, answer.kept) == (6, 4, 0, 2))
            }
            #expect(try await environment.found("EUR", "USD", "2025-03-07") == ["×1.08 2025-03-07 Bank"])
            #expect(
                try await environment.found("EUR", "JPY", "2025-03-07") == ["×160 2025-03-06 European Central Bank"]
            )
            let again = try await environment.take(source)
            #expect((again.added, again.changed, again.kept) == (0, 0, 2))
            let corrected = try await environment.take(source.replacing("1.5552", with: "1.5553"))
            #expect((corrected.added, corrected.changed, corrected.kept) == (0, 1, 2))
            // What a file of Larder's own says stands for what operators say.
            let own = try await environment.take(
                "from,to,day,rate,source\nEUR,JPY,2025-03-07,161,Desk\nEUR,CAD,2025-03-07,1.6,Desk\n"
            )
            #expect((own.added, own.changed, own.kept) == (1, 1, 0))
            #expect(try await environment.take(source).kept == 3)
            #expect(try await environment.found("EUR", "CAD", "2025-03-07") == ["×1.6 2025-03-07 Desk"])

            let acts = try await environment.changes()
            #expect(
                acts.map { "\($0.kind) \($0.file) \($0.added) \($0.changed)" } == [
                    "imported rates.csv 1 1", "imported rates.csv 0 1", "imported rates.csv 4 0", "withdrawn  0 0",
                    "set  0 0", "set  0 0",
                ]
            )
            let ofCurrency = try await environment.changes(to: "CAD")
            #expect(
                ofCurrency.map { "\($0.before?.rate ?? "-") \($0.after?.rate ?? "-") \($0.after?.source ?? "")" } == [
                    "1.5553 1.6 Desk", "1.5552 1.5553 European Central Bank", "- 1.5552 European Central Bank",
                    "- 1.55 European Central Bank",
                ]
            )
        }
    }

    @Test(
        "of a file with wrong lines are not taken over, and every one of the lines is listed, in the reader's language"
    )
    func wrongFile() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            try await environment.set("USD CAD 2025-03-07 1.43")
            let lines = (0..<200).map { $0.isMultiple(of: 2) ? "USD,CAD,2025-03-07,1.5,Bank" : "USD,ABC,x,0,Bank" }
            let text = "from,to,day,rate,source\n" + lines.joined(separator: "\n")
            let answer = try await environment.take(text)
            // Of the lines that are right by themselves, all but the first repeat it.
            #expect(answer.problems.count == 99 + 3 * 100 && answer.moreProblems == 0)
            #expect(Set(answer.problems.map(\.line)) == Set(3...201))
            #expect(answer.problems[0].sentence == "“ABC” is no supported currency.")
            #expect((answer.added, answer.changed) == (0, 0))
            #expect(try await environment.found("USD", "CAD", "2025-03-07") == ["×1.43 2025-03-07 Bank"])
            #expect(try await environment.changes().count == 1)
            let french = try await inFrench { try await environment.take(text) }
            #expect(french.problems[0].sentence.contains("n’est pas une monnaie"))
        }
    }

    @Test("are rejected clearly by what is no file of rates, too many rates, and a name that is too long")
    func noFile() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            for text in ["", "Price list\nMilk,1.29\n"] {
                let status = try await failure { _ = try await environment.take(text) }
                #expect(status.code == .invalidArgument && status.fieldViolations.map(\.field) == ["file"])
            }
            let status = try await failure {
                _ = try await environment.operations.importExchangeRates(
                    .init(name: String(repeating: "a", count: 201)),
                    context: .user(environment.user)
                )
            }
            #expect(status.fieldViolations.map(\.field) == ["name"])
        }
    }

    @Test("are rejected with every violation")
    func invalid() async throws {
        let all = ["rate.from", "rate.to", "rate.day", "rate.rate", "rate.source"]
        let digits = Catalog.ExchangeRate(
            from: "USD",
            to: "USD",
            day: "2025-03-07",
            rate: "12345678901",
            source: "Bank"
        )
        let attempts: [(Catalog.ExchangeRate?, [String])] = [
            (nil, all), (.init(from: "XXX", to: "usd", day: "2999-01-01", rate: "0", source: " "), all),
            (digits, ["rate.to", "rate.rate"]),
        ]
        try await CatalogTestEnvironment.run(nil) { environment in
            for (rate, fields) in attempts {
                let status = try await failure {
                    _ = try await environment.operations.setExchangeRate(
                        .init(rate: rate),
                        context: .user(environment.user)
                    )
                }
                #expect(status.fieldViolations.map(\.field) == fields)
            }
        }
    }

    @Test("are asked for clearly, or every violation is named")
    func invalidQuestions() async throws {
        let twice: [Catalog.AmountDays] = [
            .init(currency: "CAD", days: ["2025-03-07"]), .init(currency: "USD", days: ["", "2025-03-07"]),
            .init(currency: "USD"),
        ]
        let days = Array(repeating: "2025-03-07", count: 8_001)
        let attempts: [(Catalog.FindExchangeRatesRequest, [String])] = [
            (.init(to: "ABC"), ["to"]),
            (
                .init(to: "CAD", amounts: twice),
                ["amounts[0].currency", "amounts[1].days[0]", "amounts[2].currency"]
            ), (.init(to: "CAD", amounts: [.init(currency: "USD", days: days)]), ["amounts"]),
            (.init(to: "CAD", amounts: (0...200).map { _ in .init(currency: "USD") }), ["amounts"]),
        ]
        try await CatalogTestEnvironment.run(nil) { environment in
            for (request, fields) in attempts {
                let status = try await failure {
                    _ = try await environment.rates.findExchangeRates(request, context: .service)
                }
                #expect(status.fieldViolations.map(\.field) == fields)
            }
        }
    }

    @Test("may be of a day that has begun somewhere, and of none after it")
    func future() async throws {
        // 2023-11-14 22:13:20 UTC
        let clock = ManualWallClock()
        try await CatalogTestEnvironment.run(nil) { environment in
            var environment = environment
            environment.clock = clock
            try await environment.set("USD CAD 2023-11-15 1.37")
            let status = try await failure { [environment] in try await environment.set("USD CAD 2023-11-16 1.37") }
            #expect(status.fieldViolations.map(\.field) == ["rate.day"])
        }
    }

    @Test("have a history of which pages leave nothing out, also within a file")
    func historyPages() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            let rows = (1...9).map { "EUR,CAD,2025-03-0\($0),1.5\($0),Bank" }
            _ = try await environment.take("from,to,day,rate,source\n" + rows.joined(separator: "\n") + "\n")
            _ = try await environment.set("EUR CAD 2025-03-01 1.6")
            var (days, token): ([String], String) = ([], "")
            repeat {
                let answer = try await environment.operations.listExchangeRateChanges(
                    .init(page: .init(size: 4, token: token), from: "EUR"),
                    context: .user(environment.user)
                )
                days += answer.changes.compactMap(\.after?.day)
                token = answer.nextPageToken
            } while !token.isEmpty
            #expect(days == ["2025-03-01"] + (1...9).reversed().map { "2025-03-0\($0)" })
            let all = try await environment.changes()
            #expect(all.map(\.kind) == [.set, .imported])
        }
    }

    @Test("are listed by day, page by page, with those that were withdrawn")
    func list() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            for day in ["2025-03-06", "2025-03-07"] {
                for pair in ["USD CAD", "EUR CAD"] { try await environment.set("\(pair) \(day) 1.5") }
            }
            func page(_ token: String, day: String = "") async throws -> Catalog.ListExchangeRatesResponse {
                try await environment.operations.listExchangeRates(
                    .init(page: .init(size: 3, token: token), to: "CAD", day: day),
                    context: .user(environment.user)
                )
            }
            let first = try await page("")
            let second = try await page(first.nextPageToken)
            #expect(
                (first.rates + second.rates).map { "\($0.rate?.from ?? "") \($0.rate?.day ?? "")" } == [
                    "EUR 2025-03-07", "USD 2025-03-07", "EUR 2025-03-06", "USD 2025-03-06",
                ]
            )
            #expect(second.nextPageToken.isEmpty)
            #expect(try await page("", day: "2025-03-06").rates.count == 2)
        }
    }
}

extension CatalogTestEnvironment {
    private var store: ExchangeRateStore { ExchangeRateStore(pool: pool, clock: clock) }
    fileprivate var rates: ExchangeRatesService { ExchangeRatesService(store: store) }
    fileprivate var operations: ExchangeRateOperationsService { ExchangeRateOperationsService(store: store) }

    /// Sets a rate that is written as `USD CAD 2025-03-07 1.43`.
    @discardableResult
    fileprivate func set(_ text: String, by user: UUID? = nil) async throws -> Catalog.KeptExchangeRate {
        let parts = text.split(separator: " ").map(String.init)
        let rate = Catalog.ExchangeRate(from: parts[0], to: parts[1], day: parts[2], rate: parts[3], source: "Bank")
        return try await operations.setExchangeRate(.init(rate: rate), context: .user(user ?? self.user))
    }

    fileprivate func take(_ text: String, isTrial: Bool = false) async throws -> Catalog.ImportExchangeRatesResponse {
        try await operations.importExchangeRates(
            .init(file: Array(text.utf8), name: "rates.csv", checkOnly: isTrial),
            context: .user(user)
        )
    }

    fileprivate func changes(to currency: String = "") async throws -> [Catalog.ExchangeRateChange] {
        try await operations.listExchangeRateChanges(.init(to: currency), context: .user(user)).changes
    }

    /// What an amount of a day is converted with; nil for nothing.
    fileprivate func found(_ from: String, _ to: String, _ day: String) async throws -> [String]? {
        let answer = try await rates.findExchangeRates(
            .init(to: to, amounts: [.init(currency: from, days: [day])]),
            context: .user(user)
        )
        return answer.conversions.first?.steps.map { step in
            let rate = answer.rates[Int(step.rate)]
            return "\(step.inverse ? "÷" : "×")\(rate.rate) \(rate.day) \(rate.source)"
        }
    }
}
