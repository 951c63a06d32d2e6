package import Foundations

/// A tax on what is bought in a region.
package struct TaxRate: Equatable, Sendable {
    /// ISO 3166-2 of a subdivision such as `CA-QC`, or ISO 3166-1 alpha-2 of a country.
    package let region: String
    /// As receipts print it in English.
    package let name: String
    /// As receipts print it in French.
    package let frenchName: String
    /// 0 to 50, with at most three digits after the point.
    package let percent: ExactDecimal
    /// When it is in force.
    package let period: ValidityPeriod
    /// Who says so.
    package let source: String

    /// A rate with what is known of it.
    package init(
        region: String,
        name: String,
        frenchName: String,
        percent: ExactDecimal,
        period: ValidityPeriod,
        source: String
    ) {
        self.region = region
        self.name = name
        self.frenchName = frenchName
        self.percent = percent
        self.period = period
        self.source = source
    }

    /// What has one rate on a day: the tax in the region.
    package var subject: String { "\(region) \(name)" }

    /// Unique among rates: one for each tax of a region, by the day on which it begins.
    package var key: String { "\(subject) \(period.firstDay.text)" }

    /// A region's code, as ISO 3166 writes them; nil for what is none.
    package static func region(_ text: String) -> String? {
        text.wholeMatch(of: /[A-Z]{2}(-[A-Z0-9]{1,3})?/) == nil ? nil : text
    }
}
