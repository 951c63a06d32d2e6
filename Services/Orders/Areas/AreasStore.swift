import Geography
import Postgres

/// Where people can order from each other.
struct AreasStore: Sendable {
    let pool: PostgresPool

    /// The areas that are enabled.
    func enabledAreas() async throws -> [OperatingArea] {
        try await pool.query(
            """
            SELECT name, latitude_microdegrees, longitude_microdegrees, radius_metres FROM operating_areas
            WHERE enabled ORDER BY name
            """
        ).map { row in
            let centre = Coordinates(
                latitudeMicrodegrees: try row["latitude_microdegrees"],
                longitudeMicrodegrees: try row["longitude_microdegrees"]
            )
            guard let centre else { throw PostgresError(.decoding, "an area is not on the earth") }
            return OperatingArea(name: try row["name"], centre: centre, radius: try row["radius_metres"])
        }
    }
}
