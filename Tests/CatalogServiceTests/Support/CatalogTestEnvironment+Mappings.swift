import AuthMessages
import CatalogMessages
import EventsMessages
import Foundation
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit

@testable import larder_catalog

extension CatalogTestEnvironment {
    var mappingsService: MappingsService {
        MappingsService(catalog: catalog, products: productsStore, mappings: mappings)
    }

    var sharedMappings: SharedMappingsService {
        SharedMappingsService(catalog: catalog, store: SharedMappingsStore(pool: pool, clock: clock))
    }

    /// The guesses for one line.
    func guess(
        _ text: String,
        store: String = "",
        limit: Int32 = 0,
        for user: UUID? = nil
    ) async throws -> Catalog.LineGuesses {
        let request = Catalog.GuessProductsRequest(storeID: store, printedTexts: [text], limit: limit)
        return try await mappingsService.guessProducts(request, context: .user(user ?? self.user)).lines[0]
    }

    /// Chooses a product for a line.
    @discardableResult
    func choose(
        _ text: String,
        _ product: String,
        store: String = "",
        for user: UUID? = nil,
        consents: Set<Auth.ConsentKind> = [.communityMappings],
        tokenTime: Date = .now
    ) async throws -> Catalog.Mapping {
        let request = Catalog.ChooseProductRequest(storeID: store, printedText: text, choice: .productID(product))
        return try await mappingsService.chooseProduct(
            request,
            context: .user(user ?? self.user, consents: consents, at: tokenTime)
        )
    }

    /// Chooses a new product by name for a line.
    @discardableResult
    func choose(_ text: String, new name: String, store: String = "") async throws -> Catalog.Mapping {
        let request = Catalog.ChooseProductRequest(
            storeID: store,
            printedText: text,
            choice: .newProduct(.init(name: name))
        )
        return try await mappingsService.chooseProduct(request, context: .user(user))
    }

    /// Delivers an event of another service.
    func deliver(_ event: Events.Event, consents: any Consents = KnownConsents(since: .distantPast)) async throws {
        let corrections = CorrectionConsumer(
            catalog: catalog,
            products: productsStore,
            mappings: mappings,
            consents: consents
        )
        let consumer = EventConsumer(pool: pool, log: TestDatabase.quietLogger, handle: corrections.effect)
        _ = try await InProcessPeers.with(consumer.handlers, as: event.payload?.sender ?? "budget") {
            try await Events.EventSinkClient(channel: $0).deliverEvent(event)
        }
    }

    func forget(_ mapping: String, for user: UUID? = nil) async throws -> Bool {
        try await mappingsService.forgetMapping(.init(mappingID: mapping), context: .user(user ?? self.user)).forgotten
    }

    /// The user's mappings.
    func list(_ filter: Catalog.MappingFilter = .unspecified, for user: UUID? = nil) async throws -> [Catalog.Mapping] {
        try await mappingsService.listMappings(.init(filter: filter), context: .user(user ?? self.user)).mappings
    }

    /// The shared product with a name.
    func known(_ name: String) throws -> String {
        guard let product = try catalog.snapshot.product(called: name) else { throw TestSupportError("no \(name)") }
        return product.id
    }

    /// The shared mappings, agreed or disputed.
    func shared(_ state: Catalog.SharedMappingState = .unspecified) async throws -> [Catalog.SharedMapping] {
        try await sharedMappings.listSharedMappings(.init(state: state), context: .service).mappings
    }

    /// Has an established user vote on a line that a receipt printed at a store.
    @discardableResult
    func vote(
        _ text: String,
        _ product: String,
        _ name: String = "Corner Foods",
        _ address: String = "1 Elm Road",
        by user: UUID = UUID()
    ) async throws -> UUID {
        let store = try await shop(text, name, address, by: user)
        try await choose(text, product, store: store, for: user)
        return user
    }

    /// Creates an established user with a receipt that printed the line at a store.
    /// - Returns: the store.
    func shop(
        _ text: String,
        _ name: String = "Corner Foods",
        _ address: String = "1 Elm Road",
        by user: UUID
    ) async throws -> String {
        let store = try await resolveStore(name, address, for: user).store?.id ?? ""
        _ = try await resolve(text, store: store, for: user)
        try await settle(user)
        return store
    }

    /// Makes a user established, in another hour than others. One user at a time.
    func settle(_ user: UUID) async throws {
        try await came(user, ago: "30 days")
        try await pool.execute(
            """
            UPDATE receipt_users SET first_receipt_at = (SELECT min(first_receipt_at) FROM receipt_users) - interval '1 hour'
            WHERE user_id = \(user)
            """
        )
    }

    /// Sets the time of a user's first receipt, before now.
    func came(_ user: UUID, ago interval: String) async throws {
        try await pool.execute(
            "UPDATE receipt_users SET first_receipt_at = now() - \(interval)::text::interval WHERE user_id = \(user)"
        )
    }

    var feedbackReports: FeedbackReportsService {
        FeedbackReportsService(store: FeedbackReportsStore(pool: pool, clock: clock))
    }

    /// The reports of users.
    func reports(_ state: Catalog.FeedbackReportState = .unspecified) async throws -> [Catalog.FeedbackReport] {
        try await feedbackReports.listFeedbackReports(.init(state: state), context: .service).reports
    }
}

/// What auth says of the consent to count choices for others, to anybody who asks.
struct KnownConsents: Consents {
    /// Since when it is given; nil when it is not.
    var since: Date?
    var outage: Status?

    func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date? {
        if let outage { throw outage }
        return kind == .communityMappings ? since : nil
    }
}
