import ArgumentParser
import LarderClient

/// Shows the channels, connections and streams of running processes.
struct RPCChannelsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "channels",
            abstract: .cli.rpcChannels,
            discussion: .cli.rpcChannelsDiscussion
        )
    }

    @Flag(help: ArgumentHelp(.cli.rpcRefresh))
    var watch = false

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.rpcInterval, valueName: .cli.valueSeconds))
    var interval = TimeLimit(seconds: 2)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.rpcConnections, valueName: .cli.valueNumber)
    )
    var connections: Int = 20

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (1...1_000).contains(connections) else {
            throw ValidationError(.cli.rpcConnectionsRule)
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
