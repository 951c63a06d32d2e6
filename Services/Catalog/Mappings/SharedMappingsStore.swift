import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of shared mappings.
struct SharedMappingsStore: Sendable {
    /// An operator's decision about a line.
    enum Decision: Sendable {
        case approve(UUID)
        case withdraw
        case leaveToUsers
    }

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// A page of the lines with votes or an operator's decision, and the token of the next one; nil at the end.
    func list(
        _ page: Page<TimeKey<SharedMappingRow>>,
        _ state: SharedMappingRow.State?
    ) async throws -> ([SharedMappingRow], next: String?) {
        let filter: Statement = state.map { "AND state = \($0)" } ?? ""
        let after: Statement = page.after.map { "AND (changed_at, id) < (\($0.time), \($0.id))" } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(SharedMappingRow.columns) FROM shared_text_mappings WHERE true \(filter) \(after)
            ORDER BY changed_at DESC, id DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(
            in: rows,
            key: { TimeKey(try $0["changed_at"], try $0["id"]) },
            SharedMappingRow.init
        )
    }

    /// Decides about a line.
    /// - Returns: the updated line, without votes when nothing remains of it; nil when it does not exist.
    func decide(_ id: UUID, _ decision: Decision) async throws -> SharedMappingRow? {
        let now = clock.now
        return try await pool.transaction(retrying: true) { connection in
            let read: Statement = "SELECT \(SharedMappingRow.columns) FROM shared_text_mappings WHERE id = \(id)"
            guard var mapping = try await connection.query(read).first.map(SharedMappingRow.init) else { return nil }
            try await VoteCount.lock(mapping.chain, mapping.text, in: connection)
            guard try await !connection.query(Self.change(id, decision, now)).isEmpty else { return nil }
            if case .leaveToUsers = decision {
                try await VoteCount(chain: mapping.chain, text: mapping.text, now: now).run(in: connection)
            }
            if let row = try await connection.query(read).first { return try SharedMappingRow(row) }
            // Without votes, nothing remains of an operator's decision.
            (mapping.state, mapping.votes, mapping.voters) = (.proposed, 0, 0)
            return mapping
        }
    }

    private static func change(_ id: UUID, _ decision: Decision, _ now: Date) -> Statement {
        switch decision {
        case .approve(let product):
            """
            UPDATE shared_text_mappings SET state = 'approved', product_id = \(product), changed_at = \(now)
            WHERE id = \(id) RETURNING id
            """
        case .withdraw:
            "UPDATE shared_text_mappings SET state = 'withdrawn', changed_at = \(now) WHERE id = \(id) RETURNING id"
        case .leaveToUsers:
            "UPDATE shared_text_mappings SET state = 'disputed', changed_at = \(now) WHERE id = \(id) RETURNING id"
        }
    }
}
