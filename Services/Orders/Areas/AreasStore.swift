import Geography
import Postgres
import ServiceKit

/// The store of areas in which people can order from each other.
struct AreasStore: Sendable {
    let pool: PostgresPool

    /// The enabled areas.
    func enabledAreas() async throws -> [OperatingArea] {
        try await pool.query(
            """
            SELECT name, latitude_microdegrees, longitude_microdegrees, radius_metres FROM operating_areas
            WHERE enabled ORDER BY name
            """
        ).map { row in
            guard let centre = try Coordinates(row) else {
                throw PostgresError(.decoding, "an area has invalid coordinates")
            }
            return OperatingArea(name: try row["name"], centre: centre, radius: try row["radius_metres"])
        }
    }
}
