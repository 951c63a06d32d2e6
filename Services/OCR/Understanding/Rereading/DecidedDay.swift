/// What was decided about a place that was looked at closely.
package struct DecidedDay: Sendable {
    private let place: DayPlace
    private let date: PrintedDate
    /// 0…100.
    private let confidence: Int

    /// - Returns: `nil` when nobody saw a day there.
    private init?(_ place: DayPlace, _ ballot: DayBallot) {
        guard let winner = ballot.winner else { return nil }
        self.place = place
        (date, confidence) = (winner.date, winner.confidence)
    }

    /// What the votes say about some places that were looked at.
    package static func all(_ places: [(place: DayPlace, ballot: DayBallot)]) -> [DecidedDay] {
        places.indices.compactMap { index in
            let others = places.indices.filter { $0 != index }.map { places[$0].ballot }
            return DecidedDay(places[index].place, others.reduce(places[index].ballot) { $0.joined($1) })
        }
    }

    /// Puts the day in place of what the readings of a page saw there, so that they speak of one day.
    package func apply(to page: inout RecognizedPage) {
        correct(&page)
        for index in page.alternatives.indices { correct(&page.alternatives[index]) }
    }

    private func correct(_ reading: inout RecognizedPage) {
        let here = reading.words.indices.filter { isHere(reading.words[$0].box) }
            .sorted { reading.words[$0].box.x < reading.words[$1].box.x }
        guard let first = here.first else { return insert(into: &reading) }
        // A time of the same word is kept, and so is what stands around the day in it.
        let text = here.map { reading.words[$0].text }.joined(separator: " ")
        if DateScanner(text).dates().first(where: \.isPossible) == date {
            for index in here { reading.words[index].confidence = confidence }
            return
        }
        reading.words[first].text = Self.replacing(text, by: date.text)
        reading.words[first].confidence = confidence
        reading.words[first].box = PixelBox.around(here.map { reading.words[$0].box }) ?? place.box
        for index in here.dropFirst().sorted(by: >) { reading.words.remove(at: index) }
    }

    /// Whether a word lies where the day stands, for the most part.
    private func isHere(_ box: PixelBox) -> Bool {
        let shared = min(place.box.right, box.right) - max(place.box.x, box.x)
        return shared * 2 > box.width && place.isSamePlace(box)
    }

    /// A text with another day in place of its first one; the day alone where there is none.
    private static func replacing(_ text: String, by day: String) -> String {
        guard let range = text.firstRange(of: #/[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}/#) else { return day }
        var text = text
        text.replaceSubrange(range, with: day)
        return text
    }

    /// Where a reading of the whole page saw nothing, the day joins the line that it stands on.
    private func insert(into reading: inout RecognizedPage) {
        let line: Int
        if reading.rereadRows.isEmpty {
            let middle = place.box.middle
            let near = reading.words.filter { abs($0.box.middle - middle) * 2 < max($0.box.height, place.box.height) }
            line = near.min { distance($0.box) < distance($1.box) }?.line ?? (reading.words.map(\.line).max() ?? -1) + 1
        } else {
            guard let row = reading.rereadRows.firstIndex(where: { $0.holds(place.box) }) else { return }
            line = row
        }
        let word = RecognizedWord(text: date.text, confidence: confidence, box: place.box, line: line)
        reading.words.append(word)
    }

    private func distance(_ box: PixelBox) -> Int {
        max(0, max(box.x - place.box.right, place.box.x - box.right))
    }
}
