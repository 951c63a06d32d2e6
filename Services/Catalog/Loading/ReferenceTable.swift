import CatalogDomain
import Foundation
import Foundations
import Geography
import Postgres

/// The rows of one table, from the files.
struct ReferenceTable {
    /// A value of a column.
    enum Value: Encodable {
        case text(String)
        case number(Int)
        case list([String])
        case unknown

        init(_ text: String?) { self = text.map(Value.text) ?? .unknown }
        init(_ number: Int?) { self = number.map(Value.number) ?? .unknown }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            case .unknown: try container.encodeNil()
            }
        }
    }

    let name: String
    /// The key column.
    let key: String
    /// The rows, each with a value for every column of the files.
    let rows: [[String: Value]]
    /// Whether operators keep rows of their own in it, which stay as they are.
    var hasOwnRows = false

    /// Statements that insert new rows, update changed ones and withdraw missing ones.
    ///
    /// The rows are one JSON parameter, for which the server determines the columns' types.
    func statements() throws -> [Statement] {
        guard let columns = rows.first?.keys.sorted() else { return [withdrawal(exceptIn: "[]")] }
        let json = try Self.json(of: rows)
        let list = columns.joined(separator: ", ")
        let changes = columns.filter { $0 != key }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return [
            """
            INSERT INTO \(identifier: name) (\(unsafe: list))
            SELECT \(unsafe: list) FROM json_populate_recordset(NULL::\(identifier: name), \(json)::json)
            ON CONFLICT (\(identifier: key)) DO UPDATE SET \(unsafe: changes), withdrawn_at = NULL WHERE \(mayChange)
            """,
            withdrawal(exceptIn: json),
        ]
    }

    /// Rows as the one parameter of a statement.
    static func json(of rows: [[String: Value]]) throws -> String {
        String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)
    }

    /// The condition that a row is not an operator's.
    private var mayChange: Statement { hasOwnRows ? "NOT \(identifier: name).is_own" : "true" }

    private func withdrawal(exceptIn json: String) -> Statement {
        """
        UPDATE \(identifier: name) SET withdrawn_at = now() WHERE withdrawn_at IS NULL AND \(mayChange)
            AND \(identifier: key) NOT IN (SELECT \(identifier: key) FROM json_populate_recordset(NULL::\(identifier: name), \(json)::json))
        """
    }
}

extension ReferenceTable {
    /// All tables in an order that respects references.
    static func all(of data: ReferenceData) -> [ReferenceTable] {
        let categories = data.categories.enumerated().map(category)
        return [
            ReferenceTable(name: "categories", key: "slug", rows: named(categories, .category, data.frenchNames)),
            ReferenceTable(name: "abbreviations", key: "abbreviation", rows: data.abbreviations.map(abbreviation)),
            ReferenceTable(name: "printed_words", key: "printed", rows: data.printedWords.map(printedWord)),
            ReferenceTable(name: "shelf_lives", key: "foodkeeper_id", rows: data.shelfLives.map(shelfLife)),
            ReferenceTable(name: "nutrition", key: "ndb_no", rows: data.foods.map(food)),
            ReferenceTable(
                name: "products",
                key: "slug",
                rows: named(data.products.map(product), .product, data.frenchNames)
            ),
            ReferenceTable(name: "stores", key: "slug", rows: data.stores.map(store), hasOwnRows: true),
            ReferenceTable(name: "eateries", key: "slug", rows: data.eateries.map(eatery), hasOwnRows: true),
            ReferenceTable(
                name: "average_goods",
                key: "slug",
                rows: data.averageGoods.map(averageGood),
                hasOwnRows: true
            ),
            ReferenceTable(
                name: "average_prices",
                key: "id",
                rows: data.averagePrices.map(averagePrices),
                hasOwnRows: true
            ),
            ReferenceTable(name: "brokers", key: "slug", rows: data.brokers.map(broker), hasOwnRows: true),
            ReferenceTable(name: "tax_rates", key: "id", rows: data.taxRates.map(taxRate), hasOwnRows: true),
        ]
    }

    /// Rows with their French names.
    private static func named(
        _ rows: [[String: Value]],
        _ kind: ReferenceFrenchName.Kind,
        _ names: [ReferenceFrenchName]
    ) -> [[String: Value]] {
        let names = Dictionary(names.filter { $0.kind == kind }.map { ($0.slug, $0.name) }) { first, _ in first }
        return rows.map { row in
            var row = row
            if case .text(let slug) = row["slug"] { row["name_fr"] = .text(names[slug] ?? "") }
            return row
        }
    }

    private static func category(position: Int, _ category: ReferenceCategory) -> [String: Value] {
        [
            "slug": .text(category.slug), "name": .text(category.name), "symbol": .text(category.symbol),
            "parent_slug": Value(category.parent), "position": .number(position),
        ]
    }

    private static func abbreviation(_ entry: ReferenceAbbreviation) -> [String: Value] {
        ["abbreviation": .text(entry.abbreviation), "meaning": .text(entry.meaning)]
    }

    private static func printedWord(_ word: ReferencePrintedWord) -> [String: Value] {
        ["printed": .text(word.printed), "meaning": .text(word.meaning), "kind": .text(word.kind.rawValue)]
    }

    private static func product(_ product: ReferenceProduct) -> [String: Value] {
        [
            "slug": .text(product.slug), "name": .text(product.name), "category_slug": .text(product.category),
            "default_unit": .text(product.unit.rawValue), "ndb_no": Value(product.nutritionKey),
            "foodkeeper_id": Value(product.shelfLifeKey), "aliases": .list(product.aliases),
        ]
    }

    private static func place(_ place: ReferencePlace) -> [String: Value] {
        [
            "slug": .text(place.slug), "name": .text(place.name), "kind": .text(place.kind),
            "address": .text(place.address), "phone": .text(place.phone),
            "latitude_microdegrees": .number(place.coordinates.latitudeMicrodegrees),
            "longitude_microdegrees": .number(place.coordinates.longitudeMicrodegrees),
            "time_zone": .text(place.timeZone.identifier), "opening_hours": .list(place.hours.texts),
        ]
    }

    static func store(_ store: ReferenceStore) -> [String: Value] { place(store.place) }

    static func eatery(_ eatery: ReferenceEatery) -> [String: Value] {
        var row = place(eatery.place)
        row["campus"] = .text(eatery.campus ?? "")
        row["dietary_tags"] = .list(eatery.dietaryTags)
        return row
    }

    static func averageGood(_ good: ReferenceAverageGood) -> [String: Value] {
        [
            "slug": .text(good.slug), "name": .text(good.name), "name_fr": .text(good.frenchName),
            "quantity": .number(good.quantity), "unit": .text(good.unit.rawValue), "products": .list(good.products),
        ]
    }

    static func averagePrices(_ row: ReferenceAveragePrices) -> [String: Value] {
        [
            "id": .text(row.id), "good": .text(row.good), "region": .text(row.region),
            "first_month": .text(row.firstMonth.description),
            "prices": .list(row.prices.map { $0?.description ?? "" }),
        ]
    }

    static func broker(_ broker: ReferenceBroker) -> [String: Value] {
        [
            "slug": .text(broker.slug), "name": .text(broker.name), "region": .text(broker.region),
            "address": .text(broker.address.absoluteString),
        ]
    }

    static func taxRate(_ rate: TaxRate) -> [String: Value] {
        [
            "id": .text(rate.key), "region": .text(rate.region), "name": .text(rate.name),
            "french_name": .text(rate.frenchName), "percent": .text(rate.percent.description),
            "first_day": .text(rate.period.firstDay.text), "last_day": Value(rate.period.lastDay?.text),
            "source": .text(rate.source),
        ]
    }

    static func storePrice(_ price: ReferenceStorePrice) -> [String: Value] {
        [
            "id": .text(price.key), "store": .text(price.store), "product": .text(price.product),
            "label": .text(price.label), "price": .text(price.price.description), "currency": .text(price.currency),
            "quantity_thousandths": .number(price.quantityThousandths), "unit": .text(price.unit.rawValue),
            "first_day": .text(price.firstDay.text), "last_day": Value(price.lastDay?.text),
        ]
    }
}

extension ReferenceTable {
    private static func shelfLife(_ shelfLife: ReferenceShelfLife) -> [String: Value] {
        var row: [String: Value] = [
            "foodkeeper_id": .number(shelfLife.id), "name": .text(shelfLife.name),
            "subtitle": .text(shelfLife.subtitle),
            "category": .text(shelfLife.category), "subcategory": .text(shelfLife.subcategory),
            "keywords": .list(shelfLife.keywords), "tips": .text(shelfLife.tips),
        ]
        for storage in ReferenceShelfLife.Storage.allCases {
            let days = shelfLife.days[storage]
            row["\(storage.rawValue)_minimum_days"] = Value(days?.lowerBound)
            row["\(storage.rawValue)_maximum_days"] = Value(days?.upperBound)
            guard storage != .fridgeAfterThawing else { continue }
            row["\(storage.rawValue)_note"] = .text(shelfLife.notes[storage] ?? "")
        }
        return row
    }

    private static func food(_ food: ReferenceFood) -> [String: Value] {
        var row: [String: Value] = [
            "ndb_no": .text(food.id), "name": .text(food.name), "food_group": .text(food.group),
            "density_ug_per_ml": Value(food.density),
        ]
        for (nutrient, column) in columnsOfNutrients { row[column] = Value(food.nutrients[nutrient]) }
        return row
    }

    private static let columnsOfNutrients: [(ReferenceFood.Nutrient, String)] = [
        (.energyKilocalories, "energy_kcal"), (.proteinMilligrams, "protein_mg"), (.fatMilligrams, "fat_mg"),
        (.saturatedFatMilligrams, "saturated_fat_mg"), (.carbohydrateMilligrams, "carbohydrate_mg"),
        (.fibreMilligrams, "fibre_mg"), (.sugarMilligrams, "sugar_mg"), (.sodiumMilligrams, "sodium_mg"),
        (.calciumMilligrams, "calcium_mg"), (.ironMicrograms, "iron_ug"), (.potassiumMilligrams, "potassium_mg"),
        (.vitaminAMicrograms, "vitamin_a_ug"), (.vitaminCMicrograms, "vitamin_c_ug"),
        (.vitaminDNanograms, "vitamin_d_ng"),
    ]
}
