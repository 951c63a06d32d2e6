import AllServices
import Foundation
import Mail
import NotificationsMessages
import ServiceKit

@main
struct NotificationsProgram: ServiceProgram {
    static let name = "notifications"
    static let knownServices = ServiceCatalogue.all
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let configurationKeys = MailSettings.keys + PushSettings.keys + ["keys.master"]
    static let metrics = DeliveryTimes.metrics

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let database = try runtime.database
        let masterKeys = try MasterKeys(contentsOf: try runtime.configuration.requiredText("keys.master"))
        let keys = PersonKeys(in: database, masterKeys: masterKeys)
        let sealing = ColumnSealing(NoticeColumns.formerlyReadable, keys: keys, in: database, log: runtime.log)
        let mail = try MailSettings(runtime.configuration)
        let preferences = NoticePreferenceStore(pool: database)
        let deliveries = DeliveryStore(preferences: preferences, keys: keys)
        let store = InboxStore(deliveries: deliveries)
        let changes = InboxStore.changes(in: database)
        let times = DeliveryTimes(kinds: preferences.kinds, factory: runtime.metrics)
        let events = InboxEvents(store: store, times: times)
        let auth = try runtime.channel(to: "auth")
        let budget = try runtime.channel(to: "budget")
        let pushSettings = try PushSettings(runtime.configuration)
        let subscriptions = PushSubscriptionStore(pool: database, masterKeys: masterKeys, keys: keys)
        let pushKeys = PushKeyStore(pool: database, masterKeys: masterKeys)
        let mailer = MailerService(pool: database, settings: mail, log: runtime.log)
        let courier = NoticeCourier(
            store: deliveries,
            channels: [
                .email: NoticeMailer(
                    mailer: mailer,
                    kinds: preferences.kinds,
                    masterKeys: masterKeys,
                    contact: NoticeMailer.contacts(auth)
                ),
                .webPush: NoticePusher(
                    subscriptions: subscriptions,
                    deliveries: deliveries,
                    keys: pushKeys,
                    transport: PushTransport(pushSettings),
                    kinds: preferences.kinds,
                    contact: "mailto:\(mail.sender.address)"
                ),
            ],
            times: times,
            log: runtime.log
        )
        let reminders = EntryReminders(
            store: store,
            preferences: preferences,
            ledger: LedgerEntries(budget),
            log: runtime.log
        )
        return ServiceAssembly(
            personalData: .notifications(keys),
            providers: [
                InboxService(store: store, changes: changes),
                NoticePreferencesService(store: preferences, masterKeys: masterKeys), mailer,
                NoticeOperationsService(store: deliveries),
                WebPushService(store: subscriptions, keys: pushKeys, settings: pushSettings),
                TemptingPlacesService(store: PlaceStore(inbox: store)),
            ],
            parts: [
                changes, EventConsumer(pool: database, log: runtime.log, handle: events.effect), courier,
                reminders.worker,
            ],
            background: [EndedSessions.of(auth, subscriptions, log: runtime.log).work],
            jobs: [
                store.erasure, deliveries.erasure, mailer.erasure, subscriptions.upkeep(pushKeys), sealing.job,
                keys.rewrapping,
            ],
            prepare: {
                try await keys.requireMasterKeys()
                try await subscriptions.requireMasterKeys()
            },
            methodsWithoutQuota: [
                Notifications.InboxService.markNotificationsRead, Notifications.InboxService.deleteNotifications,
                Notifications.InboxService.deleteAllNotifications, Notifications.InboxService.restoreNotifications,
                Notifications.WebPushService.removePushDevice, Notifications.TemptingPlacesService.removePlace,
            ]
        )
    }
}
