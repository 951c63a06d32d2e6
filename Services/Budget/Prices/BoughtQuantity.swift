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

    /// Nil for a charge, of which nothing is bought.
    init?(_ item: PurchaseItem) {
        guard item.charge == nil else { return nil }
        thousandths = item.quantityThousandths
        unit = item.unit
        let printed = NormalisedText(item.printedText)
        words = printed.isEmpty ? NormalisedText(item.productName) : printed
        pack = Self.isCounted(item.unit) ? PackSize(onlyIn: words.words) ?? PackSize(onlyIn: item.productName) : nil
        let single = Int128(item.unitPrice ?? 0) * Int128(item.quantityThousandths) / 1_000
        regularAmount = max(Int128(item.amount), single)
    }

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
    /// How much it is of the unit that its prices are compared in: what was weighed or measured, or what packages hold; nil for a
    /// unit that no receipt has.
    /// - Throws: ``UnitConversionError`` when a result has no room.
    func measured() throws(UnitConversionError) -> (amount: Rational, unit: PriceUnit)? {
        guard let unit = unit.isEmpty ? .each : ReceiptUnit(rawValue: unit) else { return nil }
        switch unit {
        case .each:
            guard let pack else { return (try count, .each) }
            return (try product(count, pack.content), pack.dimension == .mass ? .kilogram : .litre)
        case .kilogram: return (try converted(.kilogram, to: .kilogram), .kilogram)
        case .gram: return (try converted(.gram, to: .kilogram), .kilogram)
        case .pound: return (try converted(.pound, to: .kilogram), .kilogram)
        case .ounce: return (try converted(.ounce, to: .kilogram), .kilogram)
        case .litre: return (try converted(.litre, to: .litre), .litre)
        case .millilitre: return (try converted(.millilitre, to: .litre), .litre)
        case .gallon: return (try count, .gallon)
        case .metre: return (try count, .metre)
        }
    }

    private var count: Rational {
        get throws(UnitConversionError) {
            do { return try Rational(Int128(thousandths), 1_000) } catch { throw .arithmetic(error) }
        }
    }

    private func converted(
        _ unit: UnitOfMeasure,
        to common: UnitOfMeasure
    ) throws(UnitConversionError) -> Rational {
        try UnitConversion().convert(Quantity(try count, unit), to: common).amount
    }

    private func product(_ first: Rational, _ second: Rational) throws(UnitConversionError) -> Rational {
        do { return try first * second } catch { throw .arithmetic(error) }
    }
}

extension PackSize {
    /// What it holds, in kilograms or litres.
    fileprivate var content: Rational {
        get throws(UnitConversionError) {
            do {
                return try Rational(Int128(count) * Int128(amount), 1_000_000)
            } catch {
                throw .arithmetic(error)
            }
        }
    }
}
