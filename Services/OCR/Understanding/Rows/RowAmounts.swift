import Foundations

/// A row split into description, numbers and signs, and the amount at the right margin.
struct RowAmounts: Sendable {
    /// The amount at the right end, without tax marks; `nil` when the row ends otherwise.
    var amount: PrintedNumber?
    /// The index of the amount's token.
    var amountToken: Int?
    /// The numbers between description and amount, left to right, without item codes.
    var numbers: [PrintedNumber] = []
    /// A quantity and a price joined by a sign: `2 @ 3.49`, `7.90*3`, `0.434 X 39.90`.
    var expression: Expression?
    /// A quantity before the description: `2 HOTDOG BUN`.
    var leadingQuantity: PrintedNumber?
    var unit: ReceiptUnit?
    var code: String?
    /// The words of the description, as indices in the row.
    var description: Range<Int> = 0..<0

    struct Expression: Sendable, Hashable {
        var quantity: PrintedNumber?
        var price: PrintedNumber
        /// Whether the amount at the right end is the price itself, so that the row has no amount of its own.
        var endsRow: Bool
    }

    init(_ row: TextRow, decimals: Int) {
        let tokens = row.tokens
        amountToken = Self.trailingAmount(tokens, decimals: decimals)
        if let token = amountToken, let number = tokens[token].number, number.isBeyondReceipts(decimals: decimals) {
            amountToken = nil
        }
        let end = amountToken.map { $0 + 1 } ?? tokens.count
        let tail = Self.tailStart(tokens, end: end)
        readTail(Array(tokens[tail..<end]), decimals: decimals)
        if let amountToken { amount = tokens[amountToken].number }
        if expression?.endsRow == true { amount = nil }
        var lastWord = tail < tokens.count ? tokens[tail].word : row.words.count
        if endsName(row, tokens, tail) {
            numbers = []
            lastWord += 1
        }
        readDescription(row, words: 0..<lastWord)
    }

    /// The row without its amount, which is a price.
    func withoutAmount() -> RowAmounts {
        var result = self
        if let amount { result.numbers.append(amount) }
        result.amount = nil
        result.amountToken = nil
        return result
    }

    // MARK: The amount

    private static func trailingAmount(_ tokens: [Token], decimals: Int) -> Int? {
        var index = tokens.count - 1
        var skipped = 0
        while index >= 0 {
            let token = tokens[index]
            if let number = token.number {
                if number.decimals == decimals, decimals > 0 || isWholeAmount(token, number, at: index, of: tokens) {
                    return index
                }
                if token.hasSymbol, number.decimals == 0 { return index }
                // `12.5` beside other amounts is a truncated number, not an amount; a lone digit is a misread tax mark.
                guard number.decimals == 0, abs(number.mantissa) < 10, skipped < 2 else { return nil }
            } else {
                guard isMark(token), skipped < 3 else { return nil }
            }
            skipped += 1
            index -= 1
        }
        return nil
    }

    /// Whether a number without decimals is an amount: it must carry a symbol or end the row after other words.
    private static func isWholeAmount(_ token: Token, _ number: PrintedNumber, at index: Int, of tokens: [Token])
        -> Bool
    {
        if token.hasSymbol || tokens.count > index + 1 && tokens[index + 1].text == "円" { return true }
        return index > 0 && index == tokens.count - 1 && abs(number.mantissa) >= 1 && abs(number.mantissa) < 10_000_000
    }

    private static func isMark(_ token: Token) -> Bool {
        switch token.kind {
        case .text:
            let letters = token.text.filter(\.isLetter)
            let isCode =
                letters.count == 3 && letters == token.text && letters.allSatisfy { $0.isUppercase && $0.isASCII }
            return letters.count <= 2 || isCode || marks.contains(letters.uppercased())
        case .percent, .currency, .slash: return true
        default: return false
        }
    }

    private static let marks: Set<String> = [
        "ZRL", "SRM", "SRO", "SRS", "GST", "TAX", "EACH", "LB", "KG", "UNI", "UNIT", "LTR",
    ]
    private static let tailWords: Set<String> = ["DISC", "SR", "ZR", "ZRL", "SRM", "GST", "PC", "FOR", "EA"]

    // MARK: The numbers

    private static func tailStart(_ tokens: [Token], end: Int) -> Int {
        var start = end
        while start > 0 {
            let token = tokens[start - 1]
            let next = start < tokens.count ? tokens[start].kind : nil
            switch token.kind {
            case .number, .at, .times, .currency, .percent, .slash: break
            case .measure:
                guard start == 1 || next == .at || next == .times else { return start }
            case .text:
                let letters = token.text.uppercased().filter(\.isLetter)
                let isUnit =
                    ReceiptUnit(printed: token.text) != nil && start > 1
                    && (tokens[start - 2].number != nil || tokens[start - 2].kind == .slash)
                guard
                    letters.count <= 1 && token.text.count <= 2 && letters.allSatisfy(\.isASCII)
                        // `LED BULB 9W` is a name.
                        && (token.text.first?.isASCIIDigit != true || ["1b", "1B"].contains(token.text))
                        || tailWords.contains(letters) || isUnit
                        || isOfPrice(token, after: start > 1 ? tokens[start - 2] : nil), start < end
                else { return start }
            }
            start -= 1
        }
        return start
    }

    /// Whether a word belongs to the weight or price before it: `0.852 kg NET @`, `2,99 E/kg`.
    private static func isOfPrice(_ token: Token, after previous: Token?) -> Bool {
        guard let previous else { return false }
        if token.text.uppercased() == "NET" {
            if case .measure = previous.kind { return true }
            return ReceiptUnit(printed: previous.text)?.isMeasured == true
        }
        let parts = token.text.split(separator: "/")
        return previous.number != nil && parts.count == 2 && parts[0].count == 1
            && ReceiptUnit(printed: parts[1])?.isMeasured == true
    }

    private mutating func readTail(_ tail: [Token], decimals: Int) {
        var previous: Token?
        var sign: Int?
        var hasCodeAfterSign = false
        var positions: [Int] = []
        for (index, token) in tail.enumerated() {
            switch token.kind {
            case .number(let value):
                if value.decimals == 0, abs(value.mantissa) > 999_999 {
                    code = token.text
                    hasCodeAfterSign = hasCodeAfterSign || sign != nil
                } else {
                    numbers.append(value)
                    positions.append(index)
                }
            case .measure(let value, let measured):
                numbers.append(value)
                positions.append(index)
                unit = measured
            case .at where index + 1 < tail.count && tail[index + 1].kind == .percent:
                // `GST @ 6%` is a rate.
                break
            case .at, .times:
                if sign == nil { sign = numbers.count }
            case .text:
                if previous?.number != nil, let measured = ReceiptUnit(printed: token.text) { unit = unit ?? measured }
            default: break
            }
            previous = token
        }
        // `1x 000006312445 12.90` has a count, a code and the amount.
        if let sign, !hasCodeAfterSign {
            readExpression(sign: sign, tail: tail, positions: positions, decimals: decimals)
        }
        if amountToken != nil, expression?.endsRow != true, !numbers.isEmpty { numbers.removeLast() }
    }

    /// Whether a count ends the name: `ORG EGGS 24      8.99` is close behind the name and far before the amount.
    private func endsName(_ row: TextRow, _ tokens: [Token], _ tail: Int) -> Bool {
        guard amount != nil, expression == nil, numbers.count == 1, tail < tokens.count,
            let number = tokens[tail].number, number == numbers[0], number.decimals == 0,
            row.words.indices.contains(tokens[tail].word + 1), tokens[tail].word > 0
        else { return false }
        let (before, word) = (row.words[tokens[tail].word - 1], row.words[tokens[tail].word])
        let after = row.words[tokens[tail].word + 1]
        return word.box.x - before.box.right < word.box.height && before.text.contains(where: \.isLetter)
            && after.box.x - word.box.right > 3 * word.box.height
    }

    /// Parses a price for several, or per unit: `2 @ 2/$5.00`, `@ 3 FOR 5.00`, `2.35 lb @ 1 lb /0.54`.
    private mutating func readPriceOfSeveral(sign: Int, tail: [Token], positions: [Int]) {
        guard sign + 1 < numbers.count, numbers[sign].decimals == 0, (1...99).contains(numbers[sign].mantissa),
            numbers[sign + 1].decimals >= 2
        else { return }
        let between = tail[positions[sign]..<positions[sign + 1]].dropFirst()
        guard between.contains(where: { $0.kind == .slash || ["FOR", "/"].contains($0.text.uppercased()) }) else {
            return
        }
        let price = numbers.remove(at: sign + 1)
        numbers[sign] =
            numbers[sign].mantissa == 1
            ? price
            : PrintedNumber(mantissa: price.mantissa * 1000 / numbers[sign].mantissa, decimals: price.decimals + 3)
    }

    private mutating func readExpression(sign: Int, tail: [Token], positions: [Int], decimals: Int) {
        readPriceOfSeveral(sign: sign, tail: tail, positions: positions)
        let opensWithTimes = tail.first { $0.kind == .at || $0.kind == .times }?.kind == .times
        if sign == 0, opensWithTimes, numbers.count == 2, numbers[0].decimals == 0 {
            // `RICE x2  10.40` has a count before the amount.
            return
        }
        if sign == 0 {
            // `@RM18.90` or `@2 X RM 10.40`: all numbers belong to the expression.
            guard let price = numbers.last, numbers.count <= 2 else { return }
            let hasTimes = tail.contains { $0.kind == .times }
            if numbers.count == 2, decimals > 0, numbers[0].decimals >= decimals || !hasTimes && amountToken != nil {
                // `NOODLE SOUP @7.00 21.00` and `DURIAN @38 89.30` have the unit price and the amount.
                expression = Expression(quantity: nil, price: numbers[0], endsRow: false)
                return
            }
            expression = Expression(quantity: numbers.count == 2 ? numbers[0] : nil, price: price, endsRow: true)
        } else if sign < numbers.count {
            var (quantity, price) = (numbers[sign - 1], numbers[sign])
            if quantity.decimals == max(decimals, 2), price.decimals == 0 { swap(&quantity, &price) }
            let endsRow = sign == numbers.count - 1
            expression = Expression(quantity: quantity, price: price, endsRow: endsRow)
        }
    }

    // MARK: The description

    private mutating func readDescription(_ row: TextRow, words: Range<Int>) {
        var start = words.lowerBound
        var end = words.upperBound
        while start < end, let step = leadingNoise(row, start, end) {
            start += step
        }
        while end > start, isTrailingNoise(row.words[end - 1].text) { end -= 1 }
        if amountToken == nil, end - start > 1, isFlag(row.words[end - 1], after: row.words[end - 2]) { end -= 1 }
        description = start..<end
    }

    private mutating func leadingNoise(_ row: TextRow, _ index: Int, _ end: Int) -> Int? {
        let text = row.words[index].text
        let digits = text.count(where: \.isASCIIDigit)
        let letters = text.count(where: \.isLetter)
        let rest = (index + 1..<end).reduce(0) { $0 + row.words[$1].text.count(where: \.isLetter) }
        guard rest >= 2 else { return nil }
        if letters == 0, digits == 0 { return 1 }
        // `E 1068080 KS ORG EGGS` has a mark before its code.
        if index == 0, text.count == 1, row.words.count > 2, row.words[1].text.count >= 4,
            row.words[1].text.allSatisfy(\.isASCIIDigit)
        {
            return 1
        }
        if index == 0, amountToken != nil, letters == 0, digits <= 4, let value = row.tokens.first?.number,
            row.tokens.first?.text.count ?? 0 >= text.count - 1,
            value.decimals > 0 || digits <= 2
        {
            leadingQuantity = value
            let next = row.words[index + 1].text.lowercased()
            return ["x", "@", "qty", "×"].contains(next) ? 2 : 1
        }
        if let first = row.tokens.first, index == 0, amountToken != nil, first.number != nil, row.tokens.count > 1,
            row.tokens[1].word == 0,
            row.tokens[1].kind == .times
        {
            leadingQuantity = first.number
            return 1
        }
        if digits >= (amountToken == nil ? 4 : 3), letters <= (digits >= 5 ? 4 : 2), rest >= 3 {
            code = code ?? text.filter { $0.isLetter || $0.isNumber }
            return 1
        }
        if row.cues.words.first.map({ ["SR", "ZR", "ZRL"].contains($0) }) == true, index == 0 { return 1 }
        return nil
    }

    /// Whether a word is a mark in a separate column: `GREEN PEPPER      MRJ`.
    private func isFlag(_ word: RecognizedWord, after other: RecognizedWord) -> Bool {
        word.text.count <= 4 && word.text.allSatisfy { $0.isUppercase && $0.isASCII }
            && word.box.x - other.box.right > word.box.height * 3 / 2
    }

    private func isTrailingNoise(_ text: String) -> Bool {
        let core = text.filter { $0.isLetter || $0.isNumber }
        if core.isEmpty { return true }
        // `000000004011KF` is a bar code with marks.
        if core.count(where: \.isASCIIDigit) >= 8, core.count(where: \.isLetter) <= 3 { return true }
        return text.hasPrefix("*") && core.count <= 2 || ["SR", "ZRL"].contains(core)
    }
}
