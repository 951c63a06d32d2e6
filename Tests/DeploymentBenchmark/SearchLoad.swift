import CommonMessages
import Foundation
import LocalDeployment
import Logging
import OCRMessages
import Postgres
import RPC

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
                let found = try await OCR.ReceiptsClient(channel: channel).searchReceipts(
                    .init(text: text, page: .init(size: 20)),
                    options: user.options(timeout: .seconds(30))
                )
                milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
                guard found.matches.count <= most, found.matches.isEmpty == (most == 0) else {
                    throw DeploymentError("Searching \(text) found \(found.matches.count) receipts.")
                }
            }
            report(FigureLine.of(name, milliseconds, "ms", percentile: 95, bar: "2 s"))
        }
    }

    /// Gives the owner of a receipt thousands more.
    private func multiply(_ receipt: String) async throws {
        let log = Logger(label: "local") { _ in SwiftLogNoOpLogHandler() }
        var configuration = deployment.superuserConfiguration()
        configuration.statementTimeout = .seconds(300)
        let pool = PostgresPool(configuration: configuration, logger: log)
        defer { Task { await pool.close() } }
        let one: Statement = "SELECT user_id FROM ocr.receipts WHERE id = \(receipt)::uuid"
        try await pool.transaction { connection in
            // Nobody watches them.
            try await connection.execute("SET LOCAL session_replication_role = replica")
            try await connection.execute(
                """
                INSERT INTO ocr.receipts (
                    user_id, id, queue_number, state, percent, time_zone, image_hash, turn_at, purchase_id
                )
                SELECT (\(one)), gen_random_uuid(), number + 1, 'done', 100, '', decode(md5(number::text), 'hex'), now(), ''
                FROM generate_series(1, \(Int32(Self.receipts - 1))) AS number
                """
            )
            try await connection.execute(
                """
                INSERT INTO ocr.receipt_readings (user_id, receipt_id, reading, raw_text)
                SELECT receipts.user_id, receipts.id, '', first.raw_text || E'\\nnumber' || queue_number || (
                    SELECT string_agg(' word' || word, '') FROM (
                        -- Asked for the row's number, it is worked out for each row.
                        SELECT floor(random() * 2000)::integer AS word FROM generate_series(1, 12) WHERE queue_number > 0
                    ) AS words
                )
                FROM ocr.receipts JOIN ocr.receipt_readings AS first ON first.receipt_id = \(receipt)::uuid
                WHERE receipts.user_id = (\(one)) AND receipts.id <> \(receipt)::uuid
                """
            )
            try await connection.execute(
                """
                INSERT INTO ocr.receipt_images (user_id, receipt_id, bytes)
                SELECT user_id, id, '\\x00' FROM ocr.receipts
                WHERE user_id = (\(one)) AND id <> \(receipt)::uuid
                """
            )
        }
        try await pool.execute("ANALYZE ocr.receipts, ocr.receipt_readings, ocr.receipt_images")
    }
}
