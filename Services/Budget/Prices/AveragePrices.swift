import CatalogMessages
import Foundation
import Foundations
import PrintedWords
import RPC
import ServiceKit

/// Where average retail prices come from.
protocol AveragePrices: Sendable {
    /// The averages of a region that products are compared with.
    /// - Throws: INVALID_ARGUMENT for an unknown region.
    func series(for products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries]
}

/// Asks the catalog service over RPC.
struct CatalogAverages: AveragePrices {
    private static let options = CallOptions(timeout: .seconds(3))

    private let client: Catalog.AveragePricesClient

    /// Averages over a channel to catalog.
    init(_ channel: any CallChannel) { client = Catalog.AveragePricesClient(channel: channel) }

    func series(for products: [UUID], in region: String) async throws -> [Catalog.AveragePriceSeries] {
        let request = Catalog.FindAveragePricesRequest(region: region, productIDs: products.map(\.canonical))
        return try await client.findAveragePrices(request, options: Self.options).series
    }
}

extension AveragePrices {
    /// The goods that products are compared with in a region: of at most 10,000 products, which is as many as catalog takes.
    /// - Throws: INVALID_ARGUMENT for an unknown region, in the caller's language.
    func goods(for products: Set<UUID>, in region: String) async throws -> AverageGoods {
        do {
            return AverageGoods(try await series(for: Array(products.prefix(10_000)), in: region))
        } catch let status as Status where status.code == .invalidArgument {
            throw Status.invalid([.init("region", .budget.ruleRegion)])
        }
    }
}

/// What products are compared with.
struct AverageGoods: Sendable {
    /// Nothing is compared.
    static let none = AverageGoods([])

    private var goods: [UUID: [AverageGood]] = [:]

    var isEmpty: Bool { goods.isEmpty }

    /// - Parameter series: What catalog has answered. What has no price, or isn't understood, is left out.
    init(_ series: [Catalog.AveragePriceSeries]) {
        for each in series {
            guard let good = AverageGood(each) else { continue }
            for id in each.productIDs.compactMap(UUID.init(uuidString:)) { goods[id, default: []].append(good) }
        }
    }

    /// What the price of a series is compared with: of the goods whose package is like the one that was bought, the nearest.
    func good(for price: PaidPrice, of key: PriceSeries.Key) -> AverageGood? {
        guard case .product(let id) = key.item else { return nil }
        let fitting = goods[id, default: []].filter { $0.currency == key.currency && $0.unit.priceUnit == key.unit }
        return fitting.compactMap { good in good.distance(to: price.quantity).map { (good, $0) } }
            .min { $0.1 < $1.1 }?.0
    }
}

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

    /// How many months an average is compared for after its own.
    static let months = 18

    let english: String
    let french: String
    /// As published.
    let published: (quantity: Int32, unit: String)
    let currency: Currency
    let unit: Unit
    private let firstMonth: CalendarMonth
    private let prices: [Rational?]

    fileprivate init?(_ series: Catalog.AveragePriceSeries) {
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

    /// The average of the month of a day, or else the latest one before; nil where none is in force.
    func average(on day: CalendarDay) -> Average? {
        let month = CalendarMonth(containing: day)
        let index = firstMonth.distance(to: month)
        for place in stride(from: min(index, prices.count - 1), through: max(0, index - Self.months), by: -1) {
            if let price = prices[place] { return Average(price: price, month: firstMonth.advanced(by: place)) }
        }
        return nil
    }

    /// How far a package is from what averages are of, as the logarithm of how many times it is larger or smaller; nil where the two
    /// can't be compared. What was weighed has none.
    fileprivate func distance(to bought: BoughtQuantity) -> Double? {
        switch unit {
        case .weighed: return bought.pack == nil ? 0 : Self.farthest
        case .grams(let content): return Self.distance(bought.pack, .mass, content)
        case .millilitres(let content): return Self.distance(bought.pack, .volume, content)
        case .piece: return bought.isCounted ? 0 : nil
        case .pieces(let count): return bought.isCounted && bought.words.name(count: count) ? 0 : nil
        }
    }

    private static func distance(_ pack: PackSize?, _ dimension: PackSize.Dimension, _ content: Int) -> Double? {
        guard let pack, pack.dimension == dimension else { return nil }
        let distance = abs(log2(Double(pack.whole) / 1_000 / Double(content)))
        return distance <= farthest ? distance : nil
    }

    /// Half or twice the size.
    private static let farthest = 1.0
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

    /// Whether it says that a package has so many pieces: "12", "12CT" or, of twelve, "dozen".
    fileprivate func name(count: Int) -> Bool {
        words.contains { word in
            let number = word.prefix { $0.isNumber }
            let unit = word.dropFirst(number.count)
            return number == "\(count)" && unit.allSatisfy(\.isLetter) && !["g", "ml", "l", "kg", "oz", "lb"].contains(unit)
        } || count == 12 && !Self.dozen.isDisjoint(with: words)
    }
}
