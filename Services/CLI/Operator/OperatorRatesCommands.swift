import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// Commands with which operators keep exchange rates.
struct OperatorRatesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rates",
            abstract: .cli.operatorRates,
            subcommands: [
                OperatorRatesListCommand.self, OperatorRatesSetCommand.self, OperatorRatesWithdrawCommand.self,
                OperatorRatesImportCommand.self, OperatorRatesHistoryCommand.self,
            ],
            defaultSubcommand: OperatorRatesListCommand.self
        )
    }
}

/// What a list of rates is narrowed to.
struct RateFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.operatorRatesFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.operatorRatesTo))
    var to: String?

    @Option(help: ArgumentHelp(.cli.operatorRatesOn, valueName: .cli.valueDay))
    var on: String?
}

/// The currencies and the day of a rate.
struct RateKeyArguments: ParsableArguments {
    @Argument(help: ArgumentHelp(.cli.operatorRatesOf))
    var from: String

    @Argument(help: ArgumentHelp(.cli.operatorRatesIn))
    var to: String

    @Option(help: ArgumentHelp(.cli.operatorRatesDay, valueName: .cli.valueDay))
    var on: String?

    /// The day, by default today.
    var day: String { on ?? CalendarDay(of: Date(), in: .current).text }
}

/// Lists the rates that are kept.
struct OperatorRatesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.operatorRatesList)
    }

    @OptionGroup var filter: RateFilterOptions
    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingDay), .init(title: .cli.headingRate, shrinks: true),
                .init(title: .cli.headingSource, shrinks: true), .init(title: .cli.headingState),
                .init(title: .cli.headingWhen),
            ],
            whenEmpty: .cli.operatorNoRates,
            response: Catalog.ListExchangeRatesResponse.init(rates:nextPageToken:),
            row: { (kept: Catalog.KeptExchangeRate) in
                let rate = kept.rate ?? .init()
                return [
                    .init(rate.day), .init(RateText.text(rate), .bold), .init(rate.source), .init(kept.state),
                    .init(kept.changedAt?.localText ?? "", .dim),
                ]
            }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.rateOperations.listExchangeRates(
                .init(
                    page: page,
                    from: filter.from?.uppercased() ?? "",
                    to: filter.to?.uppercased() ?? "",
                    day: filter.on ?? ""
                ),
                options: context.callOptions
            )
            return (answer.rates, answer.nextPageToken)
        }
    }
}

/// Sets a rate.
struct OperatorRatesSetCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: .cli.operatorRatesSet,
            discussion: .examples(
                "larder operator rates set USD CAD 1.3725 --on 2025-03-09 --source \"Bank of Canada\""
            )
        )
    }

    @OptionGroup var key: RateKeyArguments

    @Argument(help: ArgumentHelp(.cli.operatorRatesRate))
    var rate: String

    @Option(help: ArgumentHelp(.cli.operatorRatesSource))
    var source: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let set = Catalog.ExchangeRate(
            from: key.from.uppercased(),
            to: key.to.uppercased(),
            day: key.day,
            rate: rate,
            source: source
        )
        let kept = try await context.rateOperations.setExchangeRate(.init(rate: set), options: context.callOptions)
        try context.show(kept, RateText.dated(kept.rate ?? .init()))
    }
}

/// Takes a rate out of use.
struct OperatorRatesWithdrawCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "withdraw", abstract: .cli.operatorRatesWithdraw)
    }

    @OptionGroup var key: RateKeyArguments
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let kept = try await context.rateOperations.withdrawExchangeRate(
            .init(from: key.from.uppercased(), to: key.to.uppercased(), day: key.day),
            options: context.callOptions
        )
        try context.show(kept, .cli.operatorRatesWithdrawn(rate: RateText.dated(kept.rate ?? .init()).shown))
    }
}

/// Takes over the rates of a file.
struct OperatorRatesImportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: .cli.operatorRatesImport,
            discussion: .cli.operatorRatesImportDiscussion(
                header: "from,to,day,rate,source",
                european: "eurofxref-hist.csv",
                canadian: "Valet"
            )
        )
    }

    @OptionGroup var arguments: ImportFileArguments
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let file = try arguments.read()
        let check = arguments.check
        let answer = try await context.rateOperations.importExchangeRates(
            .init(file: file.contents, name: file.name, checkOnly: check),
            options: context.longCallOptions
        )
        guard answer.problems.isEmpty else {
            let problems = answer.problems.map { ImportFile.Problem(line: $0.line, sentence: $0.sentence) }
            throw Failure(problems, more: answer.moreProblems) { count in
                .cli.operatorRatesProblems(count: count, file: file.shownPath)
            }
        }
        try context.show(answer) { _ in
            let outcome: LocalizedText =
                check
                ? .cli.operatorRatesWouldImport(
                    number: Int(answer.rates),
                    added: "\(answer.added)",
                    changed: "\(answer.changed)"
                )
                : .cli.operatorRatesImported(
                    number: Int(answer.rates),
                    added: "\(answer.added)",
                    changed: "\(answer.changed)"
                )
            let kept: LocalizedText? = answer.kept > 0 ? .cli.operatorRatesKept(count: Int(answer.kept)) : nil
            let columns = answer.skipped.map(TerminalText.clean).joined(separator: ", ")
            let skipped: LocalizedText? = columns.isEmpty ? nil : .cli.operatorRatesSkipped(columns: columns)
            return [outcome, kept, skipped].compactMap { $0?.shown }.joined(separator: "\n")
        }
    }
}

/// Lists what operators changed.
struct OperatorRatesHistoryCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            abstract: .cli.operatorRatesHistory,
            discussion: .cli.operatorRatesHistoryDiscussion
        )
    }

    @OptionGroup var filter: RateFilterOptions
    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingWhen), .init(title: .cli.headingDay),
                .init(title: .cli.headingBefore, shrinks: true), .init(title: .cli.headingAfter, shrinks: true),
                .init(title: .cli.headingSource, shrinks: true), .init(title: .cli.headingOperator),
            ],
            whenEmpty: .cli.operatorNoRateChanges,
            response: Catalog.ListExchangeRateChangesResponse.init(changes:nextPageToken:),
            row: { (change: Catalog.ExchangeRateChange) in
                [
                    .init(change.changedAt?.localText ?? ""), .init((change.after ?? change.before)?.day ?? ""),
                    .init(change.before.map(RateText.text) ?? ""), .init(change.outcome, .bold),
                    .init(change.file.isEmpty ? (change.after ?? change.before)?.source ?? "" : change.file),
                    .init(change.operatorID, .dim),
                ]
            }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.rateOperations.listExchangeRateChanges(
                .init(
                    page: page,
                    from: filter.from?.uppercased() ?? "",
                    to: filter.to?.uppercased() ?? "",
                    day: filter.on ?? ""
                ),
                options: context.callOptions
            )
            return (answer.changes, answer.nextPageToken)
        }
    }
}

extension CommandContext {
    /// Exchange rates as operators keep them.
    fileprivate var rateOperations: Catalog.ExchangeRateOperationsClient { .init(channel: client.channel) }
}

extension Catalog.KeptExchangeRate {
    fileprivate var state: LocalizedText {
        if withdrawn { return .cli.operatorStateWithdrawn }
        return own ? .cli.operatorRatesOwn : .verbatim("")
    }
}

extension Catalog.ExchangeRateChange {
    /// What is the case since then.
    fileprivate var outcome: String {
        if let after { return RateText.text(after) }
        if before != nil { return LocalizedText.cli.operatorStateWithdrawn.shown }
        return LocalizedText.cli.operatorRatesFileChange(added: "\(added)", changed: "\(changed)").shown
    }
}
