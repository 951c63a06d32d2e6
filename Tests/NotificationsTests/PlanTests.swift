import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_notifications

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (other, user) = (MarkedPerson(), User())
            try await PersonalDataTests().fill(other, environment)
            try await environment.sealing.sealAll()
            let tables = PersonalTables.notifications(environment.keys)
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: tables.owners,
                othersLike: other.id
            ) { plans in
                try await callPreferences(environment, user, plans)
                try await callPush(environment, user, plans)
                try await callInbox(environment, user, plans)
                try await callPlaces(environment, user, plans)
                try await plans.call("Export") {
                    let export = PersonalExport(tables, in: environment.pool)
                    try await export.read(try #require(UUID(canonical: user.id)), in: .english) { _ in }
                }
                #expect(plans.uncalled(of: NotificationsProgram.knownServices.userMethods(of: "notifications")) == [])
            }
            #expect(problems == [])
        }
    }

    private func callPlaces(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let context = user.context
        let place = try await plans.call("SetPlace") { try await environment.set(.sample(), of: user) }
        try await plans.call("ListPlaces") { try await environment.places.listPlaces(.init(), context: context) }
        try await plans.call("ReportVisit") { try await environment.visit(place, user) }
        try await plans.call("RemovePlace") {
            try await environment.places.removePlace(.init(placeID: place.id), context: context)
        }
    }

    private func callPreferences(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let (service, context) = (environment.preferences, user.context)
        for isOn in [true, false] {
            try await plans.call("SetNoticePreference") {
                try await environment.prefer(user, "receipt_ready", .email, isOn: isOn)
            }
            // With it reminders are planned and taken back.
            try await plans.call("SetNoticePreference of reminders") {
                try await environment.prefer(user, EntryReminders.kind, .inbox, isOn: isOn)
            }
        }
        try await plans.call("SetNoticeFrequency") {
            try await service.setNoticeFrequency(.init(kind: "receipt_ready", frequency: .daily), context: context)
        }
        let former = try await plans.call("GetNoticePreferences") {
            try await service.getNoticePreferences(.init(), context: context)
        }
        var times = try #require(former.times)
        times.timeZone = "America/Vancouver"
        try await plans.call("SetNoticeTimes") { try await service.setNoticeTimes(times, context: context) }
        let token = try await environment.stopToken(of: user)
        try await plans.call("SwitchMail") {
            try await service.switchMail(.init(token: token, isOn: false), context: .budget)
        }
    }

    private func callPush(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let (service, context) = (environment.push, user.context)
        try await plans.call("GetPushKey") { try await service.getPushKey(.init(), context: context) }
        let endpoint = "https://fcm.googleapis.com/\(UUID())"
        for session in ["first", "second"] {
            try await plans.call("RegisterPushDevice") {
                try await environment.addBrowser(user, endpoint: endpoint, session: session)
            }
        }
        let listed = try await plans.call("ListPushDevices") {
            try await service.listPushDevices(.init(), context: context)
        }
        let device = try #require(listed.devices.first)
        try await plans.call("RemovePushDevice") {
            try await service.removePushDevice(.init(id: device.id), context: context)
        }
        try await environment.addBrowser(user)
    }

    private func callInbox(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        for _ in 1...3 {
            try await plans.call("DeliverEvent") { try await environment.deliver(.purchase(for: user)) }
            environment.clock.advance(by: 1)
        }
        let listed = try await plans.call("ListNotifications") { try await environment.list(user, size: 2) }
        try await plans.call("ListNotifications, the next") {
            try await environment.list(user, size: 2, token: listed.nextPageToken)
        }
        try await plans.call("ListNotifications, unread") { try await environment.list(user, unreadOnly: true) }
        let ids = listed.notifications.map(\.id)
        try await plans.call("MarkNotificationsRead") { try await environment.markRead(user, [ids[0]]) }
        try await plans.call("MarkNotificationsRead by subject") {
            let request = Notifications.MarkNotificationsReadRequest(subjects: ["purchase:\(UUID().canonical)"])
            return try await environment.inbox.markNotificationsRead(request, context: user.context)
        }
        try await plans.call("DeleteNotifications") { try await environment.delete(user, [ids[1]]) }
        try await plans.call("RestoreNotifications") { try await environment.restore(user, [ids[1]]) }
        let deletion = try await plans.call("DeleteAllNotifications") {
            try await environment.deleteAll(user, upTo: ids[0], key: UUID().canonical)
        }
        try await plans.call("RestoreNotifications, all") {
            try await environment.restore(user, deletion: deletion.deletionID)
        }
        try await callWatch(environment, user, plans)
    }

    private func callWatch(
        _ environment: NotificationsTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let peers = InProcessPeers(environment.inbox.handlers, as: nil) { $0.interceptors = [SignedIn(as: user.id)] }
        let client = Notifications.InboxClient(channel: peers.channel)
        func watch(after cursor: String) async throws -> Notifications.InboxUpdate? {
            try await client.watchNotifications(.init(cursor: cursor)) { try await $0.next() }
        }
        let outcome: Result<Void, any Error>
        do {
            let first = try await plans.call("WatchNotifications") { try await watch(after: "") }
            try await environment.deliver(.purchase(for: user))
            let next = try await plans.call("WatchNotifications, resumed") {
                try await watch(after: first?.cursor ?? "")
            }
            #expect(next?.notifications.count == 1)
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await peers.stop()
        try outcome.get()
    }
}
