import LarderClient
import Texts

/// Formats a product.
struct ProductText {
    let product: Catalog.Product

    func text(_ paint: Paint) -> String {
        let title = [product.category?.symbol ?? "", product.name].filter { !$0.isEmpty }.joined(separator: " ")
        let shelfLife =
            product.shelfLife.map { self.table(self.keeping($0)).text(paint) }
            ?? LocalizedText.cli.productsShelfLifeUnknown.shown
        let contents = product.nutrition.map {
            LocalizedText.cli.productsPer100g.shown + "\n" + self.table(self.nutrition($0)).text(paint)
        }
        let parts = [
            paint(TerminalText.clean(title), .bold), shelfLife,
            contents ?? LocalizedText.cli.productsNutritionUnknown.shown,
        ]
        return parts.joined(separator: "\n\n")
    }

    private func table(_ rows: [(LocalizedText, String?)]) -> Table {
        var table = Table([.init(title: ""), .init(title: "", alignment: .right)])
        for case (let label, let value?) in rows { table.add([.init(label), .init(value)]) }
        return table
    }

    private func keeping(_ life: Catalog.ShelfLife) -> [(LocalizedText, String?)] {
        [
            (.cli.productsPantry, days(life.pantry)), (.cli.productsFridge, days(life.fridge)),
            (.cli.productsFreezer, days(life.freezer)),
        ]
    }

    private func days(_ range: Catalog.DayRange?) -> String? {
        guard let range else { return nil }
        let (first, last) = (range.minimumDays, range.maximumDays)
        guard first != last else { return LocalizedText.cli.productsDays(count: Int(first)).shown }
        return LocalizedText.cli.productsDayRange(first: "\(first)", last: "\(last)").shown
    }

    private func nutrition(_ facts: Catalog.Nutrition) -> [(LocalizedText, String?)] {
        [
            (.cli.productsEnergy, facts.energyKcal.map { "\($0.value) kcal" }),
            (.cli.productsProtein, grams(facts.proteinMg)), (.cli.productsFat, grams(facts.fatMg)),
            (.cli.productsCarbohydrate, grams(facts.carbohydrateMg)), (.cli.productsFibre, grams(facts.fibreMg)),
            (.cli.productsSugar, grams(facts.sugarMg)), (.cli.productsSodium, grams(facts.sodiumMg)),
        ]
    }

    private func grams(_ amount: Catalog.NutrientAmount?) -> String? {
        amount.map { DecimalNumber.text($0.value, decimals: 3, keepsZeros: false, in: .ofRun) + " g" }
    }
}
