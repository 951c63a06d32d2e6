extension PurchaseItem {
    /// The slugs of the categories that there were when items were stored by their symbols alone, as migration 0015 has them.
    private static let slugs: [String: String] = [
        "🧺": "produce", "🍎": "fruit", "🥕": "vegetables", "🥛": "dairy", "🧀": "cheese", "🍞": "bakery", "🥩": "meat",
        "🥓": "deli", "🐟": "fish", "🫘": "plant-protein", "🍱": "ready-meals", "🧊": "frozen", "🍚": "grains",
        "🥫": "canned", "🧁": "baking", "🥣": "breakfast", "🍯": "spreads", "🫒": "condiments", "🧂": "spices",
        "🥜": "nuts-seeds", "🍿": "snacks", "🍫": "sweets", "🧃": "drinks", "☕": "coffee-tea", "🍷": "alcohol",
        "🍼": "baby", "🐾": "pets", "🧽": "household", "🧴": "personal-care", "💊": "health", "🛒": "other",
    ]

    /// Takes the category from its symbol where former versions have sent or stored that alone.
    mutating func completeCategory() {
        if category.isEmpty { category = Self.slugs[categorySymbol] ?? "" }
    }
}
