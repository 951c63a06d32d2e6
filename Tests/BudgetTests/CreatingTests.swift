import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_budget

/// Requirement BUD-01, for purchases that are typed in.
@Suite("Typing in a purchase", .timeLimit(.minutes(5)))
struct CreatingTests {
    // MARK: Others

    @Test("waits for its owner's others without the connections that other users need")
    func connections() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (busy, other) = (User(), User())
            let purchase = try await environment.create(other)
            let store = environment.service.store
            let busyID = try #require(UUID(uuidString: busy.id))
            try await withThrowingTaskGroup { group in
                // Holds up all writing of the busy user until the other one was served.
                try await environment.owner.transaction { connection in
                    try await connection.execute(
                        "SELECT pg_advisory_xact_lock(hashtextextended(\("purchases \(busyID)"), 0))"
                    )
                    for _ in 0..<64 { group.addTask { _ = try await environment.create(busy) } }
                    try await until("all have come") { store.changes.waiting == 63 }
                    #expect(try await environment.get(purchase.id, other).id == purchase.id)
                    _ = try await environment.create(other)
                }
                try await group.waitForAll()
            }
        }
    }

    // MARK: Rejections

    @Test("is rejected with all violations, in the sentences of editing, and stores nothing")
    func violations() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let status = await failure {
                try await environment.create(user, key: nil) { request in
                    request.receiptID = "1"
                    request.storeName = String(repeating: "x", count: 201)
                    request.storeAddress = String(repeating: "x", count: 301)
                    request.purchasedAt = .init(date: "2025-02-30", time: "24:00", timeZone: "Mars/Olympus")
                    request.items[0] = .init(name: " ", quantityThousandths: -1, unitPrice: .cad(-1), discount: .cad(1))
                    request.items[1].amount = .cad(-1)
                    request.items[2].afterItemID = UUID().canonical
                    request.taxes[0].label = String(repeating: "x", count: 61)
                    request.total = .init(minorUnits: 1, currency: "USD")
                }
            }
            #expect(status?.code == .invalidArgument)
            #expect(
                Set(status?.fieldViolations.map(\.field) ?? []) == [
                    "idempotency-key", "receipt_id", "store_name", "store_address", "purchased_at.date",
                    "purchased_at.time", "purchased_at.time_zone", "items[0].name",
                    "items[0].quantity_thousandths", "items[0].unit_price", "items[0].amount", "items[0].discount",
                    "items[1].amount", "items[2].after_item_id", "taxes[0].label", "total",
                ]
            )
            let purchase = try await environment.record(user)
            let edited = await failure {
                try await environment.edit(
                    purchase,
                    user,
                    version: 1,
                    .storeName(.init(value: String(repeating: "x", count: 201))),
                    .date(.init(value: "2025-02-30")),
                    .time(.init(value: "24:00")),
                    .newItem(.init(name: " ", quantityThousandths: -1, unitPrice: .cad(-1), discount: .cad(1))),
                    .newItem(.init(name: "Bread", amount: .cad(-1)))
                )
            }
            func rules(_ status: Status?) -> Set<Substring> {
                Set(status?.fieldViolations.map { $0.description.dropFirst($0.field.count) } ?? [])
            }
            #expect(rules(edited).count == 8)
            #expect(rules(status).isSuperset(of: rules(edited)))
            #expect(try await environment.count("purchases") == 1)
        }
    }

    @Test("is rejected with a negative or missing amount", arguments: ["missing", "negative", "total", "tax"])
    func amounts(what: String) async throws {
        try await BudgetTestEnvironment.with { environment in
            let status = await failure {
                try await environment.create(User()) { request in
                    request.items.removeLast()
                    switch what {
                    case "missing": request.items[0].amount = nil
                    case "negative": request.items[0].amount = .cad(-1)
                    case "total": request.total = .cad(-1)
                    default: request.taxes[0].amount = .cad(-1)
                    }
                }
            }
            let field = ["total": "total", "tax": "taxes[0].amount"][what] ?? "items[0].amount"
            #expect(status?.code == .invalidArgument)
            #expect(status?.fieldViolations.map(\.field) == [field])
            for table in ["purchases", "purchase_items", "outbox", "answered_requests"] {
                let count = try await environment.count(table)
                #expect(count == 0)
            }
        }
    }

    @Test("is rejected without content, with too much, and in an unknown currency")
    func content() async throws {
        try await BudgetTestEnvironment.with { environment in
            func fields(_ adjust: (inout Budget.CreatePurchaseRequest) -> Void) async -> [String]? {
                await failure { try await environment.create(User(), adjust: adjust) }?.fieldViolations.map(\.field)
            }
            #expect(await fields { ($0.items, $0.total) = ([], nil) } == ["items"])
            #expect(await fields { $0.items = Array(repeating: $0.items[0], count: 501) } == ["items"])
            #expect(await fields { $0.taxes = Array(repeating: $0.taxes[0], count: 21) } == ["taxes"])
            #expect(await fields { $0.currency = "DOLLAR" }?.first == "currency")
            let sum = await fields { request in
                for index in 0..<2 { request.items[index].amount = .cad(.max) }
            }
            #expect(sum == ["items", "items[0].amount", "items[1].amount"])
            let count = try await environment.count("purchases")
            #expect(count == 0)
        }
    }

    @Test("is rejected for a receipt that is in the log, also in one that was discarded")
    func recordedReceipt() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            for isDiscarded in [false, true] {
                if isDiscarded { try await environment.edit(purchase, user, .duplicate(.discard)) }
                let status = await failure {
                    try await environment.create(user) { $0.receiptID = purchase.receiptID }
                }
                #expect(status?.code == .alreadyExists)
                #expect(status?.reason == "RECEIPT_RECORDED")
            }
            #expect(try await environment.count("purchases") == 1)
            // Another user's receipt of that name is another receipt.
            try await environment.create(User()) { $0.receiptID = purchase.receiptID }
        }
    }

    // MARK: What it does

    @Test("stores date, time, store, products, prices, quantities, units, currency and discounts, confirmed")
    func whole() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let created = try await environment.create(user)
            var expected = Budget.Purchase(
                id: created.id,
                state: .confirmed,
                storeID: TestCatalog.storeID,
                storeName: "Juniper Street Market",
                purchasedAt: .init(date: "2025-03-09", time: "17:42", timeZone: "America/Vancouver"),
                currency: "CAD",
                subtotal: .cad(876),
                taxes: [.init(label: "GST 5%", amount: .cad(44))],
                total: .cad(920),
                computedTotal: .cad(920),
                totalsAgree: true,
                recordedAt: Common.Timestamp(seconds: 1_700_000_000),
                // The second one is what catalog says of the store.
                version: 2,
                storeAddress: "14 Juniper Street",
                typedIn: true,
                kind: .purchase
            )
            let names = ["Oat milk", "Bananas", "Bottle deposit"]
            let amounts: [Int64] = [698, 248, -20]
            expected.items = names.indices.map { index in
                Budget.PurchaseItem(
                    id: created.items[index].id,
                    productName: names[index],
                    quantityThousandths: [2_000, 1_250, 1_000][index],
                    unit: ["each", "kg", "each"][index],
                    unitPrice: index == 0 ? .cad(349) : nil,
                    amount: .cad(amounts[index]),
                    discount: .cad(index == 1 ? -50 : 0),
                    confidence: 100
                )
            }
            #expect(created == expected)
            #expect(try await environment.get(created.id, user) == expected)
            let listed = try await environment.service.listPurchases(.init(), context: user.context())
            #expect(listed.purchases == [expected])
            #expect(await failure { try await environment.get(created.id, User()) } == .notFound("purchase"))
        }
    }

    @Test("needs neither store, date nor items")
    func least() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let request = Budget.CreatePurchaseRequest(currency: "CAD", total: .cad(500))
            let context = user.context(idempotencyKey: "key")
            let purchase = try await environment.service.createPurchase(request, context: context)
            #expect(purchase.total == .cad(500) && purchase.items.isEmpty && purchase.storeName.isEmpty)
            #expect(!purchase.awaitsMatching && environment.catalog.asked.isEmpty)
        }
    }

    @Test("can be corrected and undone like any other; nothing of it teaches reading")
    func corrected() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.create(user) { $0.receiptID = UUID().canonical }
            let edited = try await environment.edit(
                purchase,
                user,
                .total(.init(value: .cad(930))),
                .item(.init(itemID: purchase.items[0].id, name: .init(value: "Soy milk"), amount: .cad(708)))
            )
            #expect(edited.total == .cad(930) && edited.items[0].productName == "Soy milk" && edited.typedIn)
            #expect(try await environment.get(purchase.id, user) == edited)
            var restored = purchase
            restored.version = 4
            #expect(try await environment.undo(purchase, user).purchase == restored)
            for receiver in ["ocr", "catalog"] {
                let corrections = try await environment.events(to: receiver).filter { event in
                    if case .purchaseCorrected = event.payload { true } else { false }
                }
                #expect(corrections.isEmpty)
            }
        }
    }

    @Test("happens once per idempotency key; another purchase with the same key is a conflict")
    func once() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID().canonical)
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask { try await environment.create(user, key: "key") { $0.receiptID = receipt }.id }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(try await environment.count("purchases") == 1)
            #expect(try await environment.count("outbox") == 1)
            let other = await failure { try await environment.create(user, key: "key") { $0.total = .cad(921) } }
            #expect(other?.reason == "IDEMPOTENCY_KEY_REUSED")
        }
    }

    @Test("that is repeated with its key gives the purchase with the store that it was matched with meanwhile")
    func repeated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.create(user, key: "key")
            #expect(!purchase.awaitsMatching && !purchase.storeID.isEmpty)
            #expect(try await environment.create(user, key: "key") == purchase)
        }
    }

    @Test("settles its receipt, and is not announced to its owner")
    func events() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID().canonical)
            let purchase = try await environment.create(user) { $0.receiptID = receipt }
            #expect(purchase.receiptID == receipt)
            let request = Budget.GetPurchaseRequest(key: .receiptID(receipt))
            #expect(try await environment.service.getPurchase(request, context: user.context()) == purchase)
            #expect(try await environment.events(to: "notifications").isEmpty)
            let settled = Events.PurchaseSettled(userID: user.id, purchaseID: purchase.id, receiptID: receipt)
            #expect(try await environment.events(to: "ocr").map(\.payload) == [.purchaseSettled(settled)])
            try await environment.create(User())
            #expect(try await environment.events(to: "ocr").count == 1)
        }
    }

    @Test("is not overwritten when its receipt is read after all")
    func readAfterAll() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, receipt) = (User(), UUID())
            let typed = try await environment.create(user) { $0.receiptID = receipt.canonical }
            #expect(try await environment.record(user, receipt: receipt) { $0.total = .cad(1) } == typed)
            #expect(try await environment.count("purchases") == 1)
        }
    }

    // MARK: Duplicates

    @Test("flags a second copy of a receipt, whichever was first, with and without a total", arguments: [true, false])
    func duplicates(hasTotal: Bool) async throws {
        try await BudgetTestEnvironment.with { environment in
            func create(_ user: User) async throws -> Budget.Purchase {
                try await environment.create(user) { if !hasTotal { $0.total = nil } }
            }
            let (user, other) = (User(), User())
            let receipt = try await environment.record(user)
            let copy = try await create(user)
            #expect(copy.duplicateOf == receipt.id)
            #expect(try await environment.edit(copy, user, .duplicate(.keep)).duplicateOf.isEmpty)
            let typed = try await create(other)
            #expect(typed.duplicateOf.isEmpty)
            #expect(try await environment.record(other).duplicateOf == typed.id)
            let told = try await environment.events(to: "notifications").map { event in
                if case .purchaseRecorded(let recorded) = event.payload { recorded.seemsDuplicate } else { false }
            }
            #expect(told == [false, true])
        }
    }

    @Test("flags a copy of a receipt of the same store under another name, once catalog knows both")
    func duplicateByStore() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let receipt = try await environment.record(user) { $0.storeID = TestCatalog.storeID }
            let copy = try await environment.create(user) { $0.storeName = "Juniper" }
            #expect(copy.duplicateOf == receipt.id)
            #expect(copy.storeName == "Juniper" && copy.knownStore.hasPrefix("Juniper Street Market"))
        }
    }
}
