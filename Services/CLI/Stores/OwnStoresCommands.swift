import ArgumentParser
import LarderClient
import Texts

/// Lists the stores that the user's receipts have named and that are none of the catalog's.
struct StoresOwnCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "own",
            abstract: .cli.storesOwn,
            discussion: .cli.storesOwnDiscussion(command: "larder stores locate")
        )
    }

    /// The command line that lists them.
    static let line = "larder stores own"

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.stores.listOwnStores(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.stores.isEmpty else { return LocalizedText.cli.storesOwnNone.shown }
            return Self.table(answer.stores).text(paint, width: context.output.out.width)
        }
    }

    private static func table(_ stores: [Catalog.Store]) -> Table {
        var table = Table([
            .init(title: .cli.headingName, shrinks: true), .init(title: .cli.headingAddress, shrinks: true),
            .init(title: .cli.storesPlace), .init(title: .cli.headingId),
        ])
        for store in stores {
            table.add([
                .init(store.name, .bold), .init(store.address), .init(store.location?.degrees ?? ""),
                .init(store.id, .dim),
            ])
        }
        return table
    }
}

/// Says where one of the user's own stores is, or takes that back.
struct StoresLocateCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "locate",
            abstract: .cli.storesLocate,
            discussion: .examples("larder stores locate ID --at 49.6012,-119.6763", "larder stores locate ID --remove")
        )
    }

    @Argument(help: ArgumentHelp(.cli.storesLocateId(command: StoresOwnCommand.line)))
    var id: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.storesLocateAt(example: "49.6012,-119.6763"), valueName: "latitude,longitude")
    )
    var at: Place?

    @Flag(help: ArgumentHelp(.cli.storesLocateRemove))
    var remove = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (at == nil) == remove else { throw ValidationError(.cli.storesLocateEither) }
    }

    func run(_ context: CommandContext) async throws {
        let store = try await Failure.hinting(.cli.storesAll(command: StoresOwnCommand.line)) {
            try await context.client.stores.setOwnStoreLocation(
                .init(storeID: id, location: at?.location),
                options: context.callOptions
            )
        }
        let name = TerminalText.clean(store.name)
        let sentence =
            store.location.map { LocalizedText.cli.storesLocated(store: name, place: $0.degrees) }
            ?? .cli.storesUnlocated(store: name)
        try context.show(store, sentence)
    }
}
