package import Foundations

/// The taxes of all regions.
package struct TaxRateTable: Equatable, Sendable {
    /// By region, name and first day.
    private let shipped: [TaxRate]
    /// Those of operators, in the same order.
    private let own: [TaxRate]

    /// A table of rates in any order.
    /// - Parameters:
    ///   - shipped: Those that ship with a release.
    ///   - own: Those that operators have added or changed.
    package init(shipped: [TaxRate] = [], own: [TaxRate] = []) {
        self.shipped = Self.sorted(shipped)
        self.own = Self.sorted(own)
    }

    /// The rates that are in force on a day, by region and name.
    ///
    /// What ships and what operators have said may overlap, since neither knows of the other: of the same tax, what operators have said
    /// counts, and else the rate that began last.
    /// - Parameter region: A subdivision, with those of its country, or a country; nil for all.
    package func rates(in region: String? = nil, on day: CalendarDay) -> [TaxRate] {
        let said = Self.rates(own, in: region, on: day)
        let subjects = Set(said.map(\.subject))
        let others = Self.rates(shipped, in: region, on: day).filter { !subjects.contains($0.subject) }
        return Self.sorted(said + others)
    }

    /// Of each tax the rate that is in force and began last.
    private static func rates(_ rates: [TaxRate], in region: String?, on day: CalendarDay) -> [TaxRate] {
        let regions = region.map { [$0, String($0.prefix(2))] }
        let held = rates.filter { $0.period.contains(day) && regions?.contains($0.region) ?? true }
        return zip(held, held.dropFirst().map(\.subject) + [""]).filter { $0.subject != $1 }.map(\.0)
    }

    private static func sorted(_ rates: [TaxRate]) -> [TaxRate] {
        rates.sorted { ($0.region, $0.name, $0.period.firstDay) < ($1.region, $1.name, $1.period.firstDay) }
    }
}
