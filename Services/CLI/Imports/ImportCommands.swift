import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// Commands for spending that was kept elsewhere.
struct ImportCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: .cli.importAbstract,
            subcommands: [ImportFileCommand.self, ImportListCommand.self, ImportUndoCommand.self],
            defaultSubcommand: ImportFileCommand.self
        )
    }

    /// The command that lists them.
    static let list = "larder import list"
}

/// Shows what a file has, and records it once its owner agrees.
struct ImportFileCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "file",
            abstract: .cli.importFile,
            discussion: .examples(
                "larder import statement.ofx --dry-run",
                "larder import card.csv --currency CAD --column \(Sample.merchant)=name --date-order dmy",
                "larder import spending.csv --category \"\(Sample.dining)=eating-out\" --leave-out-invalid --yes"
            )
        )
    }

    /// The service says what is wrong with a file; what is far too large need not be sent.
    private static let sizeLimit = 3 << 20

    @Argument(help: ArgumentHelp(.cli.importFileHelp), completion: .file())
    var file: String

    @Flag(help: ArgumentHelp(.cli.importDryRunHelp))
    var dryRun = false

    @Flag(help: ArgumentHelp(.cli.importYesHelp))
    var yes = false

    @OptionGroup var reading: ImportReadingOptions

    @Flag(help: ArgumentHelp(.cli.importReceivedHelp))
    var includeReceived = false

    @Flag(help: ArgumentHelp(.cli.importKnownHelp))
    var includeKnown = false

    @Flag(help: ArgumentHelp(.cli.importInvalidHelp))
    var leaveOutInvalid = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if dryRun, yes { throw ValidationError(.cli.importEither) }
    }

    func run(_ context: CommandContext) async throws {
        let contents = try Self.contents(of: file)
        let (preview, options) = try await preview(contents, context)
        let hint = LocalizedText.cli.importHintInvalid(option: "--leave-out-invalid")
        let isRejected = preview.invalidCount > 0 && !leaveOutInvalid
        if dryRun {
            try context.show(preview) { text(of: preview, $0, context) }
            if isRejected, !context.output.isJSON { context.output.notice(hint.shown) }
            return
        }
        if !context.output.isJSON {
            context.output.out.line(text(of: preview, context.output.out.paint, context))
        }
        // The service would say the same, but only once the file has been sent again.
        if isRejected {
            throw Failure(
                .conflict,
                .cli.importInvalid(count: Int(preview.invalidCount)),
                reason: "ROWS_INVALID",
                hint: hint
            )
        }
        guard preview.newCount > 0 else { return try finishWithout(preview, context) }
        guard try isAccepted(preview, context) else {
            return context.output.notice(LocalizedText.cli.importNotDone.shown)
        }
        let request = Budget.CreateImportRequest(
            contents: contents,
            fileName: String(URL(filePath: file).lastPathComponent.suffix(200)),
            options: options,
            leaveOutInvalid: leaveOutInvalid
        )
        let made = try await context.client.imports.createImport(request, options: context.onceOptions)
        try context.show(made) { ImportText.text(of: made, $0) }
    }

    private func text(of preview: Budget.ImportPreview, _ paint: Paint, _ context: CommandContext) -> String {
        let asksOrder = reading.dateOrder == nil
        return ImportText.text(of: preview, asksOrder: asksOrder, paint, width: context.output.out.width)
    }

    private func finishWithout(_ preview: Budget.ImportPreview, _ context: CommandContext) throws {
        if context.output.isJSON { return try context.output.json(preview) }
        context.output.notice(LocalizedText.cli.importNothingNew.shown)
    }

    private func isAccepted(_ preview: Budget.ImportPreview, _ context: CommandContext) throws -> Bool {
        if yes { return true }
        let question = LocalizedText.cli.importQuestion(count: Int(preview.newCount))
        let answer = try context.terminal.answer(question, insteadOf: "--yes").lowercased()
        return ["y", "yes", "o", "oui"].contains(answer)
    }

    /// What the service makes of the file, read as the options say, with its words for categories explained by their names.
    private func preview(
        _ contents: [UInt8],
        _ context: CommandContext
    ) async throws -> (Budget.ImportPreview, Budget.ImportOptions) {
        var options = Budget.ImportOptions(
            currency: reading.currency?.uppercased() ?? "",
            includeReceived: includeReceived,
            includeKnown: includeKnown
        )
        func read() async throws -> Budget.ImportPreview {
            let request = Budget.PreviewImportRequest(contents: contents, options: options)
            let preview = try await context.client.imports.previewImport(request, options: context.callOptions)
            guard options.currency.isEmpty, preview.lacksCurrency,
                let currency = try await context.preferredCurrency()
            else { return preview }
            options.currency = currency
            return try await read()
        }
        var preview = try await read()
        guard var mapping = preview.mapping else {
            guard !reading.changesMapping else { throw Failure(.invalid, .cli.importNoMapping) }
            return (preview, options)
        }
        let categories =
            preview.unknownCategories.isEmpty && reading.category.isEmpty
            ? nil : try await context.categories()
        try reading.apply(to: &mapping, preview, categories)
        guard mapping != preview.mapping else {
            options.mapping = mapping
            return (preview, options)
        }
        options.mapping = mapping
        preview = try await read()
        return (preview, options)
    }

    /// Reads a file.
    /// - Throws: `Failure` (file) when it can't be read, or is larger than a file may be.
    private static func contents(of path: String) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: sizeLimit + 1)
        else {
            throw Failure(.file, .cli.importUnreadable(file: TerminalText.clean(path)))
        }
        guard data.count <= sizeLimit else {
            throw Failure(.file, .cli.importTooLarge(file: TerminalText.clean(path), size: "3 MiB"))
        }
        return Array(data)
    }
}

extension Budget.ImportPreview {
    /// Whether it has rows of which nobody knows the currency yet.
    var lacksCurrency: Bool { currency.isEmpty && sums.contains { $0.currency == Currency.unknown } }
}

/// Lists former imports.
struct ImportListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.importList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.imports.listImports(.init(), options: context.callOptions)
        try context.show(answer) { ImportText.text(of: answer.imports, $0, width: context.output.out.width) }
    }
}

/// Removes what an import has recorded.
struct ImportUndoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "undo", abstract: .cli.importUndo)
    }

    @Argument(help: ArgumentHelp(.cli.importId(command: ImportCommand.list)))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.UndoImportRequest(importID: id)
        let undone = try await context.client.imports.undoImport(request, options: context.onceOptions)
        try context.show(undone) { ImportText.text(of: undone, $0) }
    }
}
