import ArgumentParser
import LarderClient

/// Shows and changes which kinds of notices come to the inbox.
struct NoticesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "notices",
            abstract: .cli.noticesAbstract,
            subcommands: [NoticesListCommand.self, NoticesOnCommand.self, NoticesOffCommand.self],
            defaultSubcommand: NoticesListCommand.self
        )
    }
}

/// Lists the kinds of notices.
struct NoticesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.noticesList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.noticePreferences.getNoticePreferences(
            .init(),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.noticesKind), .init(title: .cli.headingWhat, shrinks: true),
                .init(title: .cli.noticesInbox),
            ])
            for preference in answer.preferences {
                table.add([.init(preference.kind), .init(preference.title), NoticesListCommand.inbox(of: preference)])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }

    private static func inbox(of preference: Notifications.NoticePreference) -> Table.Cell {
        guard let inbox = preference.channels.first(where: { $0.channel == .inbox }) else { return .init("") }
        guard inbox.isOptional else { return .init(.cli.noticesAlways) }
        return inbox.isOn ? .init(.cli.noticesYes, .green) : .init(.cli.noticesNo)
    }
}

/// Switches a kind of notice on.
struct NoticesOnCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "on", abstract: .cli.noticesOn)
    }

    @Argument(help: ArgumentHelp(.cli.noticesWhich))
    var kind: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(kind, isOn: true) }
}

/// Switches a kind of notice off.
struct NoticesOffCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "off", abstract: .cli.noticesOff)
    }

    @Argument(help: ArgumentHelp(.cli.noticesWhich))
    var kind: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws { try await context.set(kind, isOn: false) }
}

extension CommandContext {
    fileprivate func set(_ kind: String, isOn: Bool) async throws {
        let request = Notifications.SetNoticePreferenceRequest(kind: kind, channel: .inbox, isOn: isOn)
        let preference = try await client.noticePreferences.setNoticePreference(request, options: callOptions)
        let title = TerminalText.clean(preference.title)
        try show(preference, isOn ? .cli.noticesSwitchedOn(title: title) : .cli.noticesSwitchedOff(title: title))
    }
}
