import Foundation
import Foundations
import Postgres

/// How often a vendor may be asked, counted in the database for all instances together.
///
/// The calls of any 24 hours count, whatever hour the vendor's day begins at.
struct VendorAllowance: Sendable {
    /// The calls of the last 24 hours are as many as there may be.
    struct UsedUp: Error {}

    let vendor: String
    /// The most calls in 24 hours.
    let limit: Int
    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// Counts a call that is about to be made.
    /// - Throws: ``UsedUp`` when it may not be made.
    func take() async throws {
        let now = clock.now
        let isAllowed = try await pool.transaction { connection in
            try await connection.execute(.turn("vendor \(vendor)"))
            let day = now.addingTimeInterval(-86_400)
            try await connection.execute(
                "DELETE FROM vendor_calls WHERE vendor = \(vendor) AND called_at <= \(day)"
            )
            let rows = try await connection.query(
                "SELECT count(*) AS count FROM vendor_calls WHERE vendor = \(vendor)"
            )
            guard try (rows[0]["count"] as Int) < limit else { return false }
            try await connection.execute("INSERT INTO vendor_calls (vendor, called_at) VALUES (\(vendor), \(now))")
            return true
        }
        guard isAllowed else { throw UsedUp() }
    }
}
