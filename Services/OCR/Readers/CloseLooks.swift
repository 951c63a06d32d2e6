import Glibc
import ReceiptImaging
import ReceiptUnderstanding
import TesseractReading

/// Looks at the places where days are printed, in several ways, and has the looks vote.
struct CloseLooks {
    let reader: TesseractReader
    let photo: Photo

    /// So many looks show whether all see the same; the others follow where they do not.
    private static let firstLooks = 3

    /// What the looks decide about each place that shows a day, or seems to.
    func decide(_ page: RecognizedPage) -> [DecidedDay] {
        let ballots = DayPlaces.find(on: page).map { place in
            var ballot = DayBallot(place, thisYear: Self.thisYear)
            let looks = TesseractReader.closeLooks
            for some in [looks.prefix(Self.firstLooks), looks.dropFirst(Self.firstLooks)] where !ballot.isUnanimous {
                for seen in reader.look(at: place.band, of: photo, some) {
                    ballot.add(seen.text, confidence: seen.confidence)
                }
            }
            return (place, ballot)
        }
        return DecidedDay.all(ballots)
    }

    private static var thisYear: Int {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return Int(parts.tm_year) + 1900
    }
}
