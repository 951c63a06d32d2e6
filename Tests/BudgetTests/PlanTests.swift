import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    /// How many purchases another user has.
    private static let others = 1_000

    @Test("read no table of users' rows from end to end, and no more rows than the caller's")
    func calls() async throws {
        try await BudgetTestEnvironment.with { environment in
            let rows = (1...Self.others).map { "2023-\(10 + $0 % 2)-0\(1 + $0 % 9),Coffee \($0),\($0).00" }
            try await environment.importFile("date,name,amount\n" + rows.joined(separator: "\n"), User())
            try await environment.pool.execute("ANALYZE purchases, purchase_items, purchase_taxes")
            // Small tables are read from end to end where they may be, whatever indexes there are.
            let administrator = environment.database.pool(size: 1)
            let database = environment.database.configuration.database
            try await administrator.execute("ALTER DATABASE \(identifier: database) SET enable_seqscan = off")
            let user = User()
            let purchase = try await environment.create(user)
            let calls = try await calls(environment, user, purchase)
            let tables = try await PlanCounters.tables(in: environment.pool)
            #expect(tables.isSuperset(of: ["purchases", "purchase_items", "goals", "suggestion_votes"]))
            for (name, call) in calls {
                let before = try await PlanCounters(of: tables, administrator)
                try await call()
                let read = try await PlanCounters(of: tables, administrator).since(before)
                #expect(read.scanned == [], "\(name) reads tables from end to end")
                #expect(read.rows.filter { $0.value >= Self.others } == [:], "\(name) reads rows of others")
            }
            await administrator.close()
        }
    }

    /// The calls by name.
    private func calls(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ purchase: Budget.Purchase
    ) async throws -> [(String, () async throws -> Void)] {
        let (context, service) = (user.context(), environment.service)
        let averages = TestAverages()
        let prices = environment.paidPrices(averages)
        averages.add("Milk", 2_000, "ml", of: [UUID()], ["5.00"])
        func list(_ request: Budget.ListPurchasesRequest) async throws {
            _ = try await service.listPurchases(request, context: context)
        }
        return [
            ("ListPurchases", { try await list(.init()) }),
            ("ListPurchases of days", { try await list(.init(firstDay: "2023-10-01", lastDay: "2023-11-30")) }),
            ("ListPurchases of a kind", { try await list(.init(kind: .expenditure)) }),
            ("ListPurchases of a category", { try await list(.init(categories: ["dairy"])) }),
            ("ListPurchases of a store", { try await list(.init(storeID: UUID().canonical)) }),
            ("ListPurchases of a product", { try await list(.init(productID: UUID().canonical)) }),
            ("discarded ListPurchases", { try await list(.init(discarded: true)) }),
            ("GetPurchase", { _ = try await environment.get(purchase.id, user) }),
            ("CreatePurchase", { try await environment.create(user) }),
            ("RecordPurchase", { try await environment.record(user) }),
            ("CreateExpenditure", { _ = try await environment.spend(user) }),
            ("EditPurchase", { try await environment.edit(purchase, user, .note(.init(value: "Checked"))) }),
            (
                "EditPurchase on a former version",
                { try await environment.merge(purchase, user, at: 0, .time(.init())) }
            ),
            ("ListSteps", { _ = try await environment.steps(purchase, user) }),
            ("UndoStep", { try await environment.undo(purchase, user) }),
            ("SummarizeSpending", { try await environment.summarize(user) }),
            ("CheckLedger", { _ = try await service.store.check(of: try context.userID) }),
            ("ListPriceChanges", { _ = try await prices.listPriceChanges(.init(timeZone: "UTC"), context: context) }),
            (
                "CompareWithAverages",
                { _ = try await prices.compareWithAverages(.init(timeZone: "UTC", region: "CA"), context: context) }
            ),
            (
                "ListOffers",
                {
                    let search = environment.offerSearch(TestStorePrices())
                    _ = try await OffersService(search: search, clock: environment.clock)
                        .listOffers(.init(timeZone: "UTC"), context: context)
                }
            ),
            ("ListBadges", { try await environment.badges(user) }),
            (
                "HasRecorded",
                { _ = try await service.hasRecorded(.init(userID: user.id, since: .init(seconds: 1)), context: .ocr) }
            ),
            (
                "HasRecorded without an entry",
                {
                    let future = Common.Timestamp(environment.clock.now + 86_400)
                    let request = Budget.HasRecordedRequest(userID: user.id, since: future)
                    let answer = try await service.hasRecorded(request, context: .ocr)
                    #expect(!answer.hasRecorded)
                }
            ),
            ("CreateGoal", { try await environment.addGoal(user) }),
            ("ListGoals", { _ = try await environment.goals.listGoals(.init(timeZone: "UTC"), context: context) }),
            ("ListSuggestions", { _ = try await environment.suggest(user) }),
            ("CreateRecurring", { try await environment.addRecurring(user) }),
            ("CreateImport", { try await environment.importFile("date,name,amount\n2023-11-01,Tea,1.00\n", user) }),
            ("ListImports", { _ = try await environment.imports.listImports(.init(), context: context) }),
            (
                "ListSavedSecurities",
                { _ = try await environment.investing(TestPrices()).listSavedSecurities(.init(), context: context) }
            ),
        ]
    }
}

/// How often tables of users' rows were read from end to end, and how many of their rows were read.
private struct PlanCounters {
    var scans: [String: Int] = [:]
    var rows: [String: Int] = [:]
    /// The tables with scans.
    var scanned: [String] { scans.filter { $0.value > 0 }.keys.sorted() }

    /// The tables with a column that names the user.
    static func tables(in pool: PostgresPool) async throws -> Set<String> {
        let rows = try await pool.query(
            """
            SELECT table_name::text AS name FROM information_schema.columns
            WHERE table_schema = current_schema() AND column_name = 'user_id'
            """
        )
        return try Set(rows.map { try $0["name"] })
    }

    /// What was counted until now.
    init(of tables: Set<String>, _ administrator: PostgresPool) async throws {
        // What a connection has counted shows at its end, at the latest.
        try await administrator.execute(
            """
            SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
        let counted = try await administrator.query(
            """
            SELECT relname::text AS name, seq_scan AS scans, seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows
            FROM pg_stat_user_tables
            """
        )
        for row in counted where tables.contains(try row["name"]) {
            scans[try row["name"]] = try row["scans"]
            rows[try row["name"]] = try row["rows"]
        }
    }

    func since(_ before: PlanCounters) -> PlanCounters {
        var since = self
        for (table, count) in before.scans { since.scans[table, default: 0] -= count }
        for (table, count) in before.rows { since.rows[table, default: 0] -= count }
        return since
    }
}
