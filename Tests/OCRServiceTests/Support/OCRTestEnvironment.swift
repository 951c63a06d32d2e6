import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import NIOPosix
import OCRMessages
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit

@testable import larder_ocr

/// The receipts service on its own server and database; tests start the workers.
struct OCRTestEnvironment: Sendable {
    let pool: PostgresPool
    let store: ReceiptStore
    let changes: ChangeFeed<UUID>
    let service: ReceiptsService
    let client: OCR.ReceiptsClient

    /// Runs `body` with an empty queue.
    /// - Parameters:
    ///   - group: The event loops of the service.
    ///   - transfers: How much photos may take in memory.
    ///   - clock: Decides when a transfer is too slow.
    static func with(
        size: Int = 8,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        transfers: TransferLimiter.Limits = .init(),
        clock: any WallClock = .system,
        _ body: (OCRTestEnvironment) async throws -> Void
    ) async throws {
        let migrations = Shell.repository + "/Services/OCR/Service/Migrations"
        try await TestDatabase.withService("ocr", migrations: migrations, size: size) { pool, _ in
            let sealing = try PhotoSealing.test(in: pool)
            let store = ReceiptStore(pool: pool, sealing: sealing)
            let changes = ChangeFeed<UUID>("receipts", pool: pool)
            let listening = Task { await changes.run() }
            let list = ReceiptStore.list(in: pool)
            let watching = Task { await list.run() }
            let service = ReceiptsService(
                store: store,
                changes: changes,
                list: list,
                transfers: transfers,
                clock: clock
            )
            let server = try await startServer("ocr", handlers: service.handlers, group: group) {
                $0.interceptors = [UserIDTokenAccess()]
            }
            let channel = try makeChannel(to: "ocr", ports: [server.port], as: nil)
            let environment = OCRTestEnvironment(
                pool: pool,
                store: store,
                changes: changes,
                service: service,
                client: .init(channel: channel)
            )
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(environment)) } catch { outcome = .failure(error) }
            channel.close()
            listening.cancel()
            watching.cancel()
            await server.stop()
            await listening.value
            await watching.value
            try outcome.get()
        }
    }

    /// Uploads a photo in chunks.
    func upload(
        _ photo: [UInt8],
        as user: User,
        key: String? = nil,
        header: OCR.UploadHeader? = .init(timeZone: "America/Vancouver"),
        pieces: Int = 100_000
    ) async throws -> OCR.UploadReceiptResponse {
        try await client.uploadReceipt(options: user.options(key: key)) { writer in
            if let header { try await writer.write(.init(part: .header(header))) }
            for start in stride(from: 0, to: photo.count, by: pieces) {
                let piece = Array(photo[start..<min(start + pieces, photo.count)])
                try await writer.write(.init(part: .chunk(piece)))
            }
        }
    }

    /// Uploads several photos of one receipt.
    func upload(
        _ photos: [[UInt8]],
        as user: User,
        key: String? = nil,
        keeping: OCR.PhotoKeeping = .unspecified,
        pieces: Int = 100_000
    ) async throws -> OCR.UploadReceiptResponse {
        try await client.uploadReceipt(options: user.options(key: key)) { writer in
            for (index, photo) in photos.enumerated() {
                let size = Int64(photo.count)
                try await writer.write(
                    .init(
                        part: index == 0 ? .header(.init(size: size, keeping: keeping)) : .nextPhoto(.init(size: size))
                    )
                )
                for start in stride(from: 0, to: photo.count, by: pieces) {
                    try await writer.write(.init(part: .chunk(Array(photo[start..<min(start + pieces, photo.count)]))))
                }
            }
        }
    }

    func receipt(_ id: String, _ user: User) async throws -> OCR.Receipt {
        try await client.getReceipt(.init(receiptID: id), options: user.options())
    }

    /// Watches a receipt to its end.
    func watch(_ id: String, _ user: User) async throws -> [OCR.ReceiptProgress] {
        try await client.watchReceipt(.init(receiptID: id), options: user.options()) { stream in
            var seen: [OCR.ReceiptProgress] = []
            for try await progress in stream { seen.append(progress) }
            return seen
        }
    }

    /// A queue as one instance sees it.
    func queue(_ instance: String = "first") -> ReceiptQueue {
        ReceiptQueue(pool: pool, instance: instance, sealing: store.sealing)
    }

    func count(_ table: String) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM \(identifier: table)")[0]["count"]
    }

    /// The events written for other services.
    func events() async throws -> [Events.Event] {
        try await pool.query("SELECT payload FROM outbox ORDER BY sequence").map { row in
            let payload: [UInt8] = try row["payload"]
            return try Events.Event(decoding: .init(bytes: payload))
        }
    }

    /// Expires all claims, as if their lease had passed.
    func expireClaims() async throws {
        try await pool.execute(
            "UPDATE receipts SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL"
        )
    }
}

/// A signed-in user.
struct User: Sendable {
    let id = UUID()

    func options(key: String? = nil) -> CallOptions {
        CallOptions(timeout: .seconds(60), accessToken: id.canonical, idempotencyKey: key)
    }
}

/// Replaces the access rules, which have tests of their own: a token is the user's id.
private struct UserIDTokenAccess: ServerInterceptor {
    nonisolated(nonsending) func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: nonisolated(nonsending) @Sendable (CallContext) async throws -> Void
    ) async throws {
        var context = context
        let token = context.metadata[text: MetadataName.authorization]?.dropFirst("Bearer ".count)
        context.verifiedUser = token.map { VerifiedUser(id: String($0), username: "somebody") }
        try await next(context)
    }
}

/// The status with which a call fails.
func status(of call: () async throws -> Void) async throws -> Status? {
    do {
        try await call()
        return nil
    } catch let status as Status {
        return status
    }
}

extension OCRTestEnvironment {
    /// Completes the oldest waiting receipt with a reading.
    @discardableResult
    func finish(_ reading: OCR.Reading = .init(), purchaseID: String = "p") async throws -> UUID {
        let queue = queue()
        guard let claim = try await queue.claim(.understanding) else { throw TestSupportError("nothing waits") }
        try await queue.storePage([1], claim)
        try await queue.storeReading(
            Array(try reading.encoded().readableBytesView),
            rawText: reading.rawText,
            currency: nil,
            claim
        )
        guard let saving = try await queue.claim(.saving) else { throw TestSupportError("nothing is to be saved") }
        try await queue.complete(saving, purchaseID: purchaseID, reading: reading)
        return claim.receipt
    }

    /// Downloads a photo.
    func download(_ id: String, _ user: User) async throws -> (header: OCR.PhotoHeader, bytes: [UInt8], pieces: [Int]) {
        try await client.downloadPhoto(.init(receiptID: id), options: user.options()) { stream in
            guard case .header(let header) = try await stream.next()?.part else {
                throw TestSupportError("the header is missing")
            }
            var bytes: [UInt8] = []
            var pieces: [Int] = []
            while let message = try await stream.next() {
                guard case .chunk(let chunk) = message.part else { throw TestSupportError("not a piece") }
                bytes += chunk
                pieces.append(chunk.count)
            }
            return (header, bytes, pieces)
        }
    }
}

extension ReceiptQueue {
    /// Claims the next receipt of a stage, as its worker does.
    func claim(_ stage: Stage) async throws -> Claim? { try await leases(of: stage).claim(atMost: 1).first }

    func nextDue(_ stage: Stage) async throws -> Duration? { try await leases(of: stage).nextDue() }

    /// - Throws: `LeaseLost` when the claim is no longer in force.
    func renew(_ claim: Claim) async throws {
        guard try await leases(of: .understanding).renew(claim) else { throw LeaseLost() }
    }

    /// - Throws: `LeaseLost` when the claim is no longer in force.
    func postpone(_ claim: Claim, by pause: Duration, isCounted: Bool) async throws {
        let isHeld = try await leases(of: .understanding).postpone(claim, by: pause, isCounted: isCounted)
        guard isHeld else { throw LeaseLost() }
    }
}

extension PhotoSealing {
    /// Encrypts under keys that a master key of tests wraps.
    static func test(in pool: PostgresPool) throws -> PhotoSealing {
        let masterKeys = try MasterKeys(parsing: "1:" + Data(repeating: 0x11, count: 32).base64EncodedString())
        let keys = PersonKeys(in: pool, masterKeys: masterKeys)
        return PhotoSealing(pool: pool, keys: keys, log: TestDatabase.quietLogger)
    }
}
