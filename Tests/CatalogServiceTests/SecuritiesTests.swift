import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirements CAT-18 and CAT-19.
@Suite("Securities", .timeLimit(.minutes(5)))
struct SecuritiesTests {
    private static let symbols = """
        symbol,name,exchange,currency,kind,adjustment,daily_from
        RY.TO,Royal Bank of Canada,TSX,CAD,stock,total_return,2012-01-03
        RY,Ryder Example,US,USD,stock,total_return,
        RYB.TO,"Bay Street, a fund",TSX,CAD,etf,total_return,
        BRK-B,Berkshire Hathaway,US,USD,stock,total_return,
        SP,"An index, price only",index,USD,index,price,

        """

    private static let prices = """
        symbol,date,close
        RY.TO,2024-01-02,100
        RY.TO,2024-01-03,101.5
        RY.TO,2024-01-04,99.0625
        BRK-B,2024-01-02,350.5

        """

    /// Runs `body` with these securities and prices.
    private func with(
        _ body: (CatalogTestEnvironment, SecuritiesService) async throws -> Void
    ) async throws {
        try await CatalogTestEnvironment.run { environment in
            let store = SecuritiesStore(pool: environment.pool)
            #expect(try await load(Self.symbols, store).stored)
            #expect(try await load(Self.prices, store).stored)
            try await body(environment, SecuritiesService(store: store))
        }
    }

    /// Imports a file as an operator does.
    private func load(
        _ text: String,
        _ store: SecuritiesStore,
        _ interval: Catalog.PriceInterval = .unspecified,
        source: String = "Vendor"
    ) async throws -> Catalog.ImportSecuritiesResponse {
        try await InProcessPeers.with(SecurityImportsService(store: store).handlers, as: nil) { channel in
            try await Catalog.SecurityImportsClient(channel: channel).importSecurities { writer in
                try await writer.write(.init(part: .header(.init(source: source, interval: interval))))
                let bytes = Array(text.utf8)
                // In pieces that end anywhere.
                for start in stride(from: 0, to: bytes.count, by: 37) {
                    try await writer.write(.init(part: .chunk(Array(bytes[start..<min(start + 37, bytes.count)]))))
                }
            }
        }
    }

    private func search(
        _ service: SecuritiesService,
        _ text: String,
        _ adjust: (inout Catalog.SearchSecuritiesRequest) -> Void = { _ in }
    ) async throws -> Catalog.SearchSecuritiesResponse {
        var request = Catalog.SearchSecuritiesRequest(text: text)
        adjust(&request)
        return try await service.searchSecurities(request, context: .user(UUID()))
    }

    // MARK: Finding

    @Test("are found by the exact symbol first, then by beginnings of symbols and of words of names")
    func order() async throws {
        try await with { _, service in
            let symbols = try await search(service, "ry").securities.map(\.symbol)
            #expect(symbols == ["RY", "RY.TO", "RYB.TO"])
            #expect(try await search(service, "RY.TO").securities.map(\.symbol) == ["RY.TO"])
            #expect(try await search(service, "canada").securities.map(\.symbol) == ["RY.TO"])
            #expect(try await search(service, "bank of").securities.map(\.symbol) == ["RY.TO"])
            #expect(try await search(service, "%").securities.isEmpty)
            #expect(try await search(service, "_").securities.isEmpty)
        }
    }

    @Test("are narrowed by exchange, kind, region and currency, and read page by page")
    func filters() async throws {
        try await with { _, service in
            #expect(
                try await search(service, "ry") { $0.exchange = "tsx" }.securities.map(\.symbol) == ["RY.TO", "RYB.TO"]
            )
            #expect(try await search(service, "ry") { $0.kind = .etf }.securities.map(\.symbol) == ["RYB.TO"])
            #expect(try await search(service, "ry") { $0.region = "US" }.securities.map(\.symbol) == ["RY"])
            #expect(
                try await search(service, "") { $0.currency = "cad" }.securities.map(\.symbol) == [
                    "BOND", "RY.TO", "RYB.TO",
                ]
            )
            var (symbols, token): ([String], String) = ([], "")
            repeat {
                let page = try await search(service, "") { $0.page = .init(size: 2, token: token) }
                symbols += page.securities.map(\.symbol)
                token = page.nextPageToken
            } while !token.isEmpty
            #expect(symbols == ["BOND", "BRK-B", "RY", "RY.TO", "RYB.TO", "SP"])
        }
    }

    @Test("that are similar are offered where nothing is found, and an empty list where nothing is similar")
    func similar() async throws {
        try await with { _, service in
            let similar = try await search(service, "berkshre")
            #expect(similar.similar && similar.securities.map(\.symbol) == ["BRK-B"])
            let nothing = try await search(service, "xylophone")
            #expect(!nothing.similar && nothing.securities.isEmpty)
            let status = try await failure {
                _ = try await search(service, String(repeating: "x", count: 101)) { $0.kind = .unrecognized(9) }
            }
            #expect(status.fieldViolations.map(\.field) == ["text", "kind"])
        }
    }

    // MARK: Prices

    @Test("have the prices that are stored, with their source and time")
    func prices() async throws {
        try await with { environment, service in
            let answer = try await service.getPrices(.init(symbol: "ry.to"), context: .user(UUID()))
            #expect(
                answer.prices == [
                    .init(day: "2024-01-02", close: "100"), .init(day: "2024-01-03", close: "101.5"),
                    .init(day: "2024-01-04", close: "99.0625"),
                ]
            )
            #expect(answer.interval == .day && answer.source == "Vendor" && (answer.fetchedAt?.seconds ?? 0) > 0)
            #expect(answer.security?.firstDay == "2024-01-02" && answer.security?.lastDay == "2024-01-04")
            // Old as they are, the last ones are served with their days.
            let later = try await service.getPrices(
                .init(symbol: "RY.TO", firstDay: "2024-01-04", lastDay: "2026-01-01"),
                context: .user(UUID())
            )
            #expect(later.prices.map(\.day) == ["2024-01-04"])
            let none = try await service.getPrices(.init(symbol: "SP"), context: .user(UUID()))
            #expect(none.prices.isEmpty && none.security?.adjustment == .price)
            let unknown = try await failure {
                _ = try await service.getPrices(.init(symbol: "NONE"), context: .user(UUID()))
            }
            #expect(unknown.code == .notFound)
            let invalid = try await failure {
                _ = try await service.getPrices(
                    .init(symbol: "A B", firstDay: "2024-02-30", limit: 1),
                    context: .user(UUID())
                )
            }
            #expect(invalid.fieldViolations.map(\.field) == ["symbol", "limit", "first_day"])
            let history = try await service.getPriceHistory(.init(symbol: "RY.TO"), context: .service)
            #expect(history.series.map(\.closes) == [[1_000_000, 1_015_000, 990_625]])
            #expect(history.series.map(\.scale) == [4])
        }
    }

    @Test("of days and of months are both kept; months serve where days begin too late")
    func intervals() async throws {
        try await with { environment, service in
            let store = SecuritiesStore(pool: environment.pool)
            let monthly = "symbol,date,close\nRY.TO,2023-11-30,90\nRY.TO,2023-12-29,95\nRY.TO,2024-01-31,97\n"
            let loaded = try await load(monthly, store)
            #expect(loaded.stored && loaded.interval == .month && loaded.prices == 3)
            let all = try await service.getPrices(.init(symbol: "RY.TO"), context: .user(UUID()))
            #expect(all.interval == .month && all.prices.map(\.close) == ["90", "95", "97"])
            let january = try await service.getPrices(
                .init(symbol: "RY.TO", firstDay: "2024-01-02"),
                context: .user(UUID())
            )
            #expect(january.interval == .day && january.prices.count == 3)
        }
    }

    @Test("are thinned to the last one of each week or month, with the first and the last of all")
    func thinning() throws {
        let first = try #require(CalendarDay("2024-01-01"))
        let prices = (0..<366).map { SecurityPrice(day: first.advanced(by: $0), close: ExactDecimal(Int64($0 + 1))) }
        let all = ThinnedPrices(prices, interval: .day, limit: 366)
        #expect(all.prices == prices && all.interval == .day)
        let weeks = ThinnedPrices(prices, interval: .day, limit: 60)
        // The first of January 2024 was a Monday.
        #expect(weeks.interval == .week && weeks.prices.count == 54)
        #expect(weeks.prices[1].day.text == "2024-01-07" && weeks.prices.last == prices.last)
        let months = ThinnedPrices(prices, interval: .day, limit: 20)
        #expect(months.interval == .month && months.prices.count == 13)
        #expect(months.prices[1].day.text == "2024-01-31")
        let few = ThinnedPrices(prices, interval: .day, limit: 2)
        #expect(few.prices == [prices[0], prices[365]])
    }

    // MARK: Imports

    @Test("are not stored where any line is wrong, and every wrong line is named")
    func rejectedFiles() async throws {
        try await with { environment, service in
            let store = SecuritiesStore(pool: environment.pool)
            let wrong = """
                symbol,date,close
                RY.TO,2024-02-01,1
                NONE,2024-02-01,1
                RY.TO,2024-02-30,1
                RY.TO,2024-02-02
                RY.TO,2024-02-02,-1
                RY.TO,2999-01-01,1.00000000001
                RY.TO,2024-02-01,2

                """
            let rejected = try await load(wrong, store)
            #expect(!rejected.stored && rejected.problems.map(\.line) == [3, 4, 5, 6, 7, 7, 8])
            let securities = try await load(
                "symbol,name,exchange,currency,kind,adjustment\nA B,,TSX,XXX,coin,none\nOK,Fine,TSX,CAD,stock,price\n",
                store
            )
            #expect(!securities.stored && securities.problems.count == 5)
            for file in ["", "a,b\n1,2\n", "symbol,date,close\n\"RY.TO\n"] {
                #expect(try await load(file, store).problems.count == 1)
            }
            let present = try await service.getPrices(.init(symbol: "RY.TO"), context: .user(UUID()))
            #expect(present.prices.count == 3)
            let unknown = try await failure {
                _ = try await service.getSecurity(.init(symbol: "OK"), context: .user(UUID()))
            }
            #expect(unknown.code == .notFound)
            let header = try await failure { _ = try await load(Self.prices, store, .week, source: "") }
            #expect(header.fieldViolations.map(\.field) == ["header.source", "header.interval"])
        }
    }

    @Test("replace a series as a whole, and what they replaced is not shipped again")
    func replacement() async throws {
        try await with { environment, service in
            let store = SecuritiesStore(pool: environment.pool)
            #expect(try await load("symbol,date,close\nRY.TO,2024-01-03,5\nRY.TO,2024-01-04,6\n", store, .day).stored)
            let replaced = try await service.getPrices(.init(symbol: "RY.TO"), context: .user(UUID()))
            #expect(replaced.prices.map(\.close) == ["5", "6"])
            // BOND ships with Larder, with three prices of months.
            let symbol = "symbol,name,exchange,currency,kind,adjustment\nBOND,Own bonds,,CAD,bond,total_return\n"
            #expect(try await load(symbol, store).stored)
            #expect(try await load("symbol,date,close\nBOND,2024-01-31,7\n", store).stored)
            let changed = TestReferenceData.files([
                "securities.csv": TestReferenceData.securities + "NEW,New bonds,,CAD,bond,total_return,CA,Made up\n",
                "security_prices.csv": TestReferenceData.securityPrices + "NEW,2020-01-31,1.0000\n",
            ])
            #expect(try await environment.loader(changed).run() == .loaded)
            let kept = try await service.getPrices(.init(symbol: "BOND"), context: .user(UUID()))
            #expect(kept.prices.map(\.close) == ["7"] && kept.source == "Vendor" && kept.security?.name == "Own bonds")
            let added = try await service.getPrices(.init(symbol: "NEW"), context: .user(UUID()))
            #expect(added.prices.map(\.close) == ["1.0000"] && added.source == "Made up")
            #expect(try await environment.loader(TestReferenceData.files()).run() == .loaded)
        }
    }

    @Test("are imported by the tens of thousands, and again over themselves")
    func manyRows() async throws {
        try await with { environment, service in
            let store = SecuritiesStore(pool: environment.pool)
            let first = try #require(CalendarDay("1970-01-01"))
            let days = (0..<12_500).map { first.advanced(by: $0).text }
            var file = "symbol,date,close\n"
            for symbol in ["RY.TO", "RY", "RYB.TO", "BRK-B", "SP"] {
                for (number, day) in days.enumerated() { file += "\(symbol),\(day),\(number + 1).2500\n" }
            }
            for _ in 0..<2 {
                let symbols = try await store.symbols()
                let read = SecurityFile(
                    Array(file.utf8),
                    symbols: symbols,
                    interval: nil,
                    today: first.advanced(by: 20_000)
                )
                guard case .prices(let series, .day) = read.contents else {
                    Issue.record("the file has problems: \(read.problems)")
                    return
                }
                try await store.store(series, .day, source: "Vendor")
            }
            let prices = try await service.getPrices(.init(symbol: "SP", limit: 1_000), context: .user(UUID()))
            #expect(prices.prices.last?.close == "12500.25")
            let rows = try await environment.count("security_prices")
            #expect(rows == 62_503)
        }
    }

    @Test("ship with figures that add up")
    func shipped() async throws {
        try await CatalogTestEnvironment.run(TestReferenceData.shipped()) { environment in
            let service = SecuritiesService(store: SecuritiesStore(pool: environment.pool))
            let bonds = try await service.getPrices(.init(symbol: "UST10", limit: 1_000), context: .user(UUID()))
            #expect(bonds.prices.first == .init(day: "1953-04-30", close: "100.0000"))
            #expect(bonds.security?.lastDay == "2023-08-31" && bonds.interval == .month)
            let examples = try await search(service, "example")
            #expect(
                examples.securities.map(\.name).allSatisfy { $0.contains("made-up") } && examples.securities.count == 3
            )
        }
    }
}
