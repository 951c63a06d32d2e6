import Foundations

/// Infers the currency from symbols, tax names, legal forms and post codes.
struct CurrencyFinder {
    private var points: [String: Int] = [:]
    private var dollarSigns = 0

    /// The currency with the most evidence; `nil` without evidence.
    static func find(in rows: [TextRow]) -> Field<String>? {
        var finder = CurrencyFinder()
        for row in rows { finder.scan(row) }
        return finder.verdict()
    }

    private mutating func scan(_ row: TextRow) {
        for word in row.words { scan(word: word.text) }
        for (clue, code) in Self.evidence where row.cues.hasAny(clue.words) {
            points[code, default: 0] += clue.weight
        }
        let words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            if PostCode.isCanadian(word, next) { points["CAD", default: 0] += 5 }
            if PostCode.isBritish(word, next) { points["GBP", default: 0] += 4 }
            if PostCode.isIrish(word, next) { points["EUR", default: 0] += 5 }
            guard index > 0 else { continue }
            if PostCode.endsInAmerica(words[index...]) { points["USD", default: 0] += 5 }
            if PostCode.endsInCanada(words[index...]), points["CAD"] == nil { points["CAD"] = 5 }
        }
    }

    private mutating func scan(word: String) {
        let upper = word.uppercased().drop { "(@:*-".contains($0) }
        for (printed, code) in Currency.symbols where upper.hasPrefix(printed) {
            let after = upper.dropFirst(printed.count).first
            let fits = after == nil || !(after?.isLetter ?? false)
            guard fits || printed.last?.isLetter != true else { continue }
            note(code, weight: 3)
            return
        }
        for (printed, code) in Currency.symbols where printed.last?.isLetter != true && upper.hasSuffix(printed) {
            note(code, weight: 3)
            return
        }
        // `PRICE(RM)`
        for (sign, code) in ReceiptLocale.letterSigns where upper.contains("(\(sign))") || upper.hasSuffix("(\(sign)") {
            note(code, weight: 3)
        }
    }

    private mutating func note(_ code: String?, weight: Int) {
        if let code { points[code, default: 0] += weight } else { dollarSigns += 1 }
    }

    private func verdict() -> Field<String>? {
        var points = points
        if dollarSigns > 0 {
            for code in Self.dollars where points[code] != nil { points[code, default: 0] += 3 }
            if points.isEmpty { return nil }
            // A dollar sign contradicts other currencies unless they are strongly supported.
            for code in points.keys where !Self.dollars.contains(code) { points[code, default: 0] -= 2 }
        }
        let ranked = points.filter { $0.value > 0 }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let best = ranked.first else { return nil }
        let rival = ranked.dropFirst().first?.value ?? 0
        let confidence = 50 + min(48, (best.value - rival) * 6)
        return Field(best.key, confidence: confidence)
    }

    private static let dollars = Set(ReceiptLocale.all.filter(\.usesDollarSign).map(\.currency))

    private static let evidence = ReceiptLocale.all.flatMap { locale in locale.clues.map { ($0, locale.currency) } }
}

/// Recognizes post codes by their form.
enum PostCode {
    /// Whether the words form a Canadian post code, such as `V0X 1A0`, as two words or one.
    static func isCanadian(_ word: String, _ next: String) -> Bool {
        let code = Array(word.count == 6 ? word : word + next)
        guard code.count == 6, word.count == 6 || word.count == 3 else { return false }
        return code.enumerated().allSatisfy {
            $0.offset.isMultiple(of: 2) ? $0.element.isASCIILetter : $0.element.isASCIIDigit
        }
    }

    /// Whether the words form a British post code, such as `SW1A 1AA`.
    ///
    /// One or two letters, a digit, optionally one more; then a digit and two letters.
    static func isBritish(_ word: String, _ next: String) -> Bool {
        let inward = Array(next)
        guard inward.count == 3, inward[0].isASCIIDigit, inward[1].isASCIILetter, inward[2].isASCIILetter else {
            return false
        }
        let letters = word.prefix { $0.isASCIILetter }
        let rest = Array(word.dropFirst(letters.count))
        guard (1...2).contains(letters.count), (1...2).contains(rest.count), rest[0].isASCIIDigit else { return false }
        return rest.count == 1 || rest[1].isASCIIDigit || rest[1].isASCIILetter
    }

    /// Whether the words form an Irish post code, such as `T12 X70A`: a routing key, and four signs that begin with a letter.
    static func isIrish(_ word: String, _ next: String) -> Bool {
        let area = Array(word)
        guard area.count == 3, let first = area.first, lettersOfIreland.contains(first), area[1].isASCIIDigit,
            area[2].isASCIIDigit || word == "D6W", next.count == 4, let begin = next.first
        else { return false }
        return lettersOfIreland.contains(begin) && next.contains(where: \.isASCIIDigit)
            && next.allSatisfy { $0.isASCIIDigit || lettersOfIreland.contains($0) }
    }

    private static let lettersOfIreland: Set<Character> = Set("ACDEFHKNPRTVWXY")

    /// Whether the words are a province or state with a possibly misread code, such as `BC V0X 1J4` or `OH 45999`.
    static func isTownEnd(_ words: ArraySlice<String>) -> Bool {
        endsInCanada(words) || endsInAmerica(words)
    }

    static func endsInCanada(_ words: ArraySlice<String>) -> Bool {
        guard words.count <= 3, let region = words.first, provincesOfCanada.contains(correctedRegion(region)) else {
            return false
        }
        let code = Array(words.dropFirst().joined())
        guard code.count == 6, code.contains(where: \.isASCIIDigit) else { return false }
        return code.enumerated().allSatisfy {
            $0.offset.isMultiple(of: 2)
                ? $0.element.isASCIILetter || "0158".contains($0.element)
                : $0.element.isASCIIDigit || "OQDILSBZ".contains($0.element)
        }
    }

    static func endsInAmerica(_ words: ArraySlice<String>) -> Bool {
        guard words.count <= 3, let region = words.first, statesOfAmerica.contains(correctedRegion(region)) else {
            return false
        }
        let code = words.dropFirst().joined()
        return (code.count == 5 || code.count == 9) && code.allSatisfy(\.isASCIIDigit)
    }

    /// The region with a misread letter corrected: `0H` and `0N` are Ohio and Ontario.
    private static func correctedRegion(_ word: String) -> String {
        word.count == 2 ? word.replacing("0", with: "O").replacing("1", with: "I") : word
    }

    static let statesOfAmerica = Set(
        """
        AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR
        PA RI SC SD TN TX UT VT VA WA WV WI WY DC
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    static let provincesOfCanada: Set<String> = [
        "AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT",
    ]
}

extension Character {
    var isASCIILetter: Bool { isLetter && isASCII }
}
