import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import TLS
import Testing
import Texts

@testable import larder_notifications

@Suite("Web push", .timeLimit(.minutes(5)), .serialized)
struct WebPushTests {
    private func with(_ body: (NotificationsTestEnvironment, PushServer, User) async throws -> Void) async throws {
        let identity = TestCertificates.identity("gateway")
        let server: PushServer
        do {
            server = try PushServer(chain: identity.certificateChain, key: identity.privateKey)
        } catch is PushServer.Unavailable {
            return print("skipped: a push service cannot be fetched from the Python package index")
        }
        try await NotificationsTestEnvironment.with { try await body($0, server, User()) }
    }

    private func register(
        _ environment: NotificationsTestEnvironment,
        _ server: PushServer,
        _ user: User,
        _ status: Int
    ) async throws {
        let request = Notifications.RegisterPushDeviceRequest(
            endpoint: server.endpoint(status),
            publicKey: Array(server.place.publicKey),
            secret: Array(server.place.secret)
        )
        _ = try await environment.push.registerPushDevice(request, context: user.context)
    }

    private func pusher(
        _ environment: NotificationsTestEnvironment,
        limits: PushTransport.Limits = .init(),
        adjust: (inout PushSettings) -> Void = { _ in }
    ) -> NoticePusher {
        var settings = environment.push.settings
        adjust(&settings)
        return NoticePusher(
            subscriptions: environment.push.store,
            deliveries: environment.deliveries,
            keys: environment.push.keys,
            transport: PushTransport(settings, limits: limits),
            kinds: environment.deliveries.preferences.kinds,
            contact: "mailto:larder@example.org"
        )
    }

    private func devices(_ environment: NotificationsTestEnvironment, _ user: User) async throws -> Int {
        try await environment.push.listPushDevices(.init(), context: user.context).devices.count
    }

    /// The error of the delivery that waits; nil when none does.
    private func lastError(_ environment: NotificationsTestEnvironment) async throws -> String? {
        let rows = try await environment.pool.query("SELECT last_error FROM notice_deliveries WHERE settled_at IS NULL")
        return try rows.first?["last_error"]
    }

    @Test("reaches each of a user's browsers once, encrypted, signed and in every language")
    func reaches() async throws {
        try await with { environment, server, user in
            try await register(environment, server, user, 201)
            try await environment.deliver(.purchase(for: user))
            let worker = environment.courier([.webPush: pusher(environment)])
            #expect(try await worker.runOnce() == 1)
            #expect(try await worker.runOnce() == 0)
            let got = try server.nextMessage()
            #expect(got.path == "/201/browser" && got.scheme == "vapid" && got.contact == "mailto:larder@example.org")
            #expect(got.ttl == "86400" && got.urgency == "normal" && got.encoding == "aes128gcm")
            #expect(got.size == 1_024 + 103)
            let key = try await environment.push.getPushKey(.init(), context: user.context).publicKey
            #expect(Data(base64Encoded: got.key) == Data(key))
            #expect(Double(got.expiry) == environment.clock.now.timeIntervalSince1970 + 12 * 3_600)
            let message = try JSONDecoder().decode([String: AnyJSON].self, from: Data(got.message.utf8))
            #expect(message["path"] == .text("/purchases/7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"))
            #expect(got.message.contains("Receipt ready") && got.message.contains("Reçu prêt"))
            try await environment.deliver(.new(.accountSecured(.init(userID: user.id, change: .passwordChanged))))
            _ = try await worker.runOnce()
            #expect(try server.nextMessage().urgency == "high")
        }
    }

    private enum AnyJSON: Decodable, Equatable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            self = (try? decoder.singleValueContainer().decode(String.self)).map { .text($0) } ?? .other
        }
    }

    @Test("forgets a browser that takes messages no more", arguments: [404, 410])
    func gone(status: Int) async throws {
        try await with { environment, server, user in
            try await register(environment, server, user, status)
            try await register(environment, server, user, 201)
            try await environment.deliver(.purchase(for: user))
            let worker = environment.courier([.webPush: pusher(environment)])
            #expect(try await worker.runOnce() == 1)
            #expect(try await devices(environment, user) == 1)
            #expect(try await lastError(environment) == nil)
        }
    }

    @Test(
        "tries again when a service is busy or out of order, when it says, and does not reach the other browser twice"
    )
    func busy() async throws {
        try await with { environment, server, user in
            try await register(environment, server, user, 429)
            try await register(environment, server, user, 201)
            try await environment.deliver(.purchase(for: user))
            let worker = environment.courier([.webPush: pusher(environment)])
            #expect(try await worker.runOnce() == 1)
            #expect(
                Set([try server.nextMessage().path, try server.nextMessage().path]) == ["/429/browser", "/201/browser"]
            )
            #expect(try await lastError(environment) == "a push service answered 429")
            environment.clock.advance(by: 1_799)
            #expect(try await worker.runOnce() == 0)
            environment.clock.advance(by: 2)
            #expect(try await worker.runOnce() == 1)
            #expect(try server.nextMessage().path == "/429/browser")
        }
    }

    @Test(
        "waits for a service that answers 500 or not at all, follows no redirect, and keeps what is refused for operators"
    )
    func failures() async throws {
        try await with { environment, server, user in
            for (status, error) in [(500, "a push service answered 500"), (0, "Timeout was reached")] {
                let user = User()
                try await register(environment, server, user, status)
                try await environment.deliver(.purchase(for: user))
                let limits = PushTransport.Limits(connecting: 2_000, whole: 500)
                _ = try await environment.courier([.webPush: pusher(environment, limits: limits)]).runOnce()
                #expect(try await lastError(environment) == error)
                #expect(try server.nextMessage().path == "/\(status)/browser")
                try await environment.pool.execute("DELETE FROM notice_deliveries")
            }
            for status in [307, 400, 413] {
                let user = User()
                try await register(environment, server, user, status)
                try await environment.deliver(.purchase(for: user))
                _ = try await environment.courier([.webPush: pusher(environment)]).runOnce()
                #expect(try server.nextMessage().path == "/\(status)/browser")
                #expect(try await lastError(environment) == "a push service answered \(status)")
                #expect(try await environment.deliveries.queue.backlog(limit: 10).parked == 1)
                try await environment.pool.execute("DELETE FROM notice_deliveries")
            }
        }
    }

    @Test("connects to no address of this network, whatever its name, and to nobody with a wrong certificate")
    func private_() async throws {
        try await with { environment, server, user in
            try await register(environment, server, user, 201)
            try await environment.deliver(.purchase(for: user))
            let careful = pusher(environment) { $0.allowsPrivateAddresses = false }
            let request = PushRequest(endpoint: server.endpoint(201), fields: [], body: [1])
            await #expect(throws: PushOutage.self) { try await careful.transport.send(request) }
            let distrusting = pusher(environment) { $0.authorities = nil }
            await #expect(throws: PushOutage.self) { try await distrusting.transport.send(request) }
            // It may not be sent to any more.
            _ = try await environment.courier([.webPush: careful]).runOnce()
            #expect(try await devices(environment, user) == 0)
            #expect(try await states(environment) == ["settled"])
        }
    }

    /// What became of each delivery.
    private func states(_ environment: NotificationsTestEnvironment) async throws -> [String] {
        try await environment.pool.query(
            """
            SELECT CASE WHEN is_delivered THEN 'delivered' WHEN settled_at IS NOT NULL THEN 'settled'
                WHEN parked_at IS NOT NULL THEN 'parked' ELSE 'waiting' END AS state FROM notice_deliveries
            """
        ).map { try $0["state"] }
    }

    /// What became of a notice to browsers whose services answer so, once all were asked. The one that is registered last is sent to
    /// first.
    private func afterOneRun(
        _ statuses: [Int],
        _ check: (NotificationsTestEnvironment) async throws -> Void
    ) async throws {
        try await with { environment, server, user in
            for status in statuses {
                try await register(environment, server, user, status)
                environment.clock.advance(by: 1)
            }
            try await environment.deliver(.purchase(for: user))
            _ = try await environment.courier([.webPush: pusher(environment)]).runOnce()
            try await check(environment)
        }
    }

    @Test("waits for each browser that may still be reached, whatever another one's service answers")
    func mixed() async throws {
        for statuses in [[503, 403], [403, 503]] {
            try await afterOneRun(statuses) { environment async throws in
                #expect(try await states(environment) == ["waiting"])
                #expect(try await lastError(environment) == "a push service answered 503")
            }
        }
    }

    @Test("is delivered once a browser has it and the services of all others refuse it for good")
    func refusedElsewhere() async throws {
        for statuses in [[201, 403], [403, 201]] {
            try await afterOneRun(statuses) { environment async throws in
                #expect(try await states(environment) == ["delivered"])
            }
        }
    }

    @Test("is delivered when a browser has it and the service of another one is out of order for two days")
    func outOfOrderElsewhere() async throws {
        try await with { environment, server, user in
            for status in [201, 503] { try await register(environment, server, user, status) }
            try await environment.deliver(.purchase(for: user))
            let worker = environment.courier([.webPush: pusher(environment)])
            #expect(try await worker.runOnce() == 1)
            #expect(try await states(environment) == ["waiting"])
            environment.clock.advance(by: NoticeCourier.patience)
            #expect(try await worker.runOnce() == 1)
            #expect(try await states(environment) == ["delivered"])
        }
    }

    @Test("is settled when none of the user's browsers takes messages any more")
    func noneLeft() async throws {
        try await with { environment, server, user in
            try await register(environment, server, user, 410)
            try await environment.deliver(.purchase(for: user))
            let worker = environment.courier([.webPush: pusher(environment)])
            #expect(try await worker.runOnce() == 1)
            #expect(try await states(environment) == ["settled"])
            #expect(try await devices(environment, user) == 0)
        }
    }
}

@Suite("Browsers to which notices go", .timeLimit(.minutes(5)))
struct PushDeviceTests {
    @Test("are rejected with all that is wrong")
    func invalid() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let request = Notifications.RegisterPushDeviceRequest(
                endpoint: "https://example.org/x",
                publicKey: [UInt8](repeating: 4, count: 65),
                secret: [1]
            )
            let status = await failure {
                try await environment.push.registerPushDevice(request, context: User().context)
            }
            #expect(status?.fieldViolations.map(\.field) == ["endpoint", "public_key", "secret"])
        }
    }

    @Test("are one for each endpoint, of who registered it last, and stored unreadably")
    func register() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, other) = (User(), User())
            let endpoint = "https://fcm.googleapis.com/secret"
            try await environment.addBrowser(user, endpoint: endpoint)
            try await environment.addBrowser(user, endpoint: endpoint)
            let own = try await environment.push.listPushDevices(.init(), context: user.context).devices
            #expect(own.map(\.service) == ["fcm.googleapis.com"])
            let rows = try await environment.pool.query("SELECT row_to_json(s)::text AS row FROM push_subscriptions s")
            let stored: String = try #require(rows.first)["row"]
            let hex = endpoint.utf8.map { String(format: "%02x", $0) }.joined()
            #expect(!stored.contains("googleapis") && !stored.contains(hex))
            // A stranger can't remove it, and who signs in with the browser has it.
            let id = try #require(own.first?.id)
            _ = try await environment.push.removePushDevice(.init(id: id), context: other.context)
            #expect(try await environment.push.listPushDevices(.init(), context: user.context).devices.count == 1)
            try await environment.addBrowser(other, endpoint: endpoint)
            #expect(try await environment.push.listPushDevices(.init(), context: user.context).devices.isEmpty)
            let its = try await environment.push.listPushDevices(.init(), context: other.context).devices
            _ = try await environment.push.removePushDevice(
                .init(id: try #require(its.first?.id)),
                context: other.context
            )
            #expect(try await environment.push.listPushDevices(.init(), context: other.context).devices.isEmpty)
        }
    }

    @Test("are forgotten when the session ends that has registered them, and with all sessions of the account")
    func ended() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            func devices() async throws -> Int {
                try await environment.push.listPushDevices(.init(), context: user.context).devices.count
            }
            func end(_ revocations: Auth.Revocation...) async throws {
                let ended = EndedSessions(
                    store: environment.push.store,
                    follow: { _ in },
                    ended: { _ in [] },
                    log: TestDatabase.quietLogger
                )
                try await ended.remove(revocations)
            }
            try await environment.addBrowser(user, session: "phone")
            try await environment.addBrowser(user, session: "tablet")
            try await end(
                .init(accountID: stranger.id, sessionID: "phone", reason: .sessionEnded),
                .init(accountID: user.id, sessionID: "phone", reason: .outdated)
            )
            #expect(try await devices() == 2)
            try await end(.init(accountID: user.id, sessionID: "phone", reason: .sessionEnded))
            #expect(try await devices() == 1)
            let time = environment.clock.now
            environment.clock.advance(by: 1)
            try await environment.addBrowser(user, session: "phone")
            try await end(.init(accountID: user.id, revokedAt: .init(time), reason: .sessionEnded))
            #expect(try await devices() == 1)
        }
    }

    @Test("are forgotten when their session has ended while auth could not be followed, once it can")
    func endedMeanwhile() async throws {
        try await NotificationsTestEnvironment.with { environment in
            // More than one page, and one whose session is not known.
            let users = (0..<EndedSessions.pageSize / 20 + 1).map { _ in User() }
            var sessions: [(user: User, id: String)] = []
            for user in users {
                for _ in 0..<20 {
                    let session = UUID().canonical
                    sessions.append((user, session))
                    try await environment.addBrowser(user, session: session)
                }
            }
            let unknown = User()
            try await environment.addBrowser(unknown)
            let over = Set(sessions.indices.filter { $0.isMultiple(of: 3) }.map { sessions[$0].id })
            let asked = Recorder<[Auth.SessionReference]>()
            let steps = Recorder<String>()
            let ended = EndedSessions(
                store: environment.push.store,
                follow: { receive in
                    for number in 1...2 {
                        try await receive(.init(isComplete: true))
                        steps.record("update \(number)")
                    }
                    throw Status(.unavailable, "auth stops")
                },
                ended: { sessions in
                    asked.record(sessions)
                    return sessions.filter { over.contains($0.sessionID) }
                },
                log: TestDatabase.quietLogger
            )
            let end = await failure { try await ended.removeWhileFollowed() }
            #expect(end?.code == .unavailable && steps.values == ["update 1", "update 2"])
            #expect(asked.values.allSatisfy { $0.count <= EndedSessions.pageSize })
            // Each once, though there were two updates.
            #expect(asked.values.flatMap { $0 }.map(\.sessionID).sorted() == sessions.map(\.id).sorted())
            let left = try await environment.pool.query("SELECT session_id FROM push_subscriptions")
            let names: [String?] = try left.map { try $0["session_id"] }
            #expect(Set(names.compactMap(\.self)) == Set(sessions.map(\.id)).subtracting(over))
            #expect(names.count { $0 == nil } == 1)
        }
    }

    @Test("do not let the program start without a master key that they need")
    func missingMasterKey() async throws {
        try await NotificationsTestEnvironment.with { environment in
            func store(_ id: String) throws -> PushSubscriptionStore {
                let keys = try MasterKeys(parsing: "\(id):" + Data(repeating: 7, count: 32).base64EncodedString())
                return PushSubscriptionStore(
                    pool: environment.pool,
                    masterKeys: keys,
                    keys: PersonKeys(in: environment.pool, masterKeys: keys),
                    clock: environment.clock
                )
            }
            try await store("2").requireMasterKeys()
            _ = try await environment.push.keys.publicKey()
            try await store("1").requireMasterKeys()
            await #expect(throws: ConfigurationError.self) { try await store("2").requireMasterKeys() }
            try await environment.pool.execute("DELETE FROM push_keys")
            try await environment.addBrowser(User())
            await #expect(throws: ConfigurationError.self) { try await store("2").requireMasterKeys() }
        }
    }

    @Test("are 20 at most, and forgotten when they are not renewed for 60 days")
    func limits() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<20 { try await environment.addBrowser(user) }
            #expect(await failure { try await environment.addBrowser(user) }?.reason == .tooManyDevices)
            environment.clock.advance(by: PushSubscriptionStore.lifetime)
            #expect(try await environment.push.listPushDevices(.init(), context: user.context).devices.isEmpty)
            try await environment.push.store.removeExpired()
            #expect(try await environment.pool.query("SELECT 1 FROM push_subscriptions").isEmpty)
        }
    }

    @Test("and the key of web push outlive their master key, once another one is the first")
    func rotation() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.addBrowser(user)
            let key = try await environment.push.keys.publicKey()
            func keys(_ lines: [(String, UInt8)]) throws -> MasterKeys {
                try MasterKeys(
                    parsing: lines.map { "\($0):" + Data(repeating: $1, count: 32).base64EncodedString() }
                        .joined(separator: "\n")
                )
            }
            let (both, new) = (try keys([("2", 8), ("1", 7)]), try keys([("2", 8)]))
            let pool = environment.pool
            let (rewrapping, rewrapped) = (
                PersonKeys(in: pool, masterKeys: both), PersonKeys(in: pool, masterKeys: new)
            )
            try await rewrapping.rewrap()
            try await PushSubscriptionStore(pool: pool, masterKeys: both, keys: rewrapping).rewrap()
            #expect(try await PushKeyStore(pool: pool, masterKeys: both).publicKey() == key)
            let store = PushSubscriptionStore(pool: pool, masterKeys: new, keys: rewrapped, clock: environment.clock)
            #expect(try await store.devices(of: try #require(UUID(uuidString: user.id))).count == 1)
            #expect(try await PushKeyStore(pool: pool, masterKeys: new).publicKey() == key)
        }
    }
}
