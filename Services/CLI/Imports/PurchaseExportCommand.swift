import ArgumentParser
import Foundation
import LarderClient

/// Saves the ledger as a file.
struct PurchaseExportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: .cli.ledgerAbstract,
            discussion: .cli.ledgerDiscussion(command: "larder import", account: "larder account export")
        )
    }

    @Argument(help: ArgumentHelp(.cli.ledgerFileHelp(file: "larder-ledger.csv")), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp(.cli.ledgerFormatHelp))
    var format: LedgerFormatName?

    @Option(help: ArgumentHelp(.cli.purchaseFrom))
    var from: String?

    @Option(help: ArgumentHelp(.cli.purchaseTo))
    var to: String?

    @Flag(help: ArgumentHelp(.cli.exportReplaceHelp))
    var replace = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// What was saved, for programs.
    private struct Saved: Encodable {
        let file: String
        let bytes: Int
    }

    func run(_ context: CommandContext) async throws {
        let ending = self.file.map { URL(filePath: $0).pathExtension.lowercased() } ?? ""
        let format = self.format ?? LedgerFormatName(rawValue: ending) ?? .csv
        let file = self.file ?? "larder-ledger.\(format.rawValue)"
        guard replace || !FileManager.default.fileExists(atPath: file) else {
            throw Failure(.file, .cli.exportExists(file: file, option: "--replace"))
        }
        let request = Budget.ExportLedgerRequest(format: format.format, firstDay: from ?? "", lastDay: to ?? "")
        // Personal, and complete or not there at all.
        let size = try await PrivateFile(path: file).replace { append in
            try await context.client.imports.exportLedger(request, options: context.longCallOptions) { chunks in
                for try await chunk in chunks { try append(chunk.contents) }
            }
        }
        if context.output.isJSON {
            return context.output.out.line(OutputDocument.line(of: Saved(file: file, bytes: size)))
        }
        context.output.out.line(LocalizedText.cli.ledgerSaved(file: TerminalText.clean(file)).shown)
    }
}

/// The format of a ledger as written on the command line.
enum LedgerFormatName: String, CaseIterable, ExpressibleByArgument {
    case csv, json, ofx

    var format: Budget.LedgerFormat {
        switch self {
        case .csv: .csv
        case .json: .json
        case .ofx: .ofx
        }
    }
}
