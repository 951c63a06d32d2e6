import ArgumentParser
import LarderClient
import Texts

/// Lists brokers outside of Larder.
struct BrokersCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "brokers", abstract: .cli.brokersAbstract, discussion: .cli.brokersNote)
    }

    @Option(help: ArgumentHelp(.cli.brokersRegionHelp))
    var region: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if let region, region.count != 2 || !region.allSatisfy(\.isLetter) {
            throw ValidationError(.cli.brokersRegionRule)
        }
    }

    func run(_ context: CommandContext) async throws {
        let region = region?.uppercased() ?? ""
        let answer = try await context.client.brokers.listBrokers(
            .init(region: region),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            guard !answer.brokers.isEmpty else { return Self.none(in: region, answer.regions).shown }
            let table = Self.table(answer.brokers).text(paint, width: context.output.out.width)
            return table + "\n" + LocalizedText.cli.brokersNote.shown
        }
    }

    private static func table(_ brokers: [Catalog.Broker]) -> Table {
        var table = Table([
            .init(title: .cli.headingRegion), .init(title: .cli.headingName, shrinks: true),
            .init(title: .cli.headingAddress),
        ])
        for broker in brokers {
            table.add([.init(broker.region), .init(broker.name, .bold), .init(broker.address)])
        }
        return table
    }

    /// That a region has no brokers, and which ones have some.
    private static func none(in region: String, _ regions: [String]) -> LocalizedText {
        guard !regions.isEmpty else { return .cli.brokersNone }
        return .cli.brokersNoneIn(
            region: TerminalText.clean(region),
            regions: regions.map(TerminalText.clean).joined(separator: ", ")
        )
    }
}
