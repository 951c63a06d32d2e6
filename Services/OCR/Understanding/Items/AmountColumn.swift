import Foundations

/// The column in which item amounts end, used to correct garbled amounts.
///
/// A row of the item region that ends in that column without a valid amount gets the amount it appears to show: `58
/// 30`, `1.405` for 1.40 with a tax mark, `RM3 90`.
struct AmountColumn {
    private let lexer: Lexer
    private var decimals: Int { lexer.decimals }
    /// Where valid amounts end, in pixels from the left; `nil` with fewer than two.
    private let right: Int?
    private let tolerance: Int
    /// Whether the amounts are aligned, so that a number elsewhere is not an amount.
    private let isStraight: Bool

    init(rows: ArraySlice<ReceiptRow>, lexer: Lexer) {
        self.lexer = lexer
        var edges: [Int] = []
        var heights: [Int] = []
        for row in rows where row.amount != nil {
            guard let box = row.amountWord?.box else { continue }
            edges.append(box.right)
            heights.append(box.height)
        }
        edges.sort()
        heights.sort()
        right = edges.count >= 2 ? edges[edges.count / 2] : nil
        let tolerance = heights.isEmpty ? 0 : heights[heights.count / 2] * 2
        self.tolerance = tolerance
        let median = right ?? 0
        isStraight = edges.count >= 4 && edges.count { abs($0 - median) <= tolerance } * 4 >= edges.count * 3
    }

    /// Whether a row ends far left of the column, where quantities and prices are printed.
    func isOutside(_ row: ReceiptRow) -> Bool {
        guard isStraight, let right, let word = row.amountWord else { return false }
        return (right - word.box.right) * 4 > 7 * tolerance
    }

    /// The words of a row with its amount corrected; `nil` when it has a valid one or shows none.
    func corrected(_ row: ReceiptRow) -> TextRow? {
        guard row.amount == nil, decimals > 0 else { return nil }
        if let words = ofProduct(row) ?? withoutFusedMark(row) ?? withoutPoint(row) { return words }
        guard row.expression == nil, row.letterCount > 0, let repair = AmountRepair(row, decimals: decimals) else {
            return nil
        }
        let words = row.words[repair.firstWord...repair.lastWord]
        let hasSymbol = row.tokens.contains { token in
            (repair.firstWord - 1...repair.lastWord).contains(token.word) && isSymbol(token)
        }
        guard let box = PixelBox.around(words.map(\.box)), hasSymbol || isInColumn(box),
            // Plain digits may be a code or a size; only a lost space or point between digits is unambiguous.
            repair.firstWord < repair.lastWord
                || words.contains(where: { $0.text.contains(where: { ".,".contains($0) }) })
        else { return nil }
        return replacing(row, repair.firstWord...repair.lastWord, repair.value, repair.confidence, box)
    }

    /// Restores a garbled amount from quantity and price: `12.50*1 1390`, `1 x 18.40 18.460`.
    private func ofProduct(_ row: ReceiptRow) -> TextRow? {
        guard let last = row.words.indices.last(where: { row.words[$0].text.count(where: \.isASCIIDigit) >= 3 }),
            last >= row.words.count - 3, last > 0
        else { return nil }
        let numbers = row.tokens.filter { $0.word < last }.compactMap(\.number).filter { !$0.isZero }
        var amounts: Set<Int64> = []
        for price in numbers where price.decimals >= decimals {
            for quantity in numbers where quantity.decimals == 0 && abs(quantity.mantissa) < 1000 {
                if let amount = quantity.times(price, decimals: decimals) { amounts.insert(amount) }
            }
        }
        let garbled = row.words[last].text
        let fitting = amounts.filter { $0 > 0 && PrintMatch($0, decimals: decimals).cost(in: garbled) <= 0.75 }
        guard fitting.count == 1, let amount = fitting.first else { return nil }
        return replacing(row, last...last, amount, min(65, row.words[last].confidence), row.words[last].box)
    }

    /// Restores a lost decimal point: `2.44 244`, and whole numbers in the column of amounts.
    private func withoutPoint(_ row: ReceiptRow) -> TextRow? {
        guard let last = row.tokens.last(where: { $0.number != nil }), let number = last.number, number.decimals == 0,
            last.word >= row.words.count - 2, last.text.count >= decimals + 1, last.text.count <= decimals + 4
        else { return nil }
        let isRepeated = row.tokens.contains {
            $0 != last && $0.number?.decimals == decimals && $0.number?.mantissa == number.mantissa
        }
        let word = row.words[last.word]
        let hasOthers = row.tokens.contains { $0 != last && $0.number?.decimals == decimals }
        guard isRepeated || hasOthers && isInColumn(word.box) else { return nil }
        let confidence = min(isRepeated ? 70 : 40, word.confidence)
        return replacing(row, last.word...last.word, number.mantissa, confidence, word.box)
    }

    private func isSymbol(_ token: Token) -> Bool {
        if case .currency = token.kind { return true }
        let text = token.text.uppercased()
        return ReceiptLocale.letterSigns.contains { text.hasPrefix($0.printed) } || text.hasPrefix("$")
    }

    private func isInColumn(_ box: PixelBox) -> Bool {
        guard let right else { return false }
        return abs(box.right - right) <= max(tolerance, box.height)
    }

    /// Removes a tax mark that was read as a digit of the amount: `14.005`, `1.40S5`.
    private func withoutFusedMark(_ row: ReceiptRow) -> TextRow? {
        guard decimals == 2, let last = row.tokens.last(where: { $0.number != nil }), let number = last.number,
            number.decimals == 3, last.word >= row.words.count - 2, !last.text.hasPrefix("0")
        else { return nil }
        let value = number.mantissa / 10
        let isRepeated = row.tokens.contains { $0 != last && $0.number?.decimals == 2 && $0.number?.mantissa == value }
        let word = row.words[last.word]
        guard isRepeated || (isInColumn(word.box) && row.letterCount > 0 && "58".contains(last.text.last ?? " ")) else {
            return nil
        }
        let confidence = isRepeated ? word.confidence : min(45, word.confidence)
        return replacing(row, last.word...last.word, value, confidence, word.box)
    }

    private func replacing(
        _ row: ReceiptRow,
        _ words: ClosedRange<Int>,
        _ value: Int64,
        _ confidence: Int,
        _ box: PixelBox
    )
        -> TextRow
    {
        let word = RecognizedWord(
            text: String(ExactDecimal(value, scale: decimals).description.trimmingPrefix("-")),
            confidence: confidence,
            box: box,
            line: row.words[words.lowerBound].line
        )
        var result = row.printed
        result.words.replaceSubrange(words, with: [word])
        result.tokens = lexer.tokens(of: result)
        return result
    }
}
