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
        let symbol = try await symbol(context)
        let days = SpendingDays.period(from: from, to: to, at: Date())
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

    /// The symbol that was given, or else the one that was saved first.
    private func symbol(_ context: CommandContext) async throws -> String {
        if let security { return security }
        let saved = try await context.client.investing.listSavedSecurities(.init(), options: context.callOptions)
        guard let first = saved.securities.first else {
            throw Failure(
                .usage,
                .cli.investedNoSecurity(option: "--security"),
                hint: .cli.investedFind(command: SecuritiesCommand.search)
            )
        }
        return first.symbol
    }
}
