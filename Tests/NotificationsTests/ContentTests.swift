import Foundation
import NotificationsMessages
import Postgres
import PostgresTestSupport
import Testing
import Texts

@testable import larder_notifications

@Suite("What an entry says", .timeLimit(.minutes(5)))
struct ContentTests {
    /// What is stored must be readable for ever.
    private static let stored: [(InboxText, String)] = [
        (
            .receiptReady(
                store: "A \"B\"",
                total: .init(minorUnits: -5, currency: "CAD"),
                items: 2,
                toCheck: 1,
                isDuplicate: true
            ),
            #"{"receiptReady":{"isDuplicate":true,"items":2,"store":"A \"B\"","toCheck":1,"total":{"currency":"CAD","minorUnits":-5}}}"#
        ),
        (
            .receiptReady(store: "", total: nil, items: 0, toCheck: 0, isDuplicate: false),
            #"{"receiptReady":{"isDuplicate":false,"items":0,"store":"","toCheck":0}}"#
        ), (.receiptFailed(cause: "cut_off"), #"{"receiptFailed":{"cause":"cut_off"}}"#),
        (.receiptFailedBecause(explanation: "No."), #"{"receiptFailedBecause":{"explanation":"No."}}"#),
    ]

    @Test("is stored as kind and values", arguments: stored.indices)
    func form(index: Int) throws {
        let (text, stored) = Self.stored[index]
        #expect(try text.stored == stored)
        #expect(InboxText(stored: stored) == text)
    }

    @Test("is put into words when it is read; the database holds none")
    func read() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.deliver(.purchase(for: user))
            let rows = try await environment.pool.query("SELECT title, message, content FROM notifications")
            let row = try #require(rows.first)
            let (title, message, content): (String, String, String) =
                (try row["title"], try row["message"], try row["content"])
            #expect(title.isEmpty && message.isEmpty && content.hasPrefix(#"{"receiptReady":"#))
            let entry = try #require(try await environment.list(user).notifications.first)
            #expect(entry.title == "Receipt ready")
            #expect(entry.message == "Juniper Street Market, CA$53.17, 15 items. 2 to check.")
            // A newer version may say things that this one doesn't know.
            try await environment.pool.execute("UPDATE notifications SET content = '{\"moonRose\":{}}'")
            #expect(try await environment.list(user).notifications.first?.message == "Receipt ready")
        }
    }

    @Test("keeps the words of former versions, but causes of failures become codes")
    func migrated() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let sentences = ReceiptFailure.allCases.map(\.text.english) + ["Out of ink."]
            for (number, sentence) in sentences.enumerated() {
                try await environment.pool.execute(
                    """
                    INSERT INTO notifications (user_id, id, kind, title, message, subject, created_at)
                    VALUES (
                        \(try #require(UUID(uuidString: user.id))), \(UUID()), 'receipt_failed', 'Receipt not read',
                        \(sentence), '', \(Date(timeIntervalSince1970: Double(number)))
                    )
                    """
                )
            }
            let before = try await environment.list(user, size: 50)
            let file = Shell.repository + "/Services/Notifications/Migrations/0003_content.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            let update = try #require(migration.range(of: "update notifications"))
            try await environment.pool.execute("\(unsafe: String(migration[update.lowerBound...]))")
            #expect(try await environment.list(user, size: 50) == before)
            let left = try await environment.pool.query("SELECT message FROM notifications WHERE content IS NULL")
            #expect(try left.map { try $0["message"] as String } == ["Out of ink."])
        }
    }
}
