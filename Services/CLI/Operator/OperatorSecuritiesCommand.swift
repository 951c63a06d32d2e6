import ArgumentParser
import Foundation
import LarderClient
import Texts

/// For the operator: securities and their prices.
struct OperatorSecuritiesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "securities",
            abstract: .cli.operatorSecurities,
            subcommands: [OperatorSecuritiesImportCommand.self]
        )
    }
}

/// Imports a file of securities or prices.
struct OperatorSecuritiesImportCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: .cli.operatorImport,
            discussion: .joined(
                [
                    .examples(
                        "larder operator securities import symbols.csv --source \"Our vendor\"",
                        "larder operator securities import prices.csv --source \"Our vendor\" --interval day"
                    ),
                    .cli.operatorImportDiscussion(
                        securities: "symbol,name,exchange,currency,kind,adjustment",
                        prices: "symbol,date,close"
                    ),
                ],
                separator: "\n"
            )
        )
    }

    enum Interval: String, CaseIterable, ExpressibleByArgument {
        case day, month

        var interval: Catalog.PriceInterval { self == .day ? .day : .month }
    }

    /// The largest file that the service takes, in bytes.
    private static let mostBytes = 32 << 20
    private static let pieceSize = 256 << 10

    @Argument(help: ArgumentHelp(.cli.operatorImportFileHelp), completion: .file())
    var file: String

    @Option(help: ArgumentHelp(.cli.operatorImportSourceHelp))
    var source: String

    @Option(help: ArgumentHelp(.cli.operatorImportIntervalHelp))
    var interval: Interval?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let contents = try contents()
        let header = Catalog.ImportHeader(source: source, interval: interval?.interval ?? .unspecified)
        let answer = try await Catalog.SecurityImportsClient(channel: context.client.channel)
            .importSecurities(options: context.longCallOptions) { writer in
                try await writer.write(.init(part: .header(header)))
                for start in stride(from: 0, to: contents.count, by: Self.pieceSize) {
                    let piece = Array(contents[start..<min(start + Self.pieceSize, contents.count)])
                    try await writer.write(.init(part: .chunk(piece)))
                }
            }
        try context.show(answer) { text(answer, $0) }
        guard answer.stored else {
            throw Failure(.invalid, .cli.operatorImportRejected(file: file), reason: "IMPORT_REJECTED")
        }
    }

    private func contents() throws -> Data {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: Self.mostBytes + 1)
        else { throw Failure(.file, .cli.operatorImportUnreadable(file: file)) }
        guard data.count <= Self.mostBytes else {
            throw Failure(.invalid, .cli.operatorImportTooLarge(file: file, size: "32 MiB"))
        }
        return data
    }

    private func text(_ answer: Catalog.ImportSecuritiesResponse, _ paint: Paint) -> String {
        if answer.stored {
            let securities = Int(answer.securities)
            guard answer.prices > 0 else {
                return LocalizedText.cli.operatorImportedSecurities(count: securities).shown
            }
            return LocalizedText.cli.operatorImportedPrices(
                count: Int(clamping: answer.prices),
                securities: "\(securities)"
            ).shown
        }
        let lines = answer.problems.map { problem in
            LocalizedText.cli.operatorImportProblem(
                line: "\(problem.line)",
                problem: TerminalText.clean(problem.problem)
            ).shown
        }
        guard answer.furtherProblems > 0 else { return lines.joined(separator: "\n") }
        let rest = LocalizedText.cli.operatorImportFurther(count: Int(clamping: answer.furtherProblems))
        return (lines + [rest.shown]).joined(separator: "\n")
    }
}
