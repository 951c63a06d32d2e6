/// Decides by vote which day is printed at a place that was looked at several times.
package struct DayBallot: Sendable {
    private struct Vote {
        var date: PrintedDate
        /// The same for a day in whatever form.
        var day: String
        var weight: Int
    }

    private var votes: [Vote] = []
    private let thisYear: Int?
    /// What all readings of the place were sure of alike, if they were.
    private var sureReading: String?

    /// A look that reads a day has at least so much weight; its confidence adds to it.
    private static let weight = 50
    /// No purchase is of a year to come: such a day is hardly ever the printed one.
    private static let weightOfFuture = 10
    /// What a winner must have of all votes, in percent, to be shown as certain or as likely; and of how many looks.
    private static let clearShare = 80
    private static let fairShare = 60
    private static let leastVotes = 4
    /// A reading of this confidence stands against looks that do not agree.
    private static let sure = 85

    /// - Parameters:
    ///   - place: what readings saw there votes, too.
    ///   - thisYear: by the clock, if it is known.
    package init(_ place: DayPlace, thisYear: Int?) {
        self.thisYear = thisYear
        for sighting in place.sightings { add(sighting.date, confidence: 50) }
        let days = Set(votes.map(\.day))
        guard votes.allSatisfy({ $0.weight > Self.weightOfFuture }) else { return }
        if days.count == 1, place.sightings.allSatisfy({ $0.confidence >= Self.sure }) { sureReading = days.first }
    }

    /// Counts what a look saw. Texts without a day count nothing.
    package mutating func add(_ text: String, confidence: Int) {
        guard let date = DateScanner(text).dates().first(where: \.isPossible) else { return }
        add(date, confidence: confidence)
    }

    private mutating func add(_ date: PrintedDate, confidence: Int) {
        guard let day = date.iso(date.order) ?? date.iso(.monthDayYear) ?? date.iso(.yearMonthDay) else { return }
        let isFuture = thisYear.map { day.prefix(4) > String($0) } ?? false
        let weight = isFuture ? Self.weightOfFuture : Self.weight + min(100, max(0, confidence)) / 2
        votes.append(Vote(date: date, day: day, weight: weight))
    }

    /// Whether everybody saw the same, often enough to look no further.
    package var isUnanimous: Bool {
        votes.count >= Self.leastVotes && votes.allSatisfy { $0.day == votes[0].day }
    }

    /// With the votes of another place that shows the same day, or one that differs in a digit: one of the two is misread.
    func joined(_ other: DayBallot) -> DayBallot {
        // Whoever is certain needs no others, and counts double for them: looks end once they agree.
        guard !isUnanimous, let (mine, others) = winner.flatMap({ mine in other.winner.map { (mine, $0) } }),
            mine.day.count == others.day.count, zip(mine.day, others.day).count(where: { $0 != $1 }) <= 1
        else { return self }
        var ballot = self
        ballot.votes += other.isUnanimous ? other.votes + other.votes : other.votes
        return ballot
    }

    /// What most saw, and how sure it is, 0…100; `nil` when nobody saw a day.
    var winner: (date: PrintedDate, day: String, confidence: Int)? {
        var sums: [String: (weight: Int, count: Int, first: Int)] = [:]
        for (index, vote) in votes.enumerated() {
            let known = sums[vote.day] ?? (0, 0, index)
            sums[vote.day] = (known.weight + vote.weight, known.count + 1, known.first)
        }
        let all = votes.reduce(0) { $0 + $1.weight }
        // The first of equals, whatever order the dictionary has.
        guard let (day, sum) = sums.max(by: { ($0.value.weight, $1.value.first) < ($1.value.weight, $0.value.first) })
        else { return nil }
        let date = votes[sum.first].date
        let share = sum.weight * 100 / all
        guard sum.count >= Self.leastVotes, share >= Self.fairShare else {
            let read = votes.first { $0.day == sureReading }
            return (read?.date ?? date, read?.day ?? day, 50)
        }
        return (date, day, share >= Self.clearShare ? 96 : 75)
    }
}

extension PrintedDate {
    var isPossible: Bool { [Order.yearMonthDay, .dayMonthYear, .monthDayYear].contains { iso($0) != nil } }

    /// The day as text that is read as this day again.
    var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        switch order {
        case .yearMonthDay: return "\(numbers[0])-\(two(numbers[1]))-\(two(numbers[2]))"
        case .undecided: return "\(two(numbers[0]))/\(two(numbers[1]))/\(two(numbers[2]))"
        case .dayMonthYear: return "\(two(numbers[0]))-\(Self.monthNames[numbers[1] - 1])-\(two(numbers[2]))"
        case .monthDayYear: return "\(Self.monthNames[numbers[0] - 1])-\(two(numbers[1]))-\(two(numbers[2]))"
        }
    }

    private static let monthNames = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
}
