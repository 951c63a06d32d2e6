/// The rows between the head of a receipt and its sums, which hold the items.
struct ItemRegion {
    var rows: Range<Int>
    /// Whether the column headings put a quantity before the name.
    var quantityFirst: Bool
    /// Whether the region is preceded by column headings.
    var hasHeader: Bool

    init(rows: [TextRow], kinds: [RowKind], parts: [RowAmounts], headEnd: Int) {
        let header = Self.header(kinds: kinds, parts: parts)
        var start = header ?? Self.startWithoutHeader(rows: rows, kinds: kinds, parts: parts, headEnd: headEnd)
        while header != nil, start < rows.count,
            kinds[start] == .columnHeader || Self.isHeading(rows[start], parts[start])
        { start += 1 }
        var end = start
        var seen = false
        while end < rows.count {
            let hasAmount =
                parts[end].amount != nil || (end + 1 < rows.count && Self.isBareAmount(rows[end + 1], parts[end + 1]))
            if kinds[end].endsItems, hasAmount || kinds[end] == .taxSummary || kinds[end] == .itemCount,
                seen || hasAmount
            {
                break
            }
            if parts[end].amount != nil { seen = true }
            end += 1
        }
        self.rows = min(start, end)..<end
        hasHeader = header != nil
        let first = header.flatMap { $0 > 0 ? rows[$0 - 1].cues.words.first : nil }
        quantityFirst = first.map { ["QTY", "QUANTITY", "MENGE", "QTE", "QTÉ"].contains($0) } ?? false
    }

    /// Whether a row holds an amount and nothing else.
    static func isBareAmount(_ row: TextRow, _ parts: RowAmounts) -> Bool {
        parts.amount != nil && parts.numbers.isEmpty && row.letterCount <= 3
    }

    private static func isHeading(_ row: TextRow, _ parts: RowAmounts) -> Bool {
        parts.amount == nil && row.digitCount == 0
            && row.cues.words.allSatisfy { ["RM", "MYR", "QTY", "AMOUNT", "CODE", "TAX"].contains($0) }
    }

    /// The row after the column headings, when amounts follow.
    private static func header(kinds: [RowKind], parts: [RowAmounts]) -> Int? {
        let firstEnd = kinds.indices.first { kinds[$0].endsItems && parts[$0].amount != nil } ?? kinds.count
        guard let header = kinds[..<firstEnd].firstIndex(of: .columnHeader) else { return nil }
        return parts[header..<firstEnd].contains { $0.amount != nil || $0.numbers.contains { $0.decimals == 2 } }
            ? header + 1 : nil
    }

    /// The first row after the head, before the first amount.
    private static func startWithoutHeader(rows: [TextRow], kinds: [RowKind], parts: [RowAmounts], headEnd: Int) -> Int
    {
        let sums = kinds.indices.first { $0 >= headEnd && kinds[$0].endsItems && parts[$0].amount != nil } ?? rows.count
        let firstAmount =
            rows.indices.prefix(sums).first { index in
                index >= headEnd && parts[index].amount != nil && (kinds[index] == .other || kinds[index] == .discount)
                    && DateScanner(rows[index].text).dates().isEmpty
            } ?? sums
        var start = headEnd
        for index in headEnd..<max(headEnd, firstAmount) {
            let isHead = kinds[index] != .other && kinds[index] != .discount
            let scanner = DateScanner(rows[index].text)
            if isHead || !scanner.dates().isEmpty || !scanner.times().isEmpty || rows[index].text.hasSuffix(":") {
                start = index + 1
            }
        }
        return min(start, rows.count)
    }
}
