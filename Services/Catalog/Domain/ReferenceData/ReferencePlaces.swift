package import Foundation
package import Geography

/// What stores and eateries have in common.
package struct ReferencePlace: Equatable, Sendable {
    package let slug: String
    package let name: String
    package let kind: String
    package let address: String
    package let coordinates: Coordinates
    package let timeZone: TimeZone
    /// Blank when unknown.
    package let phone: String
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

/// A shop.
package struct ReferenceStore: Equatable, Sendable, ReferenceRow {
    package let place: ReferencePlace

    static let fileName = "stores.csv"
    static let columns =
        ["slug", "name", "kind", "address", "latitude", "longitude", "time_zone", "phone"] + ReferencePlace.dayColumns

    init(reading fields: inout ReferenceFields) {
        place = ReferencePlace(reading: &fields)
    }
}

/// A place that sells meals.
package struct ReferenceEatery: Equatable, Sendable, ReferenceRow {
    package let place: ReferencePlace
    /// The campus that it is on, if it is on one.
    package let campus: String?
    /// Such as `vegan` or `gluten-free`.
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
    /// Stands in a row that is thrown away.
    fileprivate static var nullIsland: Coordinates {
        // Zero is within the range of both.
        Coordinates(latitudeMicrodegrees: 0, longitudeMicrodegrees: 0)!
    }
}
