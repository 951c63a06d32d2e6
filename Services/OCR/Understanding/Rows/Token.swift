import Foundations

/// A meaningful part of a row, such as a number or a sign.
struct Token: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case number(PrintedNumber)
        /// A number with its unit: `0.756kg`, `500ML`.
        case measure(PrintedNumber, ReceiptUnit)
        case percent
        case currency(String?)
        case at
        case times
        case slash
        case text
    }

    var kind: Kind
    var text: String
    /// The index of its word in the row.
    var word: Int
    /// Whether a currency symbol directly precedes it.
    var hasSymbol = false

    var number: PrintedNumber? {
        if case .number(let value) = kind { return value }
        return nil
    }
}

/// Splits rows into tokens for a currency with a given number of decimals.
struct Lexer {
    let decimals: Int
    /// The sign that letters before an amount may be a misreading of: `RM` of the ringgit, also in an unknown currency.
    private let letterSign: ReceiptLocale.LetterSign?

    /// A lexer for an unknown currency.
    init(decimals: Int) { self.init(decimals: decimals, currency: nil) }

    init(_ currency: Currency?) { self.init(decimals: currency?.minorDigits ?? 2, currency: currency) }

    private init(decimals: Int, currency: Currency?) {
        self.decimals = decimals
        letterSign = ReceiptLocale.possible(currency).lazy.compactMap(\.letterSign).first
    }

    func tokens(of row: TextRow) -> [Token] {
        var tokens: [Token] = []
        for index in row.words.indices {
            for var token in self.tokens(of: printed(row, index)) {
                token.word = index
                if case .currency = tokens.last?.kind {
                    token.hasSymbol = true
                    if case .number(let value) = token.kind, let dash = tokens.dropLast().last, dash.text == "-",
                        isMinus(dash.word, in: row)
                    {
                        // `- RM 14.80`
                        token.kind = .number(value.negated)
                        tokens.remove(at: tokens.count - 2)
                    }
                }
                if case .number(let value) = token.kind, tokens.last?.text == "-", tokens.last?.word == index - 1 {
                    // A minus sign that the reader separated from its number.
                    token.kind = .number(value.negated)
                    tokens.removeLast()
                }
                tokens.append(token)
            }
        }
        markLast(&tokens)
        return tokens
    }

    /// Whether a dash stands far from the text before it, as a minus does in a column of amounts.
    private func isMinus(_ dash: Int, in row: TextRow) -> Bool {
        guard dash > 0 else { return true }
        let (before, box) = (row.words[dash - 1].box, row.words[dash].box)
        return (box.x - before.right) * 2 > 3 * max(box.height, before.height)
    }

    /// Turns a sign after an amount into a tax mark rather than a multiplication: `12.97 X`, `¥150*`.
    private func markLast(_ tokens: inout [Token]) {
        guard tokens.count > 1, tokens[tokens.count - 1].kind == .times,
            tokens[tokens.count - 2].number?.decimals == decimals
        else { return }
        tokens[tokens.count - 1].kind = .text
    }

    private func printed(_ row: TextRow, _ index: Int) -> String {
        let text = row.words[index].text
        let plain = index + 2 >= row.words.count ? withSymbol(text) : text
        guard index + 1 < row.words.count else { return plain }
        // `RN 10.40` is a ringgit sign separated from its amount.
        guard let letterSign, letterSign.misreadings.contains(text),
            let number = PrintedNumber(row.words[index + 1].text, currencyDecimals: decimals),
            number.decimals == decimals
        else { return plain }
        return letterSign.printed
    }

    /// The word without a speck between amount and tax mark: `2.69.S`.
    private static func withoutSpeck(_ word: String) -> String {
        guard word.count > 4, let mark = word.last, mark.isLetter || "§$".contains(mark) else { return word }
        let head = word.dropLast()
        guard let speck = head.last, ".,;:'`".contains(speck), head.dropLast().last?.isASCIIDigit == true,
            head.dropLast().contains(where: { ".,".contains($0) })
        else { return word }
        return head.dropLast() + String(mark)
    }

    /// Replaces one or two letters before a final amount by the currency: `KM3.90`, `M8.90` for `RM3.90`.
    private func withSymbol(_ word: String) -> String {
        let letters = word.prefix(while: \.isLetter)
        guard let letterSign, (1...letterSign.printed.count).contains(letters.count), let last = letters.last,
            letterSign.lastLetters.contains(last)
        else {
            return word
        }
        let rest = word.dropFirst(letters.count)
        guard rest.first?.isASCIIDigit == true, let number = PrintedNumber(rest, currencyDecimals: decimals),
            number.decimals == decimals
        else { return word }
        return letterSign.printed + rest
    }

    /// The tokens of a word. A word that is not a number, sign or symbol as a whole is one text token.
    func tokens(of word: String) -> [Token] {
        // A dotted or slashed zero is often read as an at sign: `@.912`.
        var word = Self.withoutSpeck(word.hasPrefix("@.") ? "0" + word.dropFirst() : word)
        // Beside cents, a yen sign is a misread multiplication sign.
        if decimals > 0, word.hasPrefix("¥") { word = "×" + word.dropFirst() }
        if let tokens = lex(word) { return tokens }
        if let corrected = Self.correctingDigits(word), let tokens = lex(corrected) { return tokens }
        return [Token(kind: .text, text: word, word: 0)]
    }

    private func lex(_ word: String) -> [Token]? {
        var rest = Substring(word)
        while let first = rest.first, "(:=*|'\"_".contains(first), rest.count > 1 { rest.removeFirst() }
        while let last = rest.last, "),:;|'\"".contains(last), rest.count > 1 { rest.removeLast() }
        if rest.last == ".", rest.dropLast().last?.isASCIIDigit == true { rest.removeLast() }
        let inParentheses = word.hasPrefix("(") && word.hasSuffix(")")
        var tokens: [Token] = []
        while !rest.isEmpty {
            guard let token = next(&rest, previous: tokens.last) else { return nil }
            tokens.append(token)
        }
        guard tokens.contains(where: { $0.kind != .text }) else { return nil }
        if inParentheses, tokens.count == 1, let value = tokens[0].number, value.decimals == decimals, decimals > 0 {
            tokens[0].kind = .number(value.negated)
        }
        return tokens
    }

    private func next(_ rest: inout Substring, previous: Token?) -> Token? {
        if let token = sign(&rest, previous: previous) ?? symbol(&rest) { return token }
        if let token = number(&rest) { return token }
        // Only a tax mark (`12.90S`) or a unit (`$4.39/kg`) may follow a number.
        guard let previous, rest.allSatisfy({ $0.isLetter || "*#".contains($0) }) else { return nil }
        let text = String(rest)
        switch previous.kind {
        case .slash where ReceiptUnit(printed: text) != nil: break
        case .number(let value) where text.count <= 3 && value.decimals == decimals && decimals > 0: break
        default: return nil
        }
        rest = ""
        return Token(kind: .text, text: text, word: 0)
    }

    private func sign(_ rest: inout Substring, previous: Token?) -> Token? {
        guard let first = rest.first else { return nil }
        let following = rest.dropFirst().first
        var kind: Token.Kind?
        switch first {
        case "@": kind = .at
        case "à" where previous == nil: kind = .at
        case "×": kind = .times
        case "x", "X", "*":
            let numberBefore = previous == nil || previous?.number != nil
            if numberBefore, following == nil || following?.isASCIIDigit == true || following == "$" || following == "."
            {
                kind = previous == nil && following == nil && first == "*" ? nil : .times
            }
        case "/":
            if case .currency = previous?.kind { kind = .slash }
            // `/0.54` after a unit is the unit price.
            if previous?.number != nil || previous == nil && (following == "$" || following?.isASCIIDigit == true) {
                kind = .slash
            }
        default: break
        }
        guard let kind else { return nil }
        rest.removeFirst()
        return Token(kind: kind, text: String(first), word: 0)
    }

    private func symbol(_ rest: inout Substring) -> Token? {
        let upper = rest.prefix(4).uppercased()
        for (printed, code) in Currency.symbols where upper.hasPrefix(printed) {
            let after = rest.dropFirst(printed.count)
            guard printed.last?.isLetter != true || after.first.map({ !$0.isLetter }) ?? true else { continue }
            rest = after.first == "." && !(after.dropFirst().first?.isASCIIDigit ?? false) ? after.dropFirst() : after
            return Token(kind: .currency(code), text: printed, word: 0)
        }
        return nil
    }

    private func number(_ rest: inout Substring) -> Token? {
        var body = rest
        var negative = false
        if let first = body.first, "-–—−~".contains(first), body.count > 1 {
            negative = true
            body.removeFirst()
            if body.first == "$" || body.first == "£" || body.first == "€" { body.removeFirst() }
        }
        let digits = body.prefix { $0.isASCIIDigit || ".,".contains($0) }
        guard digits.contains(where: \.isASCIIDigit) else { return nil }
        if let value = wholeAmount(digits, before: body.dropFirst(digits.count)) {
            let text = String(rest)
            rest = ""
            return Token(kind: .number(negative ? value.negated : value), text: text, word: 0)
        }
        guard var value = PrintedNumber(digits, currencyDecimals: decimals) else { return nil }
        var after = body.dropFirst(digits.count)
        if after.first == "-" || after.first == "–" {
            guard after.count == 1 || after.dropFirst().allSatisfy(\.isLetter) else { return nil }
            negative = true
            after.removeFirst()
        }
        if negative { value = value.negated }
        let text = String(rest.prefix(rest.count - after.count))
        if after.first == "%" {
            rest = after.dropFirst()
            return Token(kind: .percent, text: text + "%", word: 0)
        }
        if !after.isEmpty, after.allSatisfy(\.isLetter), let unit = ReceiptUnit(printed: after) {
            rest = ""
            return Token(kind: .measure(value, unit), text: text + after, word: 0)
        }
        rest = after
        return Token(kind: .number(value), text: text, word: 0)
    }

    /// An amount with a stroke in place of its decimals: `45.–`, `12,-`, `3,945/-`.
    private func wholeAmount(_ digits: Substring, before rest: Substring) -> PrintedNumber? {
        let endsInSeparator = digits.last == "." || digits.last == ","
        guard endsInSeparator ? ["-", "–", "—"].contains(rest) : rest == "/-",
            let whole = PrintedNumber(endsInSeparator ? digits.dropLast() : digits, currencyDecimals: decimals),
            whole.decimals == 0, !whole.isBeyondReceipts(decimals: decimals)
        else { return nil }
        return PrintedNumber(mantissa: whole.scaled(to: decimals), decimals: decimals)
    }

    /// The amount with misread letters replaced by digits: `1O.5O` → `10.50`.
    static func correctingDigits(_ word: String) -> String? {
        guard word.contains(where: \.isASCIIDigit), word.contains(where: { $0 == "." || $0 == "," }) else { return nil }
        let likeness: [Character: Character] = [
            "O": "0", "o": "0", "D": "0", "Q": "0", "C": "0", "I": "1", "l": "1", "|": "1", "i": "1", "S": "5",
            "B": "8",
            "Z": "2",
        ]
        var head = word
        var prefix = ""
        for (printed, _) in Currency.symbols where head.uppercased().hasPrefix(printed) {
            prefix = String(head.prefix(printed.count))
            head.removeFirst(printed.count)
            break
        }
        let corrected = String(head.map { likeness[$0] ?? $0 })
        guard corrected != head, corrected.allSatisfy({ $0.isASCIIDigit || ".,-".contains($0) }) else { return nil }
        let letters = head.count(where: \.isLetter)
        return letters * 2 <= head.count ? prefix + corrected : nil
    }
}
