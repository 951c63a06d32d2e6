/// The date decided by vote for a region that was reread.
package struct DecidedDate: Sendable {
    private let region: DateRegion
    private let date: PrintedDate
    /// The confidence, 0…100.
    private let confidence: Int

    /// The outcome of a vote.
    /// - Returns: `nil` when no reading found a date there.
    private init?(_ region: DateRegion, _ voting: DateVoting) {
        guard let winner = voting.winner else { return nil }
        self.region = region
        (date, confidence) = (winner.date, winner.confidence)
    }

    /// The dates decided by the votes of several regions.
    package static func all(_ regions: [(region: DateRegion, voting: DateVoting)]) -> [DecidedDate] {
        regions.indices.compactMap { index in
            let others = regions.indices.filter { $0 != index }.map { regions[$0].voting }
            return DecidedDate(regions[index].region, others.reduce(regions[index].voting) { $0.joined($1) })
        }
    }

    /// Replaces the region's text in every reading of a page, so that they agree on the date.
    package func apply(to page: inout RecognizedPage) {
        correct(&page)
        for index in page.alternatives.indices { correct(&page.alternatives[index]) }
    }

    private func correct(_ reading: inout RecognizedPage) {
        let here = reading.words.indices.filter { isHere(reading.words[$0].box) }
            .sorted { reading.words[$0].box.x < reading.words[$1].box.x }
        guard let first = here.first else { return insert(into: &reading) }
        // A time in the same word is kept, as is any text around the date.
        let text = here.map { reading.words[$0].text }.joined(separator: " ")
        if DateScanner(text).dates().first(where: \.isPossible) == date {
            for index in here { reading.words[index].confidence = confidence }
            return
        }
        reading.words[first].text = Self.replacing(text, by: date.text)
        reading.words[first].confidence = confidence
        reading.words[first].box = PixelBox.around(here.map { reading.words[$0].box }) ?? region.box
        for index in here.dropFirst().sorted(by: >) { reading.words.remove(at: index) }
    }

    /// Whether most of a word lies within the region.
    private func isHere(_ box: PixelBox) -> Bool {
        let shared = min(region.box.right, box.right) - max(region.box.x, box.x)
        return shared * 2 > box.width && region.isSameRegion(box)
    }

    /// The text with its first date replaced; the date alone when the text has none.
    private static func replacing(_ text: String, by day: String) -> String {
        guard let range = text.firstRange(of: #/[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}/#) else { return day }
        var text = text
        text.replaceSubrange(range, with: day)
        return text
    }

    /// Inserts the date into the nearest line of a reading that has no word there.
    private func insert(into reading: inout RecognizedPage) {
        let line: Int
        if reading.rereadRows.isEmpty {
            let middle = region.box.middle
            let near = reading.words.filter { abs($0.box.middle - middle) * 2 < max($0.box.height, region.box.height) }
            line = near.min { distance($0.box) < distance($1.box) }?.line ?? (reading.words.map(\.line).max() ?? -1) + 1
        } else {
            guard let row = reading.rereadRows.firstIndex(where: { $0.holds(region.box) }) else { return }
            line = row
        }
        let word = RecognizedWord(text: date.text, confidence: confidence, box: region.box, line: line)
        reading.words.append(word)
    }

    private func distance(_ box: PixelBox) -> Int {
        max(0, max(box.x - region.box.right, region.box.x - box.right))
    }
}
