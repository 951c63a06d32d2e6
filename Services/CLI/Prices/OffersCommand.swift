import ArgumentParser
import LarderClient
import Texts

/// Lists what the user bought that costs less now at a store near them.
struct OffersCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "offers",
            abstract: .cli.offersAbstract,
            discussion: .cli.offersDiscussion
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Budget.ListOffersRequest(timeZone: DeviceTimeZone.nameOrUTC)
        let answer = try await Failure.hintingHomePlace {
            try await context.client.offers.listOffers(request, options: context.callOptions)
        }
        try context.show(answer) { OfferText.text(answer, $0, width: context.output.out.width) }
    }
}
