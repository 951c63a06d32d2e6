import LarderClient

/// Formats a product.
struct ProductText {
    let product: Catalog.Product

    func text(_ paint: Paint) -> String {
        let title = [product.category?.symbol ?? "", product.name].filter { !$0.isEmpty }.joined(separator: " ")
        let shelfLife =
            product.shelfLife.map { self.table(self.keeping($0)).text(paint) } ?? "Its shelf life is unknown."
        let contents = product.nutrition.map { "Per 100 g\n" + self.table(self.nutrition($0)).text(paint) }
        let parts = [paint(TerminalText.clean(title), .bold), shelfLife, contents ?? "Its nutrition is unknown."]
        return parts.joined(separator: "\n\n")
    }

    private func table(_ rows: [(String, String?)]) -> Table {
        var table = Table([.init(title: ""), .init(title: "", alignment: .right)])
        for case (let label, let value?) in rows { table.add([.init(label), .init(value)]) }
        return table
    }

    private func keeping(_ life: Catalog.ShelfLife) -> [(String, String?)] {
        [("Pantry", days(life.pantry)), ("Fridge", days(life.fridge)), ("Freezer", days(life.freezer))]
    }

    private func days(_ range: Catalog.DayRange?) -> String? {
        guard let range else { return nil }
        let (first, last) = (range.minimumDays, range.maximumDays)
        return first == last ? (first == 1 ? "1 day" : "\(first) days") : "\(first) to \(last) days"
    }

    private func nutrition(_ facts: Catalog.Nutrition) -> [(String, String?)] {
        [
            ("Energy", facts.energyKcal.map { "\($0.value) kcal" }),
            ("Protein", grams(facts.proteinMg)), ("Fat", grams(facts.fatMg)),
            ("Carbohydrate", grams(facts.carbohydrateMg)), ("Fibre", grams(facts.fibreMg)),
            ("Sugar", grams(facts.sugarMg)), ("Sodium", grams(facts.sodiumMg)),
        ]
    }

    private func grams(_ amount: Catalog.NutrientAmount?) -> String? {
        amount.map { DecimalNumber.text($0.value, decimals: 3, keepsZeros: false) + " g" }
    }
}
