import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Where what users buy costs less.
struct OffersService: Budget.OffersProvider {
    let search: OfferSearch
    var clock: any WallClock = SystemWallClock()

    /// How many days back, today included, purchases are compared.
    static let days = 60
    /// The most offers of a response.
    static let offerLimit = 200

    func listOffers(
        _ request: Budget.ListOffersRequest,
        context: CallContext
    ) async throws -> Budget.ListOffersResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        let found = try await search.offers(of: user, in: today.advanced(by: 1 - Self.days)...today)
        guard found.hasHome else { throw Status.homePlaceMissing }
        var response = Budget.ListOffersResponse(
            compared: Int32(clamping: found.compared),
            bought: Int32(clamping: found.bought),
            ranged: Int32(clamping: found.ranged)
        )
        if !found.offers.isEmpty, let key = try await search.ledger.keys.existingKey(of: user) {
            let ids = PricedItemIDs(key: key)
            response.offers = try found.offers.ofEachThing.prefix(Self.offerLimit).map { try $0.message(ids) }
        }
        return response
    }
}
