import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// Shows what spending would have become, had it been invested.
struct InvestedCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "invested",
            abstract: .cli.investedAbstract,
            discussion: .joined(
                [
                    .examples(
                        "larder invested --security UST10 --from 2020-01-01 --to 2020-12-31",
                        "larder invested --security UST10 --since 1999-12-31 --until 2009-12-31"
                    ), .cli.investedDiscussion,
                ],
                separator: "\n"
            )
        )
    }

    @Option(help: ArgumentHelp(.cli.investedSecurityHelp(command: SecuritiesCommand.search)))
    var security: String?

    @Option(help: ArgumentHelp(.cli.spendingFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.spendingTo))
    var to: String?

    @Option(help: ArgumentHelp(.cli.investedSinceHelp))
    var since: String?

    @Option(help: ArgumentHelp(.cli.investedUntilHelp))
    var until: String?

    @Option(help: ArgumentHelp(.cli.spendingCategoryFilter(command: CategoryList.command)))
    var category: [String] = []

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        if !category.isEmpty { try await context.categoriesIfAvailable()?.verify(category) }
        let days = SpendingDays.period(from: from, to: to, at: Date())
        let symbol = try await symbol(for: days, context)
        if let since {
            let comparison = try await context.client.investing.compareWithSecurity(
                .init(
                    firstDay: days.first,
                    lastDay: days.last,
                    categories: category,
                    symbol: symbol,
                    securityFirstDay: since,
                    securityLastDay: until ?? ""
                ),
                options: context.callOptions
            )
            try context.show(comparison) { InvestedText.text(comparison, $0, width: context.output.out.width) }
        } else {
            let estimate = try await context.client.investing.estimateEarnings(
                .init(
                    firstDay: days.first,
                    lastDay: days.last,
                    categories: category,
                    symbol: symbol,
                    worthOn: until ?? ""
                ),
                options: context.callOptions
            )
            try context.show(estimate) { InvestedText.text(estimate, $0, width: context.output.out.width) }
        }
    }

    /// The symbol that was given, or else of those that were saved the first with prices in the currency that was mostly
    /// spent: other amounts are not counted. Where none has, the one that was saved first.
    private func symbol(for days: (first: String, last: String), _ context: CommandContext) async throws -> String {
        if let security { return security }
        let saved = try await context.client.investing.listSavedSecurities(.init(), options: context.callOptions)
            .securities.map(\.symbol)
        if saved.count == 1 { return saved[0] }
        let currency = try await spentCurrency(days, context)
        guard let first = saved.first else {
            let filter = currency.map { " --currency \(TerminalText.clean($0))" } ?? ""
            throw Failure(
                .usage,
                .cli.investedNoSecurity(option: "--security"),
                hint: .cli.investedFind(command: SecuritiesCommand.search + filter)
            )
        }
        guard let currency else { return first }
        for symbol in saved where try await self.currency(of: symbol, context) == currency { return symbol }
        return first
    }

    /// The currency of most purchases in a period; nil where nothing was spent.
    private func spentCurrency(
        _ days: (first: String, last: String),
        _ context: CommandContext
    ) async throws -> String? {
        let summary = try await context.client.insights.summarizeSpending(
            .init(firstDay: days.first, lastDay: days.last, grouping: .kind, categories: category),
            options: context.callOptions
        )
        return summary.currencies.filter { $0.currency != Currency.unknown }
            .max { $0.purchases < $1.purchases }?.currency
    }

    /// The currency of a security; nil for one that is not known any more.
    private func currency(of symbol: String, _ context: CommandContext) async throws -> String? {
        do {
            return try await context.client.securities.getSecurity(
                .init(symbol: symbol),
                options: context.callOptions
            ).currency
        } catch let status as Status where status.code == .notFound {
            return nil
        }
    }
}
