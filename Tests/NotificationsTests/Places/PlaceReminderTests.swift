import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

/// Requirement NOT-10: who comes to a tempting place is reminded once.
@Suite("Reminders at tempting places", .timeLimit(.minutes(5)))
struct PlaceReminderTests {
    @Test("don't come for a place that there is not, or is not any more")
    func unknown() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, place) = (User(), Notifications.TemptingPlace.sample())
            let problem = await failure { try await environment.visit(place, user) }
            #expect(problem?.code == .notFound)
            try await environment.set(place, of: user)
            _ = try await environment.places.removePlace(.init(placeID: place.id), context: user.context)
            #expect(await failure { try await environment.visit(place, user) }?.code == .notFound)
            #expect(try await environment.list(user).notifications == [])
        }
    }

    @Test("come once in an hour, and replace one of the same place that was not read")
    func hourly() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let place = try await environment.set(.sample("Corner Bakery"), of: user)
            #expect(try await environment.visit(place, user) == .reminded)
            let first = try await environment.list(user)
            #expect(first.unread == 1)
            #expect(first.notifications.map(\.kind) == ["place_reminder"])
            #expect(first.notifications.map(\.subject) == ["place:\(place.id)"])
            #expect(first.notifications[0].title == "Place reminder")
            #expect(
                first.notifications[0].message
                    == "You have come to “Corner Bakery”. What you spend there can be entered here."
            )
            environment.clock.advance(by: 3_599)
            #expect(try await environment.visit(place, user) == .tooSoon)
            #expect(try await environment.list(user) == first)
            environment.clock.advance(by: 1)
            #expect(try await environment.visit(place, user) == .reminded)
            let second = try await environment.list(user)
            #expect(second.notifications.count == 1 && second.unread == 1)
            #expect(second.notifications[0].id != first.notifications[0].id)
            _ = try await environment.markRead(user, second.notifications.map(\.id))
            environment.clock.advance(by: 3_600)
            #expect(try await environment.visit(place, user) == .reminded)
            #expect(try await environment.list(user).notifications.count == 2)
        }
    }

    @Test("go out 20 times a day at most, also of places that are removed and stored anew")
    func daily() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.addBrowser(user)
            func visitAnew() async throws -> Notifications.VisitOutcome {
                let place = try await environment.set(.sample(), of: user)
                let outcome = try await environment.visit(place, user)
                _ = try await environment.places.removePlace(.init(placeID: place.id), context: user.context)
                return outcome
            }
            for _ in 0..<20 { #expect(try await visitAnew() == .reminded) }
            #expect(try await visitAnew() == .tooSoon)
            environment.clock.advance(by: 86_400)
            #expect(try await visitAnew() == .reminded)
        }
    }

    @Test("are one however many devices report the visit at once, and one of each place")
    func atOnce() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let places = [
                try await environment.set(.sample("A"), of: user), try await environment.set(.sample("B"), of: user),
            ]
            let outcomes = try await withThrowingTaskGroup { group in
                for number in 0..<12 { group.addTask { try await environment.visit(places[number % 2], user) } }
                return try await group.reduce(into: [Notifications.VisitOutcome]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .reminded } == 2 && outcomes.count { $0 == .tooSoon } == 10)
            let subjects = try await environment.list(user).notifications.map(\.subject)
            #expect(Set(subjects) == Set(places.map { "place:\($0.id)" }) && subjects.count == 2)
        }
    }

    @Test("don't come while their kind is off, nor of a place that is only renamed a short while after one")
    func off() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            var place = try await environment.set(.sample(), of: user)
            for channel in [Notifications.NoticeChannel.inbox, .webPush] {
                _ = try await environment.prefer(user, "place_reminder", channel, isOn: false)
            }
            #expect(try await environment.visit(place, user) == .off)
            #expect(try await environment.list(user).notifications == [])
            #expect(try await environment.pool.query("SELECT FROM delivered_notices").isEmpty)
            // What was missed is not made up for, and does not count as a reminder.
            _ = try await environment.prefer(user, "place_reminder", isOn: true)
            #expect(try await environment.list(user).notifications == [])
            #expect(try await environment.visit(place, user) == .reminded)
            place.name = "Another name"
            try await environment.set(place, of: user)
            #expect(try await environment.visit(place, user) == .tooSoon)
        }
    }

    @Test("go out at once by the channels that are on, mails only when they are switched on, and lead to a new entry")
    func channels() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.addBrowser(user)
            let place = try await environment.set(.sample(), of: user)
            let (mails, pushes) = (CourierTests.Channel(), CourierTests.Channel())
            func bringOut() async throws {
                while try await environment.courier([.email: mails, .webPush: pushes]).runOnce() > 0 {}
            }
            #expect(try await environment.visit(place, user) == .reminded)
            try await bringOut()
            #expect(mails.taken.count == 0 && pushes.taken.count == 1)
            #expect(pushes.taken.values.joined().map(\.path) == ["/expenditures/new"])
            _ = try await environment.prefer(user, "place_reminder", .email, isOn: true)
            _ = try await environment.prefer(user, "place_reminder", .webPush, isOn: false)
            environment.clock.advance(by: 3_600)
            #expect(try await environment.visit(place, user) == .reminded)
            try await bringOut()
            #expect(mails.taken.count == 1 && pushes.taken.count == 1)
        }
    }

    @Test(
        "wait for the end of quiet hours on the same day, and don't go out on another one; the inbox has them at once"
    )
    func quiet() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, mails) = (User(), CourierTests.Channel())
            _ = try await environment.prefer(user, "place_reminder", .email, isOn: true)
            let place = try await environment.set(.sample(), of: user)
            let frequency = await failure {
                try await environment.preferences.setNoticeFrequency(
                    .init(kind: "place_reminder", frequency: .daily),
                    context: user.context
                )
            }
            #expect(frequency?.fieldViolations.map(\.field) == ["frequency"])
            // It is 22:13 on 14 November in UTC: quiet until 23:00, and then until the next morning.
            for (until, expected) in [(1_380, 1), (420, 1)] {
                _ = try await environment.preferences.setNoticeTimes(
                    .init(
                        timeZone: "UTC",
                        quietHours: .init(fromMinute: 1_320, untilMinute: Int32(until)),
                        digestMinute: 480
                    ),
                    context: user.context
                )
                #expect(try await environment.visit(place, user) == .reminded)
                #expect(try await environment.list(user).unread == 1)
                environment.clock.advance(by: 3_600)
                while try await environment.courier([.email: mails]).runOnce() > 0 {}
                #expect(mails.taken.count == expected)
            }
            environment.clock.advance(by: 86_400 / 2)
            while try await environment.courier([.email: mails]).runOnce() > 0 {}
            #expect(mails.taken.count == 1)
        }
    }

    @Test("that are unread go with their place, also those that wait to go out; read ones stay")
    func removed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, mails) = (User(), CourierTests.Channel())
            _ = try await environment.prefer(user, "place_reminder", .email, isOn: true)
            let (read, unread) = (
                try await environment.set(.sample("A"), of: user), try await environment.set(.sample("B"), of: user)
            )
            for place in [read, unread] { #expect(try await environment.visit(place, user) == .reminded) }
            let entries = try await environment.list(user).notifications
            let known = try #require(entries.first { $0.subject == "place:\(read.id)" })
            _ = try await environment.markRead(user, [known.id])
            for place in [read, unread] {
                _ = try await environment.places.removePlace(.init(placeID: place.id), context: user.context)
            }
            #expect(try await environment.list(user).notifications.map(\.id) == [known.id])
            while try await environment.courier([.email: mails]).runOnce() > 0 {}
            #expect(mails.taken.values.joined().map(\.subject) == [])
        }
    }

    @Test("leave nothing behind of somebody who is erased, and don't come afterwards")
    func erased() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let id = try #require(UUID(canonical: user.id))
            let place = try await environment.set(.sample(), of: user)
            try await environment.visit(place, user)
            _ = try await PersonalTables.notifications(environment.keys).erase(id, in: environment.pool)
            #expect(await failure { try await environment.visit(place, user) }?.code == .notFound)
            for table in ["tempting_places", "notifications", "person_keys"] {
                #expect(try await environment.pool.query("SELECT FROM \(identifier: table)").isEmpty, "\(table)")
            }
        }
    }

    @Test("are polite in both languages, also with the longest name", arguments: Language.allCases)
    func words(language: Language) {
        let text = InboxText.placeReminder(place: String(repeating: "é", count: 60)).text.rendered(in: language)
        #expect(text.contains(String(repeating: "é", count: 60)) && text.unicodeScalars.count <= InboxText.limit)
    }
}
