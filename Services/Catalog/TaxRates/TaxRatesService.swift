import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Texts

/// The service for taxes on what is bought.
struct TaxRatesService: Catalog.TaxRatesProvider {
    let catalog: SharedCatalog
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    func listTaxRates(
        _ request: Catalog.ListTaxRatesRequest,
        context: CallContext
    ) async throws -> Catalog.ListTaxRatesResponse {
        var validator = FieldValidator()
        let region = request.region.isEmpty ? nil : TaxRate.region(request.region)
        if region == nil, !request.region.isEmpty { validator.reject("region", .catalog.ruleTaxRegion) }
        let day = request.day.isEmpty ? CalendarDay(of: clock.now, in: .gmt) : CalendarDay(request.day)
        if day == nil { validator.reject("day", .catalog.ruleDayOrEmpty) }
        try validator.finish()
        guard let day else { return .init() }
        let rates = try catalog.snapshot.taxRates.rates(in: region, on: day)
        return .init(rates: rates.map(Catalog.TaxRate.init), day: day.text)
    }
}

extension Catalog.TaxRate {
    /// A rate with its name in the caller's language.
    fileprivate init(_ rate: TaxRate) {
        self.init(
            region: rate.region,
            name: CallContext.current?.language == .french ? rate.frenchName : rate.name,
            percent: rate.percent.description,
            firstDay: rate.period.firstDay.text,
            lastDay: rate.period.lastDay?.text ?? "",
            source: rate.source
        )
    }
}
