import ArgumentParser
import LarderClient

/// Shows and ends the user's sessions.
struct SessionsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sessions",
            abstract: .cli.sessionsAbstract,
            subcommands: [SessionsListCommand.self, SessionsEndCommand.self],
            defaultSubcommand: SessionsListCommand.self
        )
    }
}

/// Lists sessions.
struct SessionsListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.sessionsList)
    }

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingDevice, shrinks: true), .init(title: ""), .init(title: .cli.headingSignedIn),
                .init(title: .cli.headingLastUsed), .init(title: .cli.headingId),
            ],
            whenEmpty: .cli.sessionsNone,
            response: Auth.ListSessionsResponse.init(sessions:nextPageToken:),
            row: { (session: Auth.Session) in
                [
                    session.device.isEmpty ? .init(.cli.sessionsUnnamed, .dim) : .init(session.device),
                    session.isCurrent ? .init(.cli.sessionsThis, .green) : "",
                    .init(session.signedInAt?.localText ?? ""), .init(session.lastUsedAt?.localText ?? ""),
                    .init(session.id, .dim),
                ]
            }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.client.sessions.listSessions(
                .init(page: page),
                options: context.callOptions
            )
            return (answer.sessions, answer.nextPageToken)
        }
    }
}

/// Ends sessions.
struct SessionsEndCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "end", abstract: .cli.sessionsEnd)
    }

    @Argument(help: ArgumentHelp(.cli.sessionsId(command: "larder sessions")))
    var id: String?

    @Flag(help: ArgumentHelp(.cli.sessionsOthersHelp))
    var others = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (id == nil) == others else { throw ValidationError(.cli.sessionsEndRule) }
    }

    func run(_ context: CommandContext) async throws {
        let (sessions, options) = (context.client.sessions, context.callOptions)
        if let id {
            let answer = try await sessions.endSession(.init(sessionID: id), options: options)
            return try context.show(answer, .cli.sessionsEnded)
        }
        let answer = try await sessions.endOtherSessions(.init(), options: options)
        let count = Int(answer.ended)
        try context.show(answer, count == 0 ? .cli.sessionsNoneOther : .cli.sessionsOthersEnded(count: count))
    }
}
