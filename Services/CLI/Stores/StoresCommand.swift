import ArgumentParser
import LarderClient
import Texts

/// Commands for stores where people shop.
struct StoresCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "stores",
            abstract: .cli.storesAbstract,
            subcommands: [StoresListCommand.self, StoresOwnCommand.self, StoresLocateCommand.self],
            defaultSubcommand: StoresListCommand.self
        )
    }
}

/// Lists stores near the user's home or another place.
struct StoresListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: .cli.storesList,
            discussion: .joined(
                [
                    .examples("larder stores", "larder stores --near 49.6,-119.68 --radius 3000"),
                    .cli.storesDiscussion(command: "larder profile stores"),
                ],
                separator: "\n"
            )
        )
    }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.storesNearHelp(example: "49.6,-119.68"), valueName: "latitude,longitude")
    )
    var near: Place?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.storesRadiusHelp, valueName: .cli.valueMetres)
    )
    var radius: UInt32?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.storesLimitHelp))
    var limit: Int32?

    @Flag(help: ArgumentHelp(.cli.storesAllHelp))
    var all = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// The largest radius in metres.
    private static let largestRadius: UInt32 = 100_000

    func validate() throws {
        if let radius, !(100...Self.largestRadius).contains(radius) {
            throw ValidationError(.cli.storesRadiusRule)
        }
        if let limit, !(1...200).contains(limit) { throw ValidationError(.cli.storesLimitRule) }
    }

    func run(_ context: CommandContext) async throws {
        let request = Catalog.FindStoresRequest(
            near: near?.location,
            radiusMetres: radius ?? 0,
            limit: limit ?? 0,
            withIgnored: all
        )
        let hint = LocalizedText.cli.storesHomeHint(
            command: Failure.homePlaceCommand,
            option: "--near LATITUDE,LONGITUDE"
        )
        let answer = try await Failure.hintingHomePlace(hint) {
            try await context.client.stores.findStores(request, options: context.callOptions)
        }
        try context.show(answer) { Self.text(answer, $0, width: context.output.out.width) }
    }

    private static func text(_ answer: Catalog.FindStoresResponse, _ paint: Paint, width: Int?) -> String {
        guard !answer.stores.isEmpty else { return none(within: answer.radiusMetres).shown }
        let table = table(answer.stores).text(paint, width: width)
        guard answer.more > 0 else { return table }
        let more = LocalizedText.cli.storesMore(count: Int(answer.more), radius: distance(answer.radiusMetres))
        return table + "\n" + more.shown
    }

    /// That there is no store, and how to search further away.
    private static func none(within radius: UInt32) -> LocalizedText {
        guard radius < largestRadius else { return .cli.storesNoneAnywhere(radius: distance(radius)) }
        return .cli.storesNone(radius: distance(radius), option: "--radius \(min(radius * 2, largestRadius))")
    }

    private static func distance(_ radius: UInt32) -> String { DistanceText.text(Int32(clamping: radius)) }

    private static func table(_ stores: [Catalog.NearbyStore]) -> Table {
        var table = Table([
            .init(title: .cli.eateriesDistance, alignment: .right), .init(title: .cli.headingName, shrinks: true),
            .init(title: ""), .init(title: .cli.eateriesKind), .init(title: .cli.eateriesOpenUntil),
            .init(title: .cli.headingAddress, shrinks: true), .init(title: .cli.headingId),
        ])
        for each in stores {
            let store = each.store ?? .init()
            table.add([
                .init(DistanceText.text(each.distanceMetres)), .init(store.name, .bold), choice(each),
                each.own ? .init(LocalizedText.cli.storesOwnKind) : .init(each.kind), .init(hours(each)),
                .init(store.address), .init(store.id, .dim),
            ])
        }
        return table
    }

    /// Whether the user prefers the store or ignores it.
    private static func choice(_ store: Catalog.NearbyStore) -> Table.Cell {
        if store.preferred { return Table.Cell(LocalizedText.cli.storesPreferred, .green) }
        return Table.Cell(store.ignored ? LocalizedText.cli.storesIgnored.shown : "", .dim)
    }

    /// When the store closes, or whether it is open.
    private static func hours(_ store: Catalog.NearbyStore) -> String {
        switch store.openness {
        case .open: store.closesAt?.localTimeText ?? LocalizedText.cli.storesOpen.shown
        case .closed: LocalizedText.cli.storesClosed.shown
        default: ""
        }
    }
}
