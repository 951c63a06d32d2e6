import AuthMessages
import CommonMessages
import RPC
import ServiceKit

/// Keeps one user's profile; a home place needs the consent.
struct ProfilesAnswers: Auth.ProfilesProvider {
    let gateway: TestGateway

    private func change(_ body: @Sendable (inout Auth.Profile) -> Void) -> Auth.Profile {
        gateway.state { state in
            body(&state.sessions.profile)
            return state.sessions.profile
        }
    }

    func getProfile(_ request: Auth.GetProfileRequest, context: CallContext) async throws -> Auth.Profile {
        change { _ in }
    }

    func updateDetails(_ request: Auth.UpdateDetailsRequest, context: CallContext) async throws -> Auth.Profile {
        guard request.details?.birthdate != "2999-01-01" else {
            throw Status.invalid([.init("details.birthdate", "details.birthdate must not be in the future.")])
        }
        return change {
            $0.details = request.details
            $0.detailsVersion += 1
        }
    }

    func setBodyDetails(_ request: Auth.SetBodyDetailsRequest, context: CallContext) async throws -> Auth.Profile {
        change { $0.body = request.body }
    }

    func setHomePlace(_ request: Auth.SetHomePlaceRequest, context: CallContext) async throws -> Auth.Profile {
        guard gateway.state({ $0.sessions.storesLocations }) else {
            throw Status(.permissionDenied, "This needs your consent: location.", reason: .consentRequired)
        }
        return change { $0.home = request.home }
    }

    func clearHomePlace(_ request: Auth.ClearHomePlaceRequest, context: CallContext) async throws -> Auth.Profile {
        change { $0.home = nil }
    }

    func setStoreChoices(_ request: Auth.SetStoreChoicesRequest, context: CallContext) async throws -> Auth.Profile {
        change { $0.stores = request.stores }
    }

    func getShoppingArea(
        _ request: Auth.GetShoppingAreaRequest,
        context: CallContext
    ) async throws -> Auth.ShoppingArea {
        gateway.state { Auth.ShoppingArea(home: $0.sessions.profile.home, stores: $0.sessions.profile.stores) }
    }

    func setDietaryPreferences(
        _ request: Auth.SetDietaryPreferencesRequest,
        context: CallContext
    ) async throws -> Auth.Profile {
        change { $0.diet = request.diet }
    }

    func getPhoto(_ request: Auth.GetPhotoRequest, context: CallContext) async throws -> Auth.ProfilePhoto {
        let photo = gateway.state { $0.sessions.photo }
        guard !photo.isEmpty else { throw Status.notFound("photo") }
        return .init(picture: photo, mediaType: "image/jpeg")
    }

    func setPhoto(_ request: Auth.SetPhotoRequest, context: CallContext) async throws -> Auth.Profile {
        guard request.picture.starts(with: [0xFF, 0xD8]) else {
            throw Status(.invalidArgument, "This is not a photo.", reason: "NOT_AN_IMAGE")
        }
        return changePhoto(request.picture)
    }

    func removePhoto(_ request: Auth.RemovePhotoRequest, context: CallContext) async throws -> Auth.Profile {
        changePhoto([])
    }

    private func changePhoto(_ photo: [UInt8]) -> Auth.Profile {
        gateway.state { $0.sessions.photo = photo }
        return change { $0.photoChangedAt = photo.isEmpty ? nil : .init(seconds: 1_790_000_000) }
    }
}
