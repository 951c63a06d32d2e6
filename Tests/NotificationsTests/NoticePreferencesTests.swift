import EventsMessages
import Foundation
import NotificationsMessages
import RPC
import Testing
import Texts

@testable import larder_notifications

@Suite("Preferences about notices", .timeLimit(.minutes(5)))
struct NoticePreferencesTests {
    /// Of two kinds one can't be switched off.
    private static let kinds = NoticeKinds(kinds: [
        NoticeKind(name: "receipt_ready", title: .notifications.titleReceiptReady, obligatory: [.inbox]),
        NoticeKind(name: "receipt_failed", title: .notifications.titleReceiptFailed),
        NoticeKind(name: "mail_only", title: .notifications.titleOther, channels: []),
    ])

    @Test("reject kinds and channels that don't exist, and switching off what must be on")
    func invalid() async throws {
        try await NotificationsTestEnvironment.with(kinds: Self.kinds) { environment async throws in
            let user = User()
            func field(_ kind: String, _ channel: Notifications.NoticeChannel, isOn: Bool) async -> [String]? {
                await failure { try await environment.prefer(user, kind, channel, isOn: isOn) }?
                    .fieldViolations.map(\.field)
            }
            for kind in ["", "receipt", "RECEIPT_READY"] {
                #expect(await field(kind, .inbox, isOn: true) == ["kind"])
            }
            #expect(await field("receipt_failed", .unspecified, isOn: true) == ["channel"])
            #expect(await field("receipt_failed", .unrecognized(9), isOn: false) == ["channel"])
            #expect(await field("mail_only", .inbox, isOn: true) == ["channel"])
            #expect(await field("receipt_ready", .inbox, isOn: false) == ["is_on"])
            #expect(try await environment.prefer(user, "receipt_ready", isOn: true).channels.first?.isOn == true)
            #expect(try await environment.kindsOn(user) == ["receipt_ready", "receipt_failed"])
        }
    }

    @Test("are as for everybody at first, and each user's own")
    func own() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            let preferences = try await environment.preferences.getNoticePreferences(.init(), context: user.context)
            let kinds = [
                "receipt_ready", "receipt_failed", "goal_passed", "price_drop", "badge_awarded", "place_reminder",
                "account_secured",
            ]
            // Daily reminders are off until they are switched on.
            #expect(preferences.preferences.map(\.kind).filter { $0 != "entry_reminder" } == kinds)
            #expect(preferences.preferences.map(\.kind).dropFirst(5).first == "entry_reminder")
            #expect(preferences.preferences[0].title == "Receipt ready")
            #expect(preferences.preferences[0].channels.map(\.isOn) == [true, false, true])
            #expect(preferences.preferences.map(\.frequency) == Array(repeating: .atOnce, count: 8))
            #expect(preferences.times == .init(timeZone: "UTC", digestMinute: 480, reminder: .init(minute: 1_200)))
            let changed = try await environment.prefer(user, "receipt_ready", isOn: false)
            #expect(changed.channels.map(\.isOn) == [false, false, true])
            #expect(try await environment.kindsOn(user) == Array(kinds.dropFirst()))
            #expect(try await environment.kindsOn(stranger) == kinds)
        }
    }

    @Test("leave entries of a kind out while it is off, and those of other kinds and users in")
    func off() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            _ = try await environment.prefer(user, "receipt_ready", isOn: false)
            let missed = Events.Event.purchase(for: user)
            try await environment.deliver(missed)
            try await environment.deliver(.failure(for: user, "Too dark."))
            try await environment.deliver(.purchase(for: stranger))
            #expect(try await environment.list(user).notifications.map(\.kind) == ["receipt_failed"])
            #expect(try await environment.list(user).unread == 1)
            #expect(try await environment.list(stranger).notifications.map(\.kind) == ["receipt_ready"])
            _ = try await environment.prefer(user, "receipt_ready", isOn: true)
            // What was missed is not made up for, also when its event comes again.
            try await environment.deliver(missed)
            #expect(try await environment.list(user).unread == 1)
            try await environment.deliver(.purchase(for: user))
            #expect(try await environment.list(user).unread == 2)
        }
    }

    @Test("have no say about a kind that can't be switched off any more, and keep entries that are there")
    func obligatory() async throws {
        try await NotificationsTestEnvironment.with(kinds: Self.kinds) { environment in
            let user = User()
            try await environment.deliver(.failure(for: user, "Too dark."))
            _ = try await environment.prefer(user, "receipt_failed", isOn: false)
            try await NoticePreferenceStore(pool: environment.pool).set(
                .init(kind: "receipt_ready", channel: .inbox),
                isOn: false,
                of: try #require(UUID(uuidString: user.id))
            )
            try await environment.deliver(.purchase(for: user))
            let listed = try await environment.list(user).notifications.map(\.kind)
            #expect(Set(listed) == ["receipt_failed", "receipt_ready"])
            #expect(try await environment.kindsOn(user) == ["receipt_ready"])
        }
    }
}

@Suite("The kinds of notices")
struct NoticeKindsTests {
    @Test("have names that can be stored, each once, and titles in both languages", arguments: NoticeKinds.all.kinds)
    func complete(kind: NoticeKind) {
        #expect(kind.name.wholeMatch(of: /[a-z_]{1,40}/) != nil)
        #expect(NoticeKinds.all.kinds.filter { $0.name == kind.name }.count == 1)
        #expect(Set(kind.obligatory).isSubset(of: kind.channels))
        for language in Language.allCases {
            #expect((1...100).contains(kind.title.rendered(in: language).unicodeScalars.count))
        }
    }
}
