/// Evidence of whether the store's name and address were read completely.
struct HeadEvidence {
    let rows: [ReceiptRow]

    /// The confidence below which words of a name or address are doubtful.
    private static let weakWord = 60
    private static let readable = 75
    /// The deduction for each sign that an address is incomplete, or is not an address.
    private static let doubt = 12

    // MARK: Name

    /// Whether a row is readable print rather than letters seen in a drawing.
    func isReadable(_ row: Int) -> Bool { rows[row].confidence >= Self.readable && rows[row].letterCount >= 6 }

    /// Whether a row's words are hardly doubtful.
    func isClear(_ row: Int) -> Bool { rows[row].confidence >= Self.weakWord }

    // MARK: Address

    /// The confidence of an address: its mean with that of the worst row, minus the share of doubtful words.
    func ofAddress(_ address: Range<Int>) -> Int {
        let mean = address.reduce(0) { $0 + rows[$1].confidence } / max(1, address.count)
        let least = address.map { rows[$0].confidence }.min() ?? 0
        return max(0, min(95, (2 * mean + least) / 3) - weakShare(of: address))
    }

    /// The maximum confidence of an address, by its form and surroundings.
    func confidenceLimit(_ address: Range<Int>, nameRow: Int) -> Int {
        var most = 95
        if !address.contains(where: { Address.hasPostCode(rows[$0]) }) {
            most -= Self.doubt
            // `…, TAMAN SENTOSA,` is incomplete.
            if rows[address.upperBound - 1].text.hasSuffix(",") { most -= 2 * Self.doubt }
        }
        if rows[address.lowerBound].digitCount == 0 { most -= Self.doubt }
        // A town without a street.
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

    /// Whether a row is text other than a company number, date, telephone or heading.
    private func isUnexplained(_ index: Int) -> Bool {
        guard rows.indices.contains(index), rows[index].kind == .other else { return false }
        let row = rows[index]
        return row.letterCount >= 4 && !StoreText.isRegistration(row) && StoreFinder.phone(row) == nil
            && DateScanner(row.text).dates().isEmpty && !row.text.contains("@")
    }

    // MARK: Words

    /// The share of some rows' print in doubtful words, in percent.
    private func weakShare(of indices: Range<Int>) -> Int {
        let words = indices.flatMap { rows[$0].words }
        let weak = words.filter { $0.confidence < Self.weakWord }.reduce(0) { $0 + $1.text.count }
        return 100 * weak / max(1, words.reduce(0) { $0 + $1.text.count })
    }

    /// Half the difference by which the least certain of some words misses the trusted confidence.
    func weakness(of indices: [Int]) -> Int {
        let words = indices.flatMap { rows[$0].words }
        let weakest = words.filter { $0.text.count(where: \.isLetter) >= 3 }.map(\.confidence).min() ?? 100
        return max(0, Self.weakWord - weakest) / 2
    }
}
