import ArgumentParser
import LarderClient

/// For the operator: decides about what users say.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Decide about what users agree on, about abuse, and about events.",
        discussion: """
            Shows the operator's certificate, which the profile names, to the catalog; --server, --certificate and --key \
            name others. Nothing here tells who the users are.
            """,
        subcommands: [
            OperatorMappingsCommand.self, OperatorDecideCommand.self, OperatorReportsCommand.self,
            OperatorJudgeCommand.self, OperatorEventsCommand.self,
        ]
    )
}

extension ServerOptions {
    /// Works with the catalog as its operator.
    func useCatalog<Result>(
        _ global: GlobalOptions,
        _ context: CommandContext,
        _ body: (any CallChannel) async throws -> Result
    ) async throws -> Result {
        var options = self
        if options.server.isEmpty { options.server = ["catalog"] }
        options.asOperator = certificate == nil
        return try await RPCConnection.one(options, global, context).use { try await body($0.channel) }
    }
}

/// Lists what operators are to decide about.
struct OperatorMappingsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings",
        abstract: "List what users say that printed lines mean, the last changed first."
    )

    enum State: String, OperatorState {
        case proposed, agreed, disputed, approved, withdrawn

        var message: Catalog.SharedMappingState {
            switch self {
            case .proposed: .proposed
            case .agreed: .agreed
            case .disputed: .disputed
            case .approved: .approved
            case .withdrawn: .withdrawn
            }
        }
    }

    @Option(help: "Only those of a state.")
    var state: State?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try await OperatorList(
            columns: [
                .init(title: "Line", shrinks: true), .init(title: "Store", shrinks: true),
                .init(title: "Means", shrinks: true), .init(title: "Say so", alignment: .right),
                .init(title: "State"), .init(title: "Product"), .init(title: "Mapping"),
            ],
            row: { (mapping: Catalog.SharedMapping) in
                [
                    .init(mapping.text, .bold), .init(mapping.store.isEmpty ? mapping.chain : mapping.store),
                    .init(mapping.product?.name ?? ""), .init("\(mapping.votes) of \(mapping.voters)"),
                    .init(State.text(mapping.state)), .init(mapping.product?.id ?? "", .dim), .init(mapping.id, .dim),
                ]
            },
            whenEmpty: "There are no mappings.",
            page: { page, channel in
                let answer = try await Catalog.SharedMappingsClient(channel: channel).listSharedMappings(
                    .init(page: page, state: state?.message ?? .unspecified),
                    options: context.callOptions
                )
                return (answer.mappings, answer.nextPageToken)
            },
            response: Catalog.ListSharedMappingsResponse.init(mappings:nextPageToken:)
        ).show(list, servers, global, context)
    }
}

/// Decides what a line means to everybody.
struct OperatorDecideCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Decide what a printed line means to everybody, whatever users say."
    )

    @Argument(help: "The mapping, as larder operator mappings shows it.")
    var mapping: String

    @Option(help: ArgumentHelp("It means this product of everybody.", valueName: "product"))
    var approve: String?

    @Flag(help: "It means nothing to others than those who said so.")
    var withdraw = false

    @Flag(help: "It is for the users' votes again.")
    var leave = false

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard [approve != nil, withdraw, leave].count(where: \.self) == 1 else {
            throw ValidationError("Give one of --approve PRODUCT, --withdraw and --leave.")
        }
    }

    func run(_ context: CommandContext) async throws {
        let decision: Catalog.DecideSharedMappingRequest.Decision =
            if let approve { .approvedProductID(approve) } else if withdraw { .withdraw(true) } else {
                .leaveToUsers(true)
            }
        let decided = try await servers.useCatalog(global, context) { channel in
            try await Catalog.SharedMappingsClient(channel: channel)
                .decideSharedMapping(.init(mappingID: mapping, decision: decision), options: context.callOptions)
        }
        try context.show(decided) { paint in
            let line = paint(TerminalText.clean(decided.text), .bold)
            let state = OperatorMappingsCommand.State.text(decided.state)
            let product = TerminalText.clean(decided.product?.name ?? "")
            return "\(line) at \(TerminalText.clean(decided.chain)): \(product), \(state)."
        }
    }
}
