import CatalogMessages
import CommonMessages
import Foundation
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_catalog

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = MarkedPerson()
            try await fill(other, environment)
            let tables = PersonalTables.catalog(environment.mappings)
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: tables.owners,
                othersLike: other.id
            ) { plans in
                try await callReceipts(environment, plans)
                try await callMappings(environment, plans)
                try await callProducts(environment, plans)
                try await callStores(environment, plans)
                try await callReferenceData(environment, plans)
                try await plans.call("Export") {
                    let export = PersonalExport(tables, in: environment.pool)
                    try await export.read(environment.user, in: .english) { _ in }
                }
                #expect(plans.uncalled(of: CatalogProgram.knownServices.userMethods(of: "catalog")) == [])
            }
            #expect(problems == [])
        }
    }

    /// Writes rows of somebody into each table: encrypted as all are, and with a choice that counts for everybody.
    private func fill(_ person: MarkedPerson, _ environment: CatalogTestEnvironment) async throws {
        try await PersonalDataTests().fill(person, environment.pool)
        try await environment.sealing.sealAll()
        try await environment.pool.execute(
            """
            UPDATE receipt_text_mappings SET kept_private = NULL, counts_from = now(), is_counted = true, shared_text = 'brd',
                shared_chain_key = 'corner', shared_store_key = 'corner elm'
            WHERE user_id = \(person.id)
            """
        )
    }

    /// What ocr asks for the user.
    private func callReceipts(_ environment: CatalogTestEnvironment, _ plans: PlanCheck) async throws {
        let store = try await plans.call("ResolveStore") {
            try await environment.resolveStore("Corner Foods", "1 Elm Road").store?.id ?? ""
        }
        try await plans.call("ResolveStore, known") { try await environment.resolveStore("Corner Foods", "1 Elm Road") }
        let lines = ["MOO JUICE 4L", "HDMI CABLE 2M", "TOM ON VINE"]
        try await plans.call("ResolveProducts") { try await environment.resolve(lines, store: store) }
        try await plans.call("ResolveProducts, known") { try await environment.resolve(lines, store: store) }
        // From then on what the user chooses counts for others.
        try await environment.settle(environment.user)
    }

    private func callMappings(_ environment: CatalogTestEnvironment, _ plans: PlanCheck) async throws {
        let store = try await environment.resolveStore("Corner Foods", "1 Elm Road").store?.id ?? ""
        let milk = try environment.known("Milk")
        try await plans.call("GuessProducts") { try await environment.guess("MOO JUICE 4L", store: store) }
        let chosen = try await plans.call("ChooseProduct") {
            try await environment.choose("MOO JUICE 4L", milk, store: store)
        }
        try await plans.call("ChooseProduct, new") { try await environment.choose("KAYA JAR 300G", new: "Coconut jam") }
        try await plans.call("ListMappings") { try await environment.list() }
        try await plans.call("ListMappings, chosen") { try await environment.list(.chosen) }
        let isForgotten = try await plans.call("ForgetMapping") { try await environment.forget(chosen.id) }
        #expect(isForgotten)
        try await environment.choose("MOO JUICE 4L", milk, store: store)
        try await plans.call("ForgetAllMappings") {
            try await environment.mappingsService.forgetAllMappings(.init(), context: .user(environment.user))
        }
    }

    private func callProducts(_ environment: CatalogTestEnvironment, _ plans: PlanCheck) async throws {
        let (service, context) = (environment.products, CallContext.user(environment.user))
        let created = try await plans.call("CreateProduct") {
            try await service.createProduct(
                .init(product: .init(name: "Grandmother's jam", categorySlug: "other", defaultUnit: "each")),
                context: context
            )
        }
        let id = try #require(created.product?.id)
        try await plans.call("GetProduct") { try await service.getProduct(.init(productID: id), context: context) }
        try await plans.call("SearchProducts") {
            try await service.searchProducts(.init(text: "jam"), context: context)
        }
        try await plans.call("ListCategories") { try await service.listCategories(.init(), context: context) }
        environment.areas.set(49.6, -119.7, of: environment.user)
        try await plans.call("FindStorePrices") {
            try await environment.storePrices.findStorePrices(.init(productID: id), context: context)
        }
    }

    private func callStores(_ environment: CatalogTestEnvironment, _ plans: PlanCheck) async throws {
        let near = Common.Location(49.6012, -119.6763)
        let found = try await plans.call("FindStores") {
            try await environment.stores.findStores(.init(near: near), context: .user(environment.user))
        }
        #expect(!found.stores.isEmpty)
        _ = try await environment.resolveStore("Corner Foods", "1 Elm Road")
        let own = try await plans.call("ListOwnStores") {
            try await environment.stores.listOwnStores(.init(), context: .user(environment.user))
        }
        let id = try #require(own.stores.first?.id)
        try await plans.call("SetOwnStoreLocation") {
            try await environment.stores.setOwnStoreLocation(
                .init(storeID: id, location: near),
                context: .user(environment.user)
            )
        }
    }

    /// What is the same for all users.
    private func callReferenceData(_ environment: CatalogTestEnvironment, _ plans: PlanCheck) async throws {
        let (pool, context) = (environment.pool, CallContext.user(environment.user))
        try await plans.call("ListBrokers") {
            try await BrokersService(store: BrokerStore(pool: pool)).listBrokers(.init(), context: context)
        }
        try await plans.call("FindExchangeRates") {
            try await ExchangeRatesService(store: ExchangeRateStore(pool: pool)).findExchangeRates(
                .init(to: "CAD", amounts: [.init(currency: "EUR", days: ["2025-03-07"])]),
                context: context
            )
        }
        try await plans.call("ListTaxRates") {
            try await TaxRatesService(catalog: environment.catalog).listTaxRates(
                .init(region: "CA-QC"),
                context: context
            )
        }
        let securities = SecuritiesService(store: SecuritiesStore(pool: pool))
        try await plans.call("SearchSecurities") {
            try await securities.searchSecurities(.init(text: "bond"), context: context)
        }
        try await plans.call("GetSecurity") {
            try await securities.getSecurity(.init(symbol: "BOND"), context: context)
        }
        try await plans.call("GetPrices") { try await securities.getPrices(.init(symbol: "BOND"), context: context) }
    }
}
