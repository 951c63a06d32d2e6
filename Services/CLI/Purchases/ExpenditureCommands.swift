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
                "larder expenditure add \(Sample.rent) 1200 --currency CAD --category housing",
                "larder expenditure add \"\(Sample.trainTicket)\" \(Sample.number(1840)) --currency EUR --refund"
            )
        )
    }

    @OptionGroup var expenditure: ExpenditureOptions

    @Option(help: ArgumentHelp(.cli.expenditureDateHelp))
    var date: String?

    @Option(help: ArgumentHelp(.cli.purchaseTimeHelp))
    var time: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        var request = try await expenditure.request(context, on: date)
        request.purchasedAt?.time = time ?? ""
        try context.show(try await context.client.purchases.createExpenditure(request, options: context.onceOptions))
    }
}

/// What an expenditure is, apart from when.
struct ExpenditureOptions: ParsableArguments {
    @Argument(help: ArgumentHelp(.cli.expenditureNameHelp))
    var name: String

    @Argument(help: ArgumentHelp(.cli.expenditureAmountHelp))
    var amount: String

    @Option(help: ArgumentHelp(.cli.expenditureCurrencyHelp))
    var currency: String?

    @Option(help: ArgumentHelp(.cli.expenditureCategoryHelp(command: CategoryList.command)))
    var category: String?

    @Option(help: ArgumentHelp(.cli.expenditurePlaceHelp))
    var place: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseNoteHelp))
    var note: String?

    @Flag(help: ArgumentHelp(.cli.expenditureRefundHelp))
    var refund = false

    /// What is added.
    /// - Parameter date: When; today, where this machine is, if nil.
    /// - Throws: `Failure` (invalid) for an amount that isn't above 0, and for an unknown category; usage where no
    ///   currency is known.
    func request(_ context: CommandContext, on date: String?) async throws -> Budget.CreateExpenditureRequest {
        let category = try await context.expenditureCategory(named: category)
        return Budget.CreateExpenditureRequest(
            name: name,
            amount: try Common.Money(typedExpenditure: amount, in: try await context.currency(currency)),
            category: category.slug,
            categorySymbol: category.symbol,
            purchasedAt: .init(
                date: date ?? CalendarDay(of: Date(), in: .current).text,
                timeZone: DeviceTimeZone.name
            ),
            place: place ?? "",
            note: note ?? "",
            refund: refund
        )
    }
}

extension CommandContext {
    /// A category by its slug; an empty one for none.
    /// - Throws: `Failure` (invalid) for an unknown category.
    func expenditureCategory(named slug: String?) async throws -> Catalog.Category {
        guard let slug, !slug.isEmpty else { return Catalog.Category() }
        return try await categories().category(named: slug)
    }
}

extension Common.Money {
    /// Parses the amount of an expenditure.
    /// - Throws: `Failure` (invalid) unless it is above 0; `DecimalNumber.Problem` for what is no amount.
    init(typedExpenditure text: String, in currency: String) throws {
        try self.init(typed: text, in: currency)
        guard minorUnits > 0 else { throw Failure(.invalid, .cli.expenditureAmountRule(option: "--refund")) }
    }
}
