import CommonMessages
import EventsMessages
import Foundation
import ImageFiles
import OCRMessages
import Postgres
import PostgresTestSupport
import Testing
import Texts

@testable import larder_ocr

@Suite("The cause of a failure", .timeLimit(.minutes(5)))
struct FailureTextTests {
    @Test("is stored and sent as a code, and told in a sentence when it is read")
    func stored() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let claim = try #require(try await environment.queue().claim(.understanding))
            try await environment.queue().fail(claim, .cutOff)
            let row = try #require(
                try await environment.pool.query("SELECT failure, failure_cause FROM receipts").first
            )
            let (sentence, cause): (String, String) = (try row["failure"], try row["failure_cause"])
            #expect(sentence.isEmpty && cause == "cut_off")
            #expect(try await environment.receipt(id, user).failure == ReceiptFailure.cutOff.text.english)
            guard case .receiptFailed(let event) = try #require(try await environment.events().first).payload else {
                return #expect(Bool(false), "another event")
            }
            #expect(event.cause == "cut_off" && event.explanation == ReceiptFailure.cutOff.text.english)
            // A newer version may know more causes.
            try await environment.pool.execute("UPDATE receipts SET failure_cause = 'eaten_by_a_goat'")
            #expect(try await environment.receipt(id, user).failure == ReceiptFailure.unknown.text.english)
            try await environment.store.retry(claim.receipt, of: user.id)
            #expect(try await environment.receipt(id, user).failure.isEmpty)
        }
    }

    @Test("of receipts of former versions is told in the same words; unknown words stay")
    func migrated() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let file = Shell.repository + "/Services/OCR/Service/Migrations/0009_failure_causes.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            let known = ReceiptFailure.allCases.filter { $0 != .unknown }
            let other = "The photo is too small to read (10 × 10 pixels)."
            for (number, sentence) in (known.map(\.text.english) + [other]).enumerated() {
                try await environment.pool.execute(
                    """
                    INSERT INTO receipts (user_id, id, queue_number, state, time_zone, image_hash, turn_at, failure)
                    VALUES (\(user.id), \(UUID()), \(number), 'failed', '', '', now(), \(sentence))
                    """
                )
            }
            for statement in migration.split(separator: ";\n") {
                guard let update = statement.range(of: "UPDATE receipts") else { continue }
                try await environment.pool.execute("\(unsafe: String(statement[update.lowerBound...]))")
            }
            let rows = try await environment.pool.query(
                "SELECT failure, failure_cause FROM receipts ORDER BY queue_number"
            )
            #expect(try rows.map { try $0["failure_cause"] as String? } == known.map(\.rawValue) + [nil])
            #expect(try rows.map { try $0["failure"] as String } == known.map { _ in "" } + [other])
            let list = try await environment.client.listReceipts(.init(page: .init(size: 50)), options: user.options())
            #expect(list.receipts.reversed().map(\.failure) == known.map(\.text.english) + [other])
        }
    }

    @Test("of receipts whose failure older versions told in other words becomes a code; unknown words stay")
    func formerWords() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let file = Shell.repository + "/Services/OCR/Service/Migrations/0011_former_failures.sql"
            let migration = try String(contentsOfFile: file, encoding: .utf8)
            let former: [(sentence: String, cause: ReceiptFailure?)] = [
                ("The receipt was read, but what it says could not be saved. Please type it in by hand.", .notSaved),
                ("Reading the photo took too long. Please try a sharper photo of the receipt alone.", .tookTooLong),
                (ImageRejection.truncated.description, .damaged), (ReceiptFailure.unknown.text.english, .unknown),
                ("The photo is too small to read (10 × 10 pixels).", nil), ("", nil),
            ]
            for (number, failure) in former.enumerated() {
                try await environment.pool.execute(
                    """
                    INSERT INTO receipts (user_id, id, queue_number, state, time_zone, image_hash, turn_at, failure)
                    VALUES (\(user.id), \(UUID()), \(number), 'failed', '', '', now(), \(failure.sentence))
                    """
                )
            }
            let update = try #require(migration.range(of: "UPDATE receipts"))
            try await environment.pool.execute("\(unsafe: String(migration[update.lowerBound...]))")
            let rows = try await environment.pool.query(
                "SELECT failure, failure_cause FROM receipts ORDER BY queue_number"
            )
            #expect(try rows.map { try $0["failure_cause"] as String? } == former.map { $0.cause?.rawValue })
            #expect(try rows.map { try $0["failure"] as String } == former.map { $0.cause == nil ? $0.sentence : "" })
        }
    }
}
