import ArgumentParser
import LarderClient

/// Commands for goals.
struct GoalCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "goal",
            abstract: .cli.goalAbstract,
            subcommands: [
                GoalListCommand.self, GoalAddCommand.self, GoalChangeCommand.self, GoalRemoveCommand.self,
                GoalUndoCommand.self, GoalWatchCommand.self,
            ],
            defaultSubcommand: GoalListCommand.self,
            aliases: ["goals"]
        )
    }

    /// The command that lists them.
    static let list = "larder goals"
}

/// Lists goals with how far they are.
struct GoalListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.goalList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.goals()
        let namesCategories = !context.output.isJSON && answer.goals.contains { $0.terms?.category.isEmpty == false }
        let categories = namesCategories ? try await context.categoriesIfAvailable() : nil
        try context.show(answer) { paint in
            GoalText(categories: categories).text(answer.goals, paint, width: context.output.out.width)
        }
    }
}

/// Adds a goal.
struct GoalAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.goalAdd,
            discussion: .examples(
                "larder goal add 800 --currency CAD --period month",
                "larder goal add 60 --currency CAD --period week --category fruit"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.goalLimitHelp))
    var limit: String

    @Option(help: ArgumentHelp(.cli.expenditureCurrencyHelp))
    var currency: String?

    @Option(help: ArgumentHelp(.cli.goalPeriodHelp))
    var period: GoalPeriodName

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.goalBeginsOnHelp))
    var beginsOn: Int32?

    @OptionGroup var target: GoalTargetOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        // To the service 0 is no day at all, in place of which it takes the first one.
        if beginsOn == 0 { throw ValidationError(.cli.goalBeginsOnRule) }
    }

    func run(_ context: CommandContext) async throws {
        let money = try Common.Money(typedLimit: limit, in: try await context.currency(currency))
        let (category, productID) = try await target.target(context)
        let terms = Budget.GoalTerms(
            period: period.period,
            beginsOn: beginsOn ?? 0,
            limit: money,
            category: category,
            productID: productID
        )
        let request = Budget.CreateGoalRequest(terms: terms)
        try await context.show(try await context.client.goals.createGoal(request, options: context.onceOptions))
    }
}

/// Changes a goal unless it was changed meanwhile.
struct GoalChangeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "change",
            abstract: .cli.goalChange,
            discussion: .examples(
                "larder goal change 0b0d6f5e-… --limit 750",
                "larder goal change 0b0d6f5e-… --period week --everything"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.goalId(command: GoalCommand.list)))
    var id: String

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.goalLimitHelp))
    var limit: String?

    @Option(help: ArgumentHelp(.cli.goalNewCurrencyHelp))
    var currency: String?

    @Option(help: ArgumentHelp(.cli.goalPeriodHelp))
    var period: GoalPeriodName?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.goalBeginsOnHelp))
    var beginsOn: Int32?

    @OptionGroup var target: GoalTargetOptions

    @Flag(help: ArgumentHelp(.cli.goalEverythingHelp))
    var everything = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if everything, target.areGiven { throw ValidationError(.cli.goalOneTarget) }
        if beginsOn == 0 { throw ValidationError(.cli.goalBeginsOnRule) }
        let isChanged = limit != nil || currency != nil || period != nil || beginsOn != nil
        guard isChanged || everything || target.areGiven else { throw ValidationError(.cli.purchaseChangeRule) }
    }

    func run(_ context: CommandContext) async throws {
        let present = try await context.goal(id)
        var terms = try changed(present.terms ?? .init())
        if everything || target.areGiven { (terms.category, terms.productID) = try await target.target(context) }
        let request = Budget.ChangeGoalRequest(goalID: present.id, expectedVersion: present.version, terms: terms)
        let goal = try await context.client.goals.changeGoal(request, options: context.onceOptions)
        try await context.show(goal)
        if goal.version == present.version { context.output.notice(LocalizedText.cli.goalNothingChanged.shown) }
    }

    /// The terms with a limit and a period as given.
    private func changed(_ present: Budget.GoalTerms) throws -> Budget.GoalTerms {
        var terms = present
        let former = present.limit ?? .init()
        let currency = self.currency?.uppercased() ?? former.currency
        if let limit {
            terms.limit = try .init(typedLimit: limit, in: currency)
        } else if currency != former.currency {
            terms.limit = try former.relabelled(currency)
        }
        if let period, period.period != present.period {
            // The day of another kind of period says nothing about this one.
            (terms.period, terms.beginsOn) = (period.period, 0)
        }
        if let beginsOn { terms.beginsOn = beginsOn }
        return terms
    }
}

/// Removes a goal.
struct GoalRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: .cli.goalRemove,
            discussion: .cli.goalRemoveDiscussion(command: "larder goal undo")
        )
    }

    @Argument(help: ArgumentHelp(.cli.goalId(command: GoalCommand.list)))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.RemoveGoalRequest(goalID: id)
        try await context.show(try await context.client.goals.removeGoal(request, options: context.onceOptions))
    }
}

/// Undoes the latest change of a goal, which may be its removal.
struct GoalUndoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "undo", abstract: .cli.goalUndo)
    }

    @Argument(help: ArgumentHelp(.cli.goalIdAlsoRemoved))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        // A removed goal is in no list, so its version is unknown.
        let request = Budget.UndoGoalRequest(goalID: id)
        try await context.show(try await context.client.goals.undoGoal(request, options: context.onceOptions))
    }
}

extension CommandContext {
    /// The user's goals, with how far they are today where this machine is.
    func goals() async throws -> Budget.ListGoalsResponse {
        let request = Budget.ListGoalsRequest(timeZone: DeviceTimeZone.nameOrUTC)
        return try await client.goals.listGoals(request, options: callOptions)
    }

    /// A goal by its id.
    /// - Throws: `Failure` (not found) for one that doesn't exist or was removed.
    func goal(_ id: String) async throws -> Budget.Goal {
        guard let goal = try await goals().goals.first(where: { $0.id == id.lowercased() }) else {
            throw Failure(.notFound, .cli.goalUnknown(id: id), hint: .cli.goalAll(command: GoalCommand.list))
        }
        return goal
    }

    /// Prints a goal after a change.
    func show(_ goal: Budget.Goal) async throws {
        let categories = await categories(toReport: goal.terms?.category ?? "")
        try show(goal) { GoalText(categories: categories).text(goal, $0) }
    }
}
