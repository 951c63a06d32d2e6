import ArgumentParser
import LarderClient

/// Shows the channels, connections and streams of running processes.
struct RPCChannelsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "Show channels, connections, streams and recent events of a running process.",
        discussion: """
            For operators only: presents the operator's certificate of the profile, or another one with --certificate \
            and --key. Shows the gateway unless --server is given.
            """
    )

    @Flag(help: "Refresh until Ctrl-C.")
    var watch = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Refresh interval with --watch.", valueName: "seconds"))
    var interval = TimeLimit(seconds: 2)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of connections shown for a server.", valueName: "number")
    )
    var connections: Int = 20

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...1_000).contains(connections) else {
            throw ValidationError("--connections must be a number from 1 to 1000.")
        }
    }

    func run(_ context: CommandContext) async throws {
        try await Interrupts.cancelling {
            let asked = try RPCConnection.all(servers, global, context, asOperator: servers.certificate == nil)
            defer { asked.forEach { $0.close() } }
            repeat {
                for connection in asked { try await connection.asking { try await show($0, context) } }
                if watch { try await Task.sleep(for: interval.duration) }
            } while watch
        }
    }

    private func show(_ connection: RPCConnection, _ context: CommandContext) async throws {
        let client = RPCMessages.DiagnosticsClient(channel: connection.channel)
        let channels = try await client.listChannels(.init(), options: context.callOptions)
        let servers = try await client.listServers(
            .init(maximumConnections: Int32(connections)),
            options: context.callOptions
        )
        if context.output.isJSON {
            let (channels, servers) = (try Output.text(of: channels), try Output.text(of: servers))
            return context.output.out.line("{\"channels\":\(channels),\"servers\":\(servers)}")
        }
        let text = ChannelsText(channels: channels, servers: servers)
        context.output.out.line(text.text(context.output.out.paint, width: context.output.out.width))
    }
}
