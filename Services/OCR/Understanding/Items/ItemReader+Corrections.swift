/// Items that are no purchases: voided ones, and sums among them.
extension ItemReader {
    /// Removes voided items together with the rows that void them: the same name with the amount taken back, where the receipt
    /// says so.
    mutating func dropVoided() {
        guard rows.contains(where: Self.voids) else { return }
        let names = items.map { CueWords($0.name).words.filter { !Self.voidWords.contains($0) } }
        var dropped: Set<Int> = []
        for index in items.indices.reversed() where items[index].amount < 0 && !dropped.contains(index) {
            let voided = (max(0, index - Self.farthestVoided)..<index).last { other in
                items[other].amount == -items[index].amount && !dropped.contains(other)
                    && Self.isSame(names[other], names[index]) && isVoided(from: other, to: index)
            }
            if let voided { dropped.formUnion([index, voided]) }
        }
        for index in dropped.sorted(by: >) { remove(at: index) }
    }

    /// The most items between a voided one and the row that voids it.
    private static let farthestVoided = 100

    /// Whether a row at or between two items, or right above the first, says that something was voided.
    private func isVoided(from first: Int, to last: Int) -> Bool {
        rows[max(0, sources[first] - 1)...sources[last]].contains(where: Self.voids)
    }

    /// Whether a name is another's, but for a number at its end, which may have been taken for a count.
    private static func isSame(_ name: [String], _ other: [String]) -> Bool {
        let (shorter, longer) = name.count < other.count ? (name, other) : (other, name)
        return !shorter.isEmpty && longer.starts(with: shorter)
            && longer.dropFirst(shorter.count).allSatisfy { $0.allSatisfy(\.isNumber) }
    }

    /// Whether a row says that something was voided.
    static func voids(_ row: ReceiptRow) -> Bool { row.cues.words.contains(where: voidWords.contains) }

    private static let voidWords: Set<String> = [
        "VOID", "VOIDED", "BATAL", "CANCEL", "CANCELLED", "ANNULATION", "ANNULE", "ANNULÉ", "STORNO", "CORRECTION",
    ]

    /// Removes rows that sum up the items above, where the printed sums agree without them: `Gross`, `FOOD` and `BEVERAGE`.
    /// - Parameter printed: the sums that are printed below the items.
    mutating func dropSums(printed: Set<Int64>) {
        guard !printed.contains(items.reduce(0, { $0 + $1.amount })),
            let sums = runningSums(printed) ?? sumsOfKinds(printed)
        else { return }
        for index in sums.reversed() { remove(at: index) }
    }

    /// The fewest items that a row sums up; a single one has the same amount by chance.
    private static let fewestItems = 2
    /// The most rows that together sum up the items, one a kind.
    private static let mostKinds = 4

    /// The rows that repeat what the rows above add up to.
    private func runningSums(_ printed: Set<Int64>) -> [Int]? {
        var sum: Int64 = 0
        var found: [Int] = []
        for (index, item) in items.enumerated() {
            if index >= Self.fewestItems, item.kind == .purchase, item.amount == sum {
                found.append(index)
            } else {
                sum += item.amount
            }
        }
        return found.isEmpty || !printed.contains(sum) ? nil : found
    }

    /// The last rows, if together they add up to the items above, one for each kind of item.
    private func sumsOfKinds(_ printed: Set<Int64>) -> [Int]? {
        let sum = items.reduce(0) { $0 + $1.amount }
        for count in 2...Self.mostKinds where items.count >= count + Self.fewestItems {
            let kinds = items.suffix(count)
            let together = kinds.reduce(0) { $0 + $1.amount }
            if kinds.allSatisfy({ $0.kind == .purchase }), together * 2 == sum, printed.contains(together) {
                return Array(kinds.indices)
            }
        }
        return nil
    }
}
