import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// Prints or saves the rows of a table in use.
struct OperatorTablesExportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: .cli.operatorTablesExport,
            discussion: .examples("larder operator tables export stores --output stores.csv")
        )
    }

    @Argument(help: ArgumentHelp(.cli.operatorTablesTable))
    var table: String

    @Option(help: ArgumentHelp(.cli.operatorTablesOutput, valueName: .cli.valuePath), completion: .file())
    var output: String?

    @Flag(help: ArgumentHelp(.cli.exportReplaceHelp))
    var replace = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// What was saved, for programs.
    private struct Saved: Encodable {
        let file: String
        let rows: Int
        let bytes: Int
    }

    func run(_ context: CommandContext) async throws {
        if let output, !replace, FileManager.default.fileExists(atPath: output) {
            throw Failure(.file, .cli.exportExists(file: TerminalText.clean(output), option: "--replace"))
        }
        let columns = try await context.referenceTable(table).columns
        let rows = try await rows(context)
        let file = ReferenceFile(columns: columns, rows: rows.map(\.fields))
        guard let path = output else { return try show(rows, as: file, context) }
        let bytes = Array(file.text.utf8)
        // Complete or not there at all.
        try PrivateFile(path: path).replace(with: bytes, makesFolder: false)
        if context.output.isJSON {
            let saved = Saved(file: path, rows: rows.count, bytes: bytes.count)
            return context.output.out.line(OutputDocument.line(of: saved))
        }
        let sentence = LocalizedText.cli.operatorTablesExported(count: rows.count, file: TerminalText.clean(path))
        context.output.out.line(sentence.shown)
    }

    /// All rows in use.
    private func rows(_ context: CommandContext) async throws -> [Catalog.ReferenceRow] {
        try await Pages.collect(.max) { page in
            let request = Catalog.ListReferenceRowsRequest(table: table, page: page)
            let answer = try await context.referenceTables.listReferenceRows(request, options: context.callOptions)
            return (answer.rows, answer.nextPageToken)
        }.entries
    }

    private func show(_ rows: [Catalog.ReferenceRow], as file: ReferenceFile, _ context: CommandContext) throws {
        if context.output.isJSON { return try context.output.json(Catalog.ListReferenceRowsResponse(rows: rows)) }
        let out = context.output.out
        out.write(out.isTerminal ? file.terminalText : file.text)
    }
}

/// Takes over the rows of a file.
struct OperatorTablesImportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: .cli.operatorTablesImport,
            discussion: .cli.operatorTablesImportDiscussion(
                encoding: "UTF-8",
                command: "larder operator tables export"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.operatorTablesTable))
    var table: String

    @OptionGroup var arguments: ImportFileArguments
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let file = try arguments.read()
        let answer = try await context.referenceTables.importReferenceRows(
            .init(table: table, file: file.contents, name: file.name, checkOnly: arguments.check),
            options: context.longCallOptions
        )
        guard answer.problems.isEmpty else {
            let problems = answer.problems.map { ImportFile.Problem(line: $0.line, sentence: $0.sentence) }
            throw Failure(problems, more: answer.moreProblems) { count in
                .cli.operatorTablesProblems(count: count, file: file.shownPath)
            }
        }
        try context.show(answer, outcome(answer))
    }

    private func outcome(_ answer: Catalog.ImportReferenceRowsResponse) -> LocalizedText {
        let (added, changed) = ("\(answer.added)", "\(answer.changed)")
        return arguments.check
            ? .cli.operatorTablesWouldImport(number: Int(answer.rows), added: added, changed: changed)
            : .cli.operatorTablesImported(number: Int(answer.rows), added: added, changed: changed)
    }
}

/// A table as comma-separated values (RFC 4180).
struct ReferenceFile {
    private let lines: [String]

    init(columns: [String], rows: [[String]]) {
        lines = ([columns] + rows).map(CSVLine.text)
    }

    /// The file's content.
    var text: String { lines.map { $0 + "\r\n" }.joined() }

    /// The content without what a terminal could take for a command, one line for each row.
    var terminalText: String { lines.map { TerminalText.clean($0) + "\n" }.joined() }
}
