import CommonMessages
import Crypto
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_notifications

/// Notifications' services on a database of their own.
struct NotificationsTestEnvironment: Sendable {
    let pool: PostgresPool
    /// Connects as the owner of the schema.
    let owner: PostgresPool
    let clock: ManualWallClock
    let inbox: InboxService
    let preferences: NoticePreferencesService
    let consumer: EventConsumer
    let deliveries: DeliveryStore
    let push: WebPushService
    let masterKeys: MasterKeys
    let keys: PersonKeys
    let metrics: PrometheusRegistry

    /// Runs `body` with empty inboxes.
    /// - Parameter kinds: The kinds of notices that there are.
    static func with(
        kinds: NoticeKinds = .all,
        _ body: (NotificationsTestEnvironment) async throws -> Void
    ) async throws {
        let migrations = try #require(NotificationsProgram.migrations)
        try await TestDatabase.withService("notifications", migrations: migrations, size: 8) { pool, owner in
            let clock = ManualWallClock()
            let masterKeys = try MasterKeys(parsing: "1:" + Data(repeating: 7, count: 32).base64EncodedString())
            let keys = PersonKeys(in: pool, masterKeys: masterKeys, clock: clock)
            let metrics = PrometheusRegistry(descriptions: DeliveryTimes.metrics)
            let preferences = NoticePreferenceStore(pool: pool, kinds: kinds, clock: clock)
            let deliveries = DeliveryStore(preferences: preferences, keys: keys, time: .clock(clock))
            let store = InboxStore(deliveries: deliveries)
            var pushSettings = PushSettings()
            pushSettings.hosts.append("localhost")
            pushSettings.allowsPrivateAddresses = true
            pushSettings.authorities = TestCertificates.authority
            try await body(
                NotificationsTestEnvironment(
                    pool: pool,
                    owner: owner,
                    clock: clock,
                    inbox: InboxService(store: store, changes: InboxStore.changes(in: pool)),
                    preferences: NoticePreferencesService(store: preferences, masterKeys: masterKeys),
                    consumer: EventConsumer(
                        pool: pool,
                        log: TestDatabase.quietLogger,
                        handle: InboxEvents(
                            store: store,
                            times: DeliveryTimes(kinds: kinds, factory: metrics)
                        ).effect
                    ),
                    deliveries: deliveries,
                    push: WebPushService(
                        store: PushSubscriptionStore(pool: pool, masterKeys: masterKeys, keys: keys, clock: clock),
                        keys: PushKeyStore(pool: pool, masterKeys: masterKeys, clock: clock),
                        settings: pushSettings
                    ),
                    masterKeys: masterKeys,
                    keys: keys,
                    metrics: metrics
                )
            )
        }
    }

    func deliver(_ event: Events.Event) async throws {
        _ = try await InProcessPeers.with(consumer.handlers, as: event.payload?.sender ?? "budget") {
            try await Events.EventSinkClient(channel: $0).deliverEvent(event)
        }
    }

    /// Delivers `count` events for a user, a second apart.
    func fill(_ user: User, _ count: Int) async throws {
        for _ in 0..<count {
            try await deliver(.purchase(for: user))
            clock.advance(by: 1)
        }
    }

    /// Adds unread entries to a user's inbox in one statement.
    func addEntries(_ count: Int, to user: User) async throws {
        try await pool.execute(
            """
            INSERT INTO notifications (user_id, id, kind, title, message, subject, created_at)
            SELECT \(UUID(canonical: user.id)), gen_random_uuid(), 'receipt_ready', 'Receipt ready', 'One item.', '', now()
            FROM generate_series(1, \(Int64(count)))
            """
        )
    }

    func list(
        _ user: User,
        size: Int32 = 0,
        token: String = "",
        unreadOnly: Bool = false
    ) async throws -> Notifications.ListNotificationsResponse {
        let request = Notifications.ListNotificationsRequest(
            page: .init(size: size, token: token),
            unreadOnly: unreadOnly
        )
        return try await inbox.listNotifications(request, context: user.context)
    }

    func markRead(_ user: User, _ ids: [String]) async throws -> Int64 {
        try await inbox.markNotificationsRead(.init(notificationIDs: ids), context: user.context).unread
    }

    func delete(_ user: User, _ ids: [String]) async throws -> Int64 {
        try await inbox.deleteNotifications(.init(notificationIDs: ids), context: user.context).unread
    }

    func deleteAll(
        _ user: User,
        upTo newest: String,
        key: String? = nil
    ) async throws -> Notifications.DeleteAllNotificationsResponse {
        try await inbox.deleteAllNotifications(.init(newestID: newest), context: user.context(idempotencyKey: key))
    }

    func restore(_ user: User, _ ids: [String] = [], deletion: String = "") async throws -> Int64 {
        let request = Notifications.RestoreNotificationsRequest(notificationIDs: ids, deletionID: deletion)
        return try await inbox.restoreNotifications(request, context: user.context).unread
    }
}

extension NotificationsTestEnvironment {
    /// Places that tempt users, with this environment's inboxes.
    var places: TemptingPlacesService { TemptingPlacesService(store: PlaceStore(inbox: inbox.store)) }

    /// Stores a place of a user.
    @discardableResult
    func set(
        _ place: Notifications.TemptingPlace,
        of user: User,
        at tokenTime: Date = .distantPast
    ) async throws -> Notifications.TemptingPlace {
        try await places.setPlace(.init(place: place), context: user.context(tokenTime: tokenTime))
    }

    /// Reports that a user has come to a place.
    @discardableResult
    func visit(
        _ place: Notifications.TemptingPlace,
        _ user: User,
        at tokenTime: Date = .distantPast
    ) async throws -> Notifications.VisitOutcome {
        try await places.reportVisit(.init(placeID: place.id), context: user.context(tokenTime: tokenTime)).outcome
    }

    /// What is in the link of a mail that was sent to a user now.
    func stopToken(of user: User, kind: String? = nil) async throws -> String {
        let (id, mail) = (try #require(UUID(uuidString: user.id)), UUID())
        try await pool.execute(
            "INSERT INTO sent_mails (user_id, id, kind, sent_at) VALUES (\(id), \(mail), 'notice', \(clock.now))"
        )
        return StopToken(user: id, mail: mail, kind: kind).text(masterKeys)
    }

    /// Brings out what is due, by channels that a test has made.
    func courier(_ channels: [Notifications.NoticeChannel: any OutsideChannel]) -> NoticeCourier {
        NoticeCourier(
            store: deliveries,
            channels: channels,
            times: DeliveryTimes(kinds: deliveries.preferences.kinds, factory: metrics),
            log: TestDatabase.quietLogger
        )
    }

    /// Adds a browser of a user that nobody has.
    func addBrowser(
        _ user: User,
        endpoint: String = "https://fcm.googleapis.com/\(UUID())",
        session: String? = nil
    ) async throws {
        let request = Notifications.RegisterPushDeviceRequest(
            endpoint: endpoint,
            publicKey: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation),
            secret: [UInt8](repeating: 1, count: 16)
        )
        var context = user.context
        context.verifiedUser = VerifiedUser(id: user.id, username: "somebody", session: session)
        _ = try await push.registerPushDevice(request, context: context)
    }

    /// Switches a channel of a kind on or off.
    func prefer(
        _ user: User,
        _ kind: String,
        _ channel: Notifications.NoticeChannel = .inbox,
        isOn: Bool
    ) async throws -> Notifications.NoticePreference {
        try await preferences.setNoticePreference(
            .init(kind: kind, channel: channel, isOn: isOn),
            context: user.context
        )
    }

    /// The kinds of notices whose entries a user gets.
    func kindsOn(_ user: User) async throws -> [String] {
        try await preferences.getNoticePreferences(.init(), context: user.context).preferences
            .filter { $0.channels.contains { $0.channel == .inbox && $0.isOn } }.map(\.kind)
    }
}

/// A signed-in user.
struct User: Sendable {
    let id = UUID().canonical

    /// The context of a call by this user.
    var context: CallContext { context(idempotencyKey: nil) }

    /// The context of a call by this user with an idempotency key.
    func context(idempotencyKey: String?) -> CallContext {
        var metadata = Metadata()
        if let idempotencyKey { metadata.add(MetadataName.idempotencyKey, idempotencyKey) }
        var context = CallContext(
            method: "test",
            metadata: metadata,
            peerService: "budget",
            trace: TraceContext()
        )
        context.verifiedUser = VerifiedUser(id: id, username: "somebody")
        return context
    }
}

extension User {
    /// The context of a call by this user with an access token of a time, which says what was consented to then.
    func context(tokenTime: Date) -> CallContext {
        var context = context
        context.verifiedUser = VerifiedUser(id: id, username: "somebody", tokenTime: tokenTime)
        return context
    }
}

extension Notifications.TemptingPlace {
    /// A new place in the middle of Fernhollow.
    static func sample(_ name: String = "Corner Bakery", radius: UInt32 = 0) -> Self {
        Self(
            id: UUID().canonical,
            name: name,
            location: .init(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000),
            radiusMetres: radius
        )
    }
}

extension CallContext {
    /// The context of a call by budget.
    static var budget: CallContext {
        return CallContext(method: "test", peerService: "budget", trace: TraceContext())
    }
}

extension Events.Event {
    /// An event with a payload and a new id.
    static func new(_ payload: Payload?) -> Events.Event {
        Events.Event(id: UUID().canonical, occurredAt: .init(seconds: 1), payload: payload)
    }

    /// The event of a recorded purchase.
    static func purchase(
        for user: User,
        adjust: (inout Events.PurchaseRecorded) -> Void = { _ in }
    ) -> Events.Event {
        var purchase = Events.PurchaseRecorded(
            userID: user.id,
            purchaseID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01",
            receiptID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e02",
            storeName: "Juniper Street Market",
            total: .init(minorUnits: 5_317, currency: "CAD"),
            items: 15,
            itemsToReview: 2
        )
        adjust(&purchase)
        return .new(.purchaseRecorded(purchase))
    }

    /// The event of a receipt that could not be read.
    static func failure(for user: User, _ explanation: String) -> Events.Event {
        .new(
            .receiptFailed(
                .init(
                    userID: user.id,
                    receiptID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e02",
                    explanation: explanation
                )
            )
        )
    }
}

/// The status with which `body` fails.
func failure(_ body: () async throws -> some Any) async -> Status? {
    await #expect(throws: Status.self) { _ = try await body() }
}
