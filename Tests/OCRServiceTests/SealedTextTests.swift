import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import OCRMessages
import PersonalDataTestSupport
import PersonalMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_ocr

@Suite("What receipts say", .timeLimit(.minutes(5)))
struct SealedTextTests {
    private static let keep = OCR.UploadHeader(timeZone: "America/Vancouver", keeping: .keep)

    /// Somebody with a receipt that is read, one whose photo went, one between reading and parsing, and corrections. All texts
    /// have the marker.
    private struct Person {
        let user = User()
        let marker = MarkedPerson().marker
        var receipts: [UUID] = []

        var reading: OCR.Reading {
            OCR.Reading(
                storeName: .init(value: "\(marker) Market"),
                items: [.init(text: "\(marker) Milk")],
                rawText: "\(marker) OAT MILK 3.49\nTOTAL"
            )
        }

        func correction(_ item: String) -> Events.FieldCorrection {
            .init(
                field: .item,
                receiptLine: 0,
                printedText: "\(marker) printed",
                before: item.isEmpty ? "" : "\(marker) \(item)",
                after: "\(marker) said"
            )
        }
    }

    private func keepExample(
        _ correction: Events.FieldCorrection,
        of user: User,
        _ receipt: UUID,
        _ environment: OCRTestEnvironment
    ) async throws {
        let key = try await environment.store.sealing.keys.key(of: user.id)
        try await environment.pool.transaction { connection in
            try await LearningExamples().keep(
                .init(corrections: [correction]),
                of: user.id,
                receipt: receipt,
                at: Date(),
                consentedSince: Date(),
                with: key,
                in: connection
            )
        }
    }

    /// Stores everything of a person by way of the service.
    private func stored(_ environment: OCRTestEnvironment) async throws -> Person {
        var person = Person()
        for keeping in [OCR.PhotoKeeping.keep, .remove] {
            _ = try await environment.upload(Photo.receipt, as: person.user, header: .init(keeping: keeping))
            person.receipts.append(try await environment.finish(person.reading))
        }
        let id = try await environment.upload(Photo.receipt, as: person.user, header: Self.keep).receiptID
        let queue = environment.queue()
        let claim = try #require(try await queue.claim(.understanding))
        try await queue.storePage(Array(person.marker.utf8), claim)
        person.receipts.append(try #require(UUID(canonical: id)))
        for item in ["", "Pears"] {
            try await keepExample(person.correction(item), of: person.user, person.receipts[0], environment)
        }
        return person
    }

    /// Stores everything of a person as a former version did.
    private func storedAsBefore(_ environment: OCRTestEnvironment) async throws -> Person {
        var person = Person()
        let user = person.user.id
        for number in Int64(1)...3 {
            let id = UUID()
            try await environment.pool.pipeline([
                """
                INSERT INTO receipts (user_id, id, queue_number, time_zone, image_hash, turn_at, keeps_photo)
                VALUES (
                    \(user), \(id), \(number), 'America/Vancouver', \(Array(id.canonical.utf8)), now(), true
                )
                """,
                """
                INSERT INTO receipt_images (user_id, receipt_id, number, bytes)
                VALUES (\(user), \(id), 0, \(Photo.receipt))
                """,
            ])
            person.receipts.append(id)
        }
        var withoutText = person.reading
        withoutText.rawText = ""
        try await environment.pool.pipeline([
            """
            UPDATE receipts SET state = 'done', percent = 100, purchase_id = 'p'
            WHERE user_id = \(user) AND id <> \(person.receipts[2])
            """,
            """
            INSERT INTO receipt_pages (user_id, receipt_id, page)
            VALUES (\(user), \(person.receipts[2]), \(Array(person.marker.utf8)))
            """,
        ])
        for (receipt, reading) in zip(person.receipts, [person.reading, withoutText]) {
            let packed = Array(try reading.encoded().readableBytesView)
            try await environment.pool.execute(
                """
                INSERT INTO receipt_readings (user_id, receipt_id, reading, raw_text)
                VALUES (\(user), \(receipt), \(packed), \(reading.rawText))
                """
            )
        }
        for correction in ["", "Pears"].map(person.correction) {
            let item = correction.before.isEmpty ? correction.after : correction.before
            try await environment.pool.execute(
                """
                INSERT INTO learning_examples (
                    user_id, receipt_id, field, receipt_line, item, printed_text, read_as, said, said_at
                ) VALUES (
                    \(user), \(person.receipts[0]), 'item', 0, \(item), \(correction.printedText),
                    \(correction.before), \(correction.after), now()
                )
                """
            )
        }
        return person
    }

    private func sealing(_ environment: OCRTestEnvironment) -> ColumnSealing {
        ColumnSealing(
            OCRColumns.all,
            keys: environment.store.sealing.keys,
            in: environment.pool,
            log: TestDatabase.quietLogger
        )
    }

    /// The tables that have a text, also in columns of bytes.
    private func tables(with text: String, _ environment: OCRTestEnvironment) async throws -> [String] {
        let bytes = Array(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try await environment.pool.contents().filter { _, rows in
            rows.contains { $0.contains(text) || $0.contains(bytes) }
        }.keys.sorted()
    }

    private func records(of person: Person, _ environment: OCRTestEnvironment) async throws -> [String] {
        var (category, records): (String, [String]) = ("", [])
        let tables = PersonalTables.ocr(environment.store.sealing)
        try await PersonalExport(tables, in: environment.pool).read(person.user.id, in: .english) { part in
            if case .category(let begun) = part { category = begun.name }
            guard case .record(let record) = part, record.contains(person.marker) else { return }
            records.append("\(category) \(record)")
        }
        return records.sorted()
    }

    /// Checks that a person finds everything.
    private func check(_ person: Person, _ environment: OCRTestEnvironment) async throws {
        let user = person.user
        let (kept, gone) = (person.receipts[0].canonical, person.receipts[1].canonical)
        #expect(try await environment.receipt(kept, user).reading?.rawText == person.reading.rawText)
        let left = try await environment.receipt(gone, user).reading
        #expect(left?.rawText == "" && left?.storeName?.value == "\(person.marker) Market")
        let found = try await environment.client.searchReceipts(
            .init(text: "\(person.marker.prefix(12)) milk"),
            options: user.options()
        ).matches
        #expect(found.map(\.receipt?.id) == [kept])
        #expect(found.first?.rows == ["\(person.marker) OAT MILK 3.49"])
        let exported = try await records(of: person, environment)
        let tables = exported.map { $0.prefix { $0 != " " } }
        #expect(tables == ["learning_examples", "learning_examples", "receipt_readings", "receipt_readings"])
        for name in ["item", "printed_text", "read_as", "said"] {
            #expect(exported[1].contains("\"\(name)\": \"\(person.marker) "), "\(name)")
        }
        #expect(exported.allSatisfy { !$0.contains("_sealed") && !$0.contains("_hash") })
        #expect(exported.contains { $0.contains(#""raw_text": "\#(person.marker) OAT MILK 3.49\nTOTAL""#) })
    }

    @Test("is in no table as it is, and is read, searched and exported by its owner")
    func sealed() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await stored(environment)
            #expect(try await tables(with: person.marker, environment) == [])
            try await check(person, environment)
            #expect(try await sealing(environment).sealAll() == 0)
            #expect(try await environment.count("receipt_pages") == 1)
        }
    }

    @Test(
        "is read as former versions stored it, then encrypted, of which watchers are told nothing, and read as before"
    )
    func former() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await storedAsBefore(environment)
            let readable = ["learning_examples", "receipt_pages", "receipt_readings"]
            #expect(try await tables(with: person.marker, environment) == readable)
            try await check(person, environment)
            #expect(try await environment.count("person_keys") == 0, "reading makes no key")

            let before = try await environment.pool.contents()
            #expect(try await sealing(environment).sealAll() == 5)
            #expect(try await sealing(environment).sealAll() == 0)
            #expect(try await tables(with: person.marker, environment) == [])
            let after = try await environment.pool.contents()
            for table in ["receipts", "receipt_changes", "outbox"] {
                #expect(before[table] == after[table], "\(table)")
            }
            try await check(person, environment)
            let words = try await environment.pool.query("SELECT * FROM receipt_pages")[0]
            let stored = StoredReading(user: person.user.id, receipt: person.receipts[2])
            let key = try await environment.store.sealing.keys.existingKey(of: person.user.id)
            #expect(try stored.page(in: words, with: key) == Array(person.marker.utf8))
        }
    }

    @Test("goes with its photo, also when a former version stored it")
    func removed() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await storedAsBefore(environment)
            let id = person.receipts[0].canonical
            let left = try await environment.client.removePhoto(
                .init(receiptID: id),
                options: person.user.options()
            ).reading
            #expect(left?.rawText == "" && left?.storeName?.value == "\(person.marker) Market")
            let rows = try await environment.pool.query(
                "SELECT reading, raw_text, raw_text_sealed FROM receipt_readings WHERE receipt_id = \(person.receipts[0])"
            )
            for column in ["reading", "raw_text", "raw_text_sealed"] {
                #expect(try rows[0][column] as [UInt8]? == nil, "\(column)")
            }
        }
    }

    @Test("is corrected once, whether the first correction is encrypted yet or not", arguments: [false, true])
    func corrected(isSealed: Bool) async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await storedAsBefore(environment)
            if isSealed { try await sealing(environment).sealAll() }
            var correction = person.correction("Pears")
            correction.after = "\(person.marker) corrected"
            for _ in 0..<2 {
                try await keepExample(correction, of: person.user, person.receipts[0], environment)
            }
            try await keepExample(person.correction("Plums"), of: person.user, person.receipts[0], environment)
            try await sealing(environment).sealAll()
            let examples = try await records(of: person, environment).filter { $0.hasPrefix("learning_examples") }
            #expect(examples.count == 3)
            #expect(examples.count { $0.contains("corrected") && $0.contains("Pears") } == 1)
            #expect(try await tables(with: person.marker, environment) == [])
        }
    }

    @Test("is not read where others have put it once nothing is left of former versions")
    func forged() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await storedAsBefore(environment)
            try await sealing(environment).sealAll()
            let forged = Array(try OCR.Reading(rawText: "Forged").encoded().readableBytesView)
            try await environment.pool.execute(
                """
                UPDATE receipt_readings SET reading = \(forged), raw_text = 'Forged', raw_text_sealed = NULL,
                    reading_sealed = NULL
                WHERE receipt_id = \(person.receipts[0])
                """
            )
            #expect(try await sealing(environment).sealAll() == 0)
            let receipt = try await environment.receipt(person.receipts[0].canonical, person.user)
            #expect(receipt.reading == nil)
            let found = try await environment.client.searchReceipts(
                .init(text: "forged"),
                options: person.user.options()
            )
            #expect(found.matches.isEmpty)
        }
    }

    @Test("can't be read once its owner's key is destroyed")
    func destroyed() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await stored(environment)
            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(person.user.id)")
            // Another instance, which has not kept the key.
            let sealing = try PhotoSealing.test(in: environment.pool)
            let other = ReceiptStore(pool: environment.pool, sealing: sealing)
            await #expect(throws: EncryptionError.unreadable) {
                try await other.receiptWithReading(person.receipts[0], of: person.user.id)
            }
            let search = try ReceiptSearch(validating: .init(text: "milk"))
            await #expect(throws: EncryptionError.unreadable) {
                try await other.receipts(with: search, of: person.user.id, Page(nil))
            }
            await #expect(throws: EncryptionError.unreadable) {
                try await PersonalExport(.ocr(sealing), in: environment.pool).read(person.user.id, in: .english) { _ in
                }
            }
            #expect(try await environment.count("person_keys") == 0)
        }
    }

    @Test("is read all the while when the master key is replaced")
    func rotated() async throws {
        try await OCRTestEnvironment.with { environment in
            let person = try await stored(environment)
            func store(_ lines: [(String, UInt8)]) throws -> (ReceiptStore, PersonKeys) {
                let text = lines.map { "\($0.0):" + Data(repeating: $0.1, count: 32).base64EncodedString() }
                let masterKeys = try MasterKeys(parsing: text.joined(separator: "\n"))
                let keys = PersonKeys(in: environment.pool, masterKeys: masterKeys)
                let sealing = PhotoSealing(pool: environment.pool, keys: keys, log: TestDatabase.quietLogger)
                return (ReceiptStore(pool: environment.pool, sealing: sealing), keys)
            }
            func text(_ store: ReceiptStore) async throws -> String? {
                try await store.receiptWithReading(person.receipts[0], of: person.user.id)?.1?.rawText
            }
            let (old, new) = (("1", UInt8(0x11)), ("2", UInt8(0x22)))
            let (both, keys) = try store([new, old])
            #expect(try await text(both) == person.reading.rawText)
            #expect(keys.rewrapping.name == "rewrap person keys")
            let (rewrapped, remaining) = try await keys.rewrap()
            #expect(rewrapped == 1 && remaining == 0)
            // Instances with both keys, in whatever order, and those with the new one alone.
            for lines in [[new, old], [old, new], [new]] {
                let (store, keys) = try store(lines)
                try await keys.requireMasterKeys()
                #expect(try await text(store) == person.reading.rawText)
            }
            try await check(person, environment)
            let (_, former) = try store([old])
            await #expect(throws: (any Error).self) { try await former.requireMasterKeys() }
        }
    }
}
