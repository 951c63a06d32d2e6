import ArgumentParser
import Foundation
import Texts

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.globalGateway, valueName: .cli.valueAddress))
    var gateway: String?

    @Option(
        help: ArgumentHelp(
            .cli.globalAuthority,
            valueName: .cli.valuePath
        )
    )
    var authority: String?

    @Option(help: ArgumentHelp(.cli.globalCredentials, valueName: .cli.valuePath))
    var credentials: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.globalTimeout, valueName: .cli.valueSeconds)
    )
    var timeout: TimeLimit?

    @Flag(help: ArgumentHelp(.cli.globalJson))
    var json = false

    private static let flags: Set = ["--json"]
    private static let options: Set = ["--gateway", "--authority", "--credentials", "--timeout"]

    /// Whether a command line requests JSON, even if it is otherwise invalid.
    static func asksForJSON(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains("--json") }

    /// Moves options that precede the command behind it.
    /// - Parameter commands: the names of the commands that take them.
    static func behindCommand(_ arguments: [String], commands: Set<String>) -> [String] {
        var rest = arguments[...]
        var leading: [String] = []
        while let first = rest.first {
            if flags.contains(first) || options.contains(where: { first.hasPrefix("\($0)=") }) {
                leading.append(rest.removeFirst())
            } else if options.contains(first), rest.count > 1 {
                leading += rest.prefix(2)
                rest.removeFirst(2)
            } else {
                break
            }
        }
        guard let command = rest.first, commands.contains(command) else { return Array(rest) }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + leading + rest[end...]
    }
}

/// A time limit, from a tenth of a second to a day.
struct TimeLimit: ExpressibleByArgument, Sendable, Equatable {
    let duration: Duration

    init(seconds: Int) { duration = .seconds(seconds) }

    var defaultValueDescription: String { "\(duration / .seconds(1))" }

    init?(argument: String) {
        let number = Language.ofRun == .french ? argument.replacing(",", with: ".") : argument
        guard let seconds = Double(number), (0.1...86_400).contains(seconds) else { return nil }
        duration = .milliseconds(Int(seconds * 1_000))
    }
}
