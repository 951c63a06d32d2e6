import AllServices
import Foundation
import NotificationsMessages
import ServiceKit

@main
struct NotificationsProgram: ServiceProgram {
    static let name = "notifications"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let configurationKeys = MailSettings.keys

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let store = InboxStore(pool: database)
        let changes = InboxStore.changes(in: database)
        let events = InboxEvents(store: store)
        return ServiceAssembly(
            personalData: .notifications,
            providers: [
                InboxService(store: store, changes: changes),
                NoticePreferencesService(store: NoticePreferenceStore(pool: database)),
                MailerService(pool: database, settings: try MailSettings(runtime.configuration), log: runtime.log),
            ],
            parts: [changes, EventConsumer(pool: database, log: runtime.log, handle: events.effect)],
            jobs: [store.erasure],
            methodsWithoutQuota: [
                Notifications.InboxService.markNotificationsRead, Notifications.InboxService.deleteNotifications,
                Notifications.InboxService.deleteAllNotifications, Notifications.InboxService.restoreNotifications,
            ]
        )
    }
}
