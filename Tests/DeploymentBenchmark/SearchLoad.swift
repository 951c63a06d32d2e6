import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import Logging
import OCRMessages
import Postgres
import RPC
import ServiceKit

/// Measures how long it takes somebody to find a word on ten thousand kept receipts.
struct SearchLoad: Sendable {
    let deployment: LocalDeployment
    let channel: RPCChannel
    /// Is read once; the others are its copies with other words among its own.
    let photo: [UInt8]
    let report: @Sendable (String) -> Void

    private static let receipts = 10_000
    private static let searches = 50

    /// Prints the figures beside their bar.
    func run() async throws {
        let user = try await BenchmarkUser.signUp(at: deployment, on: channel)
        let receipt = try await user.upload(photo, keeping: .keep)
        try await user.waitForEnd(of: receipt, within: .seconds(60))
        try await multiply(receipt)
        report("\nWords looked for on \(Self.receipts) receipts of one user, all with their texts")
        for (name, text, most) in [
            ("that all receipts have", "total", 20), ("that a few have", "word77", 20),
            ("that one has", "number4711", 1),
            ("of which the beginning is typed", "wor", 20), ("that none has", "nowhere", 0),
        ] {
            var milliseconds: [Double] = []
            for _ in 0..<Self.searches {
                let start = ContinuousClock.now
                let count = try await search(text, as: user)
                milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
                guard count <= most, (count == 0) == (most == 0) else {
                    throw DeploymentError("Searching \(text) found \(count) receipts.")
                }
            }
            report(FigureLine.of(name, milliseconds, "ms", percentile: 95, bar: "2 s"))
        }
    }

    /// Finds the newest 20 receipts, in as many calls as that takes.
    /// - Returns: How many there are.
    private func search(_ text: String, as user: BenchmarkUser) async throws -> Int {
        let client = OCR.ReceiptsClient(channel: channel)
        var (count, token): (Int32, String) = (0, "")
        repeat {
            let found = try await client.searchReceipts(
                .init(text: text, page: .init(size: 20 - count, token: token)),
                options: user.options(timeout: .seconds(30))
            )
            count += Int32(found.matches.count)
            token = found.nextPageToken
        } while count < 20 && !token.isEmpty
        return Int(count)
    }

    /// Gives the owner of a receipt thousands more.
    private func multiply(_ receipt: String) async throws {
        let log = Logger(label: "local") { _ in SwiftLogNoOpLogHandler() }
        var configuration = deployment.superuserConfiguration()
        configuration.schema = "ocr"
        configuration.statementTimeout = .seconds(300)
        let pool = PostgresPool(configuration: configuration, logger: log)
        defer { Task { await pool.close() } }
        let first = try await pool.query(
            """
            SELECT user_id, raw_text, raw_text_sealed FROM receipt_readings
            WHERE receipt_id = \(receipt)::uuid
            """
        )[0]
        let user: UUID = try first["user_id"]
        let file = deployment.folder.secrets.appending(path: "ocr.master.key").path
        let keys = PersonKeys(in: pool, masterKeys: try MasterKeys(contentsOf: file))
        let key = try await keys.key(of: user)
        let text = try Self.rawText.text(in: first, row: [user.canonical, receipt], with: key) ?? ""
        try await pool.transaction { connection in
            // Nobody watches them.
            try await connection.execute("SET LOCAL session_replication_role = replica")
            let added = try await connection.query(
                """
                INSERT INTO receipts (
                    user_id, id, queue_number, state, percent, time_zone, image_hash, turn_at, purchase_id
                )
                SELECT \(user), gen_random_uuid(), number + 1, 'done', 100, '', decode(md5(number::text), 'hex'), now(), ''
                FROM generate_series(1, \(Int32(Self.receipts - 1))) AS number
                RETURNING id, queue_number
                """
            )
            let readings = try added.map { row in
                try reading(text, number: row["queue_number"], of: row["id"], user, with: key)
            }
            for start in stride(from: 0, to: readings.count, by: 500) {
                try await connection.pipeline(Array(readings[start..<min(start + 500, readings.count)]))
            }
            try await connection.execute(
                """
                INSERT INTO receipt_images (user_id, receipt_id, bytes)
                SELECT user_id, id, '\\x00' FROM receipts WHERE user_id = \(user) AND id <> \(receipt)::uuid
                """
            )
        }
        try await pool.execute("ANALYZE receipts, receipt_readings, receipt_images")
    }

    private static let rawText = SealedColumn("receipt_readings", "raw_text", key: ["user_id", "receipt_id"])

    /// Stores a text with some words of its own, encrypted as ocr does. Its fields aren't read.
    private func reading(
        _ text: String,
        number: Int64,
        of receipt: UUID,
        _ user: UUID,
        with key: DataKey
    ) throws -> Statement {
        let words = (1...12).map { _ in " word\(Int.random(in: 0..<2_000))" }.joined()
        let row = [user.canonical, receipt.canonical]
        let sealed = try Self.rawText.seal("\(text)\nnumber\(number)\(words)", row: row, with: key)
        return """
            INSERT INTO receipt_readings (user_id, receipt_id, reading, raw_text_sealed)
            VALUES (\(user), \(receipt), ''::bytea, \(sealed))
            """
    }
}
