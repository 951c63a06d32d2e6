import ArgumentParser
import Foundation
import Foundations
import LarderClient
import Texts

/// Shows the taxes that come on top of prices.
struct TaxRatesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tax-rates",
            abstract: .cli.taxRatesAbstract,
            discussion: .joined(
                [.examples("larder tax-rates CA-QC", "larder tax-rates --on 2025-03-31"), .cli.taxRatesDiscussion],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.taxRatesRegion))
    var region: String?

    @Option(help: ArgumentHelp(.cli.ratesOn, valueName: .cli.valueDay))
    var on: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let region = region?.uppercased() ?? ""
        let day = on ?? CalendarDay(of: Date(), in: .current).text
        let answer = try await context.client.taxRates.listTaxRates(
            .init(region: region, day: day),
            options: context.callOptions
        )
        let codes = answer.rates.isEmpty ? try await wholeCodes(of: region, context) : []
        try context.show(answer) { paint in
            guard !answer.rates.isEmpty else {
                let hint =
                    codes.isEmpty ? nil : LocalizedText.cli.taxRatesWholeCode(codes: codes.joined(separator: ", "))
                return [Self.none(in: region, on: answer.day), hint].compactMap { $0?.shown }.joined(separator: "\n")
            }
            return Self.table(answer.rates).text(paint, width: context.output.out.width)
        }
    }

    /// The codes of the regions that were meant by one without its country: `CA-QC` of `QC`.
    private func wholeCodes(of region: String, _ context: CommandContext) async throws -> [String] {
        guard !context.output.isJSON, !region.isEmpty, !region.contains("-") else { return [] }
        let all = try await context.client.taxRates.listTaxRates(
            .init(day: CalendarDay(of: Date(), in: .current).text),
            options: context.callOptions
        )
        return Set(all.rates.map(\.region)).filter { $0.hasSuffix("-\(region)") }.map { TerminalText.clean($0) }
            .sorted()
    }

    private static func none(in region: String, on day: String) -> LocalizedText {
        let day = TerminalText.clean(day)
        guard !region.isEmpty else { return .cli.taxRatesNone(day: day) }
        return .cli.taxRatesNoneIn(region: TerminalText.clean(region), day: day)
    }

    private static func table(_ rates: [Catalog.TaxRate]) -> Table {
        var table = Table([
            .init(title: .cli.headingRegion), .init(title: .cli.taxRatesTax),
            .init(title: .cli.headingRate, alignment: .right), .init(title: .cli.headingSince),
            .init(title: .cli.headingUntilDay), .init(title: .cli.headingSource, shrinks: true),
        ])
        for rate in rates {
            table.add([
                .init(rate.region), .init(rate.name, .bold), .init(percent(rate)), .init(rate.firstDay),
                .init(rate.lastDay), .init(rate.source),
            ])
        }
        return table
    }

    /// The rate as this run's language writes it, such as `9.975 %`.
    private static func percent(_ rate: Catalog.TaxRate) -> String {
        (ExactDecimal(rate.percent)?.shown(keepsZeros: false) ?? rate.percent) + " %"
    }
}
