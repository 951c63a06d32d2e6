import AuthMessages
import Foundation
import Foundations
import LocalDeployment
import MailFolder
import NotificationsMessages
import Postgres
import PostgresTestSupport
import Testing

extension EndToEndTests {
    @Suite("What no channel could deliver", .timeLimit(.minutes(5)))
    struct NoticeFailureTests {
        @Test("is listed for the operator by channel and reason, and goes out once it is tried again")
        func commandLine() async throws {
            let user = try await TestUser.new()
            let reason = "the mail is rejected: 550 \(UUID().canonical)"
            try await park(reason, of: user)
            let run = try await OperatorCommandLine.administrator()
            defer { run.remove() }

            let listed = try await run(["notices"])
            #expect(listed.status == 0 && listed.output.contains("email") && listed.output.contains(reason))
            #expect(!listed.output.contains(user.username) && !listed.output.contains(user.tokens.accountID))
            let json = try await run(["notices", "list", "--json"])
            #expect(json.output.contains(reason))
            let wrong = try await run(["notices", "retry", "--channel", "pigeon"])
            #expect(wrong.status != 0 && wrong.output.contains("pigeon"))

            // Those of another channel stay as they are.
            #expect(try await run(["notices", "retry", "--channel", "push"]).status == 0)
            #expect(try await run(["notices"]).output.contains(reason))
            #expect(try await run(["notices", "retry", "--channel", "email"]).status == 0)
            let mail = try await eventually { mails(to: user).first { $0.text.contains("Juniper") } }
            #expect(mail.subject == "Receipt ready")
            #expect(try await eventually { try await states(user) == ["delivered"] ? true : nil })
            #expect(try await !run(["notices"]).output.contains(reason))
        }

        private func mails(to user: TestUser) -> [ReceivedMail] {
            MailFolder(user.deployment.local.folder.mail).mails()
                .filter { $0.recipient == "\(user.username)@example.org" }
        }

        /// What became of a user's mails about notices.
        private func states(_ user: TestUser) async throws -> [String] {
            let account = try #require(UUID(uuidString: user.tokens.accountID))
            return try await user.deployment.query(
                """
                SELECT CASE WHEN is_delivered THEN 'delivered' WHEN parked_at IS NOT NULL THEN 'parked' ELSE 'waiting' END AS state
                FROM notifications.notice_deliveries WHERE user_id = \(account) AND channel = 2
                """
            ).map { try $0["state"] }
        }

        /// Has a user's mail about a receipt be given up, before it went out.
        private func park(_ reason: String, of user: TestUser) async throws {
            let preferences = Notifications.NoticePreferencesClient(channel: user.channel)
            _ = try await preferences.setNoticePreference(
                .init(kind: "receipt_ready", channel: .email, isOn: true),
                options: user.options()
            )
            // So that it waits for a day.
            _ = try await preferences.setNoticeFrequency(
                .init(kind: "receipt_ready", frequency: .daily),
                options: user.options()
            )
            _ = try await user.recordSample()
            _ = try await eventually { try await states(user) == ["waiting"] ? true : nil }
            let account = try #require(UUID(uuidString: user.tokens.accountID))
            _ = try await user.deployment.query(
                """
                UPDATE notifications.notice_deliveries SET attempts = 3, parked_at = now(), last_error = \(reason)
                WHERE user_id = \(account) AND channel = 2
                """
            )
            #expect(mails(to: user).allSatisfy { !$0.text.contains("Juniper") })
        }
    }
}
