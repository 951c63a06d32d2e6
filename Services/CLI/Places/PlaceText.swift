import LarderClient
import Texts

/// Formats places that tempt the user to spend.
enum PlaceText {
    /// A place on one line: `Corner Bakery · 49.60000, -119.68000 ± 100 m`.
    static func line(_ place: Notifications.TemptingPlace, _ paint: Paint) -> String {
        let name = paint(TerminalText.clean(place.name), .bold)
        return "\(name) · \((place.location ?? .init()).degrees) ± \(place.radiusMetres) m"
    }

    /// A place on its own, with the id that the command line names it by.
    static func text(_ place: Notifications.TemptingPlace, _ paint: Paint) -> String {
        let id = TerminalText.clean(place.id)
        return line(place, paint) + "\n" + paint(LocalizedText.cli.placesHeading(id: id).shown, .dim)
    }

    /// A table of places, with the ids that the command line names them by.
    static func table(_ places: [Notifications.TemptingPlace], _ paint: Paint, width: Int?) -> String {
        guard !places.isEmpty else {
            return LocalizedText.cli.placesNone(command: "larder places add NAME --at LATITUDE,LONGITUDE").shown
        }
        var table = Table([
            .init(title: .cli.headingName, shrinks: true), .init(title: .cli.placesWhere),
            .init(title: .cli.placesWithin, alignment: .right), .init(title: .cli.headingId),
        ])
        for place in places {
            table.add([
                .init(place.name, .bold), .init((place.location ?? .init()).degrees),
                .init(DistanceText.text(Int32(clamping: place.radiusMetres))), .init(place.id, .dim),
            ])
        }
        return table.text(paint, width: width)
    }

    /// What has come of a visit.
    static func outcome(
        _ outcome: Notifications.VisitOutcome,
        at place: Notifications.TemptingPlace,
        _ paint: Paint
    ) -> LocalizedText {
        switch outcome {
        case .tooSoon: .cli.placesTooSoon(place: line(place, paint))
        case .off: .cli.placesOff(command: "larder notices on place_reminder")
        case .reminded, .unspecified, .unrecognized: .cli.placesReminded(place: line(place, paint))
        }
    }
}
