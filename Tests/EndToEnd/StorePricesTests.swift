import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import PostgresTestSupport
import RPC
import Testing

extension EndToEndTests {
    /// Requirements CAT-08, CAT-14, BUD-11 and BUD-12 across all services.
    @Suite("Prices at stores", .timeLimit(.minutes(5)))
    struct StorePricesTests {
        @Test("that an operator imports are found near home, offered for what was bought, and notified of")
        func imported() async throws {
            let run = try await OperatorCommandLine.administrator()
            defer { run.remove() }
            let file = Shell.repository + "/deploy/sample/store_prices.csv"
            for arguments in [["--check"], []] {
                let outcome = try await run(["tables", "import", "store_prices", file] + arguments)
                #expect(outcome.status == 0, "\(outcome.output)")
            }
            let user = try await householder()
            let products = Catalog.ProductsClient(channel: user.channel)
            let search = Catalog.SearchProductsRequest(text: "butter", limit: 1)
            let butter = try #require(
                try await products.searchProducts(search, options: user.options()).products.first?.id
            )
            let found = try await Catalog.StorePricesClient(channel: user.channel)
                .findStorePrices(.init(productID: butter), options: user.options())
            let lowest = try #require(found.prices.first { $0.current })
            #expect(found.prices.count >= 4 && found.stores == 13)

            let purchase = try await buy(butter, user)
            let offers = try await Budget.OffersClient(channel: user.channel)
                .listOffers(.init(timeZone: "America/Vancouver"), options: user.options()).offers
            #expect(offers.map(\.purchaseID) == [purchase.id])
            #expect(offers.first?.price == lowest.price && offers.first?.storeName == lowest.store?.store?.name)
            let notice = try await eventually {
                try await user.inbox.listNotifications(.init(), options: user.options()).notifications
                    .first { $0.kind == "price_drop" }
            }
            #expect(notice.message.contains("Butter") && notice.message.contains(offers[0].storeName))
        }

        /// A new user who lives in the invented town.
        private func householder() async throws -> TestUser {
            let user = try await TestUser.new()
            _ = try await Auth.ConsentsClient(channel: user.channel)
                .setConsent(.init(kind: .location, given: true), options: user.options())
            let permitted = try await user.refreshed()
            let home = Auth.HomePlace(
                location: .init(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300),
                radiusMetres: 20_000
            )
            _ = try await Auth.ProfilesClient(channel: user.channel)
                .setHomePlace(.init(home: home), options: permitted.options())
            return permitted
        }

        /// A pack of 454 g for 11.00, today.
        private func buy(_ product: String, _ user: TestUser) async throws -> Budget.Purchase {
            let zone = try #require(TimeZone(identifier: "America/Vancouver"))
            let item = Budget.NewItem(
                name: "BUTTER 454G",
                amount: .init(minorUnits: 1_100, currency: "CAD"),
                product: .init(productID: product, name: "Butter")
            )
            let request = Budget.CreatePurchaseRequest(
                storeName: "Corner shop",
                purchasedAt: .init(date: CalendarDay(of: Date(), in: zone).text, timeZone: zone.identifier),
                currency: "CAD",
                items: [item]
            )
            return try await user.purchases.createPurchase(request, options: user.options(key: UUID().uuidString))
        }
    }
}
