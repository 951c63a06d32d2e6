/// A category of products.
package struct ReferenceCategory: Equatable, Sendable, ReferenceRow {
    package let slug: String
    package let name: String
    /// One emoji.
    package let symbol: String
    /// The slug of the wider category, if it has one.
    package let parent: String?

    static let fileName = "categories.csv"
    static let columns = ["slug", "name", "symbol", "parent"]

    init(reading fields: inout ReferenceFields) {
        slug = fields.required("slug")
        name = fields.required("name")
        symbol = fields.value("symbol") { $0.count == 1 ? $0 : nil } ?? ""
        parent = fields.text("parent").isEmpty ? nil : fields.text("parent")
    }
}

/// The unit in which a product's quantity is usually counted.
package enum ProductUnit: String, CaseIterable, Sendable {
    case each
    case kilogram = "kg"
    case gram = "g"
    case litre = "l"
    case millilitre = "ml"
}

/// A product that everybody knows.
package struct ReferenceProduct: Equatable, Sendable, ReferenceRow {
    package let slug: String
    package let name: String
    /// The slug of its category.
    package let category: String
    package let unit: ProductUnit
    /// The food in ``ReferenceFood`` that it is, if one fits.
    package let nutritionKey: String?
    /// The food in ``ReferenceShelfLife`` that it is, if one fits.
    package let shelfLifeKey: Int?
    /// What tills print for it.
    package let aliases: [String]

    static let fileName = "products.csv"
    static let columns = ["slug", "name", "category", "unit", "ndb_no", "foodkeeper_id", "aliases"]

    init(reading fields: inout ReferenceFields) {
        slug = fields.required("slug")
        name = fields.required("name")
        category = fields.required("category")
        unit = fields.value("unit", ProductUnit.init) ?? .each
        nutritionKey = fields.text("ndb_no").isEmpty ? nil : fields.text("ndb_no")
        shelfLifeKey = fields.decimal("foodkeeper_id", places: 0)
        aliases = fields.list("aliases")
    }
}

/// A word as tills shorten it.
package struct ReferenceAbbreviation: Equatable, Sendable, ReferenceRow {
    package let abbreviation: String
    /// One word or several.
    package let meaning: String

    static let fileName = "abbreviations.csv"
    static let columns = ["abbreviation", "meaning"]

    init(reading fields: inout ReferenceFields) {
        abbreviation = fields.required("abbreviation")
        meaning = fields.required("meaning")
    }
}

/// A word or phrase that says what is meant in another language or by a trade name, or says little.
package struct ReferencePrintedWord: Equatable, Sendable, ReferenceRow {
    /// What kind of word it is.
    package enum Kind: String, Sendable {
        case french = "fr"
        case malay = "ms"
        case brand
        /// Praise, packages and the like.
        case plain
    }

    /// One word or several, in normal form.
    package let printed: String
    /// One word or several; blank for words that say little of what the product is.
    package let meaning: String
    package let kind: Kind

    static let fileName = "printed_words.csv"
    static let columns = ["printed", "meaning", "kind"]

    init(reading fields: inout ReferenceFields) {
        printed = fields.required("printed")
        meaning = fields.text("meaning")
        kind = fields.value("kind", Kind.init) ?? .plain
    }
}
