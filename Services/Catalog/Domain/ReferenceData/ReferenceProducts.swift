/// A category of products.
package struct ReferenceCategory: Equatable, Sendable, ReferenceRow {
    /// The unique key.
    package let slug: String
    /// The name.
    package let name: String
    /// The symbol, one emoji.
    package let symbol: String
    /// The slug of the parent category, if any.
    package let parent: String?

    /// The name of its file.
    package static let fileName = "categories.csv"
    /// The header of its file.
    package static let columns = ["slug", "name", "symbol", "parent"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        slug = fields.required("slug")
        name = fields.required("name")
        symbol = fields.value("symbol") { $0.count == 1 ? $0 : nil } ?? ""
        parent = fields.text("parent").isEmpty ? nil : fields.text("parent")
    }
}

/// The unit in which a product is usually counted.
package enum ProductUnit: String, CaseIterable, Sendable {
    case each
    case kilogram = "kg"
    case gram = "g"
    case litre = "l"
    case millilitre = "ml"
}

/// A shared product.
package struct ReferenceProduct: Equatable, Sendable, ReferenceRow {
    /// The unique key.
    package let slug: String
    /// The name.
    package let name: String
    /// The slug of its category.
    package let category: String
    /// The unit in which it is usually counted.
    package let unit: ProductUnit
    /// The matching food in ``ReferenceFood``, if any.
    package let nutritionKey: String?
    /// The matching food in ``ReferenceShelfLife``, if any.
    package let shelfLifeKey: Int?
    /// The names that tills print for it.
    package let aliases: [String]

    /// The name of its file.
    package static let fileName = "products.csv"
    /// The header of its file.
    package static let columns = ["slug", "name", "category", "unit", "ndb_no", "foodkeeper_id", "aliases"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        slug = fields.required("slug")
        name = fields.required("name")
        category = fields.required("category")
        unit = fields.value("unit", ProductUnit.init) ?? .each
        nutritionKey = fields.text("ndb_no").isEmpty ? nil : fields.text("ndb_no")
        shelfLifeKey = fields.decimal("foodkeeper_id", places: 0)
        aliases = fields.list("aliases")
    }
}

/// The French name of a category or a shared product.
package struct ReferenceFrenchName: Equatable, Sendable, ReferenceRow {
    /// What has the name.
    package enum Kind: String, Sendable {
        case category
        case product
    }

    /// What has the name.
    package let kind: Kind
    /// The slug of what has the name.
    package let slug: String
    /// The name.
    package let name: String

    /// The name of its file.
    package static let fileName = "french_names.csv"
    /// The header of its file.
    package static let columns = ["kind", "slug", "name"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        kind = fields.value("kind", Kind.init) ?? .product
        slug = fields.required("slug")
        name = fields.required("name")
    }
}

/// An abbreviation used by tills.
package struct ReferenceAbbreviation: Equatable, Sendable, ReferenceRow {
    /// The abbreviation.
    package let abbreviation: String
    /// The meaning, one word or several.
    package let meaning: String

    /// The name of its file.
    package static let fileName = "abbreviations.csv"
    /// The header of its file.
    package static let columns = ["abbreviation", "meaning"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        abbreviation = fields.required("abbreviation")
        meaning = fields.required("meaning")
    }
}

/// A printed word or phrase with its meaning in the language of product names.
package struct ReferencePrintedWord: Equatable, Sendable, ReferenceRow {
    /// The kind of a word.
    package enum Kind: String, Sendable {
        case french = "fr"
        case malay = "ms"
        case brand
        /// Filler words: advertising, packages and the like.
        case plain
    }

    /// The printed word or words, normalized.
    package let printed: String
    /// The meaning, one word or several; blank for filler words.
    package let meaning: String
    /// The kind of the word.
    package let kind: Kind

    /// The name of its file.
    package static let fileName = "printed_words.csv"
    /// The header of its file.
    package static let columns = ["printed", "meaning", "kind"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        printed = fields.required("printed")
        meaning = fields.text("meaning")
        kind = fields.value("kind", Kind.init) ?? .plain
    }
}
