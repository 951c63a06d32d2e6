/// Decides by vote which date is printed in a region that was reread several times.
package struct DateVoting: Sendable {
    private struct Vote {
        var date: PrintedDate
        /// The date in ISO 8601 form, whatever form was printed.
        var day: String
        var weight: Int
    }

    private var votes: [Vote] = []
    private let thisYear: Int?
    /// The date that all original readings agree on with high confidence, if any.
    private var sureReading: String?

    /// The minimum weight of a vote for a date; its confidence adds to it.
    private static let weight = 50
    /// The weight of a date in a future year, which is almost never correct.
    private static let weightOfFuture = 10
    /// The share of votes, in percent, that makes a winner certain or likely, and the number of votes required.
    private static let clearShare = 80
    private static let fairShare = 60
    private static let minimumVotes = 4
    /// The confidence at which an original reading prevails over votes that disagree.
    private static let sure = 85

    /// Starts a vote on a region.
    /// - Parameters:
    ///   - region: its original readings vote, too.
    ///   - thisYear: the current year, if known.
    package init(_ region: DateRegion, thisYear: Int?) {
        self.thisYear = thisYear
        for candidate in region.candidates { add(candidate.date, confidence: 50) }
        let days = Set(votes.map(\.day))
        guard votes.allSatisfy({ $0.weight > Self.weightOfFuture }) else { return }
        if days.count == 1, region.candidates.allSatisfy({ $0.confidence >= Self.sure }) { sureReading = days.first }
    }

    /// Adds the vote of one reading. Text without a date is ignored.
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

    /// Whether enough votes were cast and all agree.
    package var isUnanimous: Bool {
        votes.count >= Self.minimumVotes && votes.allSatisfy { $0.day == votes[0].day }
    }

    /// This vote merged with that of a region whose date differs in at most one digit.
    func joined(_ other: DateVoting) -> DateVoting {
        // A unanimous vote needs no support and counts double for others, since rereading stops once votes agree.
        guard !isUnanimous, let (mine, others) = winner.flatMap({ mine in other.winner.map { (mine, $0) } }),
            mine.day.count == others.day.count, zip(mine.day, others.day).count(where: { $0 != $1 }) <= 1
        else { return self }
        var voting = self
        voting.votes += other.isUnanimous ? other.votes + other.votes : other.votes
        return voting
    }

    /// The date with most votes and its confidence, 0…100; `nil` without votes.
    var winner: (date: PrintedDate, day: String, confidence: Int)? {
        var sums: [String: (weight: Int, count: Int, first: Int)] = [:]
        for (index, vote) in votes.enumerated() {
            let known = sums[vote.day] ?? (0, 0, index)
            sums[vote.day] = (known.weight + vote.weight, known.count + 1, known.first)
        }
        let all = votes.reduce(0) { $0 + $1.weight }
        // Ties go to the earliest vote, whatever the dictionary's order.
        guard let (day, sum) = sums.max(by: { ($0.value.weight, $1.value.first) < ($1.value.weight, $0.value.first) })
        else { return nil }
        let date = votes[sum.first].date
        let share = sum.weight * 100 / all
        guard sum.count >= Self.minimumVotes, share >= Self.fairShare else {
            let read = votes.first { $0.day == sureReading }
            return (read?.date ?? date, read?.day ?? day, 50)
        }
        return (date, day, share >= Self.clearShare ? 96 : 75)
    }
}

extension PrintedDate {
    /// Whether the numbers form a valid date in any order.
    var isPossible: Bool { [Order.yearMonthDay, .dayMonthYear, .monthDayYear].contains { iso($0) != nil } }

    /// Text that the date scanner reads as this date.
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
