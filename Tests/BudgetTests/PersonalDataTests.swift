import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import PersonalDataTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_budget

@Suite("What budget stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole, and erased from every table")
    func everything() async throws {
        try await BudgetTestEnvironment.with { environment in
            environment.catalog.outage = Status(.unavailable, "down")
            let check = PersonalDataCheck(.budget(environment.keys), in: environment.pool)
            let problems = try await check.problems { try await fill($0, environment) }
            #expect(problems == [])
            #expect(try await environment.count("person_keys") == 1)
        }
    }

    /// Writes rows of a person into each table.
    func fill(_ person: MarkedPerson, _ environment: BudgetTestEnvironment) async throws {
        let (user, marker) = (User(id: person.id), person.marker)
        let unmatched = Budget.Unmatched(store: true, receiptLines: [2], storePhone: String(marker.prefix(40)))
        let purchase = try await environment.record(user, unmatched: unmatched) { purchase in
            purchase.storeID = ""
            (purchase.storeName, purchase.items[1].printedText, purchase.taxes[0].label) = (marker, marker, marker)
        }
        try await environment.edit(purchase, user, .storeAddress(.init(value: marker)), .note(.init(value: marker)))
        // Another device, which hasn't seen that, notes something else: both are kept.
        try await environment.merge(purchase, user, .note(.init(value: "\(marker) elsewhere")))
        try await environment.importFile("date,name,amount\n2025-03-09,\(marker),1.00\n", user, name: marker)
        try await passGoal(user, named: marker, environment)
        let recurring = try await environment.addRecurring(user) { terms in
            terms.expenditure?.name = marker
            terms.expenditure?.note = marker
        }
        try await environment.removeRecurring(recurring, user)
        let prices = TestPrices()
        prices.add("UP", ["2025-03-10": 10_000])
        _ = try await environment.investing(prices).saveSecurity(.init(symbol: "UP"), context: user.context())
        try await environment.preferences.set(
            .init(target: .category("dairy"), currency: "CAD", lowest: 250, highest: 1_200),
            of: try #require(UUID(canonical: user.id))
        )
        try await environment.checkBadges(of: user)
        try await environment.pool.execute(
            """
            INSERT INTO price_drops (user_id, product_id, currency, unit, price, notified_at)
            VALUES (\(UUID(canonical: user.id)), gen_random_uuid(), 'CAD', 'l', 2, now())
            """
        )
        // One more waits to be looked at.
        try await environment.record(user)
    }

    /// A goal that was passed, a vote on what could have kept it, and the goal's removal, which waits to be noticed.
    private func passGoal(_ user: User, named marker: String, _ environment: BudgetTestEnvironment) async throws {
        let goal = try await environment.addGoal(user)
        try await environment.spend(user) { request in
            (request.name, request.amount) = (marker, .cad(4_000))
            request.purchasedAt = .init(date: "2023-11-14")
        }
        try await environment.checkGoals(of: user)
        let id = try #require(try await environment.suggest(user).first?.id)
        try await environment.vote(.useful, on: id, user)
        try await environment.removeGoal(goal, user)
    }
}
