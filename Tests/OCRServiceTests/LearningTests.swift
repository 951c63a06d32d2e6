import Foundation
import Messages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Synchronization
import Testing

@testable import larder_ocr

@Suite("Learning from corrections")
struct LearningTests {
    /// What auth would say.
    private final class Answers: Consents {
        let allowedSince = Mutex<Int64?>(0)
        let outage = Mutex<Status?>(nil)

        func allowsLearning(_ user: UUID, at time: Date) async throws -> Bool {
            if let outage = outage.withLock({ $0 }) { throw outage }
            return allowedSince.withLock { $0.map { Double($0) <= time.timeIntervalSince1970 } ?? false }
        }
    }

    private func event(_ user: UUID, said: String = "Bananas", receipt: UUID = UUID()) -> Events.Event {
        let correction = Events.FieldCorrection(
            field: .product,
            receiptLine: 2,
            printedText: "BANNAS",
            before: "BANNAS",
            after: said
        )
        return Events.Event(
            id: UUID().canonical,
            occurredAt: .init(seconds: 1_700_000_000),
            payload: .purchaseCorrected(
                .init(
                    userID: user.canonical,
                    purchaseID: UUID().canonical,
                    receiptID: receipt.canonical,
                    corrections: [correction]
                )
            )
        )
    }

    private func deliver(_ event: Events.Event, _ kitchen: Kitchen, _ answers: Answers) async throws {
        let sink = LearningSink(
            examples: LearningExamples(pool: kitchen.pool),
            consents: answers,
            log: TestDatabase.quietLogger
        )
        var random = SystemRandomNumberGenerator()
        let context = CallContext(method: "test", peerService: "budget", trace: TraceContext(using: &random))
        _ = try await sink.deliverEvent(event, context: context)
    }

    @Test(
        "keeps nothing without the user's consent, nor what was corrected before it",
        arguments: [nil, 1_700_000_001]
    )
    func withoutConsent(since: Int64?) async throws {
        try await Kitchen.with { kitchen in
            let answers = Answers()
            answers.allowedSince.withLock { $0 = since }
            try await deliver(event(UUID()), kitchen, answers)
            #expect(try await kitchen.count("learning_examples") == 0)
        }
    }

    @Test("waits while nobody can tell whether the user consents")
    func unknownConsent() async throws {
        try await Kitchen.with { kitchen in
            let (answers, event) = (Answers(), event(UUID()))
            answers.outage.withLock { $0 = Status(.unavailable, "nobody there") }
            let failure = try await status { try await deliver(event, kitchen, answers) }
            #expect(failure?.code == .unavailable)
            #expect(try await kitchen.count("learning_examples") == 0)
            answers.outage.withLock { $0 = nil }
            try await deliver(event, kitchen, answers)
            #expect(try await kitchen.count("learning_examples") == 1)
        }
    }

    @Test("keeps what was read first and what was said last, once for each event")
    func kept() async throws {
        try await Kitchen.with { kitchen in
            let (answers, user, receipt) = (Answers(), UUID(), UUID())
            let (first, second) = (event(user, said: "Plantains", receipt: receipt), event(user, receipt: receipt))
            for event in [first, second, first] { try await deliver(event, kitchen, answers) }
            let rows = try await kitchen.pool.query("SELECT read_as, said, printed_text FROM learning_examples")
            #expect(rows.count == 1)
            #expect(try rows[0]["read_as"] == "BANNAS")
            #expect(try rows[0]["said"] == "Bananas")
        }
    }

    @Test("forgets everything of a user who withdraws the consent, and nothing of others")
    func withdrawn() async throws {
        try await Kitchen.with { kitchen in
            let (answers, user) = (Answers(), UUID())
            for owner in [user, user, UUID()] { try await deliver(event(owner), kitchen, answers) }
            func withdrawal(_ kind: Auth.ConsentKind) -> Events.Event {
                .init(id: UUID().canonical, payload: .consentWithdrawn(.init(userID: user.canonical, kind: kind)))
            }
            try await deliver(withdrawal(.location), kitchen, answers)
            #expect(try await kitchen.count("learning_examples") == 3)
            try await deliver(withdrawal(.learningFromPhotos), kitchen, answers)
            #expect(try await kitchen.count("learning_examples") == 1)
        }
    }

    @Test("refuses an event that names nobody")
    func malformed() async throws {
        try await Kitchen.with { kitchen in
            let event = Events.Event(id: UUID().canonical, payload: .purchaseCorrected(.init()))
            let failure = try await status { try await deliver(event, kitchen, Answers()) }
            #expect(failure?.code == .invalidArgument)
        }
    }
}
