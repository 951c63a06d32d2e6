import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Budget's service on a database of its own.
struct BudgetTestEnvironment: Sendable {
    let pool: PostgresPool
    /// Connects as the owner of the schema.
    let owner: PostgresPool
    /// The database that the schema is in.
    let database: TestDatabase
    let clock: ManualWallClock
    let service: SpendingService
    /// Sends what changes in a user's goals.
    let goalList: WatchedList
    /// Sends what changes in a user's recurring expenditures.
    let recurringList: WatchedList
    let catalog: TestCatalog
    /// What catalog answers about exchange rates.
    let rates: TestRates
    /// Asks for them.
    let exchange: ExchangeRates

    /// The keys under which purchases are encrypted.
    var keys: PersonKeys { service.store.keys }

    var matcher: PurchaseMatcher { service.matcher }

    /// Entries are of days to the summer of 2027, since tests type in days that are later than the clock's.
    static let bounds = EntryBounds(clock: ManualWallClock(now: Date(timeIntervalSince1970: 1_781_000_000)))

    /// Runs `body` with an empty environment.
    static func with(_ body: (BudgetTestEnvironment) async throws -> Void) async throws {
        let migrations = try #require(BudgetProgram.migrations)
        try await TestDatabase.withServiceDatabase("budget", migrations: migrations, size: 8) { prepared in
            let pool = prepared.pool
            let clock = ManualWallClock()
            let changes = ChangeFeed<UUID>("purchases", pool: pool)
            let listening = Task { await changes.run() }
            let log = SpendingStore.log(in: pool)
            let watching = Task { await log.run() }
            let goalList = GoalStore.list(in: pool)
            let watchingGoals = Task { await goalList.run() }
            let recurringList = RecurringStore.list(in: pool)
            let watchingRecurring = Task { await recurringList.run() }
            let keys = PersonKeys(in: pool, masterKeys: try .test)
            let store = SpendingStore(pool: pool, keys: keys, clock: clock, bounds: Self.bounds)
            let catalog = TestCatalog()
            let rates = TestRates()
            let service = SpendingService(
                store: store,
                changes: changes,
                log: log,
                matcher: Self.matcher(store, catalog)
            )
            let outcome: Result<Void, any Error>
            do {
                try await rates.with { exchange in
                    try await body(
                        BudgetTestEnvironment(
                            pool: pool,
                            owner: prepared.owner,
                            database: prepared.database,
                            clock: clock,
                            service: service,
                            goalList: goalList,
                            recurringList: recurringList,
                            catalog: catalog,
                            rates: rates,
                            exchange: exchange
                        )
                    )
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            for task in [listening, watching, watchingGoals, watchingRecurring] {
                task.cancel()
                await task.value
            }
            try outcome.get()
        }
    }

    /// Another instance of the service on the same database, which knows no keys of persons yet.
    func instance(_ masterKeys: MasterKeys, within bounds: EntryBounds = Self.bounds) -> BudgetTestEnvironment {
        let store = SpendingStore(
            pool: pool,
            keys: PersonKeys(in: pool, masterKeys: masterKeys),
            clock: clock,
            bounds: bounds
        )
        let service = SpendingService(
            store: store,
            changes: self.service.changes,
            log: self.service.log,
            matcher: Self.matcher(store, catalog)
        )
        return BudgetTestEnvironment(
            pool: pool,
            owner: owner,
            database: database,
            clock: clock,
            service: service,
            goalList: goalList,
            recurringList: recurringList,
            catalog: catalog,
            rates: rates,
            exchange: exchange
        )
    }

    private static func matcher(_ store: SpendingStore, _ catalog: TestCatalog) -> PurchaseMatcher {
        PurchaseMatcher(
            store: store,
            catalog: catalog,
            log: TestDatabase.quietLogger,
            backoff: Backoff.doubling(from: .milliseconds(5), to: .milliseconds(20)),
            pollInterval: .milliseconds(5)
        )
    }

    /// Records the sample purchase, changed by `adjust`, as ocr does.
    @discardableResult
    func record(
        _ user: User,
        receipt: UUID = UUID(),
        unmatched: Budget.Unmatched? = nil,
        adjust: (inout Budget.Purchase) -> Void = { _ in }
    ) async throws -> Budget.Purchase {
        var request = Budget.RecordPurchaseRequest.sample(user, receipt: receipt)
        request.unmatched = unmatched
        if var purchase = request.purchase {
            adjust(&purchase)
            request.purchase = purchase
        }
        return try await service.recordPurchase(request, context: .ocr)
    }

    /// Types in the sample purchase, changed by `adjust`.
    @discardableResult
    func create(
        _ user: User,
        key: String? = UUID().canonical,
        adjust: (inout Budget.CreatePurchaseRequest) -> Void = { _ in }
    ) async throws -> Budget.Purchase {
        var request = Budget.CreatePurchaseRequest.sample
        adjust(&request)
        return try await service.createPurchase(request, context: user.context(idempotencyKey: key))
    }

    func get(_ id: String, _ user: User) async throws -> Budget.Purchase {
        try await service.getPurchase(.init(key: .purchaseID(id)), context: user.context())
    }

    /// Makes edits as one revision.
    @discardableResult
    func edit(
        _ purchase: Budget.Purchase,
        _ user: User,
        version: Int64 = 0,
        key: String? = nil,
        _ edits: Budget.PurchaseEdit.Edit...
    ) async throws -> Budget.Purchase {
        let request = Budget.EditPurchaseRequest(
            purchaseID: purchase.id,
            expectedVersion: version,
            edits: edits.map { .init(edit: $0) }
        )
        return try await service.editPurchase(request, context: user.context(idempotencyKey: key))
    }

    /// Undoes a revision.
    @discardableResult
    func undo(
        _ purchase: Budget.Purchase,
        _ user: User,
        version: Int64 = 0,
        key: String? = nil
    ) async throws -> Budget.UndoStepResponse {
        let request = Budget.UndoStepRequest(purchaseID: purchase.id, expectedVersion: version)
        return try await service.undoStep(request, context: user.context(idempotencyKey: key))
    }

    /// The history, newest first.
    func steps(_ purchase: Budget.Purchase, _ user: User) async throws -> [Budget.PurchaseStep] {
        try await service.listSteps(.init(purchaseID: purchase.id), context: user.context()).steps
    }

    /// The events written for a service.
    func events(to receiver: String) async throws -> [Events.Event] {
        try await pool.query("SELECT payload FROM outbox WHERE topic = \(receiver) ORDER BY sequence").map { row in
            let payload: [UInt8] = try row["payload"]
            return try Events.Event(decoding: .init(bytes: payload))
        }
    }

    func count(_ table: String) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM \(identifier: table)")[0]["count"]
    }
}

/// A signed-in user.
struct User: Sendable {
    let id: String

    init(id: UUID = UUID()) { self.id = id.canonical }

    /// The context of a call by this user.
    func context(method: String = "test", idempotencyKey: String? = nil) -> CallContext {
        var metadata = Metadata()
        if let idempotencyKey { metadata.add(MetadataName.idempotencyKey, idempotencyKey) }
        return CallContext(
            method: method,
            metadata: metadata,
            peerService: "ocr",
            identity: VerifiedUser(id: id, username: "somebody"),
            trace: TraceContext()
        )
    }
}

extension CallContext {
    /// The context of a call from ocr.
    static var ocr: CallContext {
        return CallContext(method: "test", peerService: "ocr", trace: TraceContext())
    }
}

extension Common.Money {
    /// An amount in Canadian dollars.
    static func cad(_ cents: Int64) -> Common.Money { Common.Money(minorUnits: cents, currency: "CAD") }
}

extension Budget.RecordPurchaseRequest {
    /// Three items, one of them returned and one discounted, with a tax; the sums agree.
    static func sample(_ user: User, receipt: UUID = UUID()) -> Budget.RecordPurchaseRequest {
        let items = [
            Budget.PurchaseItem(
                productID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01",
                productName: "Oat milk",
                categorySymbol: "🥛",
                printedText: "OAT MLK 1L",
                quantityThousandths: 2_000,
                unit: "each",
                unitPrice: .cad(349),
                amount: .cad(698),
                confidence: 96
            ),
            Budget.PurchaseItem(
                printedText: "BANANAS",
                quantityThousandths: 1_250,
                unit: "kg",
                amount: .cad(248),
                discount: .cad(-50),
                needsReview: true,
                confidence: 61
            ),
            Budget.PurchaseItem(
                productName: "Bottle deposit",
                printedText: "DEPOSIT RETURN",
                quantityThousandths: 1_000,
                unit: "each",
                amount: .cad(-20),
                confidence: 90
            ),
        ]
        let purchase = Budget.Purchase(
            receiptID: receipt.canonical,
            storeID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e02",
            storeName: "Juniper Street Market",
            purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
            currency: "CAD",
            items: items,
            subtotal: .cad(876),
            taxes: [.init(label: "GST 5%", amount: .cad(44))],
            total: .cad(920)
        )
        return Budget.RecordPurchaseRequest(userID: user.id, purchase: purchase)
    }
}

extension Budget.CreatePurchaseRequest {
    /// The purchase of the sample receipt as its owner would type it in.
    static var sample: Budget.CreatePurchaseRequest {
        Budget.CreatePurchaseRequest(
            storeName: "Juniper Street Market",
            storeAddress: "14 Juniper Street",
            purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
            currency: "CAD",
            items: [
                .init(name: "Oat milk", quantityThousandths: 2_000, unitPrice: .cad(349), amount: .cad(698)),
                .init(
                    name: "Bananas",
                    quantityThousandths: 1_250,
                    unit: "kg",
                    amount: .cad(248),
                    discount: .cad(-50)
                ), .init(name: "Bottle deposit", amount: .cad(20), returned: true),
            ],
            subtotal: .cad(876),
            taxes: [.init(label: "GST 5%", amount: .cad(44))],
            total: .cad(920)
        )
    }
}

/// The status with which `body` fails.
func failure(_ body: () async throws -> some Any) async -> Status? {
    await #expect(throws: Status.self) { _ = try await body() }
}

/// Runs `body` as a call whose caller reads French.
func inFrench<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    var metadata = Metadata()
    metadata.add("accept-language", "fr")
    let context = CallContext(method: "test", metadata: metadata, trace: TraceContext())
    return try await CallContext.$current.withValue(context) { try await body() }
}
