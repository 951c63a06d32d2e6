import Foundation
import Foundations
import Logging
import Postgres
import PrintedWords
import ServiceKit

/// Encrypts users' texts, and what former versions stored as it was.
///
/// All rows of a user are encrypted before one of them is written, so that a text is found by its hash alone then.
struct CatalogSealing: Sendable {
    private static let tables = ["receipt_text_mappings", "user_products", "user_stores"]

    let pool: PostgresPool
    let keys: PersonKeys
    let log: Logger
    /// Users' turns to have their rows encrypted before they write: one with many keeps no connection from others for long.
    private let turns = FairTurns<UUID>(2)

    init(pool: PostgresPool, keys: PersonKeys, log: Logger) {
        self.pool = pool
        self.keys = keys
        self.log = log
    }

    /// A user's texts to be read, for which no key is made. To be called once the rows are read: whoever wrote them had made one.
    func reading(of user: UUID) async throws -> StoredTexts {
        StoredTexts(user: user, key: try await keys.existingKey(of: user))
    }

    /// A user's texts to be written. To be called before a transaction is begun.
    /// - Throws: `SealingFailure` when a row of the user can't be encrypted.
    func writing(for user: UUID) async throws -> PersonTexts {
        let texts = PersonTexts(user: user, key: try await keys.key(of: user))
        try await sealAll(of: user)
        return texts
    }

    // MARK: What former versions stored

    /// Encrypts all that is not encrypted yet, some time after a program has started first.
    var job: ScheduledJob { .encryptingPersonalColumns(log: log) { try await sealAll() } }

    /// Encrypts all that is not encrypted yet, and records when nothing is left: then there is nothing more to be done, whatever others
    /// put there. Rows that others have locked are left to a next run.
    /// - Returns: The rows that were changed.
    /// - Throws: `SealingFailure` at the end, when rows can't be encrypted.
    @discardableResult
    func sealAll() async throws -> Int {
        try await RowSealing.sealAll(CatalogColumns.former, in: pool) { _ in
            Self.tables.map { rows(of: $0, of: nil) }
        }
    }

    /// Encrypts a user's rows, some in one transaction: a call that ends before has done a part of it.
    private func sealAll(of user: UUID) async throws {
        let pending = Self.tables.reduce("false" as Statement) {
            "\($0) OR EXISTS (SELECT FROM \(identifier: $1) WHERE user_id = \(user) AND NOT is_sealed)"
        }
        let isPending: Bool = try await pool.query(
            "SELECT NOT \(CatalogColumns.formerNormalisedText.isSealed) AND (\(pending)) AS is_pending"
        )[0]["is_pending"]
        guard isPending else { return }
        var count = RowSealing.Count()
        for table in Self.tables {
            let rows = self.rows(of: table, of: user)
            var last: Row?
            repeat {
                let batch = try await turns.withTurn(of: user) { try await rows.next(after: last) }
                count.add(batch.count)
                last = batch.last
            } while last != nil
        }
        _ = try count.finish()
    }

    /// - Parameter user: Nil for all users, without rows that are locked.
    private func rows(of table: String, of user: UUID?) -> RowSealing {
        let owner: Statement = user.map { "AND user_id = \($0)" } ?? ""
        let locking: Statement = user == nil ? "FOR UPDATE SKIP LOCKED" : "FOR UPDATE"
        return RowSealing(table, keys: keys, in: pool) { last, limit in
            let after: Statement =
                try last.map { "AND (user_id, id) > (\(try $0["person_id"] as UUID), \(try $0["id"] as UUID))" } ?? ""
            return """
                SELECT user_id AS person_id, id, \(try Self.columns(of: table)) FROM \(identifier: table)
                WHERE NOT is_sealed \(owner) \(after) ORDER BY user_id, id LIMIT \(limit) \(locking)
                """
        } changes: { row, key in
            let texts = PersonTexts(user: try row["person_id"], key: key)
            let id: UUID = try row["id"]
            let found = try Self.change(of: table, texts, row, "")
            let isTaken: Statement = """
                EXISTS (
                    SELECT FROM \(identifier: table) AS other
                    WHERE other.user_id = \(texts.user) AND other.id <> \(id) AND \(found.isFound)
                )
                """
            // A row that was written meanwhile may have the same hash.
            let other = try Self.change(of: table, texts, row, " \(id.canonical)")
            return [
                Self.update(table, id, texts, found, where: "NOT \(isTaken)"),
                Self.update(table, id, texts, other, where: "true"),
            ]
        }
    }

    private static func update(
        _ table: String,
        _ id: UUID,
        _ texts: PersonTexts,
        _ change: Change,
        where condition: Statement
    ) -> Statement {
        """
        UPDATE \(identifier: table) SET \(change.assignments), is_sealed = true
        WHERE user_id = \(texts.user) AND id = \(id) AND NOT is_sealed AND \(condition)
        """
    }

    // MARK: Rows

    /// How a row is encrypted.
    private struct Change {
        let assignments: Statement
        /// Whether a row is found as this one will be.
        let isFound: Statement
    }

    private static func columns(of table: String) throws -> Statement {
        switch table {
        case "user_products": "name, normalised_name"
        case "user_stores": "name, address, phone, normalised_name, normalised_address"
        default: "normalised_text, printed_text, chain_key, store_id"
        }
    }

    /// - Parameter suffix: What is appended to the row's hash.
    private static func change(
        of table: String,
        _ texts: PersonTexts,
        _ row: Row,
        _ suffix: String
    ) throws -> Change {
        switch table {
        case "user_products": try product(texts, row, suffix)
        case "user_stores": try store(texts, row, suffix)
        default: try line(texts, row, suffix)
        }
    }

    private static func product(_ texts: PersonTexts, _ row: Row, _ suffix: String) throws -> Change {
        let hash = texts.hash(try row["normalised_name"], .productName) + suffix
        let name = try value(row["name"], CatalogColumns.productName, texts, [texts.user.canonical, hash])
        return Change(assignments: "normalised_name = \(hash), \(name)", isFound: "normalised_name = \(hash)")
    }

    private static func store(_ texts: PersonTexts, _ row: Row, _ suffix: String) throws -> Change {
        let hashes = (
            texts.hash(try row["normalised_name"], .storeName) + suffix,
            texts.hash(try row["normalised_address"], .storeAddress)
        )
        let columns = [CatalogColumns.storeName, CatalogColumns.storeAddress, CatalogColumns.storePhone]
        let values = try columns.map {
            try value(row[$0.name], $0, texts, [texts.user.canonical, hashes.0, hashes.1])
        }
        return Change(
            assignments: """
                normalised_name = \(hashes.0), normalised_address = \(hashes.1), \(values[0]), \(values[1]), \(values[2])
                """,
            isFound: "normalised_name = \(hashes.0) AND normalised_address = \(hashes.1)"
        )
    }

    private static func line(_ texts: PersonTexts, _ row: Row, _ suffix: String) throws -> Change {
        let (text, chain, store): (String, String, UUID) = (
            try row["normalised_text"], try row["chain_key"], try row["store_id"]
        )
        let hash = texts.hash(text, .line) + suffix
        let name = texts.row(ofLine: hash, at: store)
        let printed = try value(row["printed_text"], CatalogColumns.printedText, texts, name, isAlwaysSealed: true)
        // What a former version has stored as shared is, with that, where it is.
        let isShared: Statement = "basis = 'chosen' AND kept_private IS NULL AND chain_key <> ''"
        return Change(
            assignments: """
                normalised_text = \(hash),
                normalised_text_sealed = \(try CatalogColumns.normalisedText.seal(text, row: name, with: texts.key)),
                \(printed), chain_key = \(texts.hash(chain, .chain)), store_key = '',
                shared_text = CASE WHEN \(isShared) THEN \(text) END,
                shared_chain_key = CASE WHEN \(isShared) THEN chain_key END,
                shared_store_key = CASE WHEN \(isShared) THEN store_key END
                """,
            isFound: "store_id = \(store) AND normalised_text = \(hash)"
        )
    }

    /// The assignments that encrypt one value; an empty one says nothing, and stays.
    private static func value(
        _ text: String,
        _ column: SealedColumn,
        _ texts: PersonTexts,
        _ row: [String],
        isAlwaysSealed: Bool = false
    ) throws -> Statement {
        let name: Statement = "\(identifier: column.name)"
        if text.isEmpty, !isAlwaysSealed { return "\(name) = \(name)" }
        let sealed = try column.seal(text, row: row, with: texts.key)
        return "\(name) = NULL, \(identifier: column.sealedName) = \(sealed)"
    }
}
