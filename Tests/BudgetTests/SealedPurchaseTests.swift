import BudgetMessages
import CatalogMessages
import Foundation
import Foundations
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import ServiceKit
@testable import larder_budget

@Suite("What purchases say in words", .timeLimit(.minutes(5)))
struct SealedPurchaseTests {
    /// Where a text is stored so that whoever reads the database can read it.
    private func tables(with marker: String, in pool: PostgresPool) async throws -> [String] {
        // Of columns of bytes the contents are in hexadecimal.
        let forms = [marker, marker.lowercased(), marker.uppercased(), marker.capitalized]
        let bytes = forms.map { $0.utf8.map { String($0, radix: 16) }.joined() }
        return try await pool.contents().filter { table in
            table.value.contains { row in
                let row = row.lowercased()
                return (bytes + [marker.lowercased()]).contains { row.contains($0) }
            }
        }.keys.sorted()
    }

    /// Uses everything that stores words, all of which have the marker in them.
    private func use(_ environment: BudgetTestEnvironment, _ user: User, _ marker: String) async throws
        -> (read: Budget.Purchase, typed: Budget.Purchase)
    {
        environment.catalog.store = .init(id: TestCatalog.storeID, name: "\(marker)k", address: "\(marker)l")
        let read = try await environment.record(
            user,
            unmatched: .init(store: true, receiptLines: [2])
        ) { purchase in
            (purchase.storeID, purchase.storeName, purchase.storeAddress) = ("", "\(marker)b", "\(marker)c")
            purchase.knownStore = "\(marker)d"
            purchase.taxes[0].label = "\(marker)e"
            (purchase.items[0].productName, purchase.items[0].printedText) = ("\(marker)f", "\(marker)g")
            (purchase.items[1].printedText, purchase.items[1].receiptLine) = ("\(marker)h", 2)
        }
        let typed = try await environment.create(user, key: "typed") { request in
            (request.storeName, request.storeAddress) = ("\(marker)i", "\(marker)j")
            request.items[0].name = "\(marker)m"
            request.taxes[0].label = "\(marker)n"
        }
        for purchase in [read, typed] {
            try await environment.edit(
                purchase,
                user,
                key: UUID().canonical,
                .storeName(.init(value: "\(marker)o")),
                .storeAddress(.init(value: "\(marker)p")),
                .taxes(.init(taxes: [.init(label: "\(marker)q", amount: .cad(44))])),
                .item(.init(itemID: purchase.items[0].id, name: .init(value: "\(marker)r"))),
                .newItem(.init(name: "\(marker)s", amount: .cad(100)))
            )
            try await environment.edit(purchase, user, .itemRemoval(.init(itemID: purchase.items[2].id)))
            try await environment.undo(purchase, user, key: UUID().canonical)
            for mark in ["t", "u"] {
                try await environment.merge(purchase, user, .note(.init(value: "\(marker)\(mark)")))
            }
        }
        // The number is kept as long as the store is as printed.
        try await environment.record(user, unmatched: .init(store: true, storePhone: "\(marker)a")) { $0.storeID = "" }
        return (read, typed)
    }

    @Test("is found nowhere in the database, whatever was done, and read by its owner as before")
    func unreadable() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, marker) = (User(), MarkedPerson().marker)
            environment.catalog.outage = Status(.unavailable, "down")
            _ = try await use(environment, User(), MarkedPerson().marker)
            let (read, typed) = try await use(environment, user, marker)
            #expect(try await environment.count("purchases_to_match") == 6)
            // Events on their way have what others are told; nobody delivers them here.
            try await environment.pool.execute("DELETE FROM outbox")
            #expect(try await tables(with: marker, in: environment.pool) == [])

            environment.catalog.outage = nil
            try await environment.pool.execute("UPDATE purchases_to_match SET due_at = now()")
            while try await environment.matcher.worker.runOnce() > 0 {}
            try await environment.pool.execute("DELETE FROM outbox")
            #expect(try await tables(with: marker, in: environment.pool) == [])

            for purchase in [read, typed] {
                let present = try await environment.get(purchase.id, user)
                #expect(present.storeName == "\(marker)o" && present.storeAddress == "\(marker)p")
                #expect(present.knownStore.contains("\(marker)k"))
                #expect(present.taxes.map(\.label) == ["\(marker)q"])
                #expect(present.items.map(\.productName).contains("\(marker)r"))
                #expect(present.items.last?.productName == "\(marker)s")
                #expect(present.note == "\(marker)u")
                #expect(present.conflicts.map(\.edit?.edit) == [.note(.init(value: "\(marker)t"))])
                let changes = try await environment.steps(purchase, user).flatMap(\.changes).joined()
                for mark in ["b", "o", "p", "q", "r", "s"] where purchase.id == read.id || mark != "b" {
                    #expect(changes.contains("\(marker)\(mark)"), "\(mark)")
                }
            }
            #expect(environment.catalog.asked.contains { $0.contains("\(marker)h") })
            #expect(environment.catalog.phones.contains("\(marker)a"))
        }
    }

    @Test("of an answer is given again to a repeated request")
    func repeated() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let first = try await environment.create(user, key: "once")
            #expect(try await environment.instance(.test).create(user, key: "once").id == first.id)
            let rows = try await environment.pool.query("SELECT is_sealed FROM answered_requests")
            #expect(try rows.map { try $0["is_sealed"] as Bool } == [true])
        }
    }

    @Test("needs no key to be read where there is none, and one from the first change on")
    func keys() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            let purchase = try await environment.record(other)
            #expect(await failure { try await environment.get(purchase.id, user) }?.code == .notFound)
            #expect(await failure { try await environment.steps(purchase, user) }?.code == .notFound)
            let list = try await environment.service.listPurchases(.init(), context: user.context())
            #expect(list.purchases.isEmpty)
            #expect(try await environment.count("person_keys") == 1)
            try await environment.create(user)
            #expect(try await environment.count("person_keys") == 2)
        }
    }

    @Test("is unavailable without the master key, and nothing of it is lost")
    func otherMasterKey() async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user)
            let stranger = environment.instance(try .test("2"))
            let refusals = [
                await refusal { try await stranger.get(purchase.id, user) },
                await refusal { try await stranger.edit(purchase, user, .date(.init(value: "2025-03-10"))) },
                await refusal { try await stranger.create(user) },
            ]
            for refusal in refusals {
                #expect(refusal?.code == .unavailable)
                #expect(refusal?.reason == "KEY_UNAVAILABLE")
            }
            await #expect(throws: ConfigurationError.self) { try await stranger.keys.requireMasterKeys() }
            // Somebody new is served all the same, under the key that there is.
            let newcomer = User()
            let own = try await stranger.create(newcomer)
            #expect(try await stranger.get(own.id, newcomer).storeName == own.storeName)
            #expect(try await environment.instance(.test).get(purchase.id, user) == purchase)
        }
    }

    @Test("of a person whose key is destroyed is nobody's any more, and everybody else is served")
    func destroyed() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (ada, grace) = (User(), User())
            environment.catalog.outage = Status(.unavailable, "down")
            let unmatched = Budget.Unmatched(store: true, receiptLines: [2], storePhone: "+1 604 555 0100")
            var purchases: [Budget.Purchase] = []
            for user in [ada, grace] {
                purchases.append(
                    try await environment.record(user, unmatched: unmatched) { purchase in
                        purchase.storeID = ""
                        purchase.items[1].receiptLine = 2
                    }
                )
            }
            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(UUID(canonical: ada.id))")
            environment.catalog.outage = nil
            let later = environment.instance(try .test)
            #expect(await refusal { try await later.get(purchases[0].id, ada) }?.code == .internalError)
            #expect(try await later.get(purchases[1].id, grace).storeName == purchases[1].storeName)
            try await environment.pool.execute(
                "UPDATE purchases_to_match SET due_at = now() - CASE user_id WHEN \(UUID(canonical: ada.id)) THEN interval '1 h' ELSE '0' END"
            )
            let working = Task { await later.matcher.worker.run() }
            while try await later.get(purchases[1].id, grace).awaitsMatching { await Task.yield() }
            working.cancel()
            await working.value
            #expect(try await later.get(purchases[1].id, grace).storeID == TestCatalog.storeID)
            #expect(environment.catalog.phones == ["+1 604 555 0100"])

            // The person begins anew, with another key; what is unreadable is in the way of nothing that names other purchases.
            let anew = try await later.create(ada) { $0.storeName = "Another market" }
            #expect(try await later.get(anew.id, ada).storeName == "Another market")
        }
    }

    /// What callers are told of a failure.
    private func refusal(_ body: () async throws -> some Any) async -> Status? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? any StatusConvertible)?.status
        }
    }

    @Test("is found to be a duplicate by the store's name, in any case, of the same person alone")
    func duplicates() async throws {
        try await BudgetTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            let first = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "Café Élan") }
            try await environment.record(other) { ($0.storeID, $0.storeName) = ("", "Café Élan") }
            let second = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "CAFÉ ÉLAN") }
            #expect(second.duplicateOf == first.id)
            let third = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "Café Elan") }
            #expect(third.duplicateOf == "")
            for _ in 0..<2 {
                let nameless = try await environment.record(user) { ($0.storeID, $0.storeName) = ("", "") }
                #expect(nameless.duplicateOf == "")
            }
        }
    }

    @Test("stays readable while the master key is replaced, and is not written anew")
    func rotation() async throws {
        try await BudgetTestEnvironment.with { environment in
            let users = (0..<8).map { _ in User() }
            var purchases: [Budget.Purchase] = []
            for user in users { purchases.append(try await environment.record(user)) }
            let rows = try await environment.pool.contents()["purchases"]
            let former = environment.instance(try .test("1", "2"))
            let current = environment.instance(try .test("2", "1"))
            try await withThrowingTaskGroup { group in
                group.addTask { _ = try await current.keys.rewrap() }
                for (user, purchase) in zip(users, purchases) {
                    for instance in [former, current] {
                        group.addTask {
                            let seen = try await instance.get(purchase.id, user)
                            #expect(seen == purchase)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await environment.pool.contents()["purchases"] == rows)
            let after = environment.instance(try .test("2"))
            try await after.keys.requireMasterKeys()
            for (user, purchase) in zip(users, purchases) {
                #expect(try await after.get(purchase.id, user) == purchase)
                try await after.edit(purchase, user, .storeName(.init(value: "Elsewhere")))
                #expect(try await former.get(purchase.id, user).storeName == "Elsewhere")
            }
        }
    }
}
