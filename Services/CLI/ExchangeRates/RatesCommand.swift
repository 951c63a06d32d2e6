import ArgumentParser
import Foundation
import Foundations
import LarderClient

/// Shows what one currency is worth in another on a day.
struct RatesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rates",
            abstract: .cli.ratesAbstract,
            discussion: .joined(
                [.examples("larder rates USD CAD", "larder rates JPY CAD --on 2025-03-09"), .cli.ratesDiscussion],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.ratesFrom))
    var from: String

    @Argument(help: ArgumentHelp(.cli.ratesTo))
    var to: String

    @Option(help: ArgumentHelp(.cli.ratesOn, valueName: .cli.valueDay))
    var on: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let day = on ?? CalendarDay(of: Date(), in: .current).text
        let (from, to) = (from.uppercased(), to.uppercased())
        let answer = try await Catalog.ExchangeRatesClient(channel: context.client.channel).findExchangeRates(
            .init(to: to, amounts: [.init(currency: from, days: [day])]),
            options: context.callOptions
        )
        guard let conversion = answer.conversions.first else {
            let (from, to, day) = (TerminalText.clean(from), TerminalText.clean(to), TerminalText.clean(day))
            throw Failure(.notFound, .cli.ratesNone(from: from, to: to, day: day))
        }
        try context.show(answer) { paint in
            let rates = answer.rates.map { "  " + RateText.dated($0).shown }
            let worth = RateText.derived(conversion, of: answer.rates) ?? ""
            let isMade = conversion.steps.count > 1 || conversion.steps.first?.inverse ?? false
            let sign = isMade ? "≈" : "="
            return ([paint("1 \(from) \(sign) \(worth) \(to)", .bold)] + rates).joined(separator: "\n")
        }
    }
}
