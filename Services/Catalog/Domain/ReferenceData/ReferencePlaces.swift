package import Foundation
import Foundations
package import Geography

/// The common data of stores and eateries.
package struct ReferencePlace: Equatable, Sendable {
    /// The unique key.
    package let slug: String
    /// The name.
    package let name: String
    /// The kind of place, such as `supermarket`.
    package let kind: String
    /// The postal address.
    package let address: String
    /// The position.
    package let coordinates: Coordinates
    /// The time zone.
    package let timeZone: TimeZone
    /// The telephone number; blank when unknown.
    package let phone: String
    /// The opening hours.
    package let hours: WeeklyHours

    /// The columns of opening hours, Monday first.
    package static let dayColumns = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    init(reading fields: inout ReferenceFields) {
        slug = fields.slug("slug")
        name = fields.required("name", upTo: 200)
        kind = fields.required("kind", upTo: 40)
        address = fields.required("address", upTo: 500)
        let latitude = fields.degrees("latitude", in: -90...90)
        let longitude = fields.degrees("longitude", in: -180...180)
        coordinates = Coordinates(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude) ?? .nullIsland
        timeZone = fields.value("time_zone") { TimeZone(named: $0) } ?? .gmt
        phone = fields.text("phone", upTo: 40)
        var hours = WeeklyHours(everyDay: .unknown)
        for (day, column) in zip(Weekday.allCases, Self.dayColumns) {
            hours[day] = fields.value(column, DayHours.init(parsing:)) ?? .unknown
        }
        self.hours = hours
    }
}

/// A store.
package struct ReferenceStore: Equatable, Sendable, ReferenceRow {
    /// The store's name, address and hours.
    package let place: ReferencePlace

    /// The name of its file.
    package static let fileName = "stores.csv"
    /// The header of its file.
    package static let columns =
        ["slug", "name", "kind", "address", "latitude", "longitude", "time_zone", "phone"] + ReferencePlace.dayColumns

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        place = ReferencePlace(reading: &fields)
    }
}

/// An eatery.
package struct ReferenceEatery: Equatable, Sendable, ReferenceRow {
    /// The eatery's name, address and hours.
    package let place: ReferencePlace
    /// The campus, if it is on one.
    package let campus: String?
    /// Dietary tags, such as `vegan` or `gluten-free`.
    package let dietaryTags: [String]

    /// The name of its file.
    package static let fileName = "eateries.csv"
    /// The header of its file.
    package static let columns =
        ["slug", "name", "kind", "address", "campus", "latitude", "longitude", "time_zone", "phone", "dietary_tags"]
        + ReferencePlace.dayColumns

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        place = ReferencePlace(reading: &fields)
        let campus = fields.text("campus", upTo: 200)
        self.campus = campus.isEmpty ? nil : campus
        dietaryTags = fields.list("dietary_tags", upTo: 500)
    }
}

extension ReferenceFields {
    /// Degrees with up to six places, as millionths; 0 with a recorded problem.
    fileprivate mutating func degrees(_ column: String, in range: ClosedRange<Int>) -> Int {
        let limits = range.lowerBound * 1_000_000...range.upperBound * 1_000_000
        return value(column) { text in
            Self.decimal(text, places: 6).flatMap { limits.contains($0) ? $0 : nil }
        } ?? 0
    }
}

extension Coordinates {
    /// A placeholder in a row that is discarded.
    fileprivate static var nullIsland: Coordinates {
        // Zero is within the range of both.
        Coordinates(latitudeMicrodegrees: 0, longitudeMicrodegrees: 0)!
    }
}
