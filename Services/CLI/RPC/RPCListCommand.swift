import ArgumentParser
import LarderClient
import Texts

/// Lists services and methods.
struct RPCListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: .cli.rpcList
        )
    }

    @Argument(help: ArgumentHelp(.cli.rpcOnlyService(example: "Purchases")))
    var service: String?

    @Flag(help: ArgumentHelp(.cli.rpcLocal))
    var local = false

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        if local {
            return try show(
                SymbolSource.services.map { RPCMessages.ServiceDescription($0) },
                LocalizedText.cli.rpcThisProgram.shown,
                context
            )
        }
        let connections = try RPCConnection.all(servers, global, context)
        for (index, connection) in connections.enumerated() {
            let services = try await connection.use { connection in
                try await offered(SymbolSource(connection: connection, options: context.callOptions))
            }
            if connections.count > 1, !context.output.isJSON {
                context.output.out.line((index > 0 ? "\n" : "") + context.output.out.paint(connection.name, .bold))
            }
            try show(services, connection.name, context)
        }
    }

    private func offered(_ source: SymbolSource) async throws -> [RPCMessages.ServiceDescription] {
        do {
            return try await source.remoteServices()
        } catch let status as Status where [.unauthenticated, .unimplemented].contains(status.code) {
            var failure = Failure(status)
            let local = LocalizedText.cli.rpcListLocal(command: "larder rpc list --local")
            failure.hint = failure.hint.map { .joined([$0, local], separator: ". ") } ?? local
            throw failure
        }
    }

    private func show(
        _ services: [RPCMessages.ServiceDescription],
        _ place: String,
        _ context: CommandContext
    ) throws {
        let shown = try chosen(from: services, place)
        try context.show(RPCMessages.ListServicesResponse(services: shown)) { paint in
            shown.map { RPCListCommand.text($0, paint) }.joined(separator: "\n\n")
        }
    }

    private func chosen(
        from services: [RPCMessages.ServiceDescription],
        _ place: String
    ) throws -> [RPCMessages.ServiceDescription] {
        guard let service else { return services }
        switch SymbolNames(services.map(\.name)).find(service) {
        case .found(let name): return services.filter { $0.name == name }
        case .ambiguous(let names): throw Failure.ambiguous(service, names)
        case .unknown(let nearest):
            throw Failure.unknownSymbol(LocalizedText.cli.rpcUnknownService, service, nearest: nearest, server: place)
        }
    }

    private static func text(_ service: RPCMessages.ServiceDescription, _ paint: Paint) -> String {
        var table = Table([.init(title: ""), .init(title: ""), .init(title: ""), .init(title: "")])
        for method in service.methods {
            table.add([
                .init("  \(method.name)"), .init(SchemaText.kind(of: method)), .init(SchemaText.callers(of: method)),
                .init(SchemaText.effects(of: method), .dim),
            ])
        }
        return paint(TerminalText.clean(service.name), .bold) + "\n" + table.text(paint)
    }
}

/// Describes services, methods and messages.
struct RPCDescribeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "describe",
            abstract: .cli.rpcDescribe,
            discussion: .cli.rpcDescribeDiscussion
        )
    }

    @Argument(help: ArgumentHelp(.cli.rpcSymbol(example: "Purchases/ListPurchases", other: "Purchase")))
    var symbol: String

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await RPCConnection.one(servers, global, context).use { connection in
            let source = SymbolSource(connection: connection, options: context.callOptions)
            let schema = try await source.schema(symbol).schema
            try context.show(schema) { SchemaText(schema: schema).text($0) }
        }
    }
}
