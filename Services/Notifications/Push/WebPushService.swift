import CommonMessages
import Foundation
import Foundations
import NotificationsMessages
import RPC
import ServiceKit

/// The service for the browsers to which a user's notices go.
struct WebPushService: Notifications.WebPushProvider {
    let store: PushSubscriptionStore
    let keys: PushKeyStore
    let settings: PushSettings

    func getPushKey(
        _ request: Notifications.GetPushKeyRequest,
        context: CallContext
    ) async throws -> Notifications.GetPushKeyResponse {
        Notifications.GetPushKeyResponse(publicKey: try await keys.publicKey())
    }

    func registerPushDevice(
        _ request: Notifications.RegisterPushDeviceRequest,
        context: CallContext
    ) async throws -> Notifications.PushDevice {
        let subscription = try PushSubscription(validating: request, settings)
        let session = try context.user.session
        return try await store.register(subscription, session: session, of: try context.userID).message
    }

    func listPushDevices(
        _ request: Notifications.ListPushDevicesRequest,
        context: CallContext
    ) async throws -> Notifications.ListPushDevicesResponse {
        Notifications.ListPushDevicesResponse(devices: try await store.devices(of: try context.userID).map(\.message))
    }

    func removePushDevice(
        _ request: Notifications.RemovePushDeviceRequest,
        context: CallContext
    ) async throws -> Notifications.RemovePushDeviceResponse {
        var validator = FieldValidator()
        let id = validator.uuid(request.id, "id")
        try validator.finish()
        try await store.remove(id, of: try context.userID)
        return Notifications.RemovePushDeviceResponse()
    }
}

extension PushDevice {
    fileprivate var message: Notifications.PushDevice {
        Notifications.PushDevice(
            id: id.canonical,
            createdAt: Common.Timestamp(createdAt),
            renewedAt: Common.Timestamp(renewedAt),
            service: subscription.service
        )
    }
}
