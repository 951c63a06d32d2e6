import ArgumentParser
import Foundation
import LarderClient
import Texts

/// Commands for securities with which spending is compared.
struct SecuritiesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "securities",
            abstract: .cli.securitiesAbstract,
            subcommands: [
                SecuritiesSearchCommand.self, SecuritiesShowCommand.self, SecuritiesPricesCommand.self,
                SecuritiesSavedCommand.self, SecuritiesSaveCommand.self, SecuritiesRemoveCommand.self,
                BrokersCommand.self,
            ]
        )
    }

    /// The command that finds them.
    static let search = "larder securities search"
}

/// Searches securities by symbol and name.
struct SecuritiesSearchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "search", abstract: .cli.securitiesSearch)
    }

    @Argument(help: ArgumentHelp(.cli.securitiesTextHelp))
    var text: [String] = []

    @Option(help: ArgumentHelp(.cli.securitiesKindHelp))
    var kind: SecurityKindName?

    @Option(help: ArgumentHelp(.cli.securitiesExchangeHelp(example: "TSX")))
    var exchange: String?

    @Option(help: ArgumentHelp(.cli.securitiesRegionHelp))
    var region: String?

    @Option(help: ArgumentHelp(.cli.securitiesCurrencyHelp))
    var currency: String?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        var areSimilar = false
        let (found, next) = try await Pages.collect(list.limit) { page in
            let answer = try await context.client.securities.searchSecurities(
                .init(
                    text: text.joined(separator: " "),
                    exchange: exchange ?? "",
                    kind: kind?.kind ?? .unspecified,
                    region: region ?? "",
                    currency: currency ?? "",
                    page: page
                ),
                options: context.callOptions
            )
            areSimilar = answer.similar
            return (answer.securities, answer.nextPageToken)
        }
        let response = Catalog.SearchSecuritiesResponse(securities: found, nextPageToken: next, similar: areSimilar)
        try context.show(response) { paint in
            guard !found.isEmpty else { return LocalizedText.cli.securitiesNone.shown }
            let table = SecurityText.table(found).text(paint, width: context.output.out.width)
            return areSimilar ? LocalizedText.cli.securitiesSimilar.shown + "\n" + table : table
        }
    }
}

/// Shows a security.
struct SecuritiesShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.securitiesShow)
    }

    @Argument(help: ArgumentHelp(.cli.securitiesSymbol(command: SecuritiesCommand.search)))
    var symbol: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let security = try await context.client.securities.getSecurity(
            .init(symbol: symbol),
            options: context.callOptions
        )
        try context.show(security) { SecurityText.text(security, $0) }
    }
}

/// Lists prices of a security.
struct SecuritiesPricesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "prices",
            abstract: .cli.securitiesPrices,
            discussion: .cli.securitiesPricesDiscussion
        )
    }

    @Argument(help: ArgumentHelp(.cli.securitiesSymbol(command: SecuritiesCommand.search)))
    var symbol: String

    @Option(help: ArgumentHelp(.cli.securitiesFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.securitiesTo))
    var to: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.securitiesLimitHelp))
    var limit: Int32 = 24

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (2...1_000).contains(limit) else { throw ValidationError(.cli.securitiesLimitRule) }
    }

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.securities.getPrices(
            .init(symbol: symbol, firstDay: from ?? "", lastDay: to ?? "", limit: limit),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            guard !answer.prices.isEmpty else { return LocalizedText.cli.securitiesNoPrices.shown }
            var table = Table([
                .init(title: .cli.headingDay), .init(title: .cli.headingPrice, alignment: .right),
            ])
            for price in answer.prices { table.add([.init(price.day), .init(price.close)]) }
            let source = LocalizedText.cli.securitiesSource(
                source: TerminalText.clean(answer.source),
                time: answer.fetchedAt?.localText ?? ""
            )
            let currency = TerminalText.clean(answer.security?.currency ?? "")
            return [
                paint(TerminalText.clean(answer.security?.name ?? ""), .bold) + " · " + currency,
                table.text(paint, width: context.output.out.width), source.shown,
            ].joined(separator: "\n")
        }
    }
}

/// Lists the saved securities.
struct SecuritiesSavedCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "saved", abstract: .cli.securitiesSaved)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.investing.listSavedSecurities(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.securities.isEmpty else {
                return LocalizedText.cli.securitiesNoneSaved(command: "larder securities save SYMBOL").shown
            }
            var table = Table([.init(title: .cli.headingSymbol), .init(title: .cli.headingSaved)])
            for saved in answer.securities {
                table.add([.init(saved.symbol, .bold), .init(saved.savedAt?.localText ?? "")])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Saves a security.
struct SecuritiesSaveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "save", abstract: .cli.securitiesSave)
    }

    @Argument(help: ArgumentHelp(.cli.securitiesSymbol(command: SecuritiesCommand.search)))
    var symbol: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let saved = try await context.client.investing.saveSecurity(.init(symbol: symbol), options: context.onceOptions)
        try context.show(saved, .cli.securitiesSavedNow(symbol: TerminalText.clean(saved.symbol)))
    }
}

/// Removes a security from the saved ones.
struct SecuritiesRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            abstract: .cli.securitiesRemove,
            discussion: .cli.goalRemoveDiscussion(command: "larder securities save")
        )
    }

    @Argument(help: ArgumentHelp(.cli.securitiesSymbol(command: "larder securities saved")))
    var symbol: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let removed = try await context.client.investing.removeSavedSecurity(
            .init(symbol: symbol),
            options: context.onceOptions
        )
        try context.show(removed, .cli.securitiesRemovedNow(symbol: TerminalText.clean(removed.symbol)))
    }
}

/// A kind of security as written on the command line.
enum SecurityKindName: String, CaseIterable, ExpressibleByArgument {
    case stock, etf, index, bond

    var kind: Catalog.SecurityKind {
        switch self {
        case .stock: .stock
        case .etf: .etf
        case .index: .index
        case .bond: .bond
        }
    }

    /// What it is called in tables.
    var text: LocalizedText {
        switch self {
        case .stock: .cli.securitiesStock
        case .etf: .cli.securitiesEtf
        case .index: .cli.securitiesIndex
        case .bond: .cli.securitiesBond
        }
    }

    /// What a kind is called; empty for one that this version does not know.
    static func text(of kind: Catalog.SecurityKind) -> String {
        allCases.first { $0.kind == kind }?.text.shown ?? ""
    }
}

/// Formats securities.
enum SecurityText {
    /// Securities as a table.
    static func table(_ securities: [Catalog.Security]) -> Table {
        var table = Table([
            .init(title: .cli.headingSymbol), .init(title: .cli.headingName, shrinks: true),
            .init(title: .cli.headingKind), .init(title: .cli.headingExchange), .init(title: .cli.headingCurrency),
            .init(title: .cli.headingPrices),
        ])
        for security in securities {
            table.add([
                .init(security.symbol, .bold), .init(security.name), .init(SecurityKindName.text(of: security.kind)),
                .init(security.exchange), .init(security.currency), .init(days(of: security)),
            ])
        }
        return table
    }

    /// A security on its own.
    static func text(_ security: Catalog.Security, _ paint: Paint) -> String {
        let facts = [
            SecurityKindName.text(of: security.kind), security.exchange, security.region, security.currency,
        ].filter { !$0.isEmpty }.map { TerminalText.clean($0) }
        let returns: LocalizedText =
            security.adjustment == .price ? .cli.securitiesPriceOnly : .cli.securitiesTotalReturn
        var lines = [
            paint(TerminalText.clean(security.symbol), .bold) + " · " + TerminalText.clean(security.name),
            facts.joined(separator: " · "), returns.shown,
        ]
        if security.firstDay.isEmpty {
            lines.append(LocalizedText.cli.securitiesNoPrices.shown)
        } else {
            lines.append(days(of: security) + " · " + TerminalText.clean(security.source))
        }
        return lines.joined(separator: "\n")
    }

    private static func days(of security: Catalog.Security) -> String {
        guard !security.firstDay.isEmpty else { return "" }
        return TerminalText.clean("\(security.firstDay) – \(security.lastDay)")
    }
}
