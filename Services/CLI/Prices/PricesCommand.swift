import ArgumentParser
import LarderClient
import Texts

/// Shows how prices have changed of what the user buys, or all prices that were paid for one thing.
struct PricesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "prices",
            abstract: .cli.pricesAbstract,
            discussion: .joined(
                [
                    .examples("larder prices", "larder prices --region ON", "larder prices butter --region CA"),
                    .cli.pricesDiscussion,
                ],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.pricesItem))
    var item: String?

    @Option(help: ArgumentHelp(.cli.pricesRegion))
    var region: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let zone = DeviceTimeZone.nameOrUTC
        let (client, options) = (context.client.paidPrices, context.callOptions)
        let width = context.output.out.width
        guard let item else {
            if let region = regionCode {
                let request = Budget.CompareWithAveragesRequest(timeZone: zone, region: region)
                let answer = try await client.compareWithAverages(request, options: options)
                return try context.show(answer) { AveragePriceText.comparisons(answer, $0, width: width) }
            }
            let answer = try await client.listPriceChanges(.init(timeZone: zone), options: options)
            return try context.show(answer) { PriceText.changes(answer, $0, width: width) }
        }
        let hint = LocalizedText.cli.pricesFind(command: "larder spending --by product")
        let history = try await Failure.hinting(hint) {
            try await client.getPriceHistory(
                .init(item: item, timeZone: zone, region: regionCode ?? ""),
                options: options
            )
        }
        try context.show(history) { PriceText.history(history, $0, width: width) }
    }

    /// The region by its whole code: `ON` is `CA-ON`.
    private var regionCode: String? {
        region.map { $0.uppercased() }.map { $0 == "CA" || $0.contains("-") ? $0 : "CA-\($0)" }
    }
}
