import Foundation
import Foundations
import LarderClient
import Texts

/// Formats what a product costs at stores near the user.
enum StorePriceText {
    /// A table of the prices that hold today, or else what is known instead.
    static func text(_ answer: Catalog.FindStorePricesResponse, _ paint: Paint, width: Int?) -> String {
        let current = answer.prices.filter(\.current)
        guard current.isEmpty else { return table(current).text(paint, width: width) }
        if let latest = answer.prices.first { return former(latest).shown }
        guard answer.stores > 0 else {
            let radius = DistanceText.text(Int32(clamping: answer.radiusMetres))
            return LocalizedText.cli.pricesNearbyNoStores(radius: radius).shown
        }
        return LocalizedText.cli.pricesNearbyNone(count: Int(answer.stores)).shown
    }

    private static func table(_ prices: [Catalog.StorePrice]) -> Table {
        var table = Table([
            .init(title: .cli.headingPrice, alignment: .right), .init(title: .cli.headingAmount),
            .init(title: .cli.headingStore, shrinks: true), .init(title: .cli.eateriesDistance, alignment: .right),
            .init(title: .cli.headingSoldAs, shrinks: true), .init(title: .cli.headingUntilDay), .init(title: ""),
        ])
        for each in prices {
            let (week, lastDay) = each.observed ? (each.firstDay, "") : ("", each.lastDay)
            table.add([
                .init(PriceText.price(each.unitPrice, each.price?.currency ?? "", per: each.comparisonUnit), .bold),
                .init(PriceText.packPrice(each.price, quantity: each.quantity, unit: each.unit)),
                .init(each.store?.store?.name ?? ""), .init(DistanceText.text(each.store?.distanceMetres ?? 0)),
                .init(each.label), .init(lastDay), .init(PriceText.observed(in: week)),
            ])
        }
        return table
    }

    /// A price that does not hold any more, with its age, or with the week in which users paid it.
    private static func former(_ price: Catalog.StorePrice) -> LocalizedText {
        let amount = PriceText.packPrice(price.price, quantity: price.quantity, unit: price.unit)
        let store = TerminalText.clean(price.store?.store?.name ?? "")
        guard !price.observed else {
            let week = TerminalText.clean(price.firstDay)
            return .cli.pricesNearbyObserved(price: amount, store: store, day: week)
        }
        let day = price.lastDay.isEmpty ? price.firstDay : price.lastDay
        let today = CalendarDay(of: Date(), in: .current)
        let age = CalendarDay(day).map { max($0.distance(to: today), 0) } ?? 0
        return .cli.pricesNearbyFormer(price: amount, store: store, count: age)
    }
}
