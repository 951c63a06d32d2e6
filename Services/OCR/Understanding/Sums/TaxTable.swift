/// The table at the end that lists amounts and their taxes by rate.
struct TaxTable {
    struct Line: Hashable {
        var row: Int
        var base: Int64
        var tax: Int64
    }

    let sums: SumsFinder
    let rows: Set<Int>

    /// The rows with an amount and its tax, without the row of sums.
    var lines: [Line] {
        let all = rows.sorted().compactMap(line)
        // A service charge listed before the tax on it is not a second base.
        let lines = all.filter { line in !all.contains { $0.base == line.base + line.tax && $0.row != line.row } }
        guard let last = lines.last, lines.count > 2 || (lines.count == 2 && lines[0].base == last.base) else {
            return lines
        }
        let before = lines.dropLast()
        let isSum = before.reduce(0) { $0 + $1.base } == last.base && before.reduce(0) { $0 + $1.tax } == last.tax
        return isSum ? Array(before) : lines
    }

    private func line(_ row: Int) -> Line? {
        let amounts = sums.amounts(in: row)
        guard amounts.count >= 2 else { return nil }
        let (base, tax) = (amounts[amounts.count - 2], amounts[amounts.count - 1])
        guard base != 0, abs(tax) * 3 < abs(base) else { return nil }
        return Line(row: row, base: base, tax: tax)
    }
}
