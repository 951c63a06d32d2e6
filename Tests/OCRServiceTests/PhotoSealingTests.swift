import Foundation
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

@Suite("Stored photos", .timeLimit(.minutes(5)))
struct PhotoSealingTests {
    private static let photo = Photo.receipt

    /// A receipt that is read, with its photo.
    private func upload(_ environment: OCRTestEnvironment, _ user: User, state: String = "done") async throws -> UUID {
        let sent = try await environment.upload([Self.photo], as: user, keeping: .keep)
        let id = try #require(UUID(uuidString: sent.receiptID))
        let purchase = state == "done" ? UUID().uuidString : nil
        try await environment.pool.execute(
            "UPDATE receipts SET state = \(state), purchase_id = \(purchase) WHERE id = \(id)"
        )
        return id
    }

    /// Stores all photos as former versions did, unless others are: as they were sent.
    private func storeAsBefore(_ environment: OCRTestEnvironment) async throws {
        try await environment.pool.execute("UPDATE receipt_images SET bytes = \(Self.photo), is_sealed = false")
    }

    private func stored(_ environment: OCRTestEnvironment) async throws -> (bytes: [UInt8], isSealed: Bool) {
        let row = try await environment.pool.query("SELECT bytes, is_sealed FROM receipt_images")[0]
        return (try row["bytes"], try row["is_sealed"])
    }

    @Test("of former versions are encrypted, and are downloaded, read again and exported as before")
    func sealed() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await upload(environment, user)
            try await storeAsBefore(environment)
            let before = try #require(try await environment.store.photo(id, of: user.id)).bytes
            #expect(try await environment.store.sealing.sealAll() == 1)
            #expect(try await environment.store.sealing.sealAll() == 0)
            let (bytes, isSealed) = try await stored(environment)
            #expect(isSealed && bytes.count == before.count + 29 && !bytes.starts(with: before.prefix(3)))
            #expect(try await environment.store.photo(id, of: user.id)?.bytes == before)
            var exported: [UInt8] = []
            let tables = PersonalTables.ocr(environment.store.sealing)
            try await PersonalExport(tables, in: environment.pool).read(user.id, in: .english) { part in
                if case .contents(let bytes) = part { exported += bytes }
            }
            #expect(exported == before)
        }
    }

    @Test("are encrypted from the first, and read so")
    func unread() async throws {
        try await OCRTestEnvironment.with { environment in
            _ = try await environment.upload([Self.photo], as: User(), keeping: .keep)
            let (bytes, isSealed) = try await stored(environment)
            #expect(isSealed && bytes.count == Self.photo.count + 29)
            let queue = environment.queue()
            let claim = try #require(try await queue.claim(.understanding))
            #expect(try await queue.images(claim) == [Self.photo])
        }
    }

    @Test("are rejected when others have stored them readable, once nothing is left of former versions")
    func forged() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await upload(environment, user)
            try await storeAsBefore(environment)
            try await environment.store.sealing.sealAll()
            try await storeAsBefore(environment)
            #expect(try await environment.store.sealing.sealAll() == 0)
            await #expect(throws: EncryptionError.unreadable) { try await environment.store.photo(id, of: user.id) }
            await #expect(throws: EncryptionError.unreadable) {
                let tables = PersonalTables.ocr(environment.store.sealing)
                try await PersonalExport(tables, in: environment.pool).read(user.id, in: .english) { _ in }
            }
        }
    }

    @Test("have no key made for an owner who is erased meanwhile")
    func erased() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            _ = try await upload(environment, user)
            try await storeAsBefore(environment)
            try await environment.pool.execute("DELETE FROM person_keys")
            try await environment.pool.transaction { connection in
                try await connection.execute("DELETE FROM receipt_images WHERE user_id = \(user.id)")
                #expect(try await environment.store.sealing.sealAll() == 0)
            }
            #expect(try await environment.count("person_keys") == 0)
        }
    }

    @Test("are rejected when they were changed, or belong to another receipt")
    func changed() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let (first, second) = (try await upload(environment, user), try await upload(environment, User()))
            try await environment.store.sealing.sealAll()
            try await environment.pool.execute(
                """
                UPDATE receipt_images SET bytes = (SELECT bytes FROM receipt_images WHERE receipt_id = \(second))
                WHERE receipt_id = \(first)
                """
            )
            await #expect(throws: EncryptionError.unreadable) {
                try await environment.store.photo(first, of: user.id)
            }
        }
    }

    @Test("that a back-up still has can't be read once their owner is erased")
    func restored() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await upload(environment, user)
            let sealing = environment.store.sealing
            try await sealing.sealAll()
            let (backup, _) = try await stored(environment)
            try await PersonalTables.ocr(sealing).erase(user.id, in: environment.pool)
            #expect(try await environment.count("person_keys") == 0)
            // Another instance, which has not kept the key.
            let other = try PhotoSealing.test(in: environment.pool)
            await #expect(throws: EncryptionError.unreadable) {
                try await other.open(backup, isSealed: true, number: 0, of: id, user.id)
            }
        }
    }
}
