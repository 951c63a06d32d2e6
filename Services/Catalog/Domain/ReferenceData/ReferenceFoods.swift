/// How long a food keeps. Advice about quality, not a guarantee of safety.
package struct ReferenceShelfLife: Equatable, Sendable, ReferenceRow {
    /// A place and state in which food is kept.
    package enum Storage: String, CaseIterable, Sendable {
        case pantry
        case fridge
        case freezer
        case pantryAfterOpening = "pantry_after_opening"
        case fridgeAfterOpening = "fridge_after_opening"
        case fridgeAfterThawing = "fridge_after_thawing"
    }

    /// The number of the food in USDA FoodKeeper.
    package let id: Int
    /// The food's name.
    package let name: String
    /// A distinction from others of the same name; may be blank.
    package let subtitle: String
    /// The category in USDA FoodKeeper.
    package let category: String
    /// The subcategory; blank where the category is not divided.
    package let subcategory: String
    /// Lower-case search terms.
    package let keywords: [String]
    /// Days from purchase, opening or thawing; a missing place is unknown.
    package let days: [Storage: ClosedRange<Int>]
    /// Text in place of days, such as "Package use-by date".
    package let notes: [Storage: String]
    /// Storage advice; may be blank.
    package let tips: String

    /// The name of its file.
    package static let fileName = "shelf_life.csv"
    /// The header of its file.
    package static let columns = [
        "id", "name", "subtitle", "category", "subcategory", "keywords", "pantry_min_days", "pantry_max_days",
        "fridge_min_days", "fridge_max_days", "freezer_min_days", "freezer_max_days", "pantry_after_opening_min_days",
        "pantry_after_opening_max_days", "fridge_after_opening_min_days", "fridge_after_opening_max_days",
        "fridge_after_thawing_min_days", "fridge_after_thawing_max_days", "pantry_note", "fridge_note", "freezer_note",
        "pantry_after_opening_note", "fridge_after_opening_note", "tips",
    ]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        id = fields.value("id") { Int($0) } ?? 0
        name = fields.required("name")
        subtitle = fields.text("subtitle")
        category = fields.required("category")
        subcategory = fields.text("subcategory")
        keywords = fields.list("keywords")
        var days: [Storage: ClosedRange<Int>] = [:]
        var notes: [Storage: String] = [:]
        for storage in Storage.allCases {
            days[storage] = Self.days(storage, in: &fields)
            let note = fields.text("\(storage.rawValue)_note")
            notes[storage] = note.isEmpty ? nil : note
        }
        self.days = days
        self.notes = notes
        tips = fields.text("tips")
    }

    private static func days(_ storage: Storage, in fields: inout ReferenceFields) -> ClosedRange<Int>? {
        let lowest = "\(storage.rawValue)_min_days"
        let highest = "\(storage.rawValue)_max_days"
        guard !fields.text(lowest).isEmpty || !fields.text(highest).isEmpty else { return nil }
        let low = fields.value(lowest) { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
        return fields.value(highest) { text -> ClosedRange<Int>? in
            guard let low, let high = Int(text), high >= low else { return nil }
            return low...high
        }
    }
}

/// Nutrition per 100 g of a food's edible part. A missing nutrient is unknown, never zero.
package struct ReferenceFood: Equatable, Sendable, ReferenceRow {
    /// A nutrient, as a whole number of the unit in its name.
    package enum Nutrient: String, CaseIterable, Sendable {
        case energyKilocalories = "kcal"
        case proteinMilligrams = "protein_g"
        case fatMilligrams = "fat_g"
        case saturatedFatMilligrams = "saturated_fat_g"
        case carbohydrateMilligrams = "carbs_g"
        case fibreMilligrams = "fibre_g"
        case sugarMilligrams = "sugar_g"
        case sodiumMilligrams = "sodium_mg"
        case calciumMilligrams = "calcium_mg"
        case ironMicrograms = "iron_mg"
        case potassiumMilligrams = "potassium_mg"
        case vitaminAMicrograms = "vitamin_a_ug_rae"
        case vitaminCMicrograms = "vitamin_c_mg"
        case vitaminDNanograms = "vitamin_d_ug"

        /// The power of ten between the file's unit and the whole one.
        fileprivate var places: Int {
            switch self {
            case .energyKilocalories, .sodiumMilligrams, .calciumMilligrams, .potassiumMilligrams, .vitaminAMicrograms:
                0
            default: 3
            }
        }
    }

    /// The number of the food in the USDA National Nutrient Database, five digits.
    package let id: String
    /// The food's name.
    package let name: String
    /// The food group.
    package let group: String
    /// The known nutrients per 100 g.
    package let nutrients: [Nutrient: Int]
    /// Micrograms per millilitre; for solids including the air between the pieces. `nil` when unknown.
    package let density: Int?

    /// The name of its file.
    package static let fileName = "nutrition.csv"
    /// The header of its file.
    package static let columns =
        ["ndb_no", "description", "food_group"] + Nutrient.allCases.map(\.rawValue) + ["density_g_per_ml"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        id = fields.value("ndb_no") { $0.utf8.count == 5 && Int($0) != nil ? $0 : nil } ?? ""
        name = fields.required("description")
        group = fields.required("food_group")
        var nutrients: [Nutrient: Int] = [:]
        for nutrient in Nutrient.allCases {
            nutrients[nutrient] = fields.decimal(nutrient.rawValue, places: nutrient.places)
        }
        self.nutrients = nutrients
        density = fields.decimal("density_g_per_ml", places: 6)
    }
}
