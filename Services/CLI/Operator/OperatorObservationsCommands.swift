import ArgumentParser
import LarderClient
import Texts

/// Commands with which operators decide about prices that users paid.
struct OperatorObservationsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "observations",
            abstract: .cli.operatorObservations,
            subcommands: [
                OperatorObservationsListCommand.self, OperatorObservationsUseCommand.self,
                OperatorObservationsRefuseCommand.self,
            ],
            defaultSubcommand: OperatorObservationsListCommand.self
        )
    }
}

/// Lists what operators are to decide about, or all of a product.
struct OperatorObservationsListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.operatorObservationsList)
    }

    @Option(help: ArgumentHelp(.cli.operatorObservationsProduct, valueName: .cli.valueProduct))
    var product: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.priceObservations
            .listPriceObservations(.init(product: product ?? ""), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.observations.isEmpty else { return LocalizedText.cli.operatorNoObservations.shown }
            return Self.table(answer.observations).text(paint, width: context.output.out.width)
        }
    }

    private static func table(_ observations: [Catalog.PriceObservation]) -> Table {
        var table = Table([
            .init(title: .cli.headingStore, shrinks: true), .init(title: .cli.headingProduct, shrinks: true),
            .init(title: .cli.headingWeek), .init(title: .cli.headingPaid),
            .init(title: .cli.headingUnitPrice, alignment: .right), .init(title: .cli.headingUsual, alignment: .right),
            .init(title: .cli.headingState), .init(title: .cli.headingId),
        ])
        for each in observations {
            table.add([
                .init(each.storeName), .init(each.productName, .bold), .init(each.week), .init(each.paid),
                .init(each.perUnit(each.unitPrice), .yellow), .init(each.perUnit(each.usualUnitPrice)),
                .init(each.stateText), .init(each.id, .dim),
            ])
        }
        return table
    }
}

/// Has a price used.
struct OperatorObservationsUseCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "use", abstract: .cli.operatorObservationsUse)
    }

    @Argument(help: ArgumentHelp(.cli.operatorObservation(command: "larder operator observations")))
    var observation: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let decided = try await context.decidePriceObservation(observation, isUsed: true)
        try context.show(decided, .cli.operatorObservationUsed(what: decided.text))
    }
}

/// Refuses a price.
struct OperatorObservationsRefuseCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "refuse", abstract: .cli.operatorObservationsRefuse)
    }

    @Argument(help: ArgumentHelp(.cli.operatorObservation(command: "larder operator observations")))
    var observation: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let decided = try await context.decidePriceObservation(observation, isUsed: false)
        try context.show(decided, .cli.operatorObservationRefused(what: decided.text))
    }
}

extension CommandContext {
    /// Prices that users paid, as operators decide about them.
    fileprivate var priceObservations: Catalog.PriceObservationsClient { .init(channel: client.channel) }

    /// Has a price used, or refuses it.
    fileprivate func decidePriceObservation(_ id: String, isUsed: Bool) async throws -> Catalog.PriceObservation {
        try await priceObservations.decidePriceObservation(
            .init(observationID: id, used: isUsed),
            options: callOptions
        )
    }
}

extension Catalog.PriceObservation {
    /// What was paid, where and when.
    fileprivate var text: LocalizedText {
        .cli.operatorObservationWhat(
            product: TerminalText.clean(productName),
            store: TerminalText.clean(storeName),
            price: paid,
            day: TerminalText.clean(week)
        )
    }

    /// What becomes of it.
    fileprivate var stateText: String {
        switch state {
        case .used: LocalizedText.cli.operatorObservationStateUsed.shown
        case .held: LocalizedText.cli.operatorObservationStateHeld.shown
        case .refused: LocalizedText.cli.operatorObservationStateRefused.shown
        case .unspecified, .unrecognized: ""
        }
    }

    /// What was paid, and for how much.
    fileprivate var paid: String { PriceText.packPrice(price, quantity: quantity, unit: unit) }

    /// A price for the unit in which it is compared; empty where it is not known.
    fileprivate func perUnit(_ figure: String) -> String {
        figure.isEmpty ? "" : PriceText.price(figure, price?.currency ?? "", per: comparisonUnit)
    }
}
