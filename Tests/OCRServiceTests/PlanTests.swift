import CommonMessages
import Foundation
import Foundations
import OCRMessages
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_ocr

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct PlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await OCRTestEnvironment.with { environment in
            let (other, user) = (MarkedPerson(), User())
            try await fill(other, environment)
            let tables = PersonalTables.ocr(environment.store.sealing)
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: tables.owners,
                othersLike: other.id
            ) { plans in
                let read = try await callUpload(environment, user, plans)
                try await callReceipts(read, environment, user, plans)
                try await callWatch(read, environment, user, plans)
                try await callPhotos(read, environment, user, plans)
                try await callRetry(environment, user, plans)
                try await plans.call("Export") {
                    try await PersonalExport(tables, in: environment.pool).read(user.id, in: .english) { _ in }
                }
                #expect(plans.uncalled(of: OCRProgram.knownServices.userMethods(of: "ocr")) == [])
            }
            #expect(problems == [])
        }
    }

    /// Writes rows of somebody into each table, encrypted as all are: of a receipt that was read, and of one that could not be. None
    /// waits to be read: the queue is everybody's, and an upload is told how many are ahead of it.
    private func fill(_ person: MarkedPerson, _ environment: OCRTestEnvironment) async throws {
        let (pool, sealing) = (environment.pool, environment.store.sealing)
        try await PersonalDataTests().fill(person, pool)
        try await pool.pipeline([
            "UPDATE receipts SET state = 'done', purchase_id = 'bought' WHERE user_id = \(person.id)",
            """
            INSERT INTO receipts (user_id, id, queue_number, state, failure, failed_at, time_zone, image_hash, turn_at)
            VALUES (\(person.id), \(UUID()), 2, 'failed', '', now(), 'America/Vancouver', sha256('photo'), now())
            """,
        ])
        try await ColumnSealing(OCRColumns.all, keys: sealing.keys, in: pool, log: sealing.log).sealAll()
        try await sealing.sealAll()
    }

    /// - Returns: The receipt, which has become a purchase.
    private func callUpload(
        _ environment: OCRTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws -> String {
        let key = UUID().canonical
        var id = ""
        // The second is the first one again, and the third another one with the same photos.
        for (name, key) in [("first", key), ("repeated", key), ("of the same photos", UUID().canonical)] {
            let uploaded = try await plans.call("UploadReceipt, \(name)") {
                try await environment.upload([Photo.receipt, Photo.blank], as: user, key: key, keeping: .keep)
            }
            if id.isEmpty { id = uploaded.receiptID }
        }
        #expect(try await environment.finish(.init(rawText: "OAT MILK 3.49\nTOTAL 3.49")).canonical == id)
        return id
    }

    private func callReceipts(
        _ id: String,
        _ environment: OCRTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let (client, options) = (environment.client, user.options())
        try await plans.call("GetReceipt") { try await environment.receipt(id, user) }
        let listed = try await plans.call("ListReceipts") {
            try await client.listReceipts(.init(page: .init(size: 1)), options: options)
        }
        try await plans.call("ListReceipts, the next") {
            try await client.listReceipts(.init(page: .init(size: 1, token: listed.nextPageToken)), options: options)
        }
        let found = try await plans.call("SearchReceipts") {
            try await client.searchReceipts(.init(text: "milk"), options: options)
        }
        #expect(found.matches.map(\.receipt?.id) == [id])
    }

    private func callWatch(
        _ id: String,
        _ environment: OCRTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        func watch(after cursor: String) async throws -> OCR.ReceiptListUpdate? {
            try await environment.client.watchReceipts(.init(cursor: cursor), options: user.options()) {
                try await $0.next()
            }
        }
        try await plans.call("WatchReceipt") { try await environment.watch(id, user) }
        let first = try await plans.call("WatchReceipts") { try await watch(after: "") }
        let uploaded = try await environment.upload(Photo.receipt, as: user).receiptID
        let next = try await plans.call("WatchReceipts, resumed") { try await watch(after: first?.cursor ?? "") }
        #expect(next?.receipts.map(\.id) == [uploaded])
    }

    private func callPhotos(
        _ id: String,
        _ environment: OCRTestEnvironment,
        _ user: User,
        _ plans: PlanCheck
    ) async throws {
        let downloaded = try await plans.call("DownloadPhoto") { try await environment.download(id, user).bytes }
        #expect(!downloaded.isEmpty)
        try await plans.call("RemovePhoto") {
            try await environment.client.removePhoto(.init(receiptID: id), options: user.options())
        }
    }

    private func callRetry(_ environment: OCRTestEnvironment, _ user: User, _ plans: PlanCheck) async throws {
        let id = try await environment.upload(Photo.blank, as: user).receiptID
        try await environment.pool.execute(
            """
            UPDATE receipts SET state = 'failed', failure = '', failed_at = now()
            WHERE user_id = \(user.id) AND id = \(UUID(canonical: id))
            """
        )
        let receipt = try await plans.call("RetryReceipt") {
            try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
        }
        #expect(receipt.state == .queued)
    }
}
