import CatalogDomain
import CommonMessages
import Foundation
import Foundations
import Geography
import Postgres
import ServiceKit

/// An eatery or a store in the database, with what a search needs.
struct PlaceRow: Sendable {
    let place: Place
    let name: String
    let kind: String
    let address: String
    let phone: String

    static let columns: Statement = """
        id, name, kind, address, phone, latitude_microdegrees, longitude_microdegrees, time_zone, opening_hours
        """

    init(_ row: Row) throws {
        guard
            let coordinates = try Coordinates(row),
            let zone = TimeZone(identifier: try row["time_zone"]),
            let hours = WeeklyHours(parsing: try row["opening_hours"])
        else { throw PostgresError(.decoding, "a place has an invalid time zone or invalid opening hours") }
        place = Place(id: try row["id"], coordinates: coordinates, hours: hours, timeZone: zone)
        name = try row["name"]
        kind = try row["kind"]
        address = try row["address"]
        phone = try row["phone"]
    }

    var location: Common.Location { Common.Location(place.coordinates) }
}

extension BoundingBox {
    /// The condition that a place in use is in the rectangle.
    var condition: Statement {
        let (first, last) = (longitudes[0], longitudes[longitudes.count - 1])
        return """
            withdrawn_at IS NULL AND latitude_microdegrees BETWEEN \(latitudes.lowerBound) AND \(latitudes.upperBound)
                AND (longitude_microdegrees BETWEEN \(first.lowerBound) AND \(first.upperBound)
                    OR longitude_microdegrees BETWEEN \(last.lowerBound) AND \(last.upperBound))
            """
    }
}
