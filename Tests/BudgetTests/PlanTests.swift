import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (other, user) = (MarkedPerson(), User())
            // So that something of others waits for catalog, too.
            environment.catalog.outage = Status(.unavailable, "down")
            try await PersonalDataTests().fill(other, environment)
            environment.catalog.outage = nil
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: PersonalTables.budget(environment.keys).owners,
                othersLike: other.id
            ) { plans in
                let purchase = try await environment.create(user)
                for (name, call) in try await calls(environment, user, purchase) { try await plans.call(name, call) }
            }
            #expect(problems == [])
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
            ("ListPurchases, discarded", { try await list(.init(discarded: true)) }),
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
