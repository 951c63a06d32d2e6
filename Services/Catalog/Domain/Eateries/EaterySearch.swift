package import Foundation
package import Geography

/// What a search needs to know of a place that sells meals.
package struct EateryPlace: Sendable {
    /// The eatery's identifier.
    package let id: UUID
    /// Where it is.
    package let coordinates: Coordinates
    /// When it is open.
    package let hours: WeeklyHours
    /// The zone by which its clock goes.
    package let timeZone: TimeZone

    package init(id: UUID, coordinates: Coordinates, hours: WeeklyHours, timeZone: TimeZone) {
        self.id = id
        self.coordinates = coordinates
        self.hours = hours
        self.timeZone = timeZone
    }
}

/// A place found near a point.
package struct NearbyPlace: Equatable, Sendable {
    /// The eatery's identifier.
    package let id: UUID
    /// Metres as the crow flies, rounded.
    package let distance: Int
    /// Whether it is open.
    package let openness: Openness
}

/// A search for eateries near a point.
package struct EaterySearch: Sendable {
    /// The point.
    package let centre: Coordinates
    /// Metres; a place exactly at the distance is found.
    package let radius: Int
    /// The instant for which opening hours are judged.
    package let instant: Date
    /// Whether to leave out what isn't surely open.
    package let openOnly: Bool

    package init(centre: Coordinates, radius: Int, instant: Date, openOnly: Bool) {
        self.centre = centre
        self.radius = radius
        self.instant = instant
        self.openOnly = openOnly
    }

    /// The places that fit, nearest first; those at one distance in the order of their identifiers.
    package func nearest(of places: some Sequence<EateryPlace>, limit: Int) -> [NearbyPlace] {
        places.compactMap(nearby)
            .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
            .prefix(max(0, limit))
            .map(\.self)
    }

    private func nearby(_ place: EateryPlace) -> NearbyPlace? {
        let distance = Int(centre.distance(to: place.coordinates).rounded())
        guard distance <= radius else { return nil }
        let openness = place.hours.openness(at: instant, in: place.timeZone)
        if openOnly {
            guard case .open = openness else { return nil }
        }
        return NearbyPlace(id: place.id, distance: distance, openness: openness)
    }
}
