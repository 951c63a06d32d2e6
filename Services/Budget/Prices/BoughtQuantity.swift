import Foundations
import PrintedWords

/// How much of something was bought, and what it regularly cost.
struct BoughtQuantity: Sendable, Equatable {
    /// In thousandths of the unit, above 0.
    let thousandths: Int64
    /// As in the ledger; empty when unknown.
    let unit: String
    /// The words of the receipt's line, or of the name where nothing is printed, in a form in which they can be compared.
    let words: NormalisedText
    /// What each package holds, as it is printed; nil where that is not, and for what was weighed or measured.
    let pack: PackSize?
    /// The amount before discounts, in minor units: with the single price where several cost less together.
    let regularAmount: Int128
    /// As it is printed, in minor units for one of the unit; nil where it isn't.
    let unitPrice: Int64?

    /// Nil for a charge, of which nothing is bought.
    init?(_ item: PurchaseItem) {
        guard item.charge == nil else { return nil }
        thousandths = item.quantityThousandths
        unit = item.unit
        let printed = NormalisedText(item.printedText)
        words = printed.isEmpty ? NormalisedText(item.productName) : printed
        pack = Self.isCounted(item.unit) ? PackSize(onlyIn: words.words) ?? PackSize(onlyIn: item.productName) : nil
        unitPrice = item.unitPrice
        let single = Int128(item.unitPrice ?? 0) * Int128(item.quantityThousandths) / 1_000
        regularAmount = max(Int128(item.amount), single)
    }

    /// Whether it is pieces or packages, rather than weighed or measured.
    var isCounted: Bool { Self.isCounted(unit) }

    private static func isCounted(_ unit: String) -> Bool { unit.isEmpty || unit == ReceiptUnit.each.rawValue }
}

/// What prices are given for, so that they can be compared.
enum PriceUnit: String, Sendable {
    case kilogram = "kg"
    case litre = "l"
    /// A piece, or a package whose content isn't printed.
    case each
    /// Of which country a receipt doesn't say.
    case gallon = "gal"
    case metre = "m"
}

extension BoughtQuantity {
    /// How much it is of the unit that its prices are compared in: what was weighed, measured or counted, or what packages hold; nil
    /// for an unknown unit.
    /// - Throws: ``UnitConversionError`` or ``ArithmeticError`` when a result has no room.
    func measured() throws -> (amount: Rational, unit: PriceUnit)? {
        guard let measure = unit.isEmpty ? .each : UnitOfMeasure(rawValue: unit) else {
            return try PriceUnit(rawValue: unit).map { (try Rational(Int128(thousandths), 1_000), $0) }
        }
        let content = try pack?.content
        let (common, unit): (UnitOfMeasure, PriceUnit) =
            switch (content?.unit ?? measure).dimension {
            case .mass: (.kilogram, .kilogram)
            case .volume: (.litre, .litre)
            case .count: (.each, .each)
            }
        let bought = try Quantity(thousandths: thousandths, measure)
        return (try UnitConversion(pieceSize: content).convert(bought, to: common).amount, unit)
    }
}

extension PackSize {
    /// What all of it holds, in thousandths.
    var whole: Int { count * amount }

    /// What all of it holds, in grams or millilitres.
    fileprivate var content: Quantity {
        get throws(ArithmeticError) {
            let unit: UnitOfMeasure = dimension == .mass ? .gram : .millilitre
            return try .pack(of: Int64(count), each: Quantity(thousandths: Int64(amount), unit))
        }
    }
}
