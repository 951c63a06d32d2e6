import ArgumentParser

/// A command line that asks for help: `larder help COMMAND…`.
struct HelpRequest {
    /// The command line without `--json`, which the parser's own command does not know.
    let arguments: [String]

    /// The request; nil for another command line.
    /// - Throws: `Failure` (usage) that names a command that does not exist.
    init?(_ arguments: [String]) throws(Failure) {
        guard arguments.first == "help" else { return nil }
        self.arguments = arguments.filter { $0 != "--json" }
        var command: any ParsableCommand.Type = LarderCommand.self
        for name in self.arguments.dropFirst() where !name.hasPrefix("-") {
            guard let found = HelpRequest.subcommand(name, of: command) else {
                throw Failure(
                    .usage,
                    .cli.helpUnknownCommand(
                        command: "larder \(self.arguments.dropFirst().joined(separator: " "))"
                    ),
                    hint: .cli.helpAllCommands(command: "larder help")
                )
            }
            command = found
        }
    }

    private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)?
    {
        let configuration = command.configuration
        let all = configuration.ungroupedSubcommands + configuration.groupedSubcommands.flatMap { $0.subcommands }
        return all.first { $0.configuration.commandName == name || $0.configuration.aliases.contains(name) }
    }
}

/// Help or the version for programs.
struct HelpDocument: Encodable {
    var help: String?
    var version: String?

    /// The document with the text that would be printed.
    init(_ text: String) {
        if text == LarderCommand.configuration.version { version = text } else { help = text }
    }

    /// JSON on one line.
    var line: String { OutputDocument.line(of: self) }
}
