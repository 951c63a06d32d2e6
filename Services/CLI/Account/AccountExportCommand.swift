import ArgumentParser
import Foundation
import LarderClient

/// Saves a copy of everything that is stored of the user.
struct AccountExportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: .cli.exportAbstract,
            discussion: .cli.exportDiscussion(file: "index.html")
        )
    }

    @Argument(help: ArgumentHelp(.cli.exportFileHelp(file: "larder-export.zip")), completion: .file())
    var file = "larder-export.zip"

    @Flag(help: ArgumentHelp(.cli.exportReplaceHelp))
    var replace = false

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// What was saved, for programs.
    private struct Saved: Encodable {
        let file: String
        let bytes: Int
    }

    func run(_ context: CommandContext) async throws {
        guard replace || !FileManager.default.fileExists(atPath: file) else {
            throw Failure(.file, .cli.exportExists(file: file, option: "--replace"))
        }
        let options = CallOptions(timeout: context.timeLimit ?? .seconds(1_800))
        // Personal, and complete or not there at all.
        let size = try await context.proving(proof) {
            try await PrivateFile(path: file).replace { append in
                try await context.client.dataExport.exportData(.init(), options: options) { messages in
                    for try await message in messages { try append(message.contents) }
                }
            }
        }
        if context.output.isJSON {
            return context.output.out.line(OutputDocument.line(of: Saved(file: file, bytes: size)))
        }
        context.output.out.line(LocalizedText.cli.exportSaved(file: TerminalText.clean(file), page: "index.html").shown)
    }
}
