import ArgumentParser
import LarderClient

/// Lists services and methods.
struct RPCListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the methods of a server that you may call."
    )

    @Argument(help: "Only this service, such as Purchases.")
    var service: String?

    @Flag(help: "List what this program knows, without asking a server.")
    var local = false

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        if local {
            return try show(SymbolSource.services.map { RPCMessages.ServiceDescription($0) }, "this program", context)
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
            throw Failure.unknownSymbol("service", service, nearest: nearest, server: place)
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
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Describe a service, method, message or enumeration with all its types.",
        discussion: "Types compiled into this program are described without asking a server; others by the server."
    )

    @Argument(help: "The name or a suffix of it, such as Purchases/ListPurchases or Purchase.")
    var symbol: String

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await RPCConnection.one(servers, global, context).use { connection in
            let source = SymbolSource(connection: connection, options: context.callOptions)
            let schema = try await source.schema(symbol).schema
            try context.show(schema) { SchemaText(schema: schema).text($0) }
        }
    }
}
