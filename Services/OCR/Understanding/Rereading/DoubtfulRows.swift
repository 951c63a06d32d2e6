/// The rows of a receipt that are worth rereading.
///
/// These are the rows with a doubtful field and, when the sums disagree, rows that may hold the misread amount.
struct DoubtfulRows {
    let interpretation: Interpretation

    /// The maximum number of rows to reread one by one.
    private static let maximumRows = 40
    /// The maximum number of rows considered for a missing date.
    private static let rowsOfDate = 5
    private static let rowsOfName = 3

    private var rows: [ReceiptRow] { interpretation.rows }
    private var draft: ReceiptDraft { interpretation.draft }

    /// The bands of the rows, from top to bottom.
    func bands() -> [RowBand] {
        var doubtful = storeRows().union(dateRows())
        let sums = sumRows()
        doubtful.formUnion(sums)
        if draft.sumsAgree != true {
            let items = interpretation.items.filter { rows[$0].digitCount > 0 || rows[$0].kind == .other }
            let least = items.sorted { rows[$0].confidence < rows[$1].confidence }
            doubtful.formUnion(least.prefix(Self.maximumRows - min(doubtful.count, Self.maximumRows)))
        }
        let slope = LineFit.slope(ofMost: rows.lazy.map(\.words))
        let edge = amountEdge()
        return doubtful.sorted().compactMap { index in
            let hasAmount = interpretation.items.contains(index) || sums.contains(index)
            return RowBand(rows[index], slope: slope, reachingTo: hasAmount ? edge : 0)
        }
    }

    private func storeRows() -> Set<Int> {
        var found: Set<Int> = []
        if let name = draft.storeName {
            if name.needsReview { found.formUnion(rows(in: name.box)) }
        } else {
            found.formUnion(rows.indices.prefix(Self.rowsOfName))
        }
        if let address = draft.storeAddress, address.needsReview { found.formUnion(rows(in: address.box)) }
        return found
    }

    /// The row of a doubtful date, or rows that may show one.
    private func dateRows() -> Set<Int> {
        if let date = draft.date {
            return date.needsReview ? Set(rows(in: date.box)) : []
        }
        let likely = rows.indices.filter { index in
            let row = rows[index]
            if row.cues.hasAny("DATE | DATUM | TARIKH | TIME") { return true }
            return !DateScanner(row.text).times().isEmpty
                || row.words.contains {
                    $0.text.contains { "/-".contains($0) } && $0.text.count { $0.isASCIIDigit } >= 4
                }
        }
        return Set(likely.prefix(Self.rowsOfDate))
    }

    /// The rows after the items that affect the total.
    private func sumRows() -> Set<Int> {
        guard draft.sumsAgree != true || draft.total?.needsReview ?? true else { return [] }
        let after = rows.indices.filter { index in
            guard !interpretation.items.contains(index) else { return false }
            switch rows[index].kind {
            case .total, .subtotal, .tax, .serviceCharge, .tip, .rounding, .payment, .change, .discount: return true
            case .other: return index >= interpretation.items.upperBound && rows[index].amount != nil
            default: return false
            }
        }
        return Set(after.prefix(Self.maximumRows / 2))
    }

    private func rows(in box: PixelBox?) -> [Int] {
        guard let box else { return [] }
        return rows.indices.filter { index in
            rows[index].words.contains { word in
                let x = word.box.x + word.box.width / 2
                return x >= box.x && x <= box.right && word.box.middle >= box.y && word.box.middle <= box.bottom
            }
        }
    }

    /// The right edge of the amounts, up to which a row with a missing amount is reread.
    private func amountEdge() -> Int {
        let edges = rows.filter { $0.amount != nil }.compactMap { $0.amountWord?.box.right }.sorted()
        return edges.isEmpty ? 0 : edges[edges.count * 3 / 4]
    }
}
