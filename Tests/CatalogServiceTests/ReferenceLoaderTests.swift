import CatalogDomain
import CatalogMessages
import Foundation
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Loading reference data", .timeLimit(.minutes(5)))
struct ReferenceLoaderTests {
    @Test("changes nothing when a file is invalid, and reports the problems")
    func wrongFile() async throws {
        try await CatalogTestEnvironment.run { environment in
            let wrong = TestReferenceData.files([
                "products.csv": TestReferenceData.products + "beer,Beer,alcohol,stone,,,\n"
            ])
            let error = await #expect(throws: ConfigurationError.self) { try await environment.loader(wrong).run() }
            #expect(error?.description.contains("products.csv, line 6: unit can't be “stone”.") == true)
            let outcome = try await environment.loader(TestReferenceData.files()).run()
            #expect(outcome == .unchanged)
            #expect(try await environment.count("products") == 4)
        }
    }

    @Test("names a missing file")
    func missingFile() {
        #expect(throws: ConfigurationError.self) { try ReferenceFiles(folder: "/nowhere") }
    }

    @Test("changes nothing when the database rejects a row")
    func refusedRow() async throws {
        try await CatalogTestEnvironment.run { environment in
            let name = String(repeating: "long ", count: 20)
            let refused = TestReferenceData.files([
                "categories.csv":
                    "slug,name,symbol,parent\nproduce,Renamed,🧺,\ndairy,D,🥛,\nhousehold,H,🧽,\nother,O,🛒,\n",
                "products.csv": TestReferenceData.products + "pie,\(name),produce,each,,,\n",
            ])
            await #expect(throws: PostgresError.self) { try await environment.loader(refused).run() }
            let renamed = try await environment.pool.query("SELECT 1 FROM categories WHERE name = 'Renamed'")
            #expect(renamed.isEmpty)
        }
    }

    @Test("loads every shipped row, and does nothing the second time")
    func shippedFiles() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            let files = try TestReferenceData.shipped()
            let data = try files.parsed()
            #expect(try await environment.loader(files).run() == .loaded)
            #expect(try await environment.count("categories") == data.categories.count)
            #expect(try await environment.count("abbreviations") == data.abbreviations.count)
            #expect(try await environment.count("products") == data.products.count)
            #expect(try await environment.count("shelf_lives") == data.shelfLives.count)
            #expect(try await environment.count("nutrition") == data.foods.count)
            #expect(try await environment.count("stores") == data.stores.count)
            #expect(try await environment.count("eateries") == data.eateries.count)
            #expect(try await environment.loader(files).run() == .unchanged)
        }
    }

    @Test("keeps blank values unknown, and zero zero")
    func unknownFigures() async throws {
        try await CatalogTestEnvironment.run { environment in
            let row = try await environment.pool.query(
                "SELECT sugar_mg, vitamin_d_ng, density_ug_per_ml FROM nutrition WHERE ndb_no = '11529'"
            )[0]
            let (sugar, vitaminD, density): (Int?, Int?, Int?) = (
                try row["sugar_mg"], try row["vitamin_d_ng"], try row["density_ug_per_ml"]
            )
            #expect(sugar == nil)
            #expect(vitaminD == 0)
            #expect(density == nil)
        }
    }

    @Test("applies a new file: updates rows, keeps identifiers, withdraws and restores")
    func changedFile() async throws {
        try await CatalogTestEnvironment.run { environment in
            let before = try await environment.products(in: "products")
            let changed = TestReferenceData.files([
                "products.csv": """
                slug,name,category,unit,ndb_no,foodkeeper_id,aliases
                milk,Whole milk,dairy,l,01077,27,HOMO MILK
                tofu,Tofu,other,each,,,
                cheddar,Cheddar cheese,dairy,each,,,CHED
                dish-soap,Dish soap,household,each,,,DISHWASHING LIQUID

                """,
                "average_goods.csv": "slug,name,name_fr,quantity,unit,products\n",
                "average_prices.csv": "id,good,region,first_month,prices\n",
            ])
            #expect(try await environment.loader(changed).run() == .loaded)
            let after = try await environment.products(in: "products")
            #expect(after["milk"]?.id == before["milk"]?.id)
            #expect(after["milk"]?.name == "Whole milk")
            #expect(after["tofu"]?.isWithdrawn == false)
            #expect(after["tomatoes"] == .init(id: before["tomatoes"]?.id, name: "Tomatoes", isWithdrawn: true))
            #expect(try await environment.loader(TestReferenceData.files()).run() == .loaded)
            #expect(try await environment.products(in: "products")["tomatoes"] == before["tomatoes"])
        }
    }

    @Test("happens once when several instances start at the same time")
    func simultaneousStarts() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            let outcomes = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await environment.loader(TestReferenceData.files()).run() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .loaded } == 1)
            #expect(try await environment.count("products") == 4)
        }
    }
}

@Suite("The catalog in memory", .timeLimit(.minutes(5)))
struct SharedCatalogTests {
    @Test("rejects calls until it has been read")
    func beforeReading() async throws {
        try await CatalogTestEnvironment.run(nil) { environment in
            let status = try await failure { _ = try await environment.resolve("MILK") }
            #expect(status.code == .unavailable)
        }
    }

    @Test("follows changes by another instance")
    func follow() async throws {
        try await CatalogTestEnvironment.run { environment in
            let following = Task { try await environment.catalog.follow() }
            let changed = TestReferenceData.files([
                "products.csv": TestReferenceData.products + "tofu,Tofu,other,each,,,\n"
            ])
            #expect(try await environment.resolve("TOFU").created)
            try await environment.loader(changed).run()
            try await until("the new product is known") {
                try await environment.resolve("TOFU", for: UUID()).created == false
            }
            following.cancel()
            _ = await following.result
        }
    }

    @Test("keeps a withdrawn product for those who have it, but no longer finds it")
    func withdrawn() async throws {
        try await CatalogTestEnvironment.run { environment in
            let soap = try #require(try await environment.resolve("DISH SOAP").product)
            let lines = TestReferenceData.products.split(separator: "\n").dropLast()
            try await environment.loader(
                TestReferenceData.files(["products.csv": lines.joined(separator: "\n") + "\n"])
            ).run()
            try await environment.catalog.refresh()
            let kept = try await environment.products.getProduct(
                .init(productID: soap.id),
                context: .user(environment.user)
            )
            #expect(kept.name == "Dish soap")
            #expect(try await environment.resolve("DISH SOAP").product?.id == soap.id)
            #expect(try await environment.resolve("DISH SOAP", for: UUID()).created)
        }
    }
}

struct LoadedProduct: Equatable {
    let id: UUID?
    let name: String
    let isWithdrawn: Bool
}

extension CatalogTestEnvironment {
    fileprivate func products(in table: String) async throws -> [String: LoadedProduct] {
        let rows = try await pool.query(
            "SELECT slug, id, name, withdrawn_at IS NOT NULL AS withdrawn FROM \(identifier: table)"
        )
        return try Dictionary(
            uniqueKeysWithValues: rows.map {
                (
                    try $0["slug"],
                    LoadedProduct(id: try $0["id"], name: try $0["name"], isWithdrawn: try $0["withdrawn"])
                )
            }
        )
    }
}
