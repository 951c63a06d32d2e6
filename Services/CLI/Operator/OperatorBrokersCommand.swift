import ArgumentParser
import LarderClient
import Texts

/// For the operator: what checks of brokers' links have found.
struct OperatorBrokersCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "brokers", abstract: .cli.operatorBrokers)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.brokers.listBrokerLinks(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.links.isEmpty else { return LocalizedText.cli.brokersNone.shown }
            return Self.table(answer.links).text(paint, width: context.output.out.width)
        }
    }

    private static func table(_ links: [Catalog.BrokerLink]) -> Table {
        var table = Table([
            .init(title: .cli.headingName, shrinks: true), .init(title: .cli.headingRegion),
            .init(title: .cli.headingAddress), .init(title: .cli.headingState), .init(title: .cli.headingChecked),
            .init(title: ""),
        ])
        for link in links {
            let broker = link.broker ?? .init()
            let visibility: LocalizedText = link.hidden ? .cli.operatorBrokersHidden : .cli.operatorBrokersShown
            table.add([
                .init(broker.name, .bold), .init(broker.region), .init(broker.address), .init(link.state),
                .init(link.checkedAt?.localText ?? "", .dim), .init(visibility),
            ])
        }
        return table
    }
}

extension Catalog.BrokerLink {
    /// What the last check has found, and how many checks have failed in a row.
    fileprivate var state: LocalizedText {
        guard checkedAt != nil else { return .cli.operatorBrokersUnchecked }
        guard failure != .unspecified else { return .cli.operatorBrokersWorks }
        return .cli.operatorBrokersTimes(state: failure.text.shown, count: Int(failures))
    }
}

extension Catalog.LinkFailure {
    /// The failure in tables; its number where this version does not know it.
    fileprivate var text: LocalizedText {
        switch self {
        case .notFound: .cli.operatorBrokersNotFound
        case .failed: .cli.operatorBrokersFailed
        case .unreachable: .cli.operatorBrokersUnreachable
        case .unspecified, .unrecognized: .verbatim("\(rawValue)")
        }
    }
}
