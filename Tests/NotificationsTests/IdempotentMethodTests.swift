import Crypto
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import PostgresTestSupport
import RPC
import Testing

@testable import larder_notifications

@Suite("A method declared idempotent", .timeLimit(.minutes(5)))
struct IdempotentMethodTests {
    private static let methods =
        Notifications.InboxService.descriptor.methods + Notifications.NoticePreferencesService.descriptor.methods
        + Notifications.WebPushService.descriptor.methods + Notifications.TemptingPlacesService.descriptor.methods
        + Events.EventSinkService.descriptor.methods

    private static var idempotent: [String] { methods.filter { $0.idempotency == .idempotent }.map(\.name) }

    @Test("changes nothing when it is called again without a key", arguments: idempotent)
    func twice(method: String) async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let event = Events.Event.purchase(for: user)
            try await environment.fill(user, 2)
            let ids = try await environment.list(user).notifications.map(\.id)
            try await environment.addBrowser(user, endpoint: "https://fcm.googleapis.com/one")
            let browser = try await environment.push.listPushDevices(.init(), context: user.context).devices[0].id
            let token = try await environment.stopToken(of: user)
            let place = try await environment.set(.sample(), of: user)
            let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
            if method == "RestoreNotifications" { _ = try await environment.delete(user, ids) }
            var contents = [try await environment.owner.contents()]
            for _ in 0..<2 {
                switch method {
                case "MarkNotificationsRead": _ = try await environment.markRead(user, ids)
                case "DeleteNotifications": _ = try await environment.delete(user, ids)
                case "DeleteAllNotifications": _ = try await environment.deleteAll(user, upTo: ids[0])
                case "RestoreNotifications": _ = try await environment.restore(user, ids)
                case "SetNoticePreference": _ = try await environment.prefer(user, "receipt_ready", isOn: false)
                case "SetNoticeFrequency":
                    let request = Notifications.SetNoticeFrequencyRequest(kind: "receipt_ready", frequency: .daily)
                    _ = try await environment.preferences.setNoticeFrequency(request, context: user.context)
                case "SetNoticeTimes":
                    let times = Notifications.NoticeTimes(timeZone: "Europe/Paris", digestMinute: 60)
                    _ = try await environment.preferences.setNoticeTimes(times, context: user.context)
                case "SwitchMail":
                    let request = Notifications.SwitchMailRequest(token: token, isOn: false)
                    _ = try await environment.preferences.switchMail(request, context: user.context)
                case "RegisterPushDevice":
                    let request = Notifications.RegisterPushDeviceRequest(
                        endpoint: "https://fcm.googleapis.com/another",
                        publicKey: key,
                        secret: [UInt8](repeating: 2, count: 16)
                    )
                    _ = try await environment.push.registerPushDevice(request, context: user.context)
                case "RemovePushDevice":
                    _ = try await environment.push.removePushDevice(.init(id: browser), context: user.context)
                case "SetPlace":
                    var changed = place
                    changed.name = "Bakery at the corner"
                    try await environment.set(changed, of: user)
                case "RemovePlace":
                    _ = try await environment.places.removePlace(.init(placeID: place.id), context: user.context)
                case "ReportVisit": try await environment.visit(place, user)
                case "DeliverEvent": try await environment.deliver(event)
                default: Issue.record("\(method) isn't tried here")
                }
                contents.append(try await environment.owner.contents())
                environment.clock.advance(by: 60)
            }
            #expect(contents[0] != contents[1])
            #expect(contents[1] == contents[2])
        }
    }
}
