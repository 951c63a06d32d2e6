import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-11, as far as prices come from operators. Today is 2023-11-14.
@Suite("Cheaper offers", .timeLimit(.minutes(5)))
struct OffersTests {
    private let milk = UUID()
    private let butter = UUID()
    private let beef = UUID()

    @Test("name what is bought, its price the last time, the lower one with its store, and what that saves")
    func found() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 500, product: milk)], on: "2023-11-01")
            let purchase = try await environment.buy(
                user,
                [
                    .init("MILK 2L", 2, amount: 1_200, product: milk),
                    .init("MINCE", 0.5, "kg", amount: 800, product: beef),
                ],
                storeName: "Corner shop",
                on: "2023-11-10"
            )
            prices.set(milk, 990, "4", "l", "2.4750", "l", store: "Juniper", label: "Meadow", until: "2023-11-20")
            prices.set(beef, 500, "1", "lb", "11.0231", "kg", store: "Co-op")
            let answer = try await environment.offers(user, prices)
            #expect(answer.compared == 2 && answer.bought == 2 && answer.offers.count == 2)
            let (first, second) = (answer.offers[0], answer.offers[1])
            // 3.00 - 2.4750 a litre, for four litres; 16.00 - 11.0231 a kilogram, for half of one.
            #expect(first.item?.productID == beef.canonical && first.item?.name == "MINCE")
            #expect((first.paidPrice, first.offeredPrice, first.unit) == ("16.0000", "11.0231", "kg"))
            #expect(first.saving == .init(minorUnits: 249, currency: "CAD") && first.savingPermille == 311)
            #expect((second.paidPrice, second.paidDay, second.offeredPrice) == ("3.0000", "2023-11-10", "2.4750"))
            #expect(second.paidStoreName == "Corner shop" && second.purchaseID == purchase.id)
            #expect(second.saving == .init(minorUnits: 210, currency: "CAD") && second.savingPermille == 175)
            #expect((second.storeName, second.label, second.lastDay) == ("Juniper", "Meadow", "2023-11-20"))
            #expect(second.price == .init(minorUnits: 990, currency: "CAD"))
            #expect((second.quantity, second.quantityUnit, second.distanceMetres) == ("4", "l", 120))
        }
    }

    @Test("are none for what was paid less, in another currency or unit, long ago, or for hardly the same thing")
    func none() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 400, product: milk)], on: "2023-11-01")
            try await environment.buy(user, [.init("BUTTER", 1, amount: 600, product: butter)], on: "2023-11-01")
            // The day before the 60 that are compared.
            try await environment.buy(user, [.init("MINCE", 1, "kg", amount: 900, product: beef)], on: "2023-09-15")
            prices.set(milk, 200, "1", "l", "2.0000", "l")
            prices.set(milk, 100, "1", "l", "1.0000", "l", currency: "USD")
            prices.set(butter, 1, "1", "kg", "0.0100", "kg")
            prices.set(butter, 149, "1", "each", "1.4900", "each")
            prices.set(beef, 100, "1", "kg", "1.0000", "kg")
            let answer = try await environment.offers(user, prices)
            #expect(answer.offers.isEmpty && answer.compared == 2)
            #expect(prices.asked == [milk, butter])
            prices.set(butter, 150, "1", "each", "1.5000", "each")
            #expect(try await environment.offers(user, prices).offers.map(\.item?.productID) == [butter.canonical])
        }
    }

    @Test(
        "are none where it costs the same, however its price for a kilogram is rounded, and say where no price is known"
    )
    func equal() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            try await environment.buy(user, [.init("BUTTER 454G", 1, amount: 549, product: butter)], on: "2023-11-01")
            let unknown = try await environment.offers(user, prices)
            #expect((unknown.bought, unknown.compared, unknown.offers.count) == (1, 0, 0))
            // 12.09251... a kilogram.
            prices.set(butter, 549, "454", "g", "12.0925", "kg")
            let answer = try await environment.offers(user, prices)
            #expect((answer.bought, answer.compared, answer.offers.count) == (1, 1, 0))
        }
    }

    @Test("are those of the caller's own purchases, without discarded ones")
    func owners() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, stranger, prices) = (User(), User(), TestStorePrices())
            try await environment.buy(user, [.init("MILK 2L", 1, amount: 600, product: milk)], on: "2023-11-01")
            prices.set(milk, 200, "1", "l", "2.0000", "l")
            #expect(try await environment.offers(user, prices).offers.count == 1)
            let other = try await environment.offers(stranger, prices)
            #expect(other.offers.isEmpty && other.compared == 0 && other.bought == 0)
        }
    }

    @Test("say that no home place is known, that the time zone is unknown, and that prices can't be had at the moment")
    func failures() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, prices) = (User(), TestStorePrices())
            let zone = await failure { try await environment.offers(user, prices, zone: "Mars") }
            #expect(zone?.fieldViolations.map(\.field) == ["time_zone"])
            prices.hasHome = false
            let home = await failure { try await environment.offers(user, prices) }
            #expect(home?.code == .failedPrecondition && home?.reason == .homePlaceMissing)
            prices.outage = Status(.unavailable, "down")
            let outage = await failure { try await environment.offers(user, prices) }
            #expect(outage?.code == .unavailable)
        }
    }
}

extension BudgetTestEnvironment {
    @discardableResult
    fileprivate func offers(
        _ user: User,
        _ prices: TestStorePrices,
        zone: String = "UTC"
    ) async throws -> Budget.ListOffersResponse {
        try await OffersService(search: offerSearch(prices), clock: clock)
            .listOffers(.init(timeZone: zone), context: user.context())
    }
}
