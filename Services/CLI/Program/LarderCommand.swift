import ArgumentParser
import Foundation
import Glibc
import LarderClient
import Texts

/// The command-line client.
@main
struct LarderCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "larder",
            abstract: .cli.rootAbstract,
            discussion: .cli.rootDiscussion(
                first: "larder register",
                second: "larder receipt add PHOTO",
                third: "larder help exit-codes"
            ),
            version: "larder \(version) (protocol \(ConnectionStateMachine.applicationProtocol))",
            groupedSubcommands: [
                CommandGroup(
                    name: .cli.rootGroupAccount,
                    subcommands: [
                        RegisterCommand.self, VerifyCommand.self, SignInCommand.self, SignOutCommand.self,
                        AccountCommand.self, EmailCommand.self, SessionsCommand.self, FactorsCommand.self,
                        PasswordCommand.self, RecoverCommand.self, ResetPasswordCommand.self, TermsCommand.self,
                        ConsentsCommand.self, PlanCommand.self, ProfileCommand.self, SettingsCommand.self,
                    ]
                ),
                CommandGroup(
                    name: .cli.rootGroupReceipts,
                    subcommands: [
                        ReceiptCommand.self, PurchaseCommand.self, ExpenditureCommand.self, SpendingCommand.self,
                        GoalCommand.self, SuggestionsCommand.self, PricesCommand.self, OffersCommand.self,
                        PreferencesCommand.self, RecurringCommand.self, BadgesCommand.self,
                        RatesCommand.self, TaxRatesCommand.self,
                        ImportCommand.self, InvestedCommand.self, SecuritiesCommand.self,
                    ]
                ),
                CommandGroup(
                    name: .cli.rootGroupOther,
                    subcommands: [
                        InboxCommand.self, NoticesCommand.self, PlacesCommand.self, StoresCommand.self,
                        EateriesCommand.self, ProductsCommand.self, StatusCommand.self, ExitCodesCommand.self,
                    ]
                ),
                CommandGroup(
                    name: .cli.rootGroupDevelopers,
                    subcommands: [RPCCommand.self, OperatorCommand.self, DevelopmentCommand.self]
                ),
            ]
        )
    }

    static func main() async {
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        // Skips exit handlers of libraries: event loops keep running while the process exits, and a TLS library that is
        // torn down under them crashes. Output is written at once, so nothing is lost.
        _exit(status.rawValue)
    }

    /// The version of the program.
    static let version = "1.1.0"

    /// The names of the commands that take the global options.
    static var names: Set<String> {
        let commands = configuration.groupedSubcommands.flatMap { $0.subcommands }
        let names = commands.flatMap { [$0.configuration.commandName].compactMap(\.self) + $0.configuration.aliases }
        return Set(names)
    }

    /// Runs a command line in the language of its user, and reports a failure.
    static func run(
        _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        out: TextSink = .standardOutput,
        error errorSink: TextSink = .standardError
    ) async -> ExitStatus {
        let output = Output(isJSON: GlobalOptions.asksForJSON(arguments), out: out, error: errorSink)
        do {
            let language = try Language.chosen(in: environment)
            return await Language.$ofRun.withValue(language) { await run(arguments, output) }
        } catch {
            return Language.$ofRun.withValue(Language(environment: environment)) {
                error.report(output)
                return outcome(error.exit, output)
            }
        }
    }

    /// The command of a command line.
    /// - Throws: What the parser says.
    static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
        do {
            return try await asyncParseAsRoot(arguments)
        } catch  where !exitCode(for: error).isSuccess {
            let moved = NegativeNumber.behindOptions(arguments)
            guard moved == arguments else { return try await parsed(moved) }
            for others in NegativeNumber.behindFlags(arguments) {
                if let command = try? await asyncParseAsRoot(others) { return command }
            }
            throw error
        }
    }

    private static func run(_ arguments: [String], _ output: Output) async -> ExitStatus {
        do {
            let arguments = GlobalOptions.behindCommand(arguments, commands: names)
            var command = try await parsed(try HelpRequest(arguments)?.arguments ?? arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return outcome(.ok, output)
        } catch let failure as Failure {
            failure.report(output)
            return outcome(failure.exit, output)
        } catch {
            return reportParserError(error, output)
        }
    }

    /// The exit status; a result that could not be written is a failure.
    private static func outcome(_ exit: ExitStatus, _ output: Output) -> ExitStatus {
        guard let number = output.out.failure() else { return exit }
        let why = String(cString: strerror(number))
        Failure(.file, .cli.rootOutputFailed(cause: SystemErrorText.text(of: why)), reason: "OUTPUT_FAILED").report(
            output
        )
        return .file
    }

    /// Prints requested help, or reports an invalid command line.
    private static func reportParserError(_ error: any Error, _ output: Output) -> ExitStatus {
        if exitCode(for: error).isSuccess {
            let text = ParserText.translatedHelp(fullMessage(for: error))
            output.out.line(output.isJSON ? HelpDocument(text).line : text)
            return outcome(.ok, output)
        }
        guard output.isJSON else {
            output.error.line(ParserText.translated(fullMessage(for: error)))
            return .usage
        }
        Failure(.usage, .verbatim(ParserText.translatedMessage(message(for: error)))).report(output)
        return .usage
    }
}
