import AuthMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import FoundationsTestSupport
import NIOCore
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_notifications

@Suite("Bringing notices out", .timeLimit(.minutes(5)))
struct CourierTests {
    /// Takes notices, or fails as a test says, or has nobody to send to.
    final class Channel: OutsideChannel {
        let taken = Recorder<[OutsideNotice]>()
        let failures: Recorder<ChannelFailure>
        let failure: ChannelFailure?
        let hasReader: Bool

        init(failure: ChannelFailure? = nil, hasReader: Bool = true) {
            (self.failure, self.hasReader) = (failure, hasReader)
            failures = Recorder()
        }

        func send(_ notices: [OutsideNotice], _ lease: Lease<NoticeDelivery>) async throws -> Bool {
            if let failure {
                failures.record(failure)
                throw failure
            }
            guard hasReader else { return false }
            taken.record(notices)
            return true
        }
    }

    private func delivered(_ environment: NotificationsTestEnvironment) async throws -> [String] {
        try await environment.pool.query(
            """
            SELECT (settled_at IS NOT NULL)::text || ' ' || is_delivered::text || ' ' || (parked_at IS NOT NULL)::text AS state
            FROM notice_deliveries ORDER BY channel
            """
        ).map { try $0["state"] }
    }

    @Test(
        "goes by the channels that are on for a kind, and by no others",
        // Reminders come without an event; their suites have them.
        arguments: NoticeKinds.all.kinds.map(\.name).filter {
            ![EntryReminders.kind, PlaceReminder.kind].contains($0)
        },
        Notifications.NoticeChannel.outside + [.inbox]
    )
    func matrix(name: String, channel: Notifications.NoticeChannel) async throws {
        let kind = try #require(NoticeKinds.all[name])
        try await NotificationsTestEnvironment.with { environment in
            for isOn in [nil, true, false] {
                let user = User()
                try await environment.addBrowser(user)
                if let isOn, kind.channels.contains(channel), isOn || kind.isOptional(channel) {
                    _ = try await environment.prefer(user, name, channel, isOn: isOn)
                }
                let event: Events.Event =
                    switch name {
                    case "receipt_ready": .purchase(for: user)
                    case "receipt_failed": .failure(for: user, "Too dark.")
                    case "goal_passed": .new(.goalPassed(.sample(user)))
                    case "badge_awarded": .new(.badgeAwarded(.sample(user)))
                    case "price_drop": .new(.priceDropFound(.sample(user)))
                    default: .new(.accountSecured(.init(userID: user.id, change: .passwordChanged)))
                    }
                // However often it comes.
                for _ in 0..<3 { try await environment.deliver(event) }
                let (mails, pushes) = (Channel(), Channel())
                while try await environment.courier([.email: mails, .webPush: pushes]).runOnce() > 0 {}
                let counts: [Notifications.NoticeChannel: Int] = [
                    .inbox: try await environment.list(user).notifications.count,
                    .email: mails.taken.count,
                    .webPush: pushes.taken.count,
                ]
                for (other, count) in counts {
                    let chosen = other == channel && kind.isOptional(channel) ? isOn : nil
                    let expected = kind.channels.contains(other) && (chosen ?? kind.isOnAtFirst(other))
                    #expect(
                        count == (expected ? 1 : 0),
                        "\(name) by \(other.label), \(channel.label) is \(isOn as Any)"
                    )
                }
            }
        }
    }

    @Test("comes together with the others of a day, once, and what was read or withdrawn meanwhile does not")
    func digest() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, mails) = (User(), Channel())
            _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            for kind in ["receipt_failed", "receipt_ready"] {
                _ = try await environment.preferences.setNoticeFrequency(
                    .init(kind: kind, frequency: .daily),
                    context: user.context
                )
            }
            let read = Events.Event.failure(for: user, "Read.")
            for event in [read, .failure(for: user, "One."), .failure(for: user, "Two."), .purchase(for: user)] {
                try await environment.deliver(event)
                environment.clock.advance(by: 60)
            }
            _ = try await environment.markRead(user, [read.id])
            let settled = Events.PurchaseSettled(userID: user.id, purchaseID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01")
            try await environment.deliver(.new(.purchaseSettled(settled)))
            #expect(
                try await environment.list(user).notifications.map(\.kind) == [
                    "receipt_failed", "receipt_failed", "receipt_failed",
                ]
            )
            let worker = environment.courier([.email: mails])
            #expect(try await worker.runOnce() == 0)
            environment.clock.advance(by: 86_400)
            #expect(try await worker.runOnce() == 1)
            // Both have happened at the same time.
            #expect(mails.taken.values.map { $0.map(\.message.english).sorted() } == [["One.", "Two."]])
            environment.clock.advance(by: 86_400)
            #expect(try await worker.runOnce() == 0)
            let contents = try await environment.pool.query(
                "SELECT 1 FROM delivered_notices WHERE content IS NOT NULL OR content_sealed IS NOT NULL"
            )
            #expect(contents.isEmpty)
        }
    }

    @Test("waits for the end of quiet hours, unless it is urgent")
    func quiet() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, pushes) = (User(), Channel())
            try await environment.addBrowser(user)
            // It is 22:13:20 UTC.
            let times = Notifications.NoticeTimes(
                timeZone: "UTC",
                quietHours: .init(fromMinute: 22 * 60, untilMinute: 6 * 60),
                digestMinute: 0,
                reminder: .init(minute: 20 * 60)
            )
            #expect(try await environment.preferences.setNoticeTimes(times, context: user.context) == times)
            try await environment.deliver(.failure(for: user, "One."))
            try await environment.deliver(.failure(for: user, "Two."))
            try await environment.deliver(.new(.accountSecured(.init(userID: user.id, change: .passwordReset))))
            let worker = environment.courier([.webPush: pushes])
            #expect(try await worker.runOnce() == 1)
            #expect(pushes.taken.values.last?.map(\.kind) == ["account_secured"])
            environment.clock.advance(by: 8 * 3_600)
            #expect(try await worker.runOnce() == 1)
            #expect(pushes.taken.values.last?.count == 2)
        }
    }

    @Test("is held up neither by many notices that came before nor by those of another channel, when it is urgent")
    func fairness() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, pushes) = (User(), Channel())
            try await environment.addBrowser(user)
            // Of both channels; the mails came first, and their server takes none.
            try await environment.pool.execute(
                """
                WITH waiting AS (
                    INSERT INTO notice_deliveries (user_id, id, channel, created_at, due_at)
                    SELECT gen_random_uuid(), gen_random_uuid(), 2 + number % 2, now, now
                    FROM generate_series(1, 20000) AS number, (SELECT \(environment.clock.now - 60)::timestamptz AS now) AS time
                    RETURNING user_id, id, channel
                )
                INSERT INTO delivered_notices (
                    user_id, notice_id, channel, delivery_id, kind, content, subject, occurred_at
                )
                SELECT user_id, gen_random_uuid(), channel, id, 'receipt_failed', '{}', '', now() FROM waiting
                """
            )
            try await environment.deliver(.new(.accountSecured(.init(userID: user.id, change: .passwordReset))))
            let mails = Channel(failure: .passing(reason: "down"))
            _ = try await environment.courier([.email: mails, .webPush: pushes]).runOnce()
            #expect(pushes.taken.values.flatMap { $0 }.contains { $0.kind == "account_secured" })
            #expect(pushes.taken.count <= 8)
        }
    }

    @Test("is tried again, and by the next channel that was chosen, at once, when one fails for good")
    func handOver() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, mails) = (User(), Channel())
            try await environment.addBrowser(user)
            _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
            try await environment.deliver(.failure(for: user, "Too dark."))
            let busy = Channel(failure: .passing(reason: "busy", after: .seconds(120)))
            let gone = Channel(failure: .permanent(reason: "gone"))
            // The mail is planned for later.
            try await environment.pool.execute(
                "UPDATE notice_deliveries SET due_at = due_at + interval '9 hours' WHERE channel = 2"
            )
            #expect(try await environment.courier([.webPush: busy, .email: mails]).runOnce() == 1)
            environment.clock.advance(by: 119)
            #expect(try await environment.courier([.webPush: gone, .email: mails]).runOnce() == 0)
            environment.clock.advance(by: 2)
            let worker = environment.courier([.webPush: gone, .email: mails])
            #expect(try await worker.runOnce() == 1)
            #expect(try await worker.runOnce() == 1)
            #expect(mails.taken.count == 1)
            #expect(try await delivered(environment) == ["true true false", "true false false"])
        }
    }

    @Test(
        "goes by the next channel that was chosen, at once, when one has nobody to send to, and is settled where all have nobody"
    )
    func nobody() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, mails) = (User(), Channel())
            try await environment.addBrowser(user)
            _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
            let nobody = Channel(hasReader: false)
            try await environment.deliver(.failure(for: user, "Too dark."))
            // The mail is planned for later.
            try await environment.pool.execute(
                "UPDATE notice_deliveries SET due_at = due_at + interval '9 hours' WHERE channel = 2"
            )
            let worker = environment.courier([.webPush: nobody, .email: mails])
            #expect(try await worker.runOnce() == 1)
            #expect(try await worker.runOnce() == 1)
            #expect(mails.taken.count == 1)
            #expect(try await delivered(environment) == ["true true false", "true false false"])

            try await environment.deliver(.failure(for: user, "Too dark."))
            let neither = environment.courier([.webPush: nobody, .email: nobody])
            while try await neither.runOnce() > 0 {}
            let backlog = try await environment.deliveries.queue.backlog(limit: 10)
            #expect(backlog == QueueBacklog(waiting: 0, parked: 0, oldestAge: nil))
            let open = try await environment.pool.query(
                "SELECT 1 FROM delivered_notices WHERE content IS NOT NULL OR content_sealed IS NOT NULL"
            )
            #expect(open.isEmpty)
        }
    }

    @Test("is forgotten 30 days after it went out or was given up, with what it says, and no sooner")
    func retention() async throws {
        try await NotificationsTestEnvironment.with { environment in
            for channel in [Channel(), Channel(failure: .permanent(reason: "rejected"))] {
                let user = User()
                _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
                try await environment.deliver(.failure(for: user, "Too dark."))
                #expect(try await environment.courier([.email: channel]).runOnce() == 1)
            }
            environment.clock.advance(by: DeliveryStore.retention)
            // One that waits has no end.
            let waiting = User()
            _ = try await environment.prefer(waiting, "receipt_failed", .email, isOn: true)
            try await environment.deliver(.failure(for: waiting, "Too dark."))
            try await environment.deliveries.eraseOld()
            #expect(try await delivered(environment).count == 3)
            environment.clock.advance(by: 1)
            try await environment.deliveries.eraseOld()
            #expect(try await delivered(environment) == ["false false false"])
            #expect(try await environment.pool.query("SELECT 1 FROM delivered_notices").count == 1)
        }
    }

    @Test(
        "is kept for operators when all chosen channels have failed, at the latest after two days, and goes out once released"
    )
    func failed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
            try await environment.deliver(.failure(for: user, "Too dark."))
            let down = environment.courier([.email: Channel(failure: .passing(reason: "down"))])
            #expect(try await down.runOnce() == 1)
            #expect(try await delivered(environment) == ["false false false"])
            environment.clock.advance(by: NoticeCourier.patience)
            #expect(try await down.runOnce() == 1)
            #expect(try await delivered(environment) == ["false false true"])
            #expect(try await environment.deliveries.queue.backlog(limit: 10).parked == 1)
            #expect(try await environment.deliveries.queue.retry(where: "work.parked_at IS NOT NULL") == 1)
            let mails = Channel()
            #expect(try await environment.courier([.email: mails]).runOnce() == 1)
            #expect(mails.taken.count == 1)
        }
    }

    @Test("is measured by kind and channel from the event on, or from when its reader wanted it")
    func measured() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.prefer(user, "receipt_failed", .email, isOn: true)
            var event = Events.Event.failure(for: user, "Too dark.")
            event.occurredAt = .init(environment.clock.now)
            environment.clock.advance(by: 3)
            try await environment.deliver(event)
            environment.clock.advance(by: 4)
            _ = try await environment.courier([.email: Channel()]).runOnce()
            let text = String(buffer: environment.metrics.text())
            let series = text.split(separator: "\n").filter { $0.hasPrefix("larder_notices_") }
            func has(_ name: String, _ channel: String, _ value: Int) -> Bool {
                series.contains {
                    $0.hasPrefix("larder_notices_\(name){") && $0.contains("channel=\"\(channel)\"")
                        && $0.contains("kind=\"receipt_failed\"") && $0.hasSuffix(" \(value)")
                }
            }
            #expect(has("delivery_seconds_sum", "inbox", 3) && has("delivery_seconds_count", "inbox", 1), "\(series)")
            #expect(has("delivery_seconds_sum", "email", 7) && has("delivery_seconds_count", "email", 1), "\(series)")
            // The limit is five seconds.
            #expect(has("late_total", "email", 1) && !has("late_total", "inbox", 1), "\(series)")
        }
    }
}
