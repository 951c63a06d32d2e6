import ArgumentParser
import LarderClient
import Texts

/// Lists what operators are to decide about.
struct OperatorMappingsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "mappings",
            abstract: .cli.operatorMappings
        )
    }

    enum State: String, OperatorState {
        case proposed, agreed, disputed, approved, withdrawn

        var text: LocalizedText {
            switch self {
            case .proposed: .cli.operatorStateProposed
            case .agreed: .cli.operatorStateAgreed
            case .disputed: .cli.operatorStateDisputed
            case .approved: .cli.operatorStateApproved
            case .withdrawn: .cli.operatorStateWithdrawn
            }
        }

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

    @Option(help: ArgumentHelp(.cli.operatorState))
    var state: State?

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingLine, shrinks: true), .init(title: .cli.headingStore, shrinks: true),
                .init(title: .cli.headingMeans, shrinks: true), .init(title: .cli.headingSayers, alignment: .right),
                .init(title: .cli.headingState), .init(title: .cli.headingProduct), .init(title: .cli.headingMapping),
            ],
            whenEmpty: .cli.productsNoMappings,
            response: Catalog.ListSharedMappingsResponse.init(mappings:nextPageToken:),
            row: { (mapping: Catalog.SharedMapping) in
                [
                    .init(mapping.text, .bold), .init(mapping.store.isEmpty ? mapping.chain : mapping.store),
                    .init(mapping.product?.name ?? ""),
                    .init(.cli.statusSomeOf(healthy: "\(mapping.votes)", all: "\(mapping.voters)")),
                    .init(State.text(mapping.state)), .init(mapping.product?.id ?? "", .dim), .init(mapping.id, .dim),
                ]
            }
        )
        let client = Catalog.SharedMappingsClient(channel: context.client.channel)
        try await list.show(self.list, context) { page in
            let answer = try await client.listSharedMappings(
                .init(page: page, state: state?.message ?? .unspecified),
                options: context.callOptions
            )
            return (answer.mappings, answer.nextPageToken)
        }
    }
}

/// Decides what a line means to everybody.
struct OperatorDecideCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "decide",
            abstract: .cli.operatorDecide
        )
    }

    @Argument(help: ArgumentHelp(.cli.operatorMapping(command: "larder operator mappings")))
    var mapping: String

    @Option(help: ArgumentHelp(.cli.operatorApprove, valueName: .cli.valueProduct))
    var approve: String?

    @Flag(help: ArgumentHelp(.cli.operatorWithdraw))
    var withdraw = false

    @Flag(help: ArgumentHelp(.cli.operatorLeave))
    var leave = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard [approve != nil, withdraw, leave].count(where: \.self) == 1 else {
            throw ValidationError(.cli.operatorDecideRule)
        }
    }

    func run(_ context: CommandContext) async throws {
        let decision: Catalog.DecideSharedMappingRequest.Decision =
            if let approve { .approvedProductID(approve) } else if withdraw { .withdraw(true) } else {
                .leaveToUsers(true)
            }
        let decided = try await Catalog.SharedMappingsClient(channel: context.client.channel)
            .decideSharedMapping(.init(mappingID: mapping, decision: decision), options: context.callOptions)
        try context.show(decided) { paint in
            let line = paint(TerminalText.clean(decided.text), .bold)
            let state = OperatorMappingsCommand.State.text(decided.state)
            let product = TerminalText.clean(decided.product?.name ?? "")
            let store = TerminalText.clean(decided.chain)
            return LocalizedText.cli.operatorDecided(line: line, store: store, product: product, state: state.shown)
                .shown
        }
    }
}
