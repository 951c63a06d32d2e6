import CatalogMessages
import Foundation
import Foundations
import PrintedWords

/// A good with its average prices, month by month.
struct AverageGood: Sendable {
    /// How much of it a price is for.
    enum Unit: Sendable {
        /// A kilogram, by weight.
        case weighed
        /// A package of so many grams.
        case grams(Int)
        /// A package of so many millilitres.
        case millilitres(Int)
        /// A piece.
        case piece
        /// A package of so many pieces.
        case pieces(Int)

        /// What prices are compared in.
        var priceUnit: PriceUnit {
            switch self {
            case .weighed, .grams: .kilogram
            case .millilitres: .litre
            case .piece, .pieces: .each
            }
        }

        /// How many of ``priceUnit`` it is: receipts give prices of packages of pieces for the package.
        fileprivate var measured: Rational {
            get throws(ArithmeticError) {
                switch self {
                case .weighed, .piece, .pieces: .one
                case .grams(let content), .millilitres(let content): try Rational(Int128(content), 1_000)
                }
            }
        }
    }

    /// An average in force.
    struct Average: Sendable {
        /// For one of the unit of prices, in major units of the currency.
        let price: Rational
        let month: CalendarMonth
    }

    /// How many months before a day's own an average may be of, from the nearest on: after those of a quarter the month of a year
    /// before, since prices of fruit and vegetables follow the seasons.
    private static let monthsBefore = [0, 1, 2, 12]

    let english: String
    let french: String
    /// As published.
    let published: (quantity: Int32, unit: String)
    let currency: Currency
    let unit: Unit
    private let firstMonth: CalendarMonth
    private let prices: [Rational?]

    /// Nil where the answer isn't understood.
    init?(_ series: Catalog.AveragePriceSeries) {
        guard let currency = Currency(code: series.currency), let firstMonth = CalendarMonth(series.firstMonth),
            series.quantity > 0, let unit = Unit(Int(series.quantity), series.unit),
            let measured = try? unit.measured
        else { return nil }
        (english, french, published) = (series.englishName, series.frenchName, (series.quantity, series.unit))
        (self.currency, self.unit, self.firstMonth) = (currency, unit, firstMonth)
        prices = series.prices.map { text in
            guard let price = ExactDecimal(text), price > .zero else { return nil }
            return try? Rational(price) / measured
        }
    }

    /// The average that is nearest to the month of a day; nil where there is none.
    func average(on day: CalendarDay) -> Average? {
        let index = firstMonth.distance(to: CalendarMonth(containing: day))
        for place in Self.monthsBefore.map({ index - $0 }) where prices.indices.contains(place) {
            if let price = prices[place] { return Average(price: price, month: firstMonth.advanced(by: place)) }
        }
        return nil
    }

    /// How far a package is from what averages are of, as the logarithm of how many times it is larger or smaller; nil where the two
    /// can't be compared. What was weighed has none.
    func distance(to bought: BoughtQuantity) -> Double? {
        switch unit {
        case .weighed: return bought.pack == nil ? 0 : nil
        case .grams(let content): return Self.distance(bought.pack, .mass, content)
        case .millilitres(let content): return Self.distance(bought.pack, .volume, content)
        case .piece: return bought.isCounted && !bought.words.nameSeveral ? 0 : nil
        case .pieces(let count): return bought.isCounted && bought.words.name(count: count) ? 0 : nil
        }
    }

    private static func distance(_ pack: PackSize?, _ dimension: PackSize.Dimension, _ content: Int) -> Double? {
        guard let pack, pack.dimension == dimension else { return nil }
        let distance = abs(log2(Double(pack.whole) / 1_000 / Double(content)))
        return distance <= farthest ? distance : nil
    }

    /// Of packages 1.6 times as large or as small; the larger ones are, the less a kilogram or litre in them costs.
    private static let farthest = log2(1.6)
}

extension AverageGood.Unit {
    fileprivate init?(_ quantity: Int, _ unit: String) {
        switch unit {
        case "kg" where quantity == 1: self = .weighed
        case "g": self = .grams(quantity)
        case "ml": self = .millilitres(quantity)
        case "each": self = quantity == 1 ? .piece : .pieces(quantity)
        default: return nil
        }
    }
}

extension NormalisedText {
    private static let dozen: Set = ["doz", "dozen", "dz", "douz", "douzaine"]
    private static let parts: Set = ["half", "demi", "demie"]
    private static let units: Set = ["", "ct", "pk", "pack", "pc", "pcs", "un", "units", "x"]
    private static let several: Set = ["bag", "bags", "sac", "sacs", "hearts", "coeurs", "pack", "pk"]

    /// Whether it says that a package has so many pieces: "12", "12CT" or, of twelve, "dozen", and no part or multiple of it.
    fileprivate func name(count: Int) -> Bool {
        if let place = words.firstIndex(where: Self.dozen.contains) {
            let before = words[..<place].last ?? ""
            let isWhole = !Self.parts.contains(before) && (Int(before) ?? 1 == 1 || Int(before) == 12)
            return count == 12 && isWhole
        }
        return words.contains { Self.count(in: $0) == count }
    }

    /// Whether it says that a package has several pieces, of an unknown number or so many: "BAG", "HEARTS", "3PK".
    fileprivate var nameSeveral: Bool {
        words.contains { word in
            Self.several.contains(word) || Self.count(in: word).map { $0 > 1 && !word.allSatisfy(\.isNumber) } ?? false
        }
    }

    private static func count(in word: String) -> Int? {
        let number = word.prefix { $0.isNumber }
        return units.contains(String(word.dropFirst(number.count))) ? Int(number) : nil
    }
}
