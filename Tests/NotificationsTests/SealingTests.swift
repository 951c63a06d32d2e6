import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

extension NotificationsTestEnvironment {
    /// Encrypts what former versions have stored.
    var sealing: ColumnSealing {
        ColumnSealing(NoticeColumns.formerlyReadable, keys: keys, in: pool, log: TestDatabase.quietLogger)
    }
}

@Suite("What notices say, encrypted", .timeLimit(.minutes(5)))
struct SealingTests {
    /// Everything in notifications' own tables, and in the answers to requests.
    private func stored(_ pool: PostgresPool) async throws -> String {
        var text = ""
        for table in [
            "notifications", "deleted_notifications", "delivered_notices", "push_subscriptions", "answered_requests",
        ] {
            let rows = try await pool.query("SELECT row_to_json(t)::text AS row FROM \(identifier: table) AS t")
            text += try rows.map { try $0["row"] as String }.joined(separator: "\n")
        }
        return text
    }

    /// A text as the database shows bytes.
    private func hex(_ text: String) -> String { text.utf8.map { String(format: "%02x", $0) }.joined() }

    @Test("is nowhere readable, from its event to its delivery, when it is deleted and when it is restored")
    func nowhere() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.addBrowser(user, endpoint: "https://fcm.googleapis.com/secret-place")
            try await environment.deliver(.purchase(for: user))
            try await environment.deliver(.failure(for: user, "Out of ink."))
            let before = try await environment.list(user).notifications
            #expect(before.count == 2)
            let newest = try #require(before.first).id
            let deletion = try await environment.deleteAll(user, upTo: newest, key: "once")
            // The answer is given again, from what is encrypted.
            #expect(try await environment.deleteAll(user, upTo: newest, key: "once") == deletion)
            var texts = [try await stored(environment.pool)]
            _ = try await environment.restore(user, deletion: deletion.deletionID)
            texts.append(try await stored(environment.pool))
            #expect(try await environment.list(user).notifications == before)
            let words = ["Juniper", "minorUnits", "Out of ink", "secret-place"]
            for text in texts {
                #expect(text.contains("receipt_ready") && text.contains("content_sealed"))
                for word in words { #expect(!text.contains(word) && !text.contains(hex(word)), "\(word)") }
                #expect(!text.contains(hex(deletion.deletionID)), "the answer")
            }
            #expect(try await environment.push.listPushDevices(.init(), context: user.context).devices.count == 1)
            let id = try #require(UUID(canonical: user.id))
            let devices = try await environment.push.store.devices(of: id)
            #expect(devices.first?.subscription.endpoint == "https://fcm.googleapis.com/secret-place")
        }
    }

    /// Stores what a former version stored, of both its forms.
    private func addFormer(_ user: UUID, _ pool: PostgresPool) async throws {
        let (subject, delivery) = ("purchase:7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01", UUID())
        let content = try InboxText.receiptReady(store: "Juniper", total: nil, items: 3, toCheck: 0, isDuplicate: false)
            .stored
        try await pool.pipeline([
            """
            INSERT INTO notifications (user_id, id, kind, title, message, subject, created_at)
            VALUES (\(user), \(UUID()), 'receipt_ready', 'Receipt ready', 'Juniper, one item.', '', now())
            """,
            """
            INSERT INTO notifications (user_id, id, kind, title, message, content, subject, created_at)
            VALUES (\(user), \(UUID()), 'receipt_ready', '', '', \(content), \(subject), now() + interval '1 second')
            """,
            """
            INSERT INTO notice_deliveries (user_id, id, channel, created_at, due_at)
            VALUES (\(user), \(delivery), 2, now(), now())
            """,
            """
            INSERT INTO delivered_notices (
                user_id, notice_id, channel, delivery_id, kind, content, subject, occurred_at
            )
            VALUES (\(user), \(UUID()), 2, \(delivery), 'receipt_ready', \(content), \(subject), now())
            """,
        ])
    }

    @Test("is the same after a former version's rows are encrypted, of which nobody who watches is told")
    func former() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let id = try #require(UUID(canonical: user.id))
            try await addFormer(id, environment.pool)
            let before = try await environment.list(user)
            #expect(before.notifications.map(\.message) == ["Juniper, 3 items.", "Juniper, one item."])
            // Reading makes no key.
            #expect(try await environment.pool.query("SELECT 1 FROM person_keys").isEmpty)
            let changes =
                "SELECT row_to_json(c)::text AS row FROM notification_changes AS c ORDER BY row_id" as Statement
            let noted = try await environment.pool.query(changes).map { try $0["row"] as String }
            #expect(try await environment.sealing.sealAll() == 3)
            #expect(try await environment.sealing.sealAll() == 0)
            #expect(try await environment.list(user) == before)
            #expect(try await environment.pool.query(changes).map { try $0["row"] as String } == noted)
            let text = try await stored(environment.pool)
            #expect(!text.contains("Juniper") && !text.contains(hex("Juniper")))
            // What is read afterwards is a change.
            _ = try await environment.markRead(user, [before.notifications[0].id])
            #expect(try await environment.pool.query(changes).map { try $0["row"] as String } != noted)
        }
    }

    @Test("goes out as a former version has planned it, encrypted or not, and is found by its subject")
    func planned() async throws {
        try await NotificationsTestEnvironment.with { environment in
            for isSealed in [false, true] {
                let user = User()
                let id = try #require(UUID(canonical: user.id))
                try await addFormer(id, environment.pool)
                if isSealed { try await environment.sealing.sealAll() }
                _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
                let row = try await environment.pool.query(
                    """
                    SELECT user_id, id, channel, created_at, planned_for, reached FROM notice_deliveries
                    WHERE user_id = \(id)
                    """
                )[0]
                let delivery = try NoticeDelivery(row)
                let notices = try await environment.deliveries.notices(of: delivery)
                #expect(notices.map(\.message.english) == ["Juniper, 3 items."])
                let settled = Events.PurchaseSettled(
                    userID: user.id,
                    purchaseID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"
                )
                try await environment.deliver(.new(.purchaseSettled(settled)))
                #expect(try await environment.deliveries.notices(of: delivery).isEmpty)
                #expect(try await environment.list(user).notifications.map(\.message) == ["Juniper, one item."])
            }
        }
    }

    @Test("can't be read once the key is destroyed, in no row and by no other's key")
    func destroyed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (ada, grace) = (User(), User())
            for user in [ada, grace] {
                try await environment.addBrowser(user)
                try await environment.deliver(.purchase(for: user))
            }
            let id = try #require(UUID(canonical: ada.id))
            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(id)")
            // Instances forget keys within minutes.
            environment.clock.advance(by: 301)
            let error = await #expect(throws: EncryptionError.self) { _ = try await environment.list(ada) }
            #expect(error == .unreadable)
            await #expect(throws: EncryptionError.self) { _ = try await environment.push.store.devices(of: id) }
            #expect(try await environment.list(grace).notifications.count == 1)
        }
    }

    @Test("of deleted entries is encrypted, too, and restored; what others put there later is not shown")
    func deleted() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let id = try #require(UUID(canonical: user.id))
            try await addFormer(id, environment.pool)
            let before = try await environment.list(user)
            let newest = try #require(before.notifications.first).id
            let deletion = try await environment.deleteAll(user, upTo: newest)
            #expect(try await environment.sealing.sealAll() == 3)
            let text = try await stored(environment.pool)
            #expect(!text.contains("Juniper") && !text.contains(hex("Juniper")))
            _ = try await environment.restore(user, deletion: deletion.deletionID)
            #expect(try await environment.list(user).notifications == before.notifications)
            try await environment.pool.execute(
                "UPDATE notifications SET content = NULL, content_sealed = NULL, title = 'Forged', title_sealed = NULL"
            )
            #expect(try await !environment.list(user).notifications.contains { $0.title == "Forged" })
            let changes = try await environment.sealing.sealAll()
            #expect(changes == 0)
        }
    }

    @Test("of browsers is encrypted anew although one of them can't be, and with no key for somebody who is erased")
    func manySubscriptions() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let store = environment.push.store
            for number in 1...260 {
                let id = UUID()
                let subscription = #"{"endpoint":"https://fcm.googleapis.com/\#(number)","publicKey":"","secret":""}"#
                let wrapped = try environment.masterKeys.wrap(
                    Array(subscription.utf8),
                    for: "push subscription \((number == 7 ? UUID() : id).canonical)"
                )
                try await environment.pool.execute(
                    """
                    INSERT INTO push_subscriptions (
                        user_id, id, endpoint_hash, sealed, master_key_id, created_at, renewed_at
                    )
                    VALUES (
                        \(UUID()), \(id), \(Array("\(number)".utf8)), \(wrapped.bytes), \(wrapped.masterKeyID),
                        now(), now()
                    )
                    """
                )
            }
            let some = try await environment.pool.query("SELECT user_id FROM push_subscriptions LIMIT 1 OFFSET 100")
            let erased: UUID = try some[0]["user_id"]
            let failure = try await environment.pool.transaction { connection in
                try await connection.execute("DELETE FROM push_subscriptions WHERE user_id = \(erased)")
                return await #expect(throws: SealingFailure.self) { try await store.rewrap() }
            }
            #expect(failure?.rows == ["push_subscriptions": 1])
            let left = try await environment.pool.query("SELECT 1 FROM push_subscriptions WHERE sealed IS NOT NULL")
            #expect(left.count == 1)
            #expect(try await environment.pool.query("SELECT 1 FROM person_keys WHERE user_id = \(erased)").isEmpty)
        }
    }

    @Test("of browsers moves from the master key to the user's, and is found as before")
    func subscriptions() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, endpoint) = (User(), "https://fcm.googleapis.com/former")
            let id = try #require(UUID(canonical: user.id))
            try await environment.addBrowser(user, endpoint: endpoint)
            let store = environment.push.store
            let device = try #require(try await store.devices(of: id).first)
            // As a former version has stored it.
            let wrapped = try environment.masterKeys.wrap(
                Array(JSONEncoder().encode(device.subscription)),
                for: "push subscription \(device.id.canonical)"
            )
            try await environment.pool.execute(
                "UPDATE push_subscriptions SET sealed = \(wrapped.bytes), subscription_sealed = NULL"
            )
            #expect(try await store.devices(of: id).map(\.subscription.endpoint) == [endpoint])
            try await store.rewrap()
            let moved = try await environment.pool.query(
                "SELECT 1 FROM push_subscriptions WHERE sealed IS NULL AND subscription_sealed IS NOT NULL"
            )
            #expect(moved.count == 1)
            #expect(try await store.devices(of: id).map(\.subscription.endpoint) == [endpoint])
            // Still one browser.
            try await environment.addBrowser(user, endpoint: endpoint, session: "other")
            #expect(try await store.devices(of: id).map(\.id) == [device.id])
        }
    }
}
