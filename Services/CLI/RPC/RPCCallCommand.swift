import ArgumentParser
import Foundation
import LarderClient
import MessageCoding
import NIOCore

/// Calls any method with JSON.
struct RPCCallCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call a method of any kind with JSON.",
        discussion: """
            The request is in the JSON form of protocol buffers (larder rpc call METHOD --template prints a sample). \
            A method with a request stream reads consecutive objects, one a line or in an array, and sends each as soon \
            as it is complete; responses are printed one a line as they arrive. The exit status is that of the call's \
            status ("larder help exit-codes").
            """
    )

    @Argument(help: "The method or a suffix of its name, such as Purchases/ListPurchases.")
    var method: String

    @Option(
        name: [.customShort("d"), .long],
        help: ArgumentHelp("The request; @PATH reads a file, - reads standard input.", valueName: "JSON|@path|-")
    )
    var data: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp(
            "Metadata to send; repeatable. Names that end in -bin take base64.",
            valueName: "name:value"
        ),
        transform: HeaderArgument.init
    )
    var headers: [HeaderArgument] = []

    @Option(help: ArgumentHelp("Maximum message size to send or receive: 1 to 64MiB.", valueName: "size"))
    var maxMessageSize = ByteSize(bytes: 4 << 20)

    @Flag(help: "Print fields with default values, too.")
    var emitDefaults = false

    @Flag(help: "Print a sample request and make no call.")
    var template = false

    @Flag(name: .shortAndLong, help: "Trace metadata, status details and times on standard error.")
    var verbose = false

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

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
                context.output.error.line("Type requests as JSON objects; press Ctrl-D after the last.")
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
