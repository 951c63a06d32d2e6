import Foundation
import Foundations
package import Postgres

/// Encrypts rows of a table under the keys of the people whose rows they are, some in one transaction.
///
/// A row that can't be encrypted keeps no other from it: where the database rejects a transaction, its rows are changed one by one.
package struct RowSealing: Sendable {
    /// What was done.
    package struct Count: Sendable {
        /// The rows that were changed.
        package var changed = 0
        /// The rows of each table that can't be encrypted.
        package var failed: [String: Int] = [:]

        /// Nothing yet.
        package init() {}

        /// Adds what was done besides.
        package mutating func add(_ other: Count) {
            changed += other.changed
            failed.merge(other.failed, uniquingKeysWith: +)
        }

        /// The rows that were changed, where none is left.
        /// - Throws: ``SealingFailure`` when rows can't be encrypted.
        package func finish() throws(SealingFailure) -> Int {
            guard failed.isEmpty else { throw SealingFailure(rows: failed) }
            return changed
        }
    }

    /// What one transaction has done.
    package struct Batch: Sendable {
        /// What was done.
        package fileprivate(set) var count = Count()
        /// Where the next one begins; nil at the end.
        package fileprivate(set) var last: Row?
    }

    private let table: String
    private let keys: PersonKeys
    private let pool: PostgresPool
    private let batchSize: Int
    private let page: @Sendable (_ last: Row?, _ limit: Int64) throws -> Statement
    private let changes: @Sendable (_ row: Row, _ key: DataKey) async throws -> [Statement]

    /// Describes how rows are encrypted.
    /// - Parameters:
    ///   - batchSize: The rows of one transaction.
    ///   - page: Selects the next rows after one, in the order of their keys, and locks them; `person_id` says whose they are.
    ///   - changes: What encrypts a row under the key of its person; nothing where there is nothing to be encrypted. Runs again
    ///     for a row whose transaction failed.
    package init(
        _ table: String,
        keys: PersonKeys,
        in pool: PostgresPool,
        batchSize: Int = 200,
        page: @escaping @Sendable (_ last: Row?, _ limit: Int64) throws -> Statement,
        changes: @escaping @Sendable (_ row: Row, _ key: DataKey) async throws -> [Statement]
    ) {
        self.table = table
        self.keys = keys
        self.pool = pool
        self.batchSize = batchSize
        self.page = page
        self.changes = changes
    }

    /// Encrypts what former versions have stored in some columns, and records when nothing is left there: then there is nothing more to
    /// be done, whatever others put there.
    /// - Parameter rows: How the rows are encrypted that have something in columns of which that is not recorded.
    /// - Returns: The rows that were changed.
    /// - Throws: ``SealingFailure`` at the end, when rows can't be encrypted.
    package static func sealAll(
        _ former: [FormerValues],
        in pool: PostgresPool,
        _ rows: (_ open: [FormerValues]) -> [RowSealing]
    ) async throws -> Int {
        let open = try await FormerValues.open(former, in: pool)
        guard !open.isEmpty else { return 0 }
        var count = Count()
        for rows in rows(open) { count.add(try await rows.run()) }
        try await FormerValues.recordEnd(of: open, in: pool)
        return try count.finish()
    }

    /// Encrypts all rows.
    package func run() async throws -> Count {
        var (count, last) = (Count(), Row?.none)
        repeat {
            let batch = try await next(after: last)
            count.add(batch.count)
            last = batch.last
            try Task.checkCancellation()
        } while last != nil
        return count
    }

    /// Encrypts the next rows in one transaction.
    /// - Parameter last: The end of the transaction before; nil at the beginning.
    package func next(after last: Row?) async throws -> Batch { try await next(batchSize, after: last) }

    private func next(_ limit: Int, after last: Row?) async throws -> Batch {
        var rows: [Row] = []
        do {
            let count = try await pool.transaction(retrying: true) { connection in
                rows = try await connection.query(try page(last, Int64(limit)))
                return try await seal(rows, in: connection)
            }
            return Batch(count: count, last: rows.count == limit ? rows.last : nil)
        } catch let error as PostgresError where error.isOfValues && !rows.isEmpty {
            guard limit > 1 else {
                var batch = Batch(last: rows.last)
                batch.count.failed[table] = 1
                return batch
            }
            return try await oneByOne(limit, after: last)
        }
    }

    private func oneByOne(_ limit: Int, after last: Row?) async throws -> Batch {
        var batch = Batch(last: last)
        for _ in 0..<limit {
            let single = try await next(1, after: batch.last)
            batch.count.add(single.count)
            batch.last = single.last
            if single.last == nil { break }
        }
        return batch
    }

    private func seal(_ rows: [Row], in connection: PostgresConnection) async throws -> Count {
        let people = Set(try rows.map { try $0["person_id"] as UUID })
        guard !people.isEmpty else { return Count() }
        let keys = try await keys.keys(ofLocked: people, in: connection)
        var (count, statements) = (Count(), [Statement]())
        for row in rows {
            do {
                guard let key = keys[try row["person_id"]] else { throw EncryptionError.unreadable }
                let changes = try await changes(row, key)
                statements += changes
                count.changed += changes.isEmpty ? 0 : 1
            } catch let error as CancellationError {
                throw error
            } catch {
                count.failed[table, default: 0] += 1
            }
        }
        if !statements.isEmpty { try await connection.pipeline(statements) }
        return count
    }
}

/// Rows that can't be encrypted: their values, or their people's keys, can't be read or are not allowed. All others are.
package struct SealingFailure: Error, Sendable, CustomStringConvertible {
    /// How many, by table.
    package let rows: [String: Int]

    /// The number of rows of each table.
    package var description: String {
        let counts = rows.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        return "rows can't be encrypted: \(counts.joined(separator: ", "))"
    }
}

extension PostgresError {
    /// Whether the database rejected what a row says, rather than the work as a whole.
    fileprivate var isOfValues: Bool {
        guard let sqlState else { return false }
        // Data exceptions, violated constraints, and what triggers raise.
        return ["22", "23", "P0"].contains(sqlState.prefix(2))
    }
}
