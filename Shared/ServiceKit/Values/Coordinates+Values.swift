package import CommonMessages
package import Geography
package import Postgres

extension Coordinates {
    /// A point of a message; nil when a coordinate is out of range.
    package init?(_ location: Common.Location) {
        self.init(
            latitudeMicrodegrees: Int(location.latitudeMicrodegrees),
            longitudeMicrodegrees: Int(location.longitudeMicrodegrees)
        )
    }

    /// The point of a row, in its columns `latitude_microdegrees` and `longitude_microdegrees`; nil when a coordinate is out of range.
    package init?(_ row: Row) throws {
        self.init(
            latitudeMicrodegrees: try row["latitude_microdegrees"],
            longitudeMicrodegrees: try row["longitude_microdegrees"]
        )
    }
}
