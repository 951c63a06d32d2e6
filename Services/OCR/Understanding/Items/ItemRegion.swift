/// The rows between the head of a receipt and its sums, which hold the items.
struct ItemRegion {
    var rows: Range<Int>
    /// Whether the column headings put a quantity before the name.
    var quantityFirst: Bool
    /// Whether the region is preceded by column headings.
    var hasHeader: Bool

    init(rows: [ReceiptRow], headEnd: Int) {
        let header = Self.header(rows)
        var start = header ?? Self.startWithoutHeader(rows, headEnd: headEnd)
        while header != nil, start < rows.count,
            rows[start].kind == .columnHeader || Self.isHeading(rows[start])
        { start += 1 }
        var end = start
        var seen = false
        while end < rows.count {
            let row = rows[end]
            let hasAmount = row.amount != nil || (end + 1 < rows.count && rows[end + 1].isBareAmount)
            if row.kind.endsItems, hasAmount || row.kind == .taxSummary || row.kind == .itemCount, seen || hasAmount,
                !Self.isProduct(end, rows)
            {
                break
            }
            if row.amount != nil { seen = true }
            end += 1
        }
        self.rows = min(start, end)..<end
        hasHeader = header != nil
        let first = header.flatMap { $0 > 0 ? rows[$0 - 1].cues.words.first : nil }
        quantityFirst = first.map { ["QTY", "QUANTITY", "MENGE", "QTE", "QTÉ"].contains($0) } ?? false
    }

    /// Whether a row is an article whose name contains the word for total, since a subtotal follows further articles:
    /// `COLGATE TOTAL 120ML`.
    private static func isProduct(_ index: Int, _ rows: [ReceiptRow]) -> Bool {
        guard case .total(grade: 2) = rows[index].kind, rows[index].amount != nil,
            !rows[index].cues.beginsWithAny("TOTAL"), rows[index].nameLetters > 5
        else { return false }
        let subtotal = rows[(index + 1)...].firstIndex { $0.kind.endsItems && $0.amount != nil }
        return subtotal.map { end in
            rows[end].kind == .subtotal && rows[(index + 1)..<end].contains { $0.kind == .other && $0.amount != nil }
        } ?? false
    }

    /// Whether a row below the column headings consists of further ones.
    private static func isHeading(_ row: ReceiptRow) -> Bool {
        row.amount == nil && row.digitCount <= 2
            && row.cues.words.allSatisfy { headings.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static let headings = RowKind.headerWords.union(ReceiptLocale.malaysia.symbols)

    /// The row after the column headings, when amounts follow.
    private static func header(_ rows: [ReceiptRow]) -> Int? {
        let firstEnd = rows.firstIndex { $0.kind.endsItems && $0.amount != nil } ?? rows.count
        guard let header = rows[..<firstEnd].firstIndex(where: { $0.kind == .columnHeader }) else { return nil }
        return rows[header..<firstEnd].contains { $0.amount != nil || $0.numbers.contains { $0.decimals == 2 } }
            ? header + 1 : nil
    }

    /// The first row after the head, before the first amount.
    private static func startWithoutHeader(_ rows: [ReceiptRow], headEnd: Int) -> Int {
        let body = rows[headEnd...]
        let sums = body.firstIndex { $0.kind.endsItems && $0.amount != nil } ?? rows.count
        let firstAmount =
            rows[headEnd..<sums].firstIndex {
                $0.amount != nil && mayBeItem($0) && DateScanner($0.text).dates().isEmpty
            } ?? sums
        var start = headEnd
        for index in headEnd..<firstAmount {
            let row = rows[index]
            let scanner = DateScanner(row.text)
            if !mayBeItem(row) || !scanner.dates().isEmpty || !scanner.times().isEmpty || row.text.hasSuffix(":") {
                start = index + 1
            }
        }
        return min(start, rows.count)
    }

    private static func mayBeItem(_ row: ReceiptRow) -> Bool {
        row.kind == .other || row.kind == .discount
            // A charge called `TAKE AWAY`.
            || row.kind == .metadata && row.amount != nil && row.cues.beginsWithAny(RowKind.servingWords)
    }
}
