package import Foundation
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

    static let dayColumns = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    init(reading fields: inout ReferenceFields) {
        slug = fields.required("slug")
        name = fields.required("name")
        kind = fields.required("kind")
        address = fields.required("address")
        let latitude = fields.decimal("latitude", places: 6) ?? .max
        let longitude = fields.decimal("longitude", places: 6) ?? .max
        let point = Coordinates(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
        coordinates = fields.value("longitude") { _ in point } ?? .nullIsland
        timeZone = fields.value("time_zone") { TimeZone(identifier: $0) } ?? .gmt
        phone = fields.text("phone")
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

    static let fileName = "stores.csv"
    static let columns =
        ["slug", "name", "kind", "address", "latitude", "longitude", "time_zone", "phone"] + ReferencePlace.dayColumns

    init(reading fields: inout ReferenceFields) {
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

    static let fileName = "eateries.csv"
    static let columns =
        ["slug", "name", "kind", "address", "campus", "latitude", "longitude", "time_zone", "phone", "dietary_tags"]
        + ReferencePlace.dayColumns

    init(reading fields: inout ReferenceFields) {
        place = ReferencePlace(reading: &fields)
        campus = fields.text("campus").isEmpty ? nil : fields.text("campus")
        dietaryTags = fields.list("dietary_tags")
    }
}

extension Coordinates {
    /// A placeholder in a row that is discarded.
    fileprivate static var nullIsland: Coordinates {
        // Zero is within the range of both.
        Coordinates(latitudeMicrodegrees: 0, longitudeMicrodegrees: 0)!
    }
}
