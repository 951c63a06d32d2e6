import ArgumentParser
import LarderClient

/// Shows the health of all services.
struct StatusCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: .cli.statusAbstract,
            discussion: .cli.statusDiscussion
        )
    }

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await RPCConnection.one(servers, global, context).use { connection in
            let client = RPCMessages.HealthClient(channel: connection.channel)
            let answer = try await client.listHealth(.init(), options: context.callOptions)
            try StatusCommand.show(answer, context)
        }
    }

    /// Prints the health of services.
    /// - Throws: a reported `Failure` (failed) when one is not serving.
    static func show(_ answer: RPCMessages.ListHealthResponse, _ context: CommandContext) throws {
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.statusService), .init(title: .cli.statusHealth),
                .init(title: .cli.statusInstances, alignment: .right),
                .init(title: .cli.headingWhy, shrinks: true),
            ])
            for service in answer.services {
                // A gateway knows of no other.
                let isGateway = service.service == "gateway" && service.instances == 1
                let instances =
                    service.instances == 0
                    ? ""
                    : isGateway
                        ? LocalizedText.cli.statusThisOne.shown
                        : LocalizedText.cli.statusSomeOf(
                            healthy: "\(service.healthyInstances)",
                            all: "\(service.instances)"
                        ).shown
                table.add([
                    .init(service.service), StatusCommand.cell(service.status), .init(instances),
                    .init(service.explanation),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
        let allServe = !answer.services.isEmpty && answer.services.allSatisfy { $0.status == .serving }
        guard allServe else { throw Failure.reported(.failed) }
    }

    /// The status as one word.
    static func cell(_ status: RPCMessages.ServingStatus) -> Table.Cell {
        switch status {
        case .serving: .init(.cli.statusServing, .green)
        case .notServing: .init(.cli.statusNotServing, .red)
        case .serviceUnknown, .unknown, .unrecognized: .init(.cli.statusUnknown, .yellow)
        }
    }
}
