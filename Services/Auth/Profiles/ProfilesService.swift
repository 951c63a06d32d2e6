import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for what users say about themselves.
struct ProfilesService: Auth.ProfilesProvider {
    let store: ProfileStore
    let photos: ProfilePhotoStore
    let clock: any WallClock

    func getProfile(_ request: Auth.GetProfileRequest, context: CallContext) async throws -> Auth.Profile {
        try await store.profile(of: context.userID)
    }

    func updateDetails(_ request: Auth.UpdateDetailsRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        var fields = FieldValidator()
        let details = fields.details(request.details ?? .init(), today: CalendarDay(of: clock.now, in: .gmt))
        let expected = ExpectedVersion(request.expectedVersion, &fields)
        try fields.finish()
        return try await store.setDetails(details, of: account, expecting: expected)
    }

    func setBodyDetails(_ request: Auth.SetBodyDetailsRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        var fields = FieldValidator()
        let body = fields.body(request.body ?? .init())
        try fields.finish()
        return try await store.set(.body, to: body, of: account, consent: .healthData)
    }

    func setHomePlace(_ request: Auth.SetHomePlaceRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        var fields = FieldValidator()
        let home = fields.home(request.home ?? .init())
        try fields.finish()
        return try await store.set(.home, to: home, of: account, consent: .location)
    }

    func clearHomePlace(_ request: Auth.ClearHomePlaceRequest, context: CallContext) async throws -> Auth.Profile {
        try await store.set(.home, to: Optional<Auth.HomePlace>.none, of: try context.userID)
    }

    func setStoreChoices(_ request: Auth.SetStoreChoicesRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        var fields = FieldValidator()
        let stores = fields.stores(request.stores ?? .init())
        try fields.finish()
        try stores.requireNoConflict()
        return try await store.set(.stores, to: stores, of: account)
    }

    func getShoppingArea(
        _ request: Auth.GetShoppingAreaRequest,
        context: CallContext
    ) async throws -> Auth.ShoppingArea {
        var fields = FieldValidator()
        let account = fields.uuid(request.userID, "user_id")
        try fields.finish()
        return try await store.shoppingArea(of: account)
    }

    func setDietaryPreferences(
        _ request: Auth.SetDietaryPreferencesRequest,
        context: CallContext
    ) async throws -> Auth.Profile {
        let account = try context.userID
        var fields = FieldValidator()
        let diet = fields.diet(request.diet ?? .init())
        try fields.finish()
        return try await store.set(.diet, to: diet, of: account)
    }

    func getPhoto(_ request: Auth.GetPhotoRequest, context: CallContext) async throws -> Auth.ProfilePhoto {
        guard let picture = try await photos.photo(of: try context.userID) else {
            throw Status.notFound(.auth.nounPhoto)
        }
        return Auth.ProfilePhoto(picture: picture, mediaType: ProfilePicture.mediaType(of: picture))
    }

    func setPhoto(_ request: Auth.SetPhotoRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        let file = request.picture
        let picture = try await offLoop { try ProfilePicture(checking: file) }
        try await photos.set(picture, of: account)
        return try await store.profile(of: account)
    }

    func removePhoto(_ request: Auth.RemovePhotoRequest, context: CallContext) async throws -> Auth.Profile {
        let account = try context.userID
        try await photos.remove(of: account)
        return try await store.profile(of: account)
    }
}
