import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Sums up spending in a period.
struct SpendingCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "spending",
            abstract: .cli.spendingAbstract,
            discussion: .joined(
                [
                    .examples(
                        "larder spending --by store",
                        "larder spending --from 2025-01-01 --to 2025-12-31 --by month",
                        "larder spending --in CAD"
                    ), .cli.spendingDiscussion,
                ],
                separator: "\n"
            )
        )
    }

    @Option(help: ArgumentHelp(.cli.spendingFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.spendingTo))
    var to: String?

    @Option(help: ArgumentHelp(.cli.spendingByHelp))
    var by = SpendingGroupingName.category

    @Option(help: ArgumentHelp(.cli.spendingCategoryFilter(command: CategoryList.command)))
    var category: [String] = []

    @Option(name: .customLong("in"), help: ArgumentHelp(.cli.spendingIn, valueName: .cli.fieldCurrency))
    var convertTo: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let namesCategories = by == .category && !context.output.isJSON
        let categories = namesCategories || !category.isEmpty ? try await context.categoriesIfAvailable() : nil
        try categories?.verify(category)
        let days = SpendingDays.period(from: from, to: to, at: Date())
        let summary = try await context.client.insights.summarizeSpending(
            .init(
                firstDay: days.first,
                lastDay: days.last,
                grouping: by.grouping,
                categories: category,
                convertTo: convertTo?.uppercased() ?? ""
            ),
            options: context.callOptions
        )
        try context.show(summary) { paint in
            SpendingText(summary, by: by, categories: categories, width: context.output.out.width).text(paint)
        }
    }
}

/// The period of what was spent as written on the command line.
enum SpendingDays {
    /// The first and the last day of the period, by default this month up to today.
    ///
    /// With a last day alone, the period begins with that day's month.
    static func period(from: String?, to: String?, at now: Date) -> (first: String, last: String) {
        let today = CalendarDay(of: now, in: .current)
        let last = to ?? today.text
        // The service rejects what is no day.
        let month = (CalendarDay(last) ?? today).text.prefix("YYYY-MM".count)
        return (from ?? "\(month)-01", last)
    }
}

/// A grouping of spending as written on the command line.
enum SpendingGroupingName: String, CaseIterable, ExpressibleByArgument {
    case category, product, store, day, month, kind

    var grouping: Budget.SpendingGrouping {
        switch self {
        case .category: .category
        case .product: .product
        case .store: .store
        case .day: .day
        case .month: .month
        case .kind: .kind
        }
    }

    /// The title of the groups' column.
    var title: LocalizedText {
        switch self {
        case .category: .cli.headingCategory
        case .product: .cli.headingProduct
        case .store: .cli.headingStore
        case .day: .cli.headingDay
        case .month: .cli.headingMonth
        case .kind: .cli.headingKind
        }
    }
}
