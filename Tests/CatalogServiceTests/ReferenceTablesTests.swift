import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirement CAT-14.
@Suite("Tables that operators keep", .timeLimit(.minutes(5)))
struct ReferenceTablesTests {
    private static let header =
        "slug,name,kind,address,latitude,longitude,time_zone,phone,monday,tuesday,wednesday,thursday,friday,saturday,sunday\n"
    private static let hours = Array(repeating: "08:00-20:00", count: 7).joined(separator: ",")

    /// A line of a file of stores.
    private func store(_ slug: String, _ name: String, _ latitude: String = "49.6") -> String {
        "\(slug),\(name),grocery,\"7 Dock Road, Fernhollow\",\(latitude),-119.67,America/Vancouver,,\(Self.hours)\n"
    }

    @Test("of stores take new and changed rows, which receipts find at once, and record who changed what")
    func importing() async throws {
        try await CatalogTestEnvironment.run { environment in
            let before = try await environment.resolveStore("Dockside Grocers", "7 Dock Road, Fernhollow", for: UUID())
            #expect(before.created)
            let file = Self.header + store("dockside", "Dockside Grocers") + store("juniper", "Juniper Market")
            let tried = try await environment.take(file, into: "stores", isTrial: true)
            #expect(tried.problems.isEmpty && (tried.rows, tried.added, tried.changed) == (2, 1, 1))
            #expect(try await environment.changes().isEmpty)
            let taken = try await environment.take(file, into: "stores")
            #expect((taken.rows, taken.added, taken.changed) == (2, 1, 1))
            try await environment.catalog.refresh()
            let after = try await environment.resolveStore("Dockside Grocers", "7 Dock Road, Fernhollow", for: UUID())
            #expect(!after.created && after.store?.location?.latitudeMicrodegrees == 49_600_000)

            let again = try await environment.take(file, into: "stores")
            #expect((again.added, again.changed) == (0, 0))
            let changes = try await environment.changes()
            #expect(changes.map(\.key) == ["juniper", "dockside"])
            #expect(changes.allSatisfy { $0.operatorID == environment.user.canonical && $0.file == "stores.csv" })
            let renamed = try #require(changes.first)
            #expect(renamed.kind == .imported && renamed.changedAt != nil)
            let name = try #require(renamed.fields.first { $0.column == "name" })
            #expect((name.before, name.after) == ("Juniper Street Market", "Juniper Market"))
            // The kind is the same in both.
            #expect(!renamed.fields.contains { $0.column == "kind" })
            let added = changes[1].fields
            #expect(added.first { $0.column == "latitude" }?.after == "49.600000" && added.allSatisfy(\.before.isEmpty))
        }
    }

    @Test("withdraw rows until a file has them again")
    func withdrawing() async throws {
        try await CatalogTestEnvironment.run { environment in
            for _ in 0..<2 {
                let row = try await environment.withdraw("co-op", from: "stores")
                #expect(row.withdrawn && row.own && row.fields[1] == "Fernhollow Co-op Foods")
            }
            #expect(try await environment.changes().map(\.kind) == [.withdrawn])
            try await environment.catalog.refresh()
            #expect(try environment.catalog.snapshot.stores.count == 1)
            #expect(try await environment.keys(of: "stores") == ["juniper"])
            #expect(
                try await environment.rows(of: "stores", .init(withWithdrawn: true)).map(\.withdrawn) == [true, false]
            )
            let back = try await environment.take(Self.header + store("co-op", "Co-op"), into: "stores")
            #expect((back.added, back.changed) == (1, 0))
            #expect(try await environment.changes(of: "stores", "co-op").map(\.kind) == [.imported, .withdrawn])
            let never = try await failure { _ = try await environment.withdraw("nowhere", from: "stores") }
            #expect(never.code == .notFound)
            #expect(try await environment.changes().count == 2)
        }
    }

    @Test("are not overwritten by what a release ships")
    func releases() async throws {
        try await CatalogTestEnvironment.run { environment in
            try await environment.take(Self.header + store("juniper", "Juniper Market"), into: "stores")
            try await environment.take(Self.header + store("dockside", "Dockside Grocers"), into: "stores")
            _ = try await environment.withdraw("co-op", from: "stores")
            let next = TestReferenceData.files(["stores.csv": Self.header + store("juniper", "Juniper Shipped")])
            #expect(try await environment.loader(next).run() == .loaded)
            let rows = try await environment.rows(of: "stores", .init(withWithdrawn: true))
            #expect(
                rows.map { "\($0.key) \($0.fields[1])" } == [
                    "co-op Fernhollow Co-op Foods", "dockside Dockside Grocers", "juniper Juniper Market",
                ]
            )
            #expect(rows.map(\.withdrawn) == [true, false, false] && rows.allSatisfy(\.own))
            // What no operator has changed follows the release.
            #expect(try await environment.keys(of: "eateries") == ["far", "near", "owl", "riddle"])
        }
    }

    @Test("export what files have: importing all rows of all shipped tables changes nothing")
    func roundTrip() async throws {
        try await CatalogTestEnvironment.run(try TestReferenceData.shipped()) { environment in
            try await environment.take(
                """
                store,product,label,price,currency,quantity,unit,first_day,last_day
                juniper-street-market,butter,"Fine ""salted"" one, soft",5.490,CAD,454,g,2026-11-01,
                juniper-street-market,butter,,4.5,CAD,0.5,lb,2026-11-01,2026-11-30

                """,
                into: "store_prices"
            )
            let tables = try await environment.tables.listReferenceTables(.init(), context: .user(environment.user))
            #expect(
                tables.tables.map(\.name) == [
                    "stores", "eateries", "store_prices", "average_goods", "average_prices", "brokers", "tax_rates",
                ]
            )
            for table in tables.tables {
                let rows = try await environment.rows(of: table.name)
                #expect(rows.count == Int(table.rows) && table.rows > 1)
                #expect(rows.filter(\.own).count == Int(table.ownRows))
                let file = ([table.columns] + rows.map(\.fields)).map(CSVText.line).joined()
                let taken = try await environment.take(file, into: table.name)
                #expect(taken.problems.isEmpty, "\(table.name)")
                #expect((Int(taken.rows), taken.added, taken.changed) == (rows.count, 0, 0), "\(table.name)")
            }
            let prices = try await environment.rows(of: "store_prices").map(\.fields)
            #expect(prices.map { $0[3] + " " + $0[5] } == ["4.5 0.5", "5.49 454"])
            #expect(prices[1][2] == "Fine \"salted\" one, soft")
        }
    }

    @Test("take nothing of a file with wrong lines, and name every one of them, in the reader's language")
    func wrongFiles() async throws {
        try await CatalogTestEnvironment.run { environment in
            let wrong = [
                store("dockside", "Dockside"), store("", "Nameless"), store("far", "Far", "91"),
                store("dockside", "Twice"), store("long", String(repeating: "a", count: 201)),
            ]
            let answer = try await environment.take(Self.header + wrong.joined(), into: "stores")
            #expect(
                answer.problems.map { "\($0.line) \($0.sentence)" } == [
                    "3 slug can't be “”.", "4 latitude can't be “91”.", "5 Line 2 has the same key.",
                    "6 name has more than 200 characters.",
                ]
            )
            #expect((answer.added, answer.changed) == (0, 0))
            #expect(try await environment.keys(of: "stores") == ["co-op", "juniper"])
            let french = try await inFrench {
                try await environment.take(Self.header + wrong.joined(), into: "stores")
            }
            #expect(french.problems[0].sentence.hasPrefix("slug ne peut pas être"))
            let prices = """
                store,product,label,price,currency,quantity,unit,first_day,last_day
                juniper,milk,,4.99,CAD,2,l,2026-11-01,
                nowhere,milk,,4.99,CAD,2,l,2026-11-01,
                juniper,nothing,,4.99,CAD,2,l,2026-11-01,
                juniper,milk,,4.999,CAD,2,l,2026-11-01,
                juniper,milk,,0,CAD,2,l,2026-11-01,
                juniper,milk,,4.99,XXX,2,l,2026-11-01,
                juniper,milk,,4.99,CAD,0,stone,2026-11-01,
                juniper,milk,,4.99,CAD,2,l,2026-11-31,
                juniper,milk,,4.99,CAD,2,l,2026-11-02,2026-11-01

                """
            let lines = try await environment.take(prices, into: "store_prices").problems
            #expect(lines.map(\.line) == [3, 4, 5, 6, 7, 8, 8, 9, 10])
            let known = prices.split(separator: "\n").prefix(4).joined(separator: "\n")
            #expect(
                try await environment.take(known, into: "store_prices").problems.map(\.sentence) == [
                    "store can't be “nowhere”.", "product can't be “nothing”.",
                ]
            )
            #expect(try await environment.count("store_prices") == 0)
            #expect(try await environment.changes().isEmpty)
        }
    }

    @Test("reject unknown tables, other headers, unreadable files and too many rows clearly")
    func invalid() async throws {
        try await CatalogTestEnvironment.run { environment in
            let unknown = try await failure { try await environment.take("", into: "products") }
            #expect(unknown.fieldViolations.map(\.field) == ["table"])
            let key = try await failure { _ = try await environment.changes(of: "", "juniper") }
            #expect(key.fieldViolations.map(\.field) == ["table"])
            for text in ["", "name\nx\n", "\"open", "\u{0}"] {
                let answer = try await environment.take(text, into: "average_prices")
                #expect(answer.problems.count == 1 && answer.problems[0].line == 1)
            }
            let odd = [
                store("a\u{0}b", "A"), store("a", "A\u{0}"), store("b", "B\u{2028}"), store("C d", "C"),
                store("d", String(repeating: "👨‍👩‍👧‍👦", count: 40)),
                store("e", "E").replacing("America/Vancouver", with: "GMT+3"),
            ]
            let answer = try await environment.take(Self.header + odd.joined(), into: "stores")
            #expect(answer.problems.map(\.line) == [2, 3, 4, 5, 6, 7])
            #expect(answer.problems.allSatisfy { !$0.sentence.contains("\0") })
            let rows = (0...50_000).map { "milk-\($0)l CA,milk-\($0)l,CA,2025-10,3\n" }
            let many = try await environment.take(
                "id,good,region,first_month,prices\n" + rows.joined(),
                into: "average_prices"
            )
            #expect(many.problems.map(\.line) == [50_002] && many.rows == 0)
        }
    }

    @Test("have keys of any length and sign, which pages, changes and withdrawals find")
    func keys() async throws {
        try await CatalogTestEnvironment.run { environment in
            let label = String(repeating: "é|", count: 50)
            let lines = (1...5).map { "juniper,milk,\(label),\($0),CAD,2,l,2026-11-0\($0),\n" }
            let header = "store,product,label,price,currency,quantity,unit,first_day,last_day\n"
            let taken = try await environment.take(header + lines.joined(), into: "store_prices")
            #expect(taken.problems.isEmpty && taken.added == 5)
            let request = Catalog.ListReferenceRowsRequest(page: .init(size: 2), keyPrefix: "juniper milk \(label) ")
            let rows = try await environment.rows(of: "store_prices", request)
            #expect(rows.map { $0.fields[3] } == ["1", "2", "3", "4", "5"])
            _ = try await environment.withdraw(rows[0].key, from: "store_prices")
            #expect(
                try await environment.changes(of: "store_prices", rows[0].key).map(\.kind) == [.withdrawn, .imported]
            )
            // What refers to a withdrawn store can be exported and imported again.
            _ = try await environment.withdraw("juniper", from: "stores")
            let again = try await environment.take(header + lines[1], into: "store_prices")
            #expect(again.problems.isEmpty && again.added + again.changed == 0)
        }
    }

    @Test("are seen by every instance without a restart")
    func instances() async throws {
        try await CatalogTestEnvironment.run { environment in
            let other = SharedCatalog(pool: environment.pool, log: TestDatabase.quietLogger)
            try await other.refresh()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await other.follow() }
                try await until("instances listen") {
                    try await !environment.pool.query(
                        "SELECT 1 FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
                    ).isEmpty
                }
                try await environment.take(Self.header + store("dockside", "Dockside Grocers"), into: "stores")
                try await until("the store is known") { try other.snapshot.stores.count == 3 }
                group.cancelAll()
            }
        }
    }

    @Test("have a history of which pages leave nothing out, by table and by row")
    func history() async throws {
        try await CatalogTestEnvironment.run { environment in
            let file = Self.header + (1...7).map { store("store-\($0)", "Store \($0)") }.joined()
            try await environment.take(file, into: "stores")
            _ = try await environment.withdraw("near", from: "eateries")
            var (keys, token): ([String], String) = ([], "")
            repeat {
                let answer = try await environment.tables.listReferenceChanges(
                    .init(page: .init(size: 3, token: token)),
                    context: .user(environment.user)
                )
                keys += answer.changes.map(\.key)
                token = answer.nextPageToken
            } while !token.isEmpty
            #expect(keys == ["near"] + (1...7).reversed().map { "store-\($0)" })
            #expect(try await environment.changes(of: "eateries").map(\.key) == ["near"])
            #expect(try await environment.changes(of: "stores", "store-4").count == 1)
        }
    }
}

/// Comma-separated values.
private enum CSVText {
    static func line(_ fields: [String]) -> String {
        fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }
}

extension CatalogTestEnvironment {
    fileprivate func changes(of table: String = "", _ key: String = "") async throws -> [Catalog.ReferenceChange] {
        try await tables.listReferenceChanges(.init(table: table, key: key), context: .user(user)).changes
    }

    fileprivate func withdraw(_ key: String, from table: String) async throws -> Catalog.ReferenceRow {
        try await tables.withdrawReferenceRow(.init(table: table, key: key), context: .user(user))
    }

    /// All rows of a table.
    fileprivate func rows(
        of table: String,
        _ filter: Catalog.ListReferenceRowsRequest = .init()
    ) async throws -> [Catalog.ReferenceRow] {
        var (rows, request): ([Catalog.ReferenceRow], Catalog.ListReferenceRowsRequest) = ([], filter)
        request.table = table
        repeat {
            let answer = try await tables.listReferenceRows(request, context: .user(user))
            rows += answer.rows
            request.page = .init(size: 200, token: answer.nextPageToken)
        } while request.page?.token != ""
        return rows
    }

    fileprivate func keys(of table: String) async throws -> [String] { try await rows(of: table).map(\.key) }
}
