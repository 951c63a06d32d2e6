import Foundations

/// Chooses the date and time of the purchase among all dates on a receipt.
struct DateFinder {
    let rows: [TextRow]
    let currency: Currency?
    /// The latest possible date, yyyy-MM-dd; `nil` when today is unknown.
    var latest: String?

    private struct Candidate {
        var date: PrintedDate
        var row: Int
        var score: Int
    }

    func find() -> (date: Field<String>?, time: Field<String>?) {
        var candidates: [Candidate] = []
        for (index, row) in rows.enumerated() {
            let scanner = DateScanner(row.text)
            let dates = scanner.dates()
            let possible = dates.filter(\.isPossible)
            guard !possible.isEmpty else { continue }
            let score = score(row, index, hasTime: !scanner.times().isEmpty, hasOthers: dates.count > 1)
            candidates += possible.map { Candidate(date: $0, row: index, score: score) }
        }
        let monthFirst = settledOrder(candidates.map(\.date))
        let days = candidates.compactMap { candidate in
            day(candidate.date, monthFirst: monthFirst).map { (candidate, $0.0, $0.1) }
        }
        let counts = days.reduce(into: [:]) { $0[$1.1, default: 0] += 1 }
        var best: (iso: String, score: Int, row: Int, certain: Bool)?
        for (candidate, iso, certain) in days {
            if let latest, iso > latest { continue }
            let score = candidate.score + counts[iso, default: 0] * 10
            if best.map({ score > $0.score }) ?? true { best = (iso, score, candidate.row, certain) }
        }
        let time = time(dateRow: best?.row)
        guard let best else { return (repaired(monthFirst: monthFirst), time) }
        let row = rows[best.row]
        var confidence = min(96, lowestConfidence(row))
        // The same date is rarely misread twice.
        if counts[best.iso, default: 0] > 1 { confidence = max(confidence, min(97, confidence + 12)) }
        // A date that differs in one digit elsewhere: one of the two was misread.
        if days.contains(where: { $0.1 != best.iso && isMisreading($0.1, of: best.iso) }) {
            confidence = min(confidence, 55)
        }
        if !best.certain { confidence = min(confidence, 60) }
        if best.score < 40 { confidence = min(confidence, 60) }
        return (Field(best.iso, confidence: confidence, box: box(row)), time)
    }

    private func repaired(monthFirst: Bool?) -> Field<String>? {
        let repair = DateRepair(latest: latest, monthFirst: monthFirst ?? currency?.writesMonthFirst ?? false)
        var best: (iso: String, score: Int, row: Int)?
        for (index, row) in rows.enumerated() {
            let dates = repair.dates(in: row)
            guard !dates.isEmpty else { continue }
            let score = score(row, index)
            for iso in dates {
                if score >= 40, best.map({ score > $0.score }) ?? true { best = (iso, score, index) }
            }
        }
        return best.map { Field($0.iso, confidence: 35, box: box(rows[$0.row])) }
    }

    /// Whether two dates differ in exactly one digit.
    private func isMisreading(_ one: String, of other: String) -> Bool {
        one.count == other.count && zip(one, other).count { $0 != $1 } == 1
    }

    /// How likely a row shows the date of the purchase; higher is likelier.
    func score(_ row: TextRow, _ index: Int) -> Int {
        let scanner = DateScanner(row.text)
        return score(row, index, hasTime: !scanner.times().isEmpty, hasOthers: scanner.dates().count > 1)
    }

    private func score(_ row: TextRow, _ index: Int, hasTime: Bool, hasOthers: Bool) -> Int {
        var score = 50 - min(10, index / 6)
        if row.cues.has("DATE") || row.cues.has("DATUM") || row.cues.has("TARIKH") { score += 20 }
        if index > 0, rows[index - 1].cues.has("DATE") { score += 10 }
        if hasTime { score += 15 }
        if row.cues.hasAny(Self.otherDays) { score -= 45 }
        if row.cues.beginsWithAny("ENTRY | ENTREE | ENTRÉE | ARRIVAL | ARRIVE | ARR | OPEN") { score -= 10 }
        if hasOthers { score -= 5 }
        return score
    }

    /// Words beside days other than the purchase's.
    private static let otherDays: Phrases =
        """
        EXP | EXPIRY | EXPIRES | VALID | VALIDITY | UNTIL | BEFORE | ACT | RETURN | RETURNS | PROMO | PROMOTION | DUE | DOB |
        BEST | COLLECT | COLLECTION | READY | DELIVERY | DELIVER | DEPOSIT | WARRANTY | SIAP | TUKAR | JUSQU | JUSQU'AU |
        VALABLE | VALIDE | LIVRAISON | ECHANGE | ÉCHANGE
        """

    /// The order of day and month that other dates of the receipt imply.
    private func settledOrder(_ dates: [PrintedDate]) -> Bool? {
        var monthFirst = 0
        var dayFirst = 0
        for date in dates where date.order == .undecided {
            if date.numbers[0] > 12, date.numbers[1] <= 12 { dayFirst += 1 }
            if date.numbers[1] > 12, date.numbers[0] <= 12 { monthFirst += 1 }
        }
        return monthFirst == dayFirst ? nil : monthFirst > dayFirst
    }

    /// The date, and whether its reading is unambiguous.
    private func day(_ date: PrintedDate, monthFirst: Bool?) -> (String, Bool)? {
        if date.order != .undecided { return date.iso(date.order).map { ($0, true) } }
        let locale = currency.flatMap(ReceiptLocale.of)
        if date.lastDigits == 2, date.numbers[0] > 12, locale?.mayWriteYearFirst ?? false,
            let iso = date.iso(.yearMonthDay)
        {
            return (iso, date.iso(.dayMonthYear) == nil)
        }
        let usesMonthFirst = monthFirst ?? currency?.writesMonthFirst ?? false
        let first: PrintedDate.Order = usesMonthFirst ? .monthDayYear : .dayMonthYear
        let second: PrintedDate.Order = usesMonthFirst ? .dayMonthYear : .monthDayYear
        let certain =
            monthFirst != nil || (currency != nil && !(locale?.mixesDateOrders ?? false)) || date.iso(second) == nil
            || date.numbers[0] == date.numbers[1]
        if let iso = date.iso(first) { return (iso, certain) }
        if let iso = date.iso(second) { return (iso, true) }
        return date.lastDigits == 2 ? date.iso(.yearMonthDay).map { ($0, false) } : nil
    }

    private func time(dateRow: Int?) -> Field<String>? {
        var best: (time: PrintedTime, score: Int, row: Int)?
        for (index, row) in rows.enumerated() {
            let times = DateScanner(row.text).times()
            for time in times {
                var score = 40 - min(8, index / 6)
                if index == dateRow { score += 30 }
                if let dateRow, abs(index - dateRow) == 1 { score += 8 }
                if row.cues.has("TIME") { score += 20 }
                if time.hasSeconds { score += 5 }
                if times.count > 1 || row.cues.hasAny("MON | SUN | HOURS | HOUR | DAILY | BUSINESS | OPENING") {
                    score -= 40
                }
                if best.map({ score > $0.score }) ?? true { best = (time, score, index) }
            }
        }
        guard let best, best.score > 10 else { return nil }
        let row = rows[best.row]
        let confidence = min(95, row.confidence(of: dateWords(row)) - (best.score < 40 ? 20 : 0))
        return Field(best.time.text, confidence: confidence, box: box(row))
    }

    /// The confidence of the row's least certain word.
    private func lowestConfidence(_ row: TextRow) -> Int {
        let whole = row.words.filter { !DateScanner($0.text).dates().isEmpty }
        let used = whole.isEmpty ? dateWords(row).map { row.words[$0] } : whole
        return used.map(\.confidence).min() ?? 0
    }

    private func dateWords(_ row: TextRow) -> [Int] {
        let indices = row.words.indices.filter { row.words[$0].text.contains(where: \.isASCIIDigit) }
        return indices.isEmpty ? Array(row.words.indices) : indices
    }

    private func box(_ row: TextRow) -> PixelBox? { PixelBox.around(dateWords(row).map { row.words[$0].box }) }
}
