import Foundation
import NotificationsMessages
import RPC
import ServiceKit

/// The service for places that tempt users to spend.
struct TemptingPlacesService: Notifications.TemptingPlacesProvider {
    let store: PlaceStore

    func listPlaces(
        _ request: Notifications.ListPlacesRequest,
        context: CallContext
    ) async throws -> Notifications.ListPlacesResponse {
        Notifications.ListPlacesResponse(places: try await store.places(of: try context.userID).map(\.message))
    }

    func setPlace(
        _ request: Notifications.SetPlaceRequest,
        context: CallContext
    ) async throws -> Notifications.TemptingPlace {
        let user = try context.userID
        var validator = FieldValidator()
        let place = TemptingPlace(validating: request.place ?? .init(), &validator)
        try validator.finish()
        try await store.set(place, of: user, consentedAt: try context.user.tokenTime)
        return place.message
    }

    func removePlace(
        _ request: Notifications.RemovePlaceRequest,
        context: CallContext
    ) async throws -> Notifications.RemovePlaceResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.placeID, "place_id")
        try validator.finish()
        try await store.remove(id, of: user)
        return .init()
    }

    func reportVisit(
        _ request: Notifications.ReportVisitRequest,
        context: CallContext
    ) async throws -> Notifications.ReportVisitResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let id = validator.uuid(request.placeID, "place_id")
        try validator.finish()
        return .init(outcome: try await store.visit(id, of: user, consentedAt: try context.user.tokenTime))
    }
}
