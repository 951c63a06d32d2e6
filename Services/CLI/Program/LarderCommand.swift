import ArgumentParser
import Glibc

/// The command-line client.
@main
struct LarderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder",
        abstract: "Your household's food and money.",
        discussion: """
            Start with "larder register", then "larder receipt add PHOTO". \
            Add --json to any command for output that programs read; "larder help exit-codes" lists what it ends with.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Account",
                subcommands: [
                    RegisterCommand.self, SignInCommand.self, SignOutCommand.self, AccountCommand.self,
                    TermsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Receipts and purchases",
                subcommands: [ReceiptCommand.self, PurchasesCommand.self, PurchaseCommand.self]
            ),
            CommandGroup(
                name: "Everything else",
                subcommands: [
                    InboxCommand.self, EateriesCommand.self, ProductsCommand.self, StatusCommand.self,
                    ExitCodesCommand.self,
                ]
            ),
        ]
    )

    static func main() async {
        Glibc.exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// The commands that take the global options.
    static var names: Set<String> {
        let commands = configuration.groupedSubcommands.flatMap { $0.subcommands }
        return Set(commands.compactMap { $0.configuration.commandName }).subtracting(["exit-codes"])
    }

    /// Runs a command line and tells why it failed.
    static func run(
        _ arguments: [String],
        out: TextSink = .standardOutput,
        error errorSink: TextSink = .standardError
    ) async -> ExitStatus {
        let output = Output(isJSON: GlobalOptions.asksForJSON(arguments), out: out, error: errorSink)
        do {
            var command = try await asyncParseAsRoot(GlobalOptions.behindCommand(arguments, commands: names))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .ok
        } catch let failure as Failure {
            failure.tell(output)
            return failure.exit
        } catch {
            return tellParserError(error, output)
        }
    }

    /// Help that was asked for, or a command line that makes no sense.
    private static func tellParserError(_ error: any Error, _ output: Output) -> ExitStatus {
        if exitCode(for: error).isSuccess {
            output.out.line(fullMessage(for: error))
            return .ok
        }
        guard output.isJSON else {
            output.error.line(fullMessage(for: error))
            return .usage
        }
        Failure(.usage, message(for: error)).tell(output)
        return .usage
    }
}
