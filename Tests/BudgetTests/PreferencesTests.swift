import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-09. Today is 2023-11-14.
@Suite("Price preferences", .timeLimit(.minutes(5)))
struct PreferencesTests {
    private let milk = UUID()
    private let bread = UUID()

    @Test("are set for everything, categories and products in each currency, replaced and removed, each owner's apart")
    func kept() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            for preference in [
                Budget.PricePreference(productID: milk.canonical, currency: "CAD", lowestMinor: 200, highestMinor: 200),
                .init(category: "dairy", currency: "CAD", highestMinor: 900),
                .init(currency: "CAD", highestMinor: 5_000), .init(currency: "JPY", lowestMinor: 100),
            ] {
                let set = try await environment.set(preference, user)
                #expect(set == preference)
            }
            var listed = try await environment.listed(user)
            #expect(listed.map(\.currency) == ["CAD", "JPY", "CAD", "CAD"])
            #expect(listed.map(\.category) == ["", "", "dairy", ""] && listed[3].productID == milk.canonical)
            try await environment.set(.init(currency: "CAD", lowestMinor: 1), user)
            listed = try await environment.listed(user)
            #expect(listed.count == 4 && listed[0] == .init(currency: "CAD", lowestMinor: 1))
            for _ in 0..<2 { try await environment.remove(.init(category: "dairy", currency: "CAD"), user) }
            try await environment.remove(.init(currency: "CAD"), other)
            #expect(try await environment.listed(user).count == 3)
            #expect(try await environment.listed(other).isEmpty)
        }
    }

    @Test("with a minimum above the maximum, no bound, a negative one, two targets or no currency are refused")
    func refused() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let cases: [(Budget.PricePreference, [String])] = [
                (.init(currency: "CAD", lowestMinor: 300, highestMinor: 299), ["lowest_minor"]),
                (.init(currency: "CAD"), ["highest_minor"]),
                (.init(currency: "CAD", lowestMinor: -1, highestMinor: -1), ["lowest_minor", "highest_minor"]),
                (.init(category: "a", productID: milk.canonical, currency: "CAD", highestMinor: 1), ["product_id"]),
                (
                    .init(category: "No!", productID: "x", currency: "XXX", highestMinor: 1),
                    ["category", "product_id", "product_id", "currency"]
                ),
            ]
            for (preference, fields) in cases {
                let status = try #require(await failure { try await environment.set(preference, user) })
                #expect(status.code == .invalidArgument)
                #expect(status.fieldViolations.map(\.field) == fields.map { "preference.\($0)" })
            }
            #expect(try await environment.listed(user).isEmpty)
            for number in 0..<PricePreference.limit {
                try await environment.set(.init(category: "c-\(number)", currency: "CAD", highestMinor: 1), user)
            }
            let many = await failure { try await environment.set(.init(currency: "CAD", highestMinor: 1), user) }
            #expect(many?.code == .failedPrecondition && many?.reason == .tooManyPreferences)
            // One of them can still be changed.
            try await environment.set(.init(category: "c-7", currency: "CAD", highestMinor: 2), user)
        }
    }

    @Test("of a product go before those of the smallest category that it is in, and these before everything's")
    func precedence() {
        let names = ProductNames()
        names.update(
            .init(
                version: "1",
                contents: [
                    .init(categorySlug: "food", withinSlugs: ["dairy"]),
                    .init(categorySlug: "dairy", withinSlugs: ["milks"]),
                ]
            )
        )
        func preference(_ target: GoalTerms.Target, _ highest: Int64, _ currency: String = "CAD") -> PricePreference {
            .init(target: target, currency: currency, lowest: nil, highest: highest)
        }
        let all = PricePreferences(
            [
                preference(.everything, 1), preference(.everything, 2, "USD"), preference(.category("food"), 3),
                preference(.category("dairy"), 4), preference(.product(milk), 5),
            ],
            names: names
        )
        func highest(_ product: UUID, _ category: String) -> [Int64?] {
            all.preferences(for: product, in: category).map(\.highest)
        }
        #expect(highest(milk, "milks") == [5, 2])
        #expect(highest(bread, "milks") == [4, 2])
        #expect(highest(bread, "food") == [3, 2])
        #expect(highest(bread, "hygiene") == [1, 2] && highest(bread, "") == [1, 2])
        #expect(PricePreferences([], names: names).isEmpty && !all.isEmpty)
    }

    @Test("are kept to by offers, which say for how many things, and by notices of lower prices")
    func obeyed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(
                user,
                [.init("MILK 2L", 1, amount: 500, product: milk), .init("BREAD", 1, amount: 400, product: bread)],
                on: "2023-11-13"
            )
            try await environment.set(.init(productID: milk.canonical, currency: "CAD", lowestMinor: 300), user)
            try await environment.set(.init(currency: "USD", highestMinor: 900), User())
            let found = try await environment.offerSearch(prices).offers(
                of: try #require(UUID(uuidString: user.id)),
                in: try #require(CalendarDay("2023-11-01"))...(try #require(CalendarDay("2023-11-14")))
            )
            #expect(found.ranged == 1)
            let range = Catalog.PriceRange(productID: milk.canonical, currency: "CAD", lowestMinor: 300)
            #expect(prices.ranges == [range])
            // What one asks for by everything is asked for each thing that was bought.
            try await environment.set(.init(currency: "CAD", highestMinor: 350), user)
            let answer = try await OffersService(search: environment.offerSearch(prices), clock: environment.clock)
                .listOffers(.init(timeZone: "UTC"), context: user.context())
            #expect(answer.ranged == 2)
            #expect(Set(prices.ranges.map(\.highestMinor)) == [0, 350])
        }
    }
}

extension BudgetTestEnvironment {
    private var preferencesService: PreferencesService {
        PreferencesService(store: preferences, names: service.store.names)
    }

    @discardableResult
    fileprivate func set(_ preference: Budget.PricePreference, _ user: User) async throws -> Budget.PricePreference {
        try await preferencesService.setPreference(.init(preference: preference), context: user.context())
    }

    fileprivate func remove(_ request: Budget.RemovePreferenceRequest, _ user: User) async throws {
        _ = try await preferencesService.removePreference(request, context: user.context())
    }

    fileprivate func listed(_ user: User) async throws -> [Budget.PricePreference] {
        try await preferencesService.listPreferences(.init(), context: user.context()).preferences
    }
}
