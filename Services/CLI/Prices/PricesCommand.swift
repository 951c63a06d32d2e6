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
                    .examples(
                        "larder prices",
                        "larder prices --region ON",
                        "larder prices \(Sample.butter) --region CA",
                        "larder prices \(Sample.butter) --nearby"
                    ),
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

    @Flag(help: ArgumentHelp(.cli.pricesNearbyHelp))
    var nearby = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard nearby, item == nil || region != nil else { return }
        throw ValidationError(.cli.pricesNearbyRule)
    }

    func run(_ context: CommandContext) async throws {
        guard let item else { return try await showAll(context) }
        let history = try await history(of: item, context)
        let product = history.item ?? .init()
        if nearby { return try await showNearby(product, context) }
        // Programs ask for prices nearby apart, so that a document is one message.
        let isShown = !product.productID.isEmpty && !context.output.isJSON
        let prices = isShown ? try await context.nearbyPrices(of: product.productID) : nil
        let width = context.output.out.width
        try context.show(history) { paint in
            let parts = [
                PriceText.history(history, paint, width: width), missingAverage(in: history),
                prices?.section(paint, width: width),
            ]
            return parts.compactMap(\.self).joined(separator: "\n\n")
        }
    }

    /// Shows changes of all prices, or averages of a region beside them.
    private func showAll(_ context: CommandContext) async throws {
        let zone = DeviceTimeZone.nameOrUTC
        let (client, options) = (context.client.paidPrices, context.callOptions)
        let width = context.output.out.width
        if let region = regionCode {
            let request = Budget.CompareWithAveragesRequest(timeZone: zone, region: region)
            let answer = try await client.compareWithAverages(request, options: options)
            return try context.show(answer) { AveragePriceText.comparisons(answer, $0, width: width) }
        }
        let answer = try await client.listPriceChanges(.init(timeZone: zone), options: options)
        try context.show(answer) { PriceText.changes(answer, $0, width: width) }
    }

    private func history(of item: String, _ context: CommandContext) async throws -> Budget.PriceHistory {
        let hint = LocalizedText.cli.pricesFind(command: "larder spending --by product")
        return try await Failure.hinting(hint) {
            try await context.client.paidPrices.getPriceHistory(
                .init(item: item, timeZone: DeviceTimeZone.nameOrUTC, region: regionCode ?? ""),
                options: context.callOptions
            )
        }
    }

    /// Shows what a product costs near the user, and nothing else.
    private func showNearby(_ item: Budget.PricedItem, _ context: CommandContext) async throws {
        guard !item.productID.isEmpty else {
            throw Failure(.notFound, .cli.pricesNoProduct(item: TerminalText.clean(item.name)))
        }
        let request = Catalog.FindStorePricesRequest(productID: item.productID)
        let answer = try await Failure.hintingHomePlace {
            try await context.client.storePrices.findStorePrices(request, options: context.callOptions)
        }
        try context.show(answer) { StorePriceText.text(answer, $0, width: context.output.out.width) }
    }

    /// That a region was given for which no average can be shown.
    private func missingAverage(in history: Budget.PriceHistory) -> String? {
        guard let regionCode, !history.series.contains(where: { $0.comparison != nil }) else { return nil }
        return LocalizedText.cli.pricesNoAverage(region: TerminalText.clean(regionCode)).shown
    }

    /// The region by its whole code: `ON` is `CA-ON`.
    private var regionCode: String? {
        region.map { $0.uppercased() }.map { $0 == "CA" || $0.contains("-") ? $0 : "CA-\($0)" }
    }
}
