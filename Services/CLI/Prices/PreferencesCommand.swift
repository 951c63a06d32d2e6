import ArgumentParser
import LarderClient
import Texts

/// Commands for what things may cost that the user is recommended.
struct PreferencesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "preferences",
            abstract: .cli.preferenceAbstract,
            discussion: .cli.preferenceDiscussion,
            subcommands: [PreferencesListCommand.self, PreferencesSetCommand.self, PreferencesRemoveCommand.self],
            defaultSubcommand: PreferencesListCommand.self
        )
    }

    /// The command that lists them.
    static let list = "larder preferences"
}

/// Lists price preferences.
struct PreferencesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.preferenceList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.preferences()
        let namesCategories = !context.output.isJSON && answer.preferences.contains { !$0.category.isEmpty }
        let categories = namesCategories ? try await context.categoriesIfAvailable() : nil
        try context.show(answer) { paint in
            PreferenceText(categories: categories).text(answer.preferences, paint, width: context.output.out.width)
        }
    }
}

/// Says what something may cost.
struct PreferencesSetCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: .cli.preferenceSet,
            discussion: .examples(
                "larder preferences set --at-most 12 --currency CAD",
                "larder preferences set --category fruit --at-least \(Sample.number(250)) --at-most 8 --currency CAD"
            )
        )
    }

    @OptionGroup var target: GoalTargetOptions

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.preferenceAtLeastHelp))
    var atLeast: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.preferenceAtMostHelp))
    var atMost: String?

    @Option(help: ArgumentHelp(.cli.expenditureCurrencyHelp))
    var currency: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard atLeast == nil, atMost == nil else { return }
        throw ValidationError(.cli.preferenceNoBound(option: "--at-least", other: "--at-most"))
    }

    func run(_ context: CommandContext) async throws {
        let currency = try await context.currency(self.currency)
        let lowest = try atLeast.map { try Common.Money(typedBound: $0, in: currency, option: "--at-least") }
        let highest = try atMost.map { try Common.Money(typedBound: $0, in: currency, option: "--at-most") }
        let (category, productID) = try await target.target(context)
        let preference = Budget.PricePreference(
            category: category,
            productID: productID,
            currency: currency,
            lowestMinor: lowest?.minorUnits ?? 0,
            highestMinor: highest?.minorUnits ?? 0
        )
        let request = Budget.SetPreferenceRequest(preference: preference)
        let answer = try await context.client.preferences.setPreference(request, options: context.callOptions)
        let text = await context.preferenceText(for: answer)
        try context.show(answer) { text.text(answer, $0) }
    }
}

/// Has something cost what it may again.
struct PreferencesRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "remove", abstract: .cli.preferenceRemove)
    }

    @OptionGroup var target: GoalTargetOptions

    @Option(help: ArgumentHelp(.cli.expenditureCurrencyHelp))
    var currency: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// Nothing is removed that isn't named.
    func validate() throws {
        guard !target.areGiven, currency == nil else { return }
        throw ValidationError(
            .cli.preferenceNoTarget(category: "--category", product: "--product", currency: "--currency")
        )
    }

    func run(_ context: CommandContext) async throws {
        // Not by way of catalog, which may not know the target any more.
        let preference = try await context.preference(
            category: target.category?.lowercased() ?? "",
            productID: target.product?.lowercased() ?? "",
            currency: try await context.currency(currency)
        )
        let request = Budget.RemovePreferenceRequest(
            category: preference.category,
            productID: preference.productID,
            currency: preference.currency
        )
        let answer = try await context.client.preferences.removePreference(request, options: context.callOptions)
        let text = await context.preferenceText(for: preference)
        try context.show(answer) { LocalizedText.cli.preferenceRemoved(preference: text.text(preference, $0)).shown }
    }
}

extension CommandContext {
    /// What the user has said that things may cost.
    fileprivate func preferences() async throws -> Budget.ListPreferencesResponse {
        try await client.preferences.listPreferences(.init(), options: callOptions)
    }

    /// What was said of something in a currency.
    /// - Throws: `Failure` (not found) where nothing was.
    fileprivate func preference(
        category: String,
        productID: String,
        currency: String
    ) async throws -> Budget.PricePreference {
        let found = try await preferences().preferences.first {
            $0.category == category && $0.productID == productID && $0.currency == currency
        }
        guard let found else {
            throw Failure(
                .notFound,
                .cli.preferenceUnknown(currency: currency),
                hint: .cli.preferenceAll(command: PreferencesCommand.list)
            )
        }
        return found
    }

    /// What formats a preference after a change.
    fileprivate func preferenceText(for preference: Budget.PricePreference) async -> PreferenceText {
        PreferenceText(categories: await categories(toReport: preference.category))
    }
}

extension Common.Money {
    /// Parses what something may cost at least or at most.
    /// - Throws: `Failure` (invalid) unless it is above 0, which would stand for no bound; `DecimalNumber.Problem` for
    ///   what is no amount.
    fileprivate init(typedBound text: String, in currency: String, option: String) throws {
        try self.init(typed: text, in: currency)
        guard minorUnits > 0 else { throw Failure(.invalid, .cli.preferenceBoundRule(option: option)) }
    }
}
