import AuthMessages
import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import Postgres
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

        /// Requirement CAT-07.
        @Test("that three users have paid alike in a week are prices of the store, of which nothing leads back to them")
        func observed() async throws {
            var people: [TestUser] = []
            for _ in 0..<3 { people.append(try await householder(consenting: .communityPrices)) }
            let user = people[0]
            let stores = try await Catalog.StoresClient(channel: user.channel)
                .findStores(.init(limit: 1), options: user.options())
            let store = try #require(stores.stores.first?.store)
            let search = Catalog.SearchProductsRequest(text: "maple syrup", limit: 1)
            let syrup = try #require(
                try await Catalog.ProductsClient(channel: user.channel)
                    .searchProducts(search, options: user.options()).products.first?.id
            )
            // The last week that is over long enough.
            let over = CalendarDay(of: Date(), in: .gmt).advanced(by: -9)
            let week = over.advanced(by: 1 - over.weekday)
            var identifiers: [String] = []
            for (number, each) in people.enumerated() {
                let purchase = try await buy(syrup, each, on: week.advanced(by: 1), at: "1\(number):30")
                identifiers += [try each.account.canonical, purchase.id]
            }
            try await age(people, at: store.id)
            let price = try await eventually {
                _ = try await user.deployment.query(
                    "UPDATE budget.scheduled_jobs SET due_at = now() WHERE name = 'observe prices' AND claim IS NULL"
                )
                return try await Catalog.StorePricesClient(channel: user.channel)
                    .findStorePrices(.init(productID: syrup), options: user.options()).prices.first(where: \.observed)
            }
            #expect(price.store?.store?.id == store.id && price.current)
            #expect(price.price == .init(minorUnits: 1_100, currency: "CAD"))
            #expect((price.firstDay, price.lastDay) == (week.text, week.advanced(by: 6).text))
            let rows = try await user.deployment.query(
                "SELECT to_jsonb(row)::text AS row FROM catalog.price_observations AS row"
            ).map { try $0["row"] as String }
            #expect(rows.count == 1 && identifiers.allSatisfy { !rows[0].contains($0) })
        }

        /// Has users consented long ago, and their purchases be of receipts that were read from photos at a store.
        private func age(_ people: [TestUser], at store: String) async throws {
            let accounts = try people.map { try $0.account }
            let store = try #require(UUID(canonical: store))
            _ = try await people[0].deployment.query(
                """
                UPDATE auth.consents SET changed_at = now() - interval '60 days'
                WHERE account_id = ANY(\(accounts)) AND kind = 'community_prices'
                """
            )
            _ = try await people[0].deployment.query(
                """
                UPDATE budget.purchases SET typed_in = false, receipt_id = gen_random_uuid(), store_id = \(store)
                WHERE user_id = ANY(\(accounts))
                """
            )
            _ = try await people[0].deployment.query(
                "UPDATE budget.purchase_items SET receipt_line = 1 WHERE user_id = ANY(\(accounts))"
            )
        }

        /// A new user who lives in the invented town.
        /// - Parameter kind: What they consent to beside saying where they live.
        private func householder(consenting kind: Auth.ConsentKind? = nil) async throws -> TestUser {
            let user = try await TestUser.new()
            for kind in [.location, kind].compactMap(\.self) {
                _ = try await Auth.ConsentsClient(channel: user.channel)
                    .setConsent(.init(kind: kind, given: true), options: user.options())
            }
            let permitted = try await user.refreshed()
            let home = Auth.HomePlace(
                location: .init(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300),
                radiusMetres: 20_000
            )
            _ = try await Auth.ProfilesClient(channel: user.channel)
                .setHomePlace(.init(home: home), options: permitted.options())
            return permitted
        }

        /// A pack of 454 g for 11.00, today unless another day is given.
        private func buy(
            _ product: String,
            _ user: TestUser,
            on day: CalendarDay? = nil,
            at time: String = ""
        ) async throws -> Budget.Purchase {
            let zone = try #require(TimeZone(identifier: "America/Vancouver"))
            let day = day ?? CalendarDay(of: Date(), in: zone)
            let item = Budget.NewItem(
                name: "PACK 454G",
                amount: .init(minorUnits: 1_100, currency: "CAD"),
                product: .init(productID: product, name: "Pack")
            )
            let request = Budget.CreatePurchaseRequest(
                storeName: "Corner shop",
                purchasedAt: .init(date: day.text, time: time, timeZone: zone.identifier),
                currency: "CAD",
                items: [item]
            )
            return try await user.purchases.createPurchase(request, options: user.options(key: UUID().uuidString))
        }
    }
}
