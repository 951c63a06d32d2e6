import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit

/// What users have paid for what they buy.
struct PaidPricesService: Budget.PaidPricesProvider {
    let ledger: SpendingStore
    let averages: any AveragePrices
    let log: Logger
    var clock: any WallClock = SystemWallClock()

    /// How many days back prices are looked for: three years.
    static let days = 1_096
    /// The most changes and comparisons of a response, the most series of a history, and the most prices of each.
    static let changeLimit = 200
    static let comparisonLimit = 200
    static let seriesLimit = 20
    static let priceLimit = 500

    func listPriceChanges(
        _ request: Budget.ListPriceChangesRequest,
        context: CallContext
    ) async throws -> Budget.ListPriceChangesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        guard let (purchases, ids) = try await read(of: user, until: today) else { return .init() }
        return try await offLoop(for: user) {
            var (changes, compared): ([PriceChange], Set<BoughtItem.Identity>) = ([], [])
            for series in PriceSeries.all(in: purchases) {
                let found = PriceChange.changes(in: series, on: today)
                changes += found.changes
                if found.isCompared { compared.insert(series.key.item) }
            }
            return Budget.ListPriceChangesResponse(
                changes: try changes.sorted(by: PriceChange.isAhead).prefix(Self.changeLimit).map {
                    try $0.message(ids)
                },
                compared: Int32(clamping: compared.count)
            )
        }
    }

    func compareWithAverages(
        _ request: Budget.CompareWithAveragesRequest,
        context: CallContext
    ) async throws -> Budget.CompareWithAveragesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        let region = validator.text(request.region, "region", length: 2...6)
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        let ledger = try await read(of: user, until: today, days: AverageComparison.days)
        let products = Set(ledger?.purchases.flatMap(\.items).compactMap(\.productID) ?? [])
        let goods = try await averages.goods(for: products, in: region)
        guard let (purchases, ids) = ledger, !goods.isEmpty else { return .init() }
        return try await offLoop(for: user) {
            let found = PriceSeries.all(in: purchases).compactMap { series in
                AverageComparison(series, with: goods, on: today).map { ($0, ids.message(series)) }
            }
            return try .init(found.sorted(by: AverageComparison.isAhead), limit: Self.comparisonLimit)
        }
    }

    func getPriceHistory(
        _ request: Budget.GetPriceHistoryRequest,
        context: CallContext
    ) async throws -> Budget.PriceHistory {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        let asked = validator.text(request.item, "item", length: 1...200)
        let region = validator.text(request.region, "region", length: 0...6)
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        guard let (purchases, ids) = try await read(of: user, until: today) else {
            throw Status.notFound(.services.nounPriceHistory)
        }
        let (item, series) = try await offLoop(for: user) {
            guard let item = ids.latest(asked, in: purchases) else { throw Status.notFound(.services.nounPriceHistory) }
            return (item, PriceSeries.all(in: purchases, of: BoughtItem.Identity(of: item)))
        }
        let goods = try await goods(for: item, in: region)
        return try await offLoop(for: user) {
            Budget.PriceHistory(
                item: ids.message(item),
                series: try series.sorted(by: PriceSeries.isAhead).prefix(Self.seriesLimit).map {
                    try $0.message(limit: Self.priceLimit, ids, with: goods, on: today)
                }
            )
        }
    }

    /// What an item is compared with; nothing where no region is asked for, or catalog can't be asked: a history doesn't depend on it.
    /// - Throws: INVALID_ARGUMENT for an unknown region.
    private func goods(for item: CountedPurchase.Item, in region: String) async throws -> AverageGoods {
        guard !region.isEmpty else { return .none }
        do {
            return try await averages.goods(for: Set([item.productID].compactMap(\.self)), in: region)
        } catch let status as Status where status.code != .invalidArgument {
            log.warning("average prices are missing", metadata: ["error": "\(status)"])
            return .none
        }
    }

    /// What was bought in so many days until today, and what names it in messages; nil where there is nothing.
    private func read(
        of user: UUID,
        until today: CalendarDay,
        days: Int = Self.days
    ) async throws -> (purchases: [CountedPurchase], ids: PricedItemIDs)? {
        let purchases = try await ledger.counted(
            from: today.advanced(by: 1 - days),
            to: today,
            of: user,
            with: [.storeNames, .quantities]
        )
        guard !purchases.isEmpty, let key = try await ledger.keys.existingKey(of: user) else { return nil }
        return (purchases, PricedItemIDs(key: key))
    }
}
