/// A place on a page where a day is printed, or seems to be: worth a close look when the day is in doubt.
package struct DayPlace: Sendable, Hashable {
    /// Where the day itself stands.
    package var band: RowBand
    /// The smallest box around what readings saw there.
    var box: PixelBox
    /// What readings saw there, each as often as it was read.
    var sightings: [Sighting]
    /// How likely the day of the purchase stands there.
    var score: Int
    /// Whether something was seen there that is nearly a day.
    var isVague: Bool

    struct Sighting: Sendable, Hashable {
        var date: PrintedDate
        /// How sure the reading is of the word that it is least sure of, 0…100.
        var confidence: Int
    }
}

/// Finds the places where days are printed, in all readings of a page together.
package struct DayPlaces {
    /// The most places that are worth a close look.
    private static let most = 2
    private static let mostVague = 3
    /// Days of less score are not those of the purchase.
    private static let leastScore = 30
    /// A day may be printed in so many words.
    private static let mostWords = 5

    private var places: [DayPlace] = []

    /// The likeliest first.
    package static func find(on page: RecognizedPage) -> [DayPlace] {
        var finder = DayPlaces()
        for reading in [page] + page.alternatives { finder.look(at: reading) }
        let likely = finder.places.filter { $0.score >= leastScore }.sorted { $0.score > $1.score }
        let clear = likely.filter { !$0.isVague }
        return clear.isEmpty ? Array(likely.prefix(mostVague)) : Array(clear.prefix(most))
    }

    private mutating func look(at reading: RecognizedPage) {
        let rows = TextRow.rows(of: reading)
        let dates = DateFinder(rows: rows, currency: nil)
        let slope = LineFit.slope(ofMost: rows.lazy.map(\.words))
        for (index, row) in rows.enumerated() {
            let score = dates.score(row, index)
            let runs = Self.runs(row.words)
            for (range, date) in runs { add(Array(row.words[range]), row, slope, score, date) }
            guard runs.isEmpty else { continue }
            if let label = row.words.last(where: { Self.isLabel($0.text) }) {
                add(beside: label, row, slope, score - 20)
            }
            if let word = row.words.first(where: { Self.isNearlyDay($0.text) }) {
                add([word], row, slope, score - 10, nil)
            }
        }
    }

    /// The words that make days, each as few as possible.
    private static func runs(_ words: [RecognizedWord]) -> [(Range<Int>, PrintedDate)] {
        var found: [(Range<Int>, PrintedDate)] = []
        var start = 0
        while start < words.count {
            guard let (range, date) = run(words, from: start) else {
                start += 1
                continue
            }
            found.append((range, date))
            start = range.upperBound
        }
        return found
    }

    private static func run(_ words: [RecognizedWord], from start: Int) -> (Range<Int>, PrintedDate)? {
        for end in start + 1...min(words.count, start + mostWords) {
            guard let date = day(words[start..<end]) else { continue }
            // A label in front is no part of it.
            let first = (start..<end).last { day(words[$0..<end]) == date } ?? start
            return (first..<end, date)
        }
        return nil
    }

    private static func day(_ words: ArraySlice<RecognizedWord>) -> PrintedDate? {
        DateScanner(words.map(\.text).joined(separator: " ")).dates().first(where: \.isPossible)
    }

    /// Five digits or more with something between them, as in `17/612015`, or eight.
    private static func isNearlyDay(_ text: String) -> Bool {
        let digits = text.count(where: \.isASCIIDigit)
        let separators = text.count { "/-".contains($0) }
        let others = text.count - digits - separators - text.count { ".:,()".contains($0) }
        guard digits >= 5, text.count <= 14 else { return false }
        return separators > 0 ? others <= 2 : others == 0 && digits == 8
    }

    private static func isLabel(_ text: String) -> Bool {
        let letters = text.uppercased().filter(\.isLetter)
        return letters == "DATE" || letters == "TARIKH" || letters == "DATUM"
    }

    private mutating func add(
        _ words: [RecognizedWord],
        _ row: TextRow,
        _ pageSlope: Double,
        _ score: Int,
        _ date: PrintedDate?
    ) {
        guard let box = PixelBox.around(words.map(\.box)) else { return }
        let heights = row.words.map(\.box.height).sorted()
        let height = min(max(box.height, heights[heights.count / 2] * 7 / 10), heights[heights.count / 2] * 2)
        let slope = LineFit.slope(row.words) ?? pageSlope
        let confidence = words.map(\.confidence).min() ?? 0
        let sighting = date.map { DayPlace.Sighting(date: $0, confidence: confidence) }
        add(box, around: box.middle, height, slope, score, sighting)
    }

    /// To the right of a label, where a day that nothing was read of would stand.
    private mutating func add(beside label: RecognizedWord, _ row: TextRow, _ pageSlope: Double, _ score: Int) {
        let (left, height) = (label.box.right + label.box.height / 2, label.box.height)
        let box = PixelBox(x: left, y: label.box.y, width: 8 * height, height: height)
        let slope = LineFit.slope(row.words) ?? pageSlope
        let middle = label.box.middle + Int(slope * Double(left - label.box.x))
        add(box, around: middle, height, slope, score, nil)
    }

    private mutating func add(
        _ box: PixelBox,
        around middle: Int,
        _ height: Int,
        _ slope: Double,
        _ score: Int,
        _ sighting: DayPlace.Sighting?
    ) {
        let drop = Int((slope * Double(box.width) / 2).rounded())
        let band = RowBand(
            left: box.x,
            right: box.right,
            leftMiddle: middle - drop,
            rightMiddle: middle + drop,
            height: height
        )
        guard let known = places.firstIndex(where: { $0.isSamePlace(box) }) else {
            let place = DayPlace(
                band: band,
                box: box,
                sightings: sighting.map { [$0] } ?? [],
                score: score,
                isVague: sighting == nil
            )
            return places.append(place)
        }
        // Where one reading saw a day and another something like it, the day tells the place.
        if places[known].isVague, sighting != nil { (places[known].band, places[known].isVague) = (band, false) }
        places[known].score = max(places[known].score, score)
        places[known].sightings += sighting.map { [$0] } ?? []
        places[known].box = places[known].box.union(box)
    }
}

extension DayPlace {
    /// Whether another box lies here for the most part.
    func isSamePlace(_ other: PixelBox) -> Bool {
        let shared = min(box.right, other.right) - max(box.x, other.x)
        guard shared * 2 > min(box.width, other.width) else { return false }
        return abs(box.middle - other.middle) * 10 < 7 * max(box.height, other.height)
    }
}
