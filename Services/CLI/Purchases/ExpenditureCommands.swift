import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Commands for expenditures, which are listed, corrected and discarded with the purchases.
struct ExpenditureCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "expenditure",
            abstract: .cli.expenditureAbstract,
            discussion: .cli.expenditureDiscussion(
                list: "larder purchase list --kind expenditure",
                edit: "larder purchase edit",
                discard: "larder purchase discard"
            ),
            subcommands: [ExpenditureAddCommand.self],
            aliases: ["expenditures"]
        )
    }
}

/// Adds an expenditure.
struct ExpenditureAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.expenditureAdd,
            discussion: .examples(
                "larder expenditure add Rent 1200 --currency CAD --category housing",
                "larder expenditure add \"Train ticket\" 18.40 --currency EUR --refund"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.expenditureNameHelp))
    var name: String

    @Argument(help: ArgumentHelp(.cli.expenditureAmountHelp))
    var amount: String

    @Option(help: ArgumentHelp(.cli.expenditureCurrencyHelp))
    var currency: String

    @Option(help: ArgumentHelp(.cli.expenditureCategoryHelp(command: CategoryList.command)))
    var category: String?

    @Option(help: ArgumentHelp(.cli.expenditureDateHelp))
    var date: String?

    @Option(help: ArgumentHelp(.cli.purchaseTimeHelp))
    var time: String?

    @Option(help: ArgumentHelp(.cli.expenditurePlaceHelp))
    var place: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseNoteHelp))
    var note: String?

    @Flag(help: ArgumentHelp(.cli.expenditureRefundHelp))
    var refund = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let money = try Common.Money(typed: amount, in: currency.uppercased())
        guard money.minorUnits > 0 else { throw Failure(.invalid, .cli.expenditureAmountRule(option: "--refund")) }
        var category = Catalog.Category()
        if let slug = self.category, !slug.isEmpty {
            category = try await context.categories().category(named: slug)
        }
        let request = Budget.CreateExpenditureRequest(
            name: name,
            amount: money,
            category: category.slug,
            categorySymbol: category.symbol,
            purchasedAt: .init(
                date: date ?? CalendarDay(of: Date(), in: .current).text,
                time: time ?? "",
                timeZone: DeviceTimeZone.name
            ),
            place: place ?? "",
            note: note ?? "",
            refund: refund
        )
        try context.show(try await context.client.purchases.createExpenditure(request, options: context.onceOptions))
    }
}
