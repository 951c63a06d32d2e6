import ArgumentParser
import LarderClient
import MessageCoding

/// A command that makes calls.
protocol ClientCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    func run(_ context: CommandContext) async throws
}

extension ClientCommand {
    mutating func run() async throws {
        let context = try CommandContext(global)
        defer { context.client.close() }
        do {
            try await run(context)
        } catch {
            let failure = Failure(
                error,
                connectionFailure: context.client.connectionFailure,
                gateway: context.gateway
            )
            throw failure.explainingSession(context.credentials, of: context.gateway)
        }
    }
}

/// The context of a command.
struct CommandContext: Sendable {
    let client: LarderClient
    /// The file of the session; nil when it is elsewhere.
    var credentials: FileTokenStore?
    let output: Output
    let terminal: Terminal
    let gateway: Endpoint
    /// Names the gateway, and what gives its address.
    let gatewaySentence: String
    /// The time limit given on the command line.
    let timeLimit: Duration?

    init(
        client: LarderClient,
        output: Output,
        terminal: Terminal,
        gateway: Endpoint,
        gatewaySentence: String,
        timeLimit: Duration?
    ) {
        self.client = client
        self.output = output
        self.terminal = terminal
        self.gateway = gateway
        self.gatewaySentence = gatewaySentence
        self.timeLimit = timeLimit
    }

    /// The context from command line, environment and profile.
    init(_ options: GlobalOptions) throws {
        let profile = try ClientProfile(options, in: .present)
        let output = Output(isJSON: options.json)
        for notice in profile.notices { output.notice(notice) }
        let client: LarderClient
        let credentials = FileTokenStore(path: profile.credentials, gateway: profile.clientGateway)
        do {
            client = try LarderClient(gateway: profile.clientGateway, tokens: credentials, language: .ofRun)
        } catch {
            throw Failure(
                .configuration,
                error.text,
                hint: .cli.profileHintAuthority
            )
        }
        self.init(
            client: client,
            output: output,
            terminal: .standard,
            gateway: profile.gateway,
            gatewaySentence: profile.gatewaySentence,
            timeLimit: options.timeout?.duration
        )
        self.credentials = credentials
    }

    /// Names the gateway that is about to receive a password.
    func nameGateway() { output.notice(gatewaySentence) }

    /// Options for calls that are answered quickly.
    var callOptions: CallOptions { CallOptions(timeout: timeLimit ?? .seconds(15)) }

    /// Options for long-running calls, such as reading a receipt.
    var longCallOptions: CallOptions { CallOptions(timeout: timeLimit ?? .seconds(300)) }

    /// Prints a response as JSON or as a sentence.
    func show(_ response: some Message, _ sentence: LocalizedText) throws { try show(response) { _ in sentence.shown } }

    /// Prints a response as JSON or as text.
    func show(_ response: some Message, _ text: (Paint) -> String) throws {
        if output.isJSON { return try output.json(response) }
        output.out.line(text(output.out.paint))
    }
}
