import CatalogMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirements CAT-13 and CAT-14.
@Suite("Rates of taxes", .timeLimit(.minutes(5)))
struct TaxRatesTests {
    private static let header = "region,name,french_name,percent,first_day,last_day,source\n"

    @Test("are those in force in a region on a day, today unless another one is asked for")
    func listed() async throws {
        try await CatalogTestEnvironment.run { environment in
            let quebec = try await environment.rates("CA-QC", on: "2026-11-27")
            #expect(
                quebec.rates == [
                    .init(
                        region: "CA-QC",
                        name: "GST",
                        percent: "5",
                        firstDay: "2008-01-01",
                        source: "Canada Revenue Agency"
                    ),
                    .init(
                        region: "CA-QC",
                        name: "QST",
                        percent: "9.975",
                        firstDay: "2013-01-01",
                        source: "Revenu Québec"
                    ),
                ]
            )
            #expect(quebec.day == "2026-11-27")
            let before = try #require(try await environment.rates("CA-NS", on: "2025-03-31").rates.first)
            #expect((before.percent, before.lastDay) == ("15", "2025-03-31"))
            #expect(try await environment.texts("CA-NS", on: "2025-04-01") == ["HST 14"])
            #expect(try await environment.texts("", on: "2026-11-27") == ["HST 14", "GST 5", "QST 9.975", "VAT 5.5"])
            #expect(try await environment.texts("CA", on: "2026-11-27").isEmpty)

            // 2025-03-31, 23:59:59 in UTC.
            var service = TaxRatesService(catalog: environment.catalog, clock: ManualWallClock(now: Self.lastSecond))
            let today = try await service.listTaxRates(.init(region: "CA-NS"), context: .user(environment.user))
            #expect(today.day == "2025-03-31" && today.rates.map(\.percent) == ["15"])
            service.clock = ManualWallClock(now: Self.lastSecond + 1)
            let next = try await service.listTaxRates(.init(region: "CA-NS"), context: .user(environment.user))
            #expect(next.day == "2025-04-01" && next.rates.map(\.percent) == ["14"])
        }
    }

    private static let lastSecond = Date(timeIntervalSince1970: 1_743_465_599)

    @Test("have their French names for who reads French")
    func french() async throws {
        try await CatalogTestEnvironment.run { environment in
            let texts = try await inFrench { try await environment.texts("CA-QC", on: "2026-11-27") }
            #expect(texts == ["TPS 5", "TVQ 9.975"])
        }
    }

    @Test("are not asked for with what is no region or day")
    func invalid() async throws {
        try await CatalogTestEnvironment.run { environment in
            for region in ["Québec", "ca-qc", "CA-", "CA-QUEBEC", "CAN", " "] {
                let wrong = try await failure { _ = try await environment.rates(region, on: "2026-02-30") }
                #expect(wrong.code == .invalidArgument)
                #expect(wrong.fieldViolations.map(\.field) == ["region", "day"], "\(region)")
            }
        }
    }

    @Test("of operators' files are seen by every instance at once, and recorded with who changed them")
    func imported() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = SharedCatalog(pool: environment.pool, log: TestDatabase.quietLogger)
            try await other.refresh()
            let following = Task { try await other.follow() }
            try await until("instances listen") {
                try await !environment.pool.query(
                    "SELECT 1 FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
                ).isEmpty
            }
            let file =
                Self.header + """
                    CA-NS,HST,TVH,14,2025-04-01,2026-12-31,Canada Revenue Agency
                    CA-NS,HST,TVH,13.5,2027-01-01,,Desk

                    """
            let tried = try await environment.take(file, into: "tax_rates", isTrial: true)
            #expect(tried.problems.isEmpty && (tried.added, tried.changed) == (1, 1))
            #expect(try await environment.texts("CA-NS", on: "2027-01-01") == ["HST 14"])
            let taken = try await environment.take(file, into: "tax_rates")
            #expect((taken.rows, taken.added, taken.changed) == (2, 1, 1))
            try await until("the other instance has the rate") {
                let service = TaxRatesService(catalog: other)
                let request = Catalog.ListTaxRatesRequest(region: "CA-NS", day: "2027-01-01")
                let rates = try await service.listTaxRates(request, context: .user(environment.user)).rates
                return rates.map(\.percent) == ["13.5"]
            }
            following.cancel()
            _ = await following.result
            let again = try await environment.take(file, into: "tax_rates")
            #expect(again.problems.isEmpty && (again.added, again.changed) == (0, 0))

            let changes = try await environment.changes()
            #expect(changes.map(\.key) == ["CA-NS HST 2027-01-01", "CA-NS HST 2025-04-01"])
            #expect(changes.allSatisfy { $0.operatorID == environment.user.canonical && $0.file == "tax_rates.csv" })
            #expect(changes[1].fields == [.init(column: "last_day", before: "", after: "2026-12-31")])
            _ = try await environment.tables.withdrawReferenceRow(
                .init(table: "tax_rates", key: "CA-QC QST 2013-01-01"),
                context: .user(environment.user)
            )
            try await environment.catalog.refresh()
            #expect(try await environment.texts("CA-QC", on: "2026-11-27") == ["GST 5"])
            #expect(try await environment.changes().first?.kind == .withdrawn)
        }
    }

    @Test("that ship leave those as they are that operators have changed or withdrawn")
    func releases() async throws {
        try await CatalogTestEnvironment.run { environment in
            try await environment.take(
                Self.header + "CA-QC,QST,TVQ,10,2013-01-01,2026-12-31,Desk\nCA-QC,QST,TVQ,11,2027-01-01,,Desk\n",
                into: "tax_rates"
            )
            _ = try await environment.tables.withdrawReferenceRow(
                .init(table: "tax_rates", key: "FR VAT 2012-01-01"),
                context: .user(environment.user)
            )
            let next = TestReferenceData.taxRates.replacing("CA-QC,GST,TPS,5,", with: "CA-QC,GST,TPS,6,")
                .replacing("CA-QC,QST,TVQ,9.975,2013-01-01,", with: "CA-QC,QST,TVQ,9.975,2026-06-01,")
            #expect(try await environment.loader(TestReferenceData.files(["tax_rates.csv": next])).run() == .loaded)
            try await environment.catalog.refresh()
            #expect(try await environment.texts("CA-QC", on: "2026-11-27") == ["GST 6", "QST 10"])
            #expect(try await environment.texts("CA-QC", on: "2027-01-01") == ["GST 6", "QST 11"])
            #expect(try await environment.texts("FR", on: "2026-11-27").isEmpty)
        }
    }

    @Test("are taken over from no file with wrong lines, each of which is named, also those that overlap")
    func wrongFiles() async throws {
        try await CatalogTestEnvironment.run { environment in
            let file =
                Self.header + """
                    CA-YT,GST,TPS,5,2008-01-01,,Canada Revenue Agency
                    CA-YT,GST,TPS,6,2027-01-01,,Desk
                    CA-YT,GST,TPS,7,2008-01-01,2008-12-31,Desk
                    CA-ON,HST,TVH,51,2010-07-01,,Desk
                    Ontario,HST,TVH,13,2010-07-01,,Desk
                    CA-ON,HST,,13,2010-07-01,2010-06-30,Desk
                    CA-NS,HST,TVH,13,2026-01-01,,Desk
                    CA-NS,HST,TVH,15,2025-01-01,2025-03-31,Desk
                    CA-NS,HST,TVH,15,2009-01-01,2010-06-30,Desk
                    CA-NB,HST,TVH,15,2016-07-01,,Desk

                    """
            let answer = try await environment.take(file, into: "tax_rates")
            #expect(
                answer.problems.map { "\($0.line) \($0.sentence)" } == [
                    "3 Its days overlap those of line 2.", "4 Line 2 has the same key.", "5 percent can't be “51”.",
                    "6 region can't be “Ontario”.", "7 french_name is empty.", "7 last_day can't be “2010-06-30”.",
                    "8 Its days overlap those of “CA-NS HST 2025-04-01”, which stays.",
                    "9 Its days overlap those of “CA-NS HST 2010-07-01”, which stays.",
                ]
            )
            #expect((answer.added, answer.changed) == (0, 0))
            #expect(try await environment.changes().isEmpty)
            #expect(try await environment.count("tax_rates") == 5)
            let french = try await inFrench { try await environment.take(file, into: "tax_rates").problems }
            #expect(french[0].sentence == "Ses jours chevauchent ceux de la ligne 2.")
            // What an operator has withdrawn is in nobody's way.
            _ = try await environment.tables.withdrawReferenceRow(
                .init(table: "tax_rates", key: "CA-NS HST 2025-04-01"),
                context: .user(environment.user)
            )
            let free = Self.header + "CA-NS,HST,TVH,13,2026-01-01,,Desk\n"
            #expect(try await environment.take(free, into: "tax_rates").problems.isEmpty)
        }
    }
}

extension CatalogTestEnvironment {
    fileprivate func rates(_ region: String, on day: String) async throws -> Catalog.ListTaxRatesResponse {
        try await TaxRatesService(catalog: catalog, clock: clock)
            .listTaxRates(.init(region: region, day: day), context: .user(user))
    }

    /// The rates of a region on a day, such as `GST 5`.
    fileprivate func texts(_ region: String, on day: String) async throws -> [String] {
        try await rates(region, on: day).rates.map { "\($0.name) \($0.percent)" }
    }

    /// What operators have changed.
    fileprivate func changes() async throws -> [Catalog.ReferenceChange] {
        try await tables.listReferenceChanges(.init(), context: .user(user)).changes
    }
}
