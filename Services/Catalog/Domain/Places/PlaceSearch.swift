package import Foundation
package import Geography

/// The data of an eatery or a store that a search needs.
package struct Place: Sendable {
    /// The place's identifier.
    package let id: UUID
    /// The place's position.
    package let coordinates: Coordinates
    /// The opening hours.
    package let hours: WeeklyHours
    /// The time zone of the opening hours.
    package let timeZone: TimeZone

    /// A place with its position and hours.
    package init(id: UUID, coordinates: Coordinates, hours: WeeklyHours, timeZone: TimeZone) {
        self.id = id
        self.coordinates = coordinates
        self.hours = hours
        self.timeZone = timeZone
    }
}

/// A place found near a point.
package struct NearbyPlace: Equatable, Sendable {
    /// The place's identifier.
    package let id: UUID
    /// The great-circle distance in metres, rounded.
    package let distance: Int
    /// Whether it is open at the search's instant.
    package let openness: Openness
}

/// A search for places near a point.
package struct PlaceSearch: Sendable {
    /// The centre of the search.
    package let centre: Coordinates
    /// The radius in metres, inclusive.
    package let radius: Int
    /// The instant for which opening hours are evaluated.
    package let instant: Date
    /// Whether to exclude places that are not known to be open.
    package let openOnly: Bool

    /// A search within a radius at an instant.
    package init(centre: Coordinates, radius: Int, instant: Date, openOnly: Bool) {
        self.centre = centre
        self.radius = radius
        self.instant = instant
        self.openOnly = openOnly
    }

    /// The matching places, nearest first; ties are ordered by identifier.
    package func nearest(of places: some Sequence<Place>, limit: Int) -> [NearbyPlace] {
        places.compactMap(nearby)
            .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
            .prefix(max(0, limit))
            .map(\.self)
    }

    private func nearby(_ place: Place) -> NearbyPlace? {
        let distance = Int(centre.distance(to: place.coordinates).rounded())
        guard distance <= radius else { return nil }
        let openness = place.hours.openness(at: instant, in: place.timeZone)
        if openOnly {
            guard case .open = openness else { return nil }
        }
        return NearbyPlace(id: place.id, distance: distance, openness: openness)
    }
}
