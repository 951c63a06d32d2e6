import LarderClient
import Texts

/// Formats lower prices than those that were paid.
enum OfferText {
    /// A table of offers, or how many things were compared, and for how many price preferences were kept to.
    static func text(_ answer: Budget.ListOffersResponse, _ paint: Paint, width: Int?) -> String {
        let offers = offers(answer, paint, width: width)
        guard answer.ranged > 0 else { return offers }
        let ranged = LocalizedText.cli.offersRanged(count: Int(answer.ranged), command: PreferencesCommand.list)
        return offers + "\n" + ranged.shown
    }

    private static func offers(_ answer: Budget.ListOffersResponse, _ paint: Paint, width: Int?) -> String {
        guard !answer.offers.isEmpty else {
            if answer.bought == 0 { return LocalizedText.cli.offersFew.shown }
            if answer.compared == 0 { return LocalizedText.cli.offersUnknown.shown }
            return LocalizedText.cli.offersNone(count: Int(answer.compared)).shown
        }
        return table(answer.offers).text(paint, width: width)
    }

    private static func table(_ offers: [Budget.Offer]) -> Table {
        var table = Table([
            .init(title: ""), .init(title: .cli.headingProduct, shrinks: true),
            .init(title: .cli.headingPaid, alignment: .right), .init(title: .cli.headingDay),
            .init(title: .cli.headingStore, shrinks: true), .init(title: .cli.headingNow, alignment: .right),
            .init(title: .cli.headingStore, shrinks: true), .init(title: .cli.eateriesDistance, alignment: .right),
            .init(title: .cli.headingAmount), .init(title: .cli.headingSoldAs, shrinks: true),
            .init(title: .cli.headingSaving, alignment: .right), .init(title: "", alignment: .right),
            .init(title: .cli.headingUntilDay), .init(title: ""),
        ])
        for offer in offers { table.add(cells(offer)) }
        return table
    }

    private static func cells(_ offer: Budget.Offer) -> [Table.Cell] {
        let currency = offer.price?.currency ?? ""
        let saving = PercentText.text(Int64(offer.savingPermille), decimals: 1)
        let paidAt = offer.paidStoreName.isEmpty ? LocalizedText.cli.spendingUnknownStore.shown : offer.paidStoreName
        let paid: [Table.Cell] = [
            .init(offer.item?.symbol ?? ""), .init(offer.item?.name ?? ""),
            .init(PriceText.price(offer.paidPrice, currency, per: offer.unit)), .init(offer.paidDay), .init(paidAt),
        ]
        let offered: [Table.Cell] = [
            .init(PriceText.price(offer.offeredPrice, currency, per: offer.unit), .bold), .init(offer.storeName),
            .init(DistanceText.text(offer.distanceMetres)),
            .init(PriceText.packPrice(offer.price, quantity: offer.quantity, unit: offer.quantityUnit)),
            .init(offer.label), .init(saving, .green), .init(offer.saving?.shown ?? ""), .init(offer.lastDay),
            .init(PriceText.observed(in: offer.observedWeek)),
        ]
        return paid + offered
    }
}
