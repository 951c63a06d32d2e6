import Foundation
import MessageCoding
import NIOCore
import OCRMessages
import PersonalDataTestSupport
import PersonalMessages
import Postgres
import ServiceKit
import Testing
import Texts

@testable import larder_ocr

@Suite("What ocr stores of a person", .timeLimit(.minutes(5)))
struct PersonalDataTests {
    @Test("is exported whole with the photos, and erased from every table, encrypted or not", arguments: [false, true])
    func everything(isSealed: Bool) async throws {
        try await OCRTestEnvironment.with { environment in
            let sealing = environment.store.sealing
            let check = PersonalDataCheck(.ocr(sealing), in: environment.pool)
            let columns = ColumnSealing(OCRColumns.all, keys: sealing.keys, in: environment.pool, log: sealing.log)
            // As long as something of somebody else is not encrypted, rows of former versions are.
            let other = MarkedPerson()
            try await fill(other, environment.pool)
            let problems = try await environment.pool.transaction { connection in
                for table in ["receipt_pages", "receipt_readings", "learning_examples"] {
                    try await connection.execute(
                        "SELECT 1 FROM \(identifier: table) WHERE user_id = \(other.id) FOR UPDATE"
                    )
                }
                return try await check.problems {
                    try await fill($0, environment.pool)
                    if isSealed { #expect(try await columns.sealAll() == 3) }
                }
            }
            #expect(problems == [])
        }
    }

    @Test("has photos of several parts as they were sent, one file each")
    func photos() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = MarkedPerson()
            try await fill(person, environment.pool)
            var files: [(name: String, parts: Int, size: Int)] = []
            try await PersonalExport(.ocr(environment.store.sealing), in: environment.pool).read(
                person.id,
                in: .english
            ) { part in
                switch part {
                case .file(let file): files.append((file.name, 0, 0))
                case .contents(let bytes):
                    files[files.count - 1].parts += 1
                    files[files.count - 1].size += bytes.count
                default: return
                }
            }
            #expect(files.map(\.parts) == [3, 3])
            #expect(files.map(\.size) == [600_000, 600_000])
            #expect(files.map { $0.name.suffix(6) } == ["-0.jpg", "-1.jpg"])
        }
    }

    /// Writes rows of a person into each table.
    func fill(_ person: MarkedPerson, _ pool: PostgresPool) async throws {
        let (receipt, marker) = (UUID(), person.marker)
        let photo: [UInt8] =
            [0xFF, 0xD8, 0xFF] + Array(repeating: 7, count: 600_000 - 3 - marker.utf8.count) + marker.utf8
        let reading = Array(try OCR.Reading(rawText: marker).encoded().readableBytesView)
        try await pool.pipeline(
            [
                "INSERT INTO queue_numbers (user_id, last_number) VALUES (\(person.id), 1)",
                """
                INSERT INTO receipts (user_id, id, queue_number, time_zone, idempotency_key, image_hash, turn_at)
                VALUES (\(person.id), \(receipt), 1, 'America/Vancouver', \(marker), \(Array(marker.utf8)), now())
                """,
                """
                INSERT INTO receipt_pages (user_id, receipt_id, page)
                VALUES (\(person.id), \(receipt), \(Array(marker.utf8)))
                """,
                """
                INSERT INTO receipt_readings (user_id, receipt_id, reading, raw_text)
                VALUES (\(person.id), \(receipt), \(reading), \(marker))
                """,
                """
                INSERT INTO learning_examples (
                    user_id, receipt_id, field, receipt_line, item, printed_text, read_as, said, said_at
                ) VALUES (\(person.id), \(receipt), 'total', 0, '', \(marker), \(marker), \(marker), now())
                """,
                "INSERT INTO learning_withdrawals (user_id, withdrawn_at) VALUES (\(person.id), now())",
            ]
                + (0...1).map { number in
                    """
                    INSERT INTO receipt_images (user_id, receipt_id, number, bytes)
                    VALUES (\(person.id), \(receipt), \(number), \(photo))
                    """
                }
        )
    }
}
