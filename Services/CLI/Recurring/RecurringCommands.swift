import ArgumentParser
import LarderClient

/// Commands for expenditures that come again.
struct RecurringCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "recurring",
            abstract: .cli.recurringAbstract,
            subcommands: [
                RecurringListCommand.self, RecurringAddCommand.self, RecurringChangeCommand.self,
                RecurringRemoveCommand.self, RecurringUndoCommand.self, RecurringWatchCommand.self,
            ],
            defaultSubcommand: RecurringListCommand.self
        )
    }

    /// The command that lists them.
    static let list = "larder recurring"
}

/// Lists recurring expenditures with the days on which they are recorded next.
struct RecurringListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.recurringList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.recurring.listRecurring(.init(), options: context.callOptions)
        try context.show(answer) { RecurringText.text(answer.recurring, $0, width: context.output.out.width) }
    }
}

/// Adds a recurring expenditure.
struct RecurringAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.recurringAdd,
            discussion: .examples(
                "larder recurring add \(Sample.rent) 1200 --currency CAD --category housing --unit month",
                "larder recurring add \"\(Sample.busPass)\" 28 --currency CAD --unit week --every 2 --first-day 2026-12-04"
            )
        )
    }

    @OptionGroup var expenditure: ExpenditureOptions

    @Option(help: ArgumentHelp(.cli.recurringUnitHelp))
    var unit: RecurrenceUnitName

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.recurringEveryHelp))
    var every: Int32?

    @Option(help: ArgumentHelp(.cli.recurringFirstDayHelp))
    var firstDay: String?

    @Option(help: ArgumentHelp(.cli.recurringLastDayHelp))
    var lastDay: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        // To the service 0 is no interval at all, in place of which it takes 1.
        if every == 0 { throw ValidationError(.cli.recurringEveryRule) }
    }

    func run(_ context: CommandContext) async throws {
        let terms = Budget.RecurringTerms(
            expenditure: try await expenditure.request(context, on: firstDay),
            unit: unit.unit,
            every: every ?? 0,
            lastDay: lastDay ?? ""
        )
        let request = Budget.CreateRecurringRequest(terms: terms)
        let recurring = try await context.client.recurring.createRecurring(request, options: context.onceOptions)
        try context.show(recurring) { RecurringText.text(recurring, $0) }
    }
}

/// Changes a recurring expenditure unless it was changed meanwhile.
struct RecurringChangeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "change",
            abstract: .cli.recurringChange,
            discussion: .examples(
                "larder recurring change 0b0d6f5e-… --amount 1250",
                "larder recurring change 0b0d6f5e-… --last-day 2027-06-30"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.recurringId(command: RecurringCommand.list)))
    var id: String

    @Option(help: ArgumentHelp(.cli.expenditureNameHelp))
    var name: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.expenditureAmountHelp))
    var amount: String?

    @Option(help: ArgumentHelp(.cli.goalNewCurrencyHelp))
    var currency: String?

    @Option(help: ArgumentHelp(.cli.expenditureCategoryHelp(command: CategoryList.command)))
    var category: String?

    @Option(help: ArgumentHelp(.cli.expenditurePlaceHelp))
    var place: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseNoteHelp))
    var note: String?

    @Option(help: ArgumentHelp(.cli.recurringUnitHelp))
    var unit: RecurrenceUnitName?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.recurringEveryHelp))
    var every: Int32?

    @Option(help: ArgumentHelp(.cli.recurringFirstDayHelp))
    var firstDay: String?

    @Option(help: ArgumentHelp(.cli.recurringNewLastDayHelp))
    var lastDay: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        let isGiven = [name, amount, currency, category, place, note, firstDay, lastDay].contains { $0 != nil }
        guard isGiven || unit != nil || every != nil else { throw ValidationError(.cli.purchaseChangeRule) }
        if every == 0 { throw ValidationError(.cli.recurringEveryRule) }
    }

    func run(_ context: CommandContext) async throws {
        let present = try await context.recurring(id)
        var terms = present.terms ?? .init()
        var expenditure = try changed(terms.expenditure ?? .init())
        if category != nil {
            let category = try await context.expenditureCategory(named: category)
            (expenditure.category, expenditure.categorySymbol) = (category.slug, category.symbol)
        }
        terms.expenditure = expenditure
        if let unit { terms.unit = unit.unit }
        if let every { terms.every = every }
        if let lastDay { terms.lastDay = lastDay }
        let request = Budget.ChangeRecurringRequest(
            recurringID: present.id,
            expectedVersion: present.version,
            terms: terms
        )
        let recurring = try await context.client.recurring.changeRecurring(request, options: context.onceOptions)
        try context.show(recurring) { RecurringText.text(recurring, $0) }
        if recurring.version == present.version {
            context.output.notice(LocalizedText.cli.recurringNothingChanged.shown)
        }
    }

    /// The expenditure with what is given, but its category.
    private func changed(_ present: Budget.CreateExpenditureRequest) throws -> Budget.CreateExpenditureRequest {
        var expenditure = present
        let former = present.amount ?? .init()
        let currency = self.currency?.uppercased() ?? former.currency
        if let amount {
            expenditure.amount = try .init(typedExpenditure: amount, in: currency)
        } else if currency != former.currency {
            expenditure.amount = try former.relabelled(currency)
        }
        if let name { expenditure.name = name }
        if let place { expenditure.place = place }
        if let note { expenditure.note = note }
        if let firstDay { expenditure.purchasedAt?.date = firstDay }
        return expenditure
    }
}

/// Ends a recurring expenditure.
struct RecurringRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: .cli.recurringRemove,
            discussion: .cli.goalRemoveDiscussion(command: "larder recurring undo")
        )
    }

    @Argument(help: ArgumentHelp(.cli.recurringId(command: RecurringCommand.list)))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.RemoveRecurringRequest(recurringID: id)
        let recurring = try await context.client.recurring.removeRecurring(request, options: context.onceOptions)
        try context.show(recurring) { RecurringText.text(recurring, $0) }
    }
}

/// Undoes the latest change of a recurring expenditure, which may be its removal.
struct RecurringUndoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "undo", abstract: .cli.recurringUndo)
    }

    @Argument(help: ArgumentHelp(.cli.recurringIdAlsoRemoved))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        // A removed one is in no list, so its version is unknown.
        let request = Budget.UndoRecurringRequest(recurringID: id)
        let recurring = try await context.client.recurring.undoRecurring(request, options: context.onceOptions)
        try context.show(recurring) { RecurringText.text(recurring, $0) }
    }
}

/// What recurring expenditures are counted in, as written on the command line.
enum RecurrenceUnitName: String, CaseIterable, ExpressibleByArgument {
    case day, week, month, year

    var unit: Budget.RecurrenceUnit {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}

extension CommandContext {
    /// A recurring expenditure by its id.
    /// - Throws: `Failure` (not found) for one that doesn't exist or was removed.
    func recurring(_ id: String) async throws -> Budget.RecurringExpenditure {
        let all = try await client.recurring.listRecurring(.init(), options: callOptions).recurring
        guard let recurring = all.first(where: { $0.id == id.lowercased() }) else {
            throw Failure(
                .notFound,
                .cli.recurringUnknown(id: id),
                hint: .cli.recurringAll(command: RecurringCommand.list)
            )
        }
        return recurring
    }
}
