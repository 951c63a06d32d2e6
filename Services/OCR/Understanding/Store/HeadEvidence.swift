/// What the head of a receipt tells about whether its name and address were read, and read whole.
struct HeadEvidence {
    let rows: [TextRow]
    let kinds: [RowKind]

    /// Words of a name or an address with less confidence than this may be others.
    private static let weakWord = 60
    private static let readable = 75
    /// What each sign takes away that an end of an address was not read, or is something else.
    private static let doubt = 12

    // MARK: Name

    /// How sure a row's words are as a name: their mean, less for the one that is read worst.
    func ofName(_ row: Int) -> Int { rows[row].confidence - weakness(of: [row]) }

    /// Whether a row is print that can be read, not the letters that are seen in a drawing.
    func isReadable(_ row: Int) -> Bool { rows[row].confidence >= Self.readable && rows[row].letterCount >= 6 }

    // MARK: Address

    /// How sure the letters of an address are: their mean with that of the worst row, less the share of doubtful words.
    func ofAddress(_ address: Range<Int>) -> Int {
        let mean = address.reduce(0) { $0 + rows[$1].confidence } / max(1, address.count)
        let least = address.map { rows[$0].confidence }.min() ?? 0
        return max(0, min(95, (2 * mean + least) / 3) - weakShare(of: address))
    }

    /// The most that an address is trusted by its form and what stands around it.
    func mostOfAddress(_ address: Range<Int>, nameRow: Int) -> Int {
        var most = 95
        if !address.contains(where: { Address.hasPostCode(rows[$0]) }) {
            most -= Self.doubt
            // `…, TAMAN SENTOSA,`: there is more of it.
            if rows[address.upperBound - 1].text.hasSuffix(",") { most -= 2 * Self.doubt }
        }
        if rows[address.lowerBound].digitCount == 0 { most -= Self.doubt }
        // A town without its street.
        if address.count == 1, Address.hasPostCode(rows[address.lowerBound]),
            !Address.isStreet(rows[address.lowerBound]),
            !rows[address.lowerBound].text.contains(",")
        {
            most -= 2 * Self.doubt
        }
        let above = address.lowerBound - 1
        if above > nameRow && isUnexplained(above) || isUnexplained(address.upperBound) { most -= Self.doubt }
        return most
    }

    /// Text that is no number of the company, date, telephone or heading.
    private func isUnexplained(_ index: Int) -> Bool {
        guard rows.indices.contains(index), kinds[index] == .other else { return false }
        let row = rows[index]
        return row.letterCount >= 4 && !StoreText.isRegistration(row) && StoreFinder.phone(row) == nil
            && DateScanner(row.text).dates().isEmpty && !row.text.contains("@")
    }

    // MARK: Words

    /// How much of some rows' print stands in words that are not trusted, in percent.
    private func weakShare(of indices: Range<Int>) -> Int {
        let words = indices.flatMap { rows[$0].words }
        let weak = words.filter { $0.confidence < Self.weakWord }.reduce(0) { $0 + $1.text.count }
        return 100 * weak / max(1, words.reduce(0) { $0 + $1.text.count })
    }

    /// How far the worst of the words that count is below what can be trusted, halved.
    private func weakness(of indices: [Int]) -> Int {
        let words = indices.flatMap { rows[$0].words }
        let weakest = words.filter { $0.text.count(where: \.isLetter) >= 3 }.map(\.confidence).min() ?? 100
        return max(0, Self.weakWord - weakest) / 2
    }
}
