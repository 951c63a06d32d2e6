import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import Postgres
import PrintedWords
import ServiceKit

/// Reads a snapshot from the database.
enum SnapshotReader {
    static func read(_ pool: PostgresPool) async throws -> CatalogSnapshot {
        // One moment for all tables: a concurrent load is seen entirely or not at all.
        let (version, tables) = try await pool.transaction(isolation: .repeatableRead) { connection in
            let version = try await ReferenceLoader.version(connection)
            let statements = [categories, abbreviations, printedWords, products, stores, places, TaxRate.selection]
            return (version, try await connection.pipeline(statements))
        }
        var snapshot = CatalogSnapshot()
        snapshot.version = version
        try takeCategories(tables[0], into: &snapshot)
        snapshot.abbreviations = AbbreviationTable(
            try tables[1].map { (abbreviation: try $0["abbreviation"], meaning: try $0["meaning"]) },
            words: try tables[2].map { (printed: try $0["printed"], meaning: try $0["meaning"]) }
        )
        try takeProducts(tables[3], into: &snapshot)
        try takeStores(tables[4], into: &snapshot)
        try takePlaces(tables[5], into: &snapshot)
        snapshot.taxRates = TaxRateTable(
            shipped: try tables[6].filter { try !$0.decode("is_own") }.map { try TaxRate($0) },
            own: try tables[6].filter { try $0.decode("is_own") }.map { try TaxRate($0) }
        )
        return snapshot
    }

    private static let categories: Statement =
        "SELECT slug, name, name_fr, symbol, parent_slug, withdrawn_at IS NOT NULL AS withdrawn FROM categories ORDER BY position, slug"
    private static let abbreviations: Statement =
        "SELECT abbreviation, meaning FROM abbreviations WHERE withdrawn_at IS NULL"
    private static let printedWords: Statement =
        "SELECT printed, meaning FROM printed_words WHERE withdrawn_at IS NULL"
    private static let products: Statement = """
        SELECT p.id, p.name, p.name_fr, p.category_slug, p.default_unit, p.aliases, p.withdrawn_at IS NOT NULL AS withdrawn,
            p.ndb_no IS NOT NULL AS has_nutrition, n.energy_kcal, n.protein_mg, n.fat_mg, n.carbohydrate_mg,
            n.fibre_mg, n.sugar_mg, n.sodium_mg,
            s.pantry_minimum_days, s.pantry_maximum_days, s.fridge_minimum_days, s.fridge_maximum_days,
            s.freezer_minimum_days, s.freezer_maximum_days
        FROM products p LEFT JOIN nutrition n USING (ndb_no) LEFT JOIN shelf_lives s USING (foodkeeper_id)
        ORDER BY p.slug
        """
    private static let stores: Statement = """
        SELECT id, name, address, phone, latitude_microdegrees, longitude_microdegrees, withdrawn_at IS NOT NULL AS withdrawn
        FROM stores ORDER BY slug
        """

    private static let places: Statement = """
        SELECT address, latitude_microdegrees, longitude_microdegrees FROM (
            SELECT slug, address, latitude_microdegrees, longitude_microdegrees FROM stores WHERE withdrawn_at IS NULL
            UNION ALL
            SELECT slug, address, latitude_microdegrees, longitude_microdegrees FROM eateries WHERE withdrawn_at IS NULL
        ) AS place ORDER BY slug
        """

    private static func takeCategories(_ rows: [Row], into snapshot: inout CatalogSnapshot) throws {
        for row in rows {
            let category = Catalog.Category(slug: try row["slug"], name: try row["name"], symbol: try row["symbol"])
            snapshot.categoriesBySlug[category.slug] = category
            let french: String = try row["name_fr"]
            if !french.isEmpty { snapshot.frenchCategories[category.slug] = french }
            if let parent: String = try row["parent_slug"] {
                snapshot.contents[parent, default: []].append(category.slug)
            }
            if try !row.decode("withdrawn") { snapshot.categories.append(category) }
        }
    }

    private static func takeProducts(_ rows: [Row], into snapshot: inout CatalogSnapshot) throws {
        var index = ProductIndex(abbreviations: snapshot.abbreviations)
        // Without the table, which has the French words mean the English ones.
        var frenchIndex = ProductIndex(abbreviations: AbbreviationTable([]))
        for row in rows {
            let id: UUID = try row["id"]
            let product = try product(row, id, in: snapshot)
            snapshot.products[id] = product
            let french: String = try row["name_fr"]
            if !french.isEmpty { snapshot.frenchNames[id] = french }
            guard try !row.decode("withdrawn") else { continue }
            let unit = ProductUnit(rawValue: product.defaultUnit) ?? .each
            index.insert(id, name: product.name, aliases: try row["aliases"], unit: unit)
            snapshot.productsByName[NormalisedText(product.name).value] = id
            if !french.isEmpty { frenchIndex.insert(id, name: french, unit: unit) }
        }
        // A name that means another product in English keeps that meaning.
        for id in frenchIndex.products {
            guard let french = snapshot.frenchNames[id] else { continue }
            let key = NormalisedText(french).value
            if snapshot.productsByName[key] == nil { snapshot.productsByName[key] = id }
        }
        snapshot.frenchIndex = frenchIndex
        snapshot.index = index
    }

    private static func product(_ row: Row, _ id: UUID, in snapshot: CatalogSnapshot) throws -> Catalog.Product {
        Catalog.Product(
            id: id.canonical,
            name: try row["name"],
            category: snapshot.category(try row["category_slug"]),
            defaultUnit: try row["default_unit"],
            shelfLife: try shelfLife(row),
            nutrition: try row.decode("has_nutrition") ? nutrition(row) : nil
        )
    }

    /// The shelf life; nil when nothing is known.
    private static func shelfLife(_ row: Row) throws -> Catalog.ShelfLife? {
        func range(_ place: String) throws -> Catalog.DayRange? {
            guard let minimum: Int32 = try row["\(place)_minimum_days"],
                let maximum: Int32 = try row["\(place)_maximum_days"]
            else { return nil }
            return Catalog.DayRange(minimumDays: minimum, maximumDays: maximum)
        }
        let shelfLife = Catalog.ShelfLife(
            pantry: try range("pantry"),
            fridge: try range("fridge"),
            freezer: try range("freezer")
        )
        return shelfLife == Catalog.ShelfLife() ? nil : shelfLife
    }

    private static func nutrition(_ row: Row) throws -> Catalog.Nutrition {
        func amount(_ column: String) throws -> Catalog.NutrientAmount? {
            let value: Int64? = try row[column]
            return value.map { Catalog.NutrientAmount(value: $0) }
        }
        return Catalog.Nutrition(
            energyKcal: try amount("energy_kcal"),
            proteinMg: try amount("protein_mg"),
            fatMg: try amount("fat_mg"),
            carbohydrateMg: try amount("carbohydrate_mg"),
            fibreMg: try amount("fibre_mg"),
            sugarMg: try amount("sugar_mg"),
            sodiumMg: try amount("sodium_mg")
        )
    }

    private static func takeStores(_ rows: [Row], into snapshot: inout CatalogSnapshot) throws {
        for row in rows {
            let id: UUID = try row["id"]
            let store = Catalog.Store(
                id: id.canonical,
                name: try row["name"],
                address: try row["address"],
                location: Common.Location(
                    latitudeMicrodegrees: try row["latitude_microdegrees"],
                    longitudeMicrodegrees: try row["longitude_microdegrees"]
                )
            )
            snapshot.storeMessages[id] = store
            guard try !row.decode("withdrawn") else { continue }
            snapshot.stores.append(
                KnownStore(id: id, name: store.name, address: store.address, phone: try row["phone"])
            )
        }
    }
    private static func takePlaces(_ rows: [Row], into snapshot: inout CatalogSnapshot) throws {
        for row in rows {
            let address = StoreAddress(try row["address"])
            guard address.isExact else { continue }
            snapshot.locations[address.normalised.value] = try Coordinates(row)
        }
    }
}
