import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import Postgres
import ServiceKit

/// The store of eateries.
struct EateriesStore: Sendable {
    /// An eatery as users see it, with the data that a search needs.
    struct Entry: Sendable {
        let place: EateryPlace
        let message: Catalog.Eatery
    }

    let pool: PostgresPool

    /// The eateries in a rectangle.
    func eateries(in box: BoundingBox) async throws -> [Entry] {
        let (first, last) = (box.longitudes[0], box.longitudes[box.longitudes.count - 1])
        return try await pool.query(
            """
            SELECT id, name, kind, address, latitude_microdegrees, longitude_microdegrees, time_zone, phone, dietary_tags,
                opening_hours
            FROM eateries
            WHERE withdrawn_at IS NULL
                AND latitude_microdegrees BETWEEN \(box.latitudes.lowerBound) AND \(box.latitudes.upperBound)
                AND (longitude_microdegrees BETWEEN \(first.lowerBound) AND \(first.upperBound)
                    OR longitude_microdegrees BETWEEN \(last.lowerBound) AND \(last.upperBound))
            """
        ).map(Self.entry)
    }

    private static func entry(_ row: Row) throws -> Entry {
        let (latitude, longitude): (Int, Int) = (
            try row["latitude_microdegrees"], try row["longitude_microdegrees"]
        )
        let name: String = try row["name"]
        guard let coordinates = Coordinates(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude),
            let zone = TimeZone(identifier: try row["time_zone"]),
            let hours = WeeklyHours(parsing: try row["opening_hours"])
        else { throw PostgresError(.decoding, "an eatery has an invalid time zone or invalid opening hours") }
        let id: UUID = try row["id"]
        return Entry(
            place: EateryPlace(id: id, coordinates: coordinates, hours: hours, timeZone: zone),
            message: Catalog.Eatery(
                id: id.canonical,
                name: name,
                kind: try row["kind"],
                address: try row["address"],
                location: Common.Location(
                    latitudeMicrodegrees: Int64(latitude),
                    longitudeMicrodegrees: Int64(longitude)
                ),
                dietaryTags: try row["dietary_tags"],
                phone: try row["phone"]
            )
        )
    }
}
