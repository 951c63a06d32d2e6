import ArgumentParser
import Foundation
import LarderClient
import MessageCoding
import NIOCore

/// Calls any method with JSON.
struct RPCCallCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "call",
            abstract: .cli.rpcCall,
            discussion: .cli.rpcCallDiscussion(
                command: "larder rpc call METHOD --template",
                other: "larder help exit-codes"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.rpcMethod(example: "Purchases/ListPurchases")))
    var method: String

    @Option(
        name: [.customShort("d"), .long],
        help: ArgumentHelp(.cli.rpcData, valueName: .cli.valueRequest)
    )
    var data: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            .cli.rpcHeader(suffix: "-bin"),
            valueName: .cli.valueHeader
        ),
        transform: HeaderArgument.init
    )
    var headers: [HeaderArgument] = []

    @Option(help: ArgumentHelp(.cli.rpcMaxMessageSize(largest: "64MiB"), valueName: .cli.valueSize))
    var maxMessageSize = ByteSize(bytes: 4 << 20)

    @Flag(help: ArgumentHelp(.cli.rpcEmitDefaults))
    var emitDefaults = false

    @Flag(help: ArgumentHelp(.cli.rpcTemplate))
    var template = false

    @Flag(name: .shortAndLong, help: ArgumentHelp(.cli.rpcVerbose))
    var verbose = false

    @OptionGroup(title: .cli.statusServer) var servers: ServerOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await Interrupts.cancelling { try await call(context) }
    }

    private func call(_ context: CommandContext) async throws {
        try await RPCConnection.one(servers, global, context).use { connection in
            let source = SymbolSource(connection: connection, options: context.callOptions)
            let method = try await source.method(self.method)
            if template { return context.output.out.line(MessageTemplate.text(of: method.request)) }
            let requests = RequestReader(
                method: method,
                source: requestSource(of: method),
                maximumSize: maxMessageSize.bytes,
                terminal: context.terminal
            )
            if requests.isInteractive {
                context.output.error.line(LocalizedText.cli.rpcTypeRequests.shown)
            }
            let log = CallReport(isOn: verbose, output: context.output)
            let call = ByteCall(
                method: method,
                connection: connection,
                metadata: HeaderArgument.metadata(headers),
                timeout: context.timeLimit ?? (method.kind == .unary ? .seconds(15) : nil),
                maximumSize: maxMessageSize.bytes,
                report: log
            )
            try await call.run(requests) { response in try print(response, of: method, context.output) }
        }
    }

    /// The source of requests; by default one empty request, or standard input for several.
    private func requestSource(of method: MethodDescriptor) -> RequestSource {
        data.map(RequestSource.init) ?? (method.kind.hasSingleRequest ? .text("{}") : .standardInput)
    }

    private func print(_ response: ByteBuffer, of method: MethodDescriptor, _ output: Output) throws {
        let json: String
        do {
            json = String(
                buffer: try MessageJSON.encode(response, as: method.response, includesDefaults: emitDefaults)
            )
        } catch {
            throw Failure(
                .internalError,
                "The response is not a \(method.response.fullName) as known to this program: \(error)",
                reason: "MALFORMED_MESSAGE"
            )
        }
        let isForReading = !output.isJSON && output.out.isTerminal && method.kind.hasSingleResponse
        output.out.line(isForReading ? TerminalText.keepingLines(JSONText.pretty(json)) : json)
    }
}
