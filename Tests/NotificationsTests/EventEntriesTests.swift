import CommonMessages
import EventsMessages
import Foundations
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

@Suite("The entry of an event")
struct EventEntriesTests {
    private func entry(_ event: Events.Event) throws -> NewEntry {
        let consumed = try #require(ConsumedEvent(event))
        return try #require(try NewEntry(of: consumed))
    }

    @Test("is omitted for the user's own actions")
    func own() throws {
        var event = Events.Event.purchase(for: User())
        for payload in [Events.Event.Payload.purchaseCorrected(.init()), .consentWithdrawn(.init())] {
            event.payload = payload
            let consumed = try #require(ConsumedEvent(event))
            #expect(try NewEntry(of: consumed) == nil)
        }
    }

    @Test("mentions a suspected duplicate")
    func duplicate() throws {
        let message = try message { $0.seemsDuplicate = true }
        #expect(message.hasSuffix(" You seem to have this one already: keep or discard it."))
    }

    private func message(_ adjust: (inout Events.PurchaseRecorded) -> Void) throws -> String {
        try entry(.purchase(for: User(), adjust: adjust)).text.text.english
    }

    @Test("is rejected with all violations")
    func violations() throws {
        var event = Events.Event.purchase(for: User()) {
            $0.userID = ""
            $0.purchaseID = "1"
            $0.items = -1
            $0.itemsToReview = .min
            $0.fieldsToReview = -1
            $0.total?.currency = ""
        }
        event.id.removeLast()
        let status = #expect(throws: Status.self) { try entry(event) }
        #expect(status?.code == .invalidArgument)
        #expect(
            Set(status?.fieldViolations.map(\.field) ?? []) == [
                "id", "purchase_recorded.user_id", "purchase_recorded.purchase_id", "purchase_recorded.items",
                "purchase_recorded.items_to_review", "purchase_recorded.fields_to_review",
                "purchase_recorded.total.currency",
            ]
        )
    }

    @Test("is rejected when the sender's sentence is longer than 200 characters")
    func tooLong() throws {
        #expect(try entry(.failure(for: User(), String(repeating: "é", count: 200))).text.text.english.count == 200)
        let status = #expect(throws: Status.self) {
            try entry(.failure(for: User(), String(repeating: "é", count: 201)))
        }
        #expect(status?.fieldViolations.map(\.field) == ["receipt_failed.explanation"])
    }

    @Test("names store, total, items and fields to check of a purchase")
    func purchase() throws {
        let event = Events.Event.purchase(for: User())
        let entry = try entry(event)
        #expect(entry.kind == "receipt_ready")
        #expect(InboxText.title(ofKind: entry.kind).english == "Receipt ready")
        #expect(entry.text.text.english == "Juniper Street Market, CA$53.17, 15 items. 2 to check.")
        #expect(entry.subject == "purchase:7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01")
    }

    @Test("counts doubtful fields together with doubtful items")
    func toCheck() throws {
        #expect(try message { $0.fieldsToReview = 3 }.hasSuffix(" 5 to check."))
        let fieldsAlone = try message { ($0.itemsToReview, $0.fieldsToReview) = (0, 1) }
        #expect(fieldsAlone.hasSuffix(" 1 to check."))
    }

    @Test("omits unknown values")
    func unknown() throws {
        let bare = try message {
            $0.storeName = ""
            $0.total = nil
            $0.items = 0
            $0.itemsToReview = 0
        }
        #expect(bare == "0 items.")
        #expect(try message { $0.storeName = "" } == "CA$53.17, 15 items. 2 to check.")
        #expect(try message { $0.itemsToReview = 0 } == "Juniper Street Market, CA$53.17, 15 items.")
        #expect(try message { $0.items = 1 } == "Juniper Street Market, CA$53.17, 1 item. 2 to check.")
    }

    @Test("never exceeds 200 characters; a long store name is cut between grapheme clusters")
    func long() throws {
        let figures = ", -CA$92,233,720,368,547,758.08, 2,147,483,647 items. 2,147,483,647 to check."
        for unit in ["x", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇨🇦", "ab "] {
            let text = try message {
                $0.storeName = String(repeating: unit, count: 130)
                $0.total?.minorUnits = .min
                $0.items = .max
                $0.itemsToReview = .max
            }
            #expect(text.unicodeScalars.count <= 200)
            #expect(text.unicodeScalars.count > 185)
            #expect(text.hasSuffix(figures))
            let store = text.dropLast(figures.count)
            if store.hasSuffix("…") {
                #expect(String(repeating: unit, count: 130).hasPrefix(store.dropLast()))
            }
        }
    }

    @Test("names what a passed goal is about in the reader's language, and never exceeds 200 characters")
    func goalPassed() throws {
        var passed = Events.GoalPassed(
            userID: User().id,
            goalID: "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e03",
            firstDay: "2025-03-01",
            limit: .init(minorUnits: 6_000, currency: "CAD"),
            spent: .init(minorUnits: 6_520, currency: "CAD"),
            targetEnglish: "Sweets",
            targetFrench: "Friandises"
        )
        func entry() throws -> NewEntry {
            var event = Events.Event.purchase(for: User())
            event.payload = .goalPassed(passed)
            return try self.entry(event)
        }
        let named = try entry()
        #expect(named.kind == "goal_passed" && named.subject == "goal:7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e03:2025-03-01")
        #expect(named.userID.canonical == passed.userID)
        #expect(InboxText.title(ofKind: named.kind).english == "Goal passed")
        #expect(named.text.text.english.hasPrefix("Sweets: CA$65.20 of the CA$60.00 that you wanted to spend."))
        #expect(named.text.text.rendered(in: .french).hasPrefix("Friandises\u{A0}: 65,20"))
        passed.lastDay = "2025-03-31"
        let dated = try entry().text
        #expect(dated.text.english.hasPrefix("2025-03-01 to 2025-03-31: Sweets: CA$65.20 of the"))
        #expect(dated.text.rendered(in: .french).hasPrefix("Du 2025-03-01 au 2025-03-31\u{A0}: Friandises"))
        #expect(InboxText(stored: try dated.stored) == dated)
        #expect(InboxText(stored: try named.text.stored) == named.text)
        // As versions have stored it that did not know the period.
        let former = try named.text.stored.replacing(#""firstDay":"2025-03-01","#, with: "")
        #expect(!former.contains("Day"))
        #expect(InboxText(stored: former)?.text.english.hasPrefix("Sweets: CA$65.20 of the CA$60.00") == true)
        passed.lastDay = ""
        (passed.targetEnglish, passed.targetFrench) = ("", "")
        #expect(try entry().text.text.english.hasPrefix("You have spent CA$65.20; the goal was CA$60.00 at most."))
        passed.lastDay = "2025-03-31"
        for language in [Language.english, .french] {
            (passed.targetEnglish, passed.targetFrench) = (String(repeating: "é", count: 900), "")
            passed.limit?.minorUnits = .max
            passed.spent?.minorUnits = .max
            let text = try entry().text.text.rendered(in: language)
            #expect(text.unicodeScalars.count <= 200 && text.contains("…"))
        }
        (passed.userID, passed.goalID, passed.firstDay, passed.limit) = ("", "1", "", nil)
        let status = #expect(throws: Status.self) { try entry() }
        #expect(
            Set(status?.fieldViolations.map(\.field) ?? []) == [
                "goal_passed.user_id", "goal_passed.goal_id", "goal_passed.first_day", "goal_passed.limit.currency",
            ]
        )
    }

    @Test("explains why a receipt could not be read, or has a default sentence")
    func failed() throws {
        let entry = try entry(.failure(for: User(), "The photo is too dark. Please take it again in more light."))
        #expect(entry.kind == "receipt_failed")
        #expect(InboxText.title(ofKind: entry.kind).english == "Receipt not read")
        #expect(entry.text.text.english == "The photo is too dark. Please take it again in more light.")
        #expect(entry.subject == "receipt:7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e02")
        #expect(
            try self.entry(.failure(for: User(), " ")).text.text.english.hasPrefix("This receipt could not be read.")
        )
    }

    @Test("stores a cause that it knows, and the sender's sentence for one that it doesn't")
    func cause() throws {
        func text(_ cause: String) throws -> InboxText {
            var event = Events.Event.failure(for: User(), "Too dark, says ocr.")
            guard case .receiptFailed(var failure)? = event.payload else { throw Status(.internalError, "no failure") }
            failure.cause = cause
            event.payload = .receiptFailed(failure)
            return try entry(event).text
        }
        #expect(try text("too_dark") == .receiptFailed(cause: "too_dark"))
        #expect(try text("too_dark").text == ReceiptFailure.tooDark.text)
        for unknown in ["", "eaten_by_a_goat"] {
            #expect(try text(unknown) == .receiptFailedBecause(explanation: "Too dark, says ocr."))
        }
        let status = #expect(throws: Status.self) { try text(String(repeating: "x", count: 65)) }
        #expect(status?.fieldViolations.map(\.field) == ["receipt_failed.cause"])
    }

    @Test("fits the limit of every message of a failed receipt", arguments: ReceiptFailure.allCases)
    func lengths(cause: ReceiptFailure) {
        #expect(
            (1...InboxText.limit).contains(
                InboxText.receiptFailed(cause: cause.rawValue).text.english.unicodeScalars.count
            )
        )
    }
}
