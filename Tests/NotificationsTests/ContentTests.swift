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
        (.placeReminder(place: "“A”"), #"{"placeReminder":{"place":"“A”"}}"#),
    ]

    @Test("is stored as kind and values", arguments: stored.indices)
    func form(index: Int) throws {
        let (text, stored) = Self.stored[index]
        #expect(try text.stored == stored)
        #expect(InboxText(stored: stored) == text)
    }

    @Test("is put into words when it is read; the database holds neither these nor the values")
    func read() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            try await environment.deliver(.purchase(for: user))
            let rows = try await environment.pool.query("SELECT row_to_json(n)::text AS row FROM notifications AS n")
            let stored: String = try #require(rows.first)["row"]
            #expect(!stored.contains("Juniper") && !stored.contains("minorUnits") && !stored.contains("Receipt ready"))
            #expect(stored.contains(#""title":null,"message":null"#) && stored.contains(#""content":null"#))
            let entry = try #require(try await environment.list(user).notifications.first)
            #expect(entry.title == "Receipt ready")
            #expect(entry.message == "Juniper Street Market, CA$53.17, 15 items. 2 to check.")
            // A newer version may say things that this one doesn't know.
            try await environment.pool.execute(
                "UPDATE notifications SET content = '{\"moonRose\":{}}', content_sealed = NULL"
            )
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

    /// Messages as former versions stored them, and what becomes of them; nil where nothing does.
    private static let former: [(message: String, content: InboxText?)] = [
        (
            "Juniper Street Market, CA$53.17, 15 items. 2 to check.",
            ready("Juniper Street Market", (5_317, "CAD"), items: 15, toCheck: 2)
        ),
        (
            "Joe's, \"5.00\", Deli, -US$1,053.17, 1 item.",
            ready("Joe's, \"5.00\", Deli", (-105_317, "USD"), items: 1)
        ),
        (
            "¥980, 1 item. 3 to check. You seem to have this one already: keep or discard it.",
            ready("", (980, "JPY"), items: 1, toCheck: 3, isDuplicate: true)
        ),
        ("KWD\u{A0}1.250, 0 items.", ready("", (1_250, "KWD"), items: 0)),
        ("Shop, 53.17, 3 items.", ready("Shop", (5_317, "XXX"), items: 3)),
        ("Shop 24, 2 items.", ready("Shop 24", nil, items: 2)),
        ("2 items.", ready("", nil, items: 2)),
        ("Shop, ¥5.00, 1 item.", ready("Shop, ¥5.00", nil, items: 1)),
        ("15 items and more.", nil), ("Your receipt is ready.", nil), (".", nil),
    ]

    private static func ready(
        _ store: String,
        _ total: (Int64, String)?,
        items: Int32,
        toCheck: Int64 = 0,
        isDuplicate: Bool = false
    ) -> InboxText {
        .receiptReady(
            store: store,
            total: total.map { .init(minorUnits: $0.0, currency: $0.1) },
            items: items,
            toCheck: toCheck,
            isDuplicate: isDuplicate
        )
    }

    @Test("of former versions becomes kind and values where its words are recognised, and says the same")
    func formerWords() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let failures = [
                "Reading the photo took too long. Please try a sharper photo of the receipt alone.", "Out of ink.",
            ]
            let entries =
                Self.former.map { ("receipt_ready", "Receipt ready", $0.message) }
                + failures.map { ("receipt_failed", "Receipt not read", $0) }
            for (number, (kind, title, message)) in entries.enumerated() {
                try await environment.pool.execute(
                    """
                    INSERT INTO notifications (user_id, id, kind, title, message, subject, created_at)
                    VALUES (
                        \(try #require(UUID(uuidString: user.id))), \(UUID()), \(kind), \(title), \(message), '',
                        \(Date(timeIntervalSince1970: Double(number)))
                    )
                    """
                )
            }
            let before = try await environment.list(user, size: 50).notifications.map(\.message)
            let file = Shell.repository + "/Services/Notifications/Migrations/0005_content_of_words.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            // Again, as a second run must find nothing to do.
            for _ in 0..<2 {
                try await environment.owner.transaction { try await $0.executeScript(migration) }
                let rows = try await environment.pool.query("SELECT content FROM notifications ORDER BY created_at")
                let expected = Self.former.map(\.content) + [.receiptFailed(cause: "took_too_long"), nil]
                #expect(try rows.map { try $0["content"] as String? } == expected.map { try $0?.stored })
            }
            let after = try await environment.list(user, size: 50).notifications.map(\.message)
            #expect(after.dropFirst(2) == before.dropFirst(2))
            #expect(after.prefix(2) == ["Out of ink.", ReceiptFailure.tookTooLong.text.english])
        }
    }
}
