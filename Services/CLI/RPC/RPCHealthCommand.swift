import ArgumentParser
import LarderClient

/// Queries the health of servers.
struct RPCHealthCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "health",
            abstract: .cli.rpcHealth,
            discussion: .cli.rpcHealthDiscussion
        )
    }

    @Argument(help: ArgumentHelp(.cli.rpcHealthService(example: "budget")))
    var service: String?

    @Flag(help: ArgumentHelp(.cli.rpcWatchChanges))
    var watch = false

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await Interrupts.cancelling {
            try await RPCConnection.one(servers, global, context).use { connection in
                let client = RPCMessages.HealthClient(channel: connection.channel)
                if watch { return try await follow(client, context) }
                guard let service else { return try await list(client, context) }
                let answer = try await client.checkHealth(.init(service: service), options: context.callOptions)
                try show(answer, context)
                guard answer.status == .serving else { throw Failure.reported(.failed) }
            }
        }
    }

    private func list(_ client: RPCMessages.HealthClient, _ context: CommandContext) async throws {
        let answer = try await client.listHealth(.init(), options: context.callOptions)
        try StatusCommand.show(answer, context)
    }

    private func follow(_ client: RPCMessages.HealthClient, _ context: CommandContext) async throws {
        let options = CallOptions(timeout: context.timeLimit)
        try await client.watchHealth(.init(service: service ?? ""), options: options) { answers in
            for try await answer in answers { try show(answer, context) }
        }
    }

    private func show(_ answer: RPCMessages.CheckHealthResponse, _ context: CommandContext) throws {
        try context.show(answer) { paint in
            let cell = StatusCommand.cell(answer.status)
            let why = answer.explanation.isEmpty ? "" : ": \(TerminalText.clean(answer.explanation))"
            return paint(cell.text, cell.style) + why
        }
    }
}
