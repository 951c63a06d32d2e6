/// A region of a page where a date is printed or likely; reread when the date is doubtful.
package struct DateRegion: Sendable, Hashable {
    /// The band of the date itself.
    package var band: RowBand
    /// The bounding box of what readings found there.
    var box: PixelBox
    /// The dates that readings found there, with repeats.
    var candidates: [Candidate]
    /// How likely the region holds the date of purchase; higher is likelier.
    var score: Int
    /// Whether only something similar to a date was found.
    var isVague: Bool

    /// A date as one reading found it.
    struct Candidate: Sendable, Hashable {
        var date: PrintedDate
        /// The confidence of the least certain word, 0…100.
        var confidence: Int
    }
}

/// Finds the regions where dates are printed, across all readings of a page.
package struct DateRegions {
    /// The maximum number of regions to reread, with a date and without one.
    private static let most = 2
    private static let maximumVague = 3
    /// The minimum score of a region that may hold the date of purchase.
    private static let minimumScore = 30
    /// The maximum number of words in a printed date.
    private static let maximumWords = 5

    private var regions: [DateRegion] = []

    /// The regions to reread, likeliest first.
    package static func find(on page: RecognizedPage) -> [DateRegion] {
        var finder = DateRegions()
        for reading in [page] + page.alternatives { finder.scan(reading) }
        let likely = finder.regions.filter { $0.score >= minimumScore }.sorted { $0.score > $1.score }
        let clear = likely.filter { !$0.isVague }
        return clear.isEmpty ? Array(likely.prefix(maximumVague)) : Array(clear.prefix(most))
    }

    private mutating func scan(_ reading: RecognizedPage) {
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

    /// The shortest runs of words that form dates.
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
        for end in start + 1...min(words.count, start + maximumWords) {
            guard let date = day(words[start..<end]) else { continue }
            // A leading label is not part of the date.
            let first = (start..<end).last { day(words[$0..<end]) == date } ?? start
            return (first..<end, date)
        }
        return nil
    }

    private static func day(_ words: ArraySlice<RecognizedWord>) -> PrintedDate? {
        DateScanner(words.map(\.text).joined(separator: " ")).dates().first(where: \.isPossible)
    }

    /// Whether a text has five or more digits with separators, as in `17/612015`, or eight digits.
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
        let candidate = date.map { DateRegion.Candidate(date: $0, confidence: confidence) }
        add(box, around: box.middle, height, slope, score, candidate)
    }

    /// Adds the region to the right of a label, where an unread date would be.
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
        _ candidate: DateRegion.Candidate?
    ) {
        let drop = Int((slope * Double(box.width) / 2).rounded())
        let band = RowBand(
            left: box.x,
            right: box.right,
            leftMiddle: middle - drop,
            rightMiddle: middle + drop,
            height: height
        )
        guard let known = regions.firstIndex(where: { $0.isSameRegion(box) }) else {
            let region = DateRegion(
                band: band,
                box: box,
                candidates: candidate.map { [$0] } ?? [],
                score: score,
                isVague: candidate == nil
            )
            return regions.append(region)
        }
        // A date determines the band better than something similar to a date.
        if regions[known].isVague, candidate != nil { (regions[known].band, regions[known].isVague) = (band, false) }
        regions[known].score = max(regions[known].score, score)
        regions[known].candidates += candidate.map { [$0] } ?? []
        regions[known].box = regions[known].box.union(box)
    }
}

extension DateRegion {
    /// Whether most of another box lies in this region.
    func isSameRegion(_ other: PixelBox) -> Bool {
        let shared = min(box.right, other.right) - max(box.x, other.x)
        guard shared * 2 > min(box.width, other.width) else { return false }
        return abs(box.middle - other.middle) * 10 < 7 * max(box.height, other.height)
    }
}
