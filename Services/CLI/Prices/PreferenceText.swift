import LarderClient
import Texts

/// Formats what things may cost.
struct PreferenceText {
    /// The names of categories; those that are missing are shown by their slugs.
    let categories: CategoryList?

    /// What something may cost, on one line: `🥛 Dairy · at least 2.50 CAD · at most 12.00 CAD`.
    func text(_ preference: Budget.PricePreference, _ paint: Paint) -> String {
        let bounds: [LocalizedText?] = [
            preference.lowest.map { .cli.preferenceAtLeast(amount: TerminalText.clean($0.shown)) },
            preference.highest.map { .cli.goalAtMost(amount: TerminalText.clean($0.shown)) },
        ]
        let parts = [paint(target(of: preference).line, .bold)] + bounds.compactMap { $0?.shown }
        return parts.joined(separator: " · ")
    }

    /// A table of preferences, with the slugs of categories and the ids of products that the command line names them by.
    func text(_ preferences: [Budget.PricePreference], _ paint: Paint, width: Int?) -> String {
        guard !preferences.isEmpty else {
            let first = "larder preferences set --at-most 12 --currency CAD"
            return LocalizedText.cli.preferenceNone(command: first).shown
        }
        var table = Table([
            .init(title: ""), .init(title: .cli.headingFor, shrinks: true),
            .init(title: .cli.headingAtLeast, alignment: .right), .init(title: .cli.headingAtMost, alignment: .right),
            .init(title: .cli.headingId),
        ])
        for preference in preferences { table.add(row(of: preference)) }
        return table.text(paint, width: width)
    }

    private func row(of preference: Budget.PricePreference) -> [Table.Cell] {
        let target = target(of: preference)
        return [
            .init(target.symbol), .init(target.name, .bold), .init(preference.lowest?.shown ?? ""),
            .init(preference.highest?.shown ?? ""), .init(preference.category + preference.productID, .dim),
        ]
    }

    private func target(of preference: Budget.PricePreference) -> TargetText {
        TargetText(
            category: preference.category,
            productID: preference.productID,
            productName: preference.productName,
            categories: categories,
            everything: .cli.preferenceEverything
        )
    }
}

extension Budget.PricePreference {
    /// At least; nil for no such bound.
    fileprivate var lowest: Common.Money? { bound(lowestMinor) }

    /// At most; nil for no such bound.
    fileprivate var highest: Common.Money? { bound(highestMinor) }

    private func bound(_ minorUnits: Int64) -> Common.Money? {
        minorUnits == 0 ? nil : .init(minorUnits: minorUnits, currency: currency)
    }
}
