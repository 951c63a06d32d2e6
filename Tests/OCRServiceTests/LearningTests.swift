import AuthMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing

@testable import larder_ocr

@Suite("Events of purchases in ocr", .timeLimit(.minutes(5)))
struct LearningTests {
    /// The answers of auth.
    private final class Answers: Consents {
        let allowedSince = Mutex<Int64?>(0)
        let outage = Mutex<Status?>(nil)
        /// Runs before each answer that allows.
        let beforeAnswer = Mutex<(@Sendable () async throws -> Void)?>(nil)

        func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date? {
            if let outage = outage.withLock({ $0 }) { throw outage }
            let since = allowedSince.withLock { $0.map { Date(timeIntervalSince1970: Double($0)) } }
            try await beforeAnswer.withLock { $0 }?()
            return since
        }
    }

    private func event(
        _ user: UUID,
        said: String = "Bananas",
        receipt: UUID = UUID(),
        at seconds: Int64 = 1_700_000_000
    ) -> Events.Event {
        let correction = Events.FieldCorrection(
            field: .product,
            receiptLine: 2,
            printedText: "BANNAS",
            before: "BANNAS",
            after: said
        )
        return Events.Event(
            id: UUID().canonical,
            occurredAt: .init(seconds: seconds),
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

    private func deliver(_ event: Events.Event, _ environment: OCRTestEnvironment, _ answers: Answers) async throws {
        let events = ReceiptEvents(
            receipts: environment.store,
            examples: LearningExamples(),
            keys: environment.store.sealing.keys,
            consents: answers
        )
        let consumer = EventConsumer(pool: environment.pool, log: TestDatabase.quietLogger, handle: events.effect)
        _ = try await InProcessPeers.with(consumer.handlers, as: event.payload?.sender) {
            try await Events.EventSinkClient(channel: $0).deliverEvent(event)
        }
    }

    @Test(
        "stores nothing without the user's consent, nor earlier corrections",
        arguments: [nil, 1_700_000_001]
    )
    func withoutConsent(since: Int64?) async throws {
        try await OCRTestEnvironment.with { environment in
            let answers = Answers()
            answers.allowedSince.withLock { $0 = since }
            try await deliver(event(UUID()), environment, answers)
            #expect(try await environment.count("learning_examples") == 0)
        }
    }

    @Test("waits while the consent is unknown")
    func unknownConsent() async throws {
        try await OCRTestEnvironment.with { environment in
            let (answers, event) = (Answers(), event(UUID()))
            answers.outage.withLock { $0 = Status(.unavailable, "nobody there") }
            let failure = try await status { try await deliver(event, environment, answers) }
            #expect(failure?.code == .unavailable)
            #expect(try await environment.count("learning_examples") == 0)
            answers.outage.withLock { $0 = nil }
            try await deliver(event, environment, answers)
            #expect(try await environment.count("learning_examples") == 1)
        }
    }

    @Test("keeps the first reading and the latest correction, once per event")
    func kept() async throws {
        try await OCRTestEnvironment.with { environment in
            let (answers, user, receipt) = (Answers(), UUID(), UUID())
            let (first, second) = (event(user, said: "Plantains", receipt: receipt), event(user, receipt: receipt))
            for event in [first, second, first] { try await deliver(event, environment, answers) }
            let rows = try await environment.pool.query("SELECT * FROM learning_examples")
            #expect(rows.count == 1)
            let key = try await environment.store.sealing.keys.existingKey(of: user)
            let row = [user.canonical, (try rows[0]["id"] as UUID).canonical]
            #expect(try OCRColumns.readAs.text(in: rows[0], row: row, with: key) == "BANNAS")
            #expect(try OCRColumns.said.text(in: rows[0], row: row, with: key) == "Bananas")
        }
    }

    private func withdrawal(of user: UUID, _ kind: Auth.ConsentKind, at seconds: Int64) -> Events.Event {
        .init(
            id: UUID().canonical,
            occurredAt: .init(seconds: seconds),
            payload: .consentWithdrawn(.init(userID: user.canonical, kind: kind))
        )
    }

    @Test("keeps nothing when the consent is withdrawn between the answer of auth and the writing; later again")
    func withdrawnMeanwhile() async throws {
        try await OCRTestEnvironment.with { environment in
            let (answers, user) = (Answers(), UUID())
            answers.beforeAnswer.withLock {
                $0 = {
                    let withdrawal = withdrawal(of: user, .learningFromPhotos, at: 1_700_000_001)
                    try await deliver(withdrawal, environment, Answers())
                }
            }
            try await deliver(event(user), environment, answers)
            #expect(try await environment.count("learning_examples") == 0)
            answers.beforeAnswer.withLock { $0 = nil }
            try await deliver(event(user), environment, answers)
            #expect(try await environment.count("learning_examples") == 0, "a consent before the withdrawal")
            answers.allowedSince.withLock { $0 = 1_700_000_002 }
            try await deliver(event(user, at: 1_700_000_003), environment, answers)
            #expect(try await environment.count("learning_examples") == 1)
        }
    }

    @Test("waits for auth without a connection to the database")
    func slowConsent() async throws {
        try await OCRTestEnvironment.with(size: 1) { environment in
            let (asked, gate) = (Recorder<Void>(), RPCTestSupport.Gate())
            let answers = Answers()
            answers.beforeAnswer.withLock {
                $0 = {
                    asked.record(())
                    try await gate.wait()
                }
            }
            async let delivery: Void = deliver(event(UUID()), environment, answers)
            try await asked.wait(forCount: 1)
            #expect(try await environment.count("learning_examples") == 0)
            gate.open()
            try await delivery
            #expect(try await environment.count("learning_examples") == 1)
        }
    }

    @Test("deletes everything of a user who withdraws the consent, and nothing of others")
    func withdrawn() async throws {
        try await OCRTestEnvironment.with { environment in
            let (answers, user) = (Answers(), UUID())
            for owner in [user, user, UUID()] { try await deliver(event(owner), environment, answers) }
            try await deliver(withdrawal(of: user, .location, at: 1_700_000_001), environment, answers)
            #expect(try await environment.count("learning_examples") == 3)
            try await deliver(withdrawal(of: user, .learningFromPhotos, at: 1_700_000_001), environment, answers)
            #expect(try await environment.count("learning_examples") == 1)
        }
    }

    @Test("keeps photos that are to be kept, and removes those kept until confirmation")
    func settled() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let text = OCR.Reading(rawText: "TOTAL 3.49")
            for keeping in [OCR.PhotoKeeping.keep, .untilConfirmed] {
                let header = OCR.UploadHeader(keeping: keeping)
                let id = try await environment.upload(Photo.receipt, as: user, header: header).receiptID
                try await environment.finish(text)
                #expect(try await environment.receipt(id, user).hasPhoto)
                for owner in [UUID(), user.id] {
                    let settled = Events.PurchaseSettled(userID: owner.canonical, receiptID: id)
                    let event = Events.Event(id: UUID().canonical, payload: .purchaseSettled(settled))
                    for _ in 0..<2 { try await deliver(event, environment, Answers()) }
                    let isKept = keeping == .keep || owner != user.id
                    let receipt = try await environment.receipt(id, user)
                    #expect(receipt.hasPhoto == isKept)
                    #expect(receipt.reading?.rawText == (isKept ? text.rawText : ""))
                }
            }
        }
    }

    @Test("removes a photo settled before its receipt is done, once that is done")
    func settledEarly() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let header = OCR.UploadHeader(keeping: .untilConfirmed)
            let id = try await environment.upload(Photo.receipt, as: user, header: header).receiptID
            let settled = Events.PurchaseSettled(userID: user.id.canonical, receiptID: id)
            let event = Events.Event(id: UUID().canonical, payload: .purchaseSettled(settled))
            try await deliver(event, environment, Answers())
            #expect(try await environment.receipt(id, user).hasPhoto)
            try await environment.finish(.init(rawText: "TOTAL"))
            #expect(try await !environment.receipt(id, user).hasPhoto)
        }
    }

    @Test("rejects an event without a user")
    func malformed() async throws {
        try await OCRTestEnvironment.with { environment in
            let event = Events.Event(id: UUID().canonical, payload: .purchaseCorrected(.init()))
            let failure = try await status { try await deliver(event, environment, Answers()) }
            #expect(failure?.code == .invalidArgument)
        }
    }
}
