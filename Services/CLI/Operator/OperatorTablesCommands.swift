import ArgumentParser
import LarderClient
import Texts

/// Commands with which operators keep tables of facts.
struct OperatorTablesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tables",
            abstract: .cli.operatorTables,
            subcommands: [
                OperatorTablesListCommand.self, OperatorTablesRowsCommand.self, OperatorTablesExportCommand.self,
                OperatorTablesImportCommand.self, OperatorTablesWithdrawCommand.self,
                OperatorTablesHistoryCommand.self,
            ],
            defaultSubcommand: OperatorTablesListCommand.self
        )
    }
}

/// Lists the tables.
struct OperatorTablesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.operatorTablesList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.referenceTables.listReferenceTables(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.headingTable), .init(title: .cli.operatorTablesRowsHeading, alignment: .right),
                .init(title: .cli.operatorTablesOwnHeading, alignment: .right),
                .init(title: .cli.operatorTablesColumns, shrinks: true),
            ])
            for each in answer.tables {
                table.add([
                    .init(each.name, .bold), .init("\(each.rows)"), .init("\(each.ownRows)"),
                    .init(each.columns.joined(separator: ",")),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Lists rows of a table.
struct OperatorTablesRowsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rows",
            abstract: .cli.operatorTablesRows,
            discussion: .examples(
                "larder operator tables rows stores",
                "larder operator tables rows store_prices --own --limit 1000"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.operatorTablesTable))
    var table: String

    @Flag(help: ArgumentHelp(.cli.operatorTablesOwn))
    var own = false

    @Flag(help: ArgumentHelp(.cli.operatorTablesWithWithdrawn))
    var withdrawn = false

    @Option(help: ArgumentHelp(.cli.operatorTablesKeyPrefix))
    var key: String?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let names = try await context.referenceTable(table).columns
        var columns = [Table.Column(title: .cli.headingKey, shrinks: true)]
        columns += names.map { Table.Column(title: $0, shrinks: true) }
        columns.append(Table.Column(title: .cli.headingState))
        let list = EntryList(
            columns,
            whenEmpty: .cli.operatorTablesNoRows,
            response: Catalog.ListReferenceRowsResponse.init(rows:nextPageToken:),
            row: { (row: Catalog.ReferenceRow) in row.cells(names.count) }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.referenceTables.listReferenceRows(
                .init(table: table, page: page, ownOnly: own, withWithdrawn: withdrawn, keyPrefix: key ?? ""),
                options: context.callOptions
            )
            return (answer.rows, answer.nextPageToken)
        }
    }
}

/// Takes a row out of use.
struct OperatorTablesWithdrawCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "withdraw", abstract: .cli.operatorTablesWithdraw)
    }

    @Argument(help: ArgumentHelp(.cli.operatorTablesTable))
    var table: String

    @Argument(help: ArgumentHelp(.cli.operatorTablesKey))
    var key: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let row = try await context.referenceTables.withdrawReferenceRow(
            .init(table: table, key: key),
            options: context.callOptions
        )
        let sentence = LocalizedText.cli.operatorTablesWithdrawn(
            table: TerminalText.clean(table),
            key: TerminalText.clean(row.key)
        )
        try context.show(row, sentence)
    }
}

/// Lists what operators changed.
struct OperatorTablesHistoryCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "history", abstract: .cli.operatorTablesHistory)
    }

    @Option(help: ArgumentHelp(.cli.operatorTablesHistoryTable))
    var table: String?

    @Option(help: ArgumentHelp(.cli.operatorTablesHistoryKey))
    var key: String?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if key != nil, table == nil { throw ValidationError(.cli.operatorTablesKeyRule) }
    }

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingWhen), .init(title: .cli.headingTable),
                .init(title: .cli.headingKey, shrinks: true), .init(title: .cli.headingColumn),
                .init(title: .cli.headingBefore, shrinks: true), .init(title: .cli.headingAfter, shrinks: true),
                .init(title: .cli.headingSource, shrinks: true), .init(title: .cli.headingOperator),
            ],
            whenEmpty: .cli.operatorTablesNoChanges,
            response: Catalog.ListReferenceChangesResponse.init(changes:nextPageToken:),
            rows: { (change: Catalog.ReferenceChange) in change.rows }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.referenceTables.listReferenceChanges(
                .init(page: page, table: table ?? "", key: key ?? ""),
                options: context.callOptions
            )
            return (answer.changes, answer.nextPageToken)
        }
    }
}

extension CommandContext {
    /// Tables of facts as operators keep them.
    var referenceTables: Catalog.ReferenceTablesClient { .init(channel: client.channel) }

    /// A table by its name.
    /// - Throws: `Failure` (not found) with the names of all tables.
    func referenceTable(_ name: String) async throws -> Catalog.ReferenceTable {
        let tables = try await referenceTables.listReferenceTables(.init(), options: callOptions).tables
        if let table = tables.first(where: { $0.name == name }) { return table }
        let names = tables.map { TerminalText.clean($0.name) }.joined(separator: ", ")
        throw Failure(.notFound, .cli.operatorTablesUnknown(table: TerminalText.clean(name), names: names))
    }
}

extension Catalog.ReferenceRow {
    /// The key, as many fields as there are columns, and the state.
    fileprivate func cells(_ count: Int) -> [Table.Cell] {
        let values = (0..<count).map { $0 < fields.count ? fields[$0] : "" }
        return [Table.Cell(key, .bold)] + values.map { Table.Cell($0) } + [Table.Cell(state)]
    }

    private var state: LocalizedText {
        if withdrawn { return .cli.operatorStateWithdrawn }
        return own ? .cli.operatorTablesByOperator : .verbatim("")
    }
}

extension Catalog.ReferenceChange {
    /// A row for each changed column, of which the first says of what row, when and by whom.
    fileprivate var rows: [[Table.Cell]] {
        let changes = fields.isEmpty ? [Catalog.ReferenceFieldChange()] : fields
        let source = kind == .withdrawn ? LocalizedText.cli.operatorStateWithdrawn.shown : file
        return changes.indices.map { index in
            let first = { (text: String) in index == changes.startIndex ? text : "" }
            let change = changes[index]
            return [
                Table.Cell(first(changedAt?.localText ?? "")), Table.Cell(first(table)), Table.Cell(first(key)),
                Table.Cell(change.column), Table.Cell(change.before), Table.Cell(change.after, .bold),
                Table.Cell(first(source)), Table.Cell(first(operatorID), .dim),
            ]
        }
    }
}
