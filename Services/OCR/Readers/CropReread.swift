import Glibc
import ReceiptImaging
import ReceiptUnderstanding
import TesseractReading

/// Rereads the regions where dates are printed with several variants, which then vote.
struct CropReread {
    let reader: TesseractReader
    let photo: Photo

    /// The number of variants tried first; the others follow only when these disagree.
    private static let initialVariants = 3

    /// The date decided for each region that shows a date, or may do so.
    func decide(_ page: RecognizedPage) -> [DecidedDate] {
        let regions = DateRegions.find(on: page).map { region in
            var voting = DateVoting(region, thisYear: Self.thisYear)
            let all = TesseractReader.cropVariants
            for variants in [all.prefix(Self.initialVariants), all.dropFirst(Self.initialVariants)]
            where !voting.isUnanimous {
                for reading in reader.reread(region.band, of: photo, variants: variants) {
                    voting.add(reading.text, confidence: reading.confidence)
                }
            }
            return (region, voting)
        }
        return DecidedDate.all(regions)
    }

    private static var thisYear: Int {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return Int(parts.tm_year) + 1900
    }
}
