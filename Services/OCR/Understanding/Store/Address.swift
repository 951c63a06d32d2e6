/// Recognizes rows of postal addresses.
enum Address {
    static func looksLike(_ row: ReceiptRow) -> Bool {
        if hasPostCode(row) || hasUnit(row) { return true }
        if row.cues.hasAny(places) || hasGluedStreet(row) || hasCompoundStreet(row) { return true }
        if row.text.hasSuffix(","), row.text.first?.isASCIIDigit == true { return true }
        return row.cues.hasAny(streetWords)
            && (row.digitCount > 0 || row.text.hasSuffix(",") || row.cues.hasAny(streets))
    }

    /// Whether a row contains the number of a floor and unit, as in Singapore: `#B1-02`.
    private static func hasUnit(_ row: ReceiptRow) -> Bool {
        row.words.contains { word in
            let parts = word.text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
            return word.text.first == "#" && parts.count == 2 && parts[0].count <= 3 && (2...4).contains(parts[1].count)
                && parts.allSatisfy { $0.contains(where: \.isASCIIDigit) }
        }
    }

    /// Whether a row has a word of addresses, with or without a number.
    static func hasWord(_ row: ReceiptRow) -> Bool { row.cues.hasAny(streetWords) }

    /// Whether a row is a town with a code of four to six digits before or after it, or an Irish one, and nothing else:
    /// `1050 IXELLES`, `B-4000 LIEGE`, `Pretoria 0181`, `Chennai 600 017`, `Cork T12 X70A`.
    static func isTown(_ row: ReceiptRow) -> Bool {
        var words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard (2...6).contains(words.count), plotWords.isDisjoint(with: words),
            !row.cues.hasAny("SINCE | EST | DEPUIS | SEIT | FOUNDED | SITE | BRANCH | STORE"),
            !row.text.contains(":")
        else { return false }
        func isNumber(_ word: String) -> Bool { word.allSatisfy(\.isASCIIDigit) }
        if PostCode.isIrish(words[words.count - 2], words[words.count - 1]) {
            words.removeLast(2)
        } else if words.suffix(2).allSatisfy({ $0.count == 3 && isNumber($0) }) {
            words.removeLast(2)
        } else if let last = words.last, isNumber(last), (4...6).contains(last.count) {
            words.removeLast()
        } else {
            if words.count > 2, words[0].count <= 2, words[0].allSatisfy(\.isLetter) { words.removeFirst() }
            guard isNumber(words[0]), (4...5).contains(words[0].count) else { return false }
            words.removeFirst()
        }
        return words.contains { $0.count >= 3 } && words.allSatisfy { $0.allSatisfy(\.isLetter) }
    }

    /// Whether a row is a town or region, with hardly anything else: `Dublin 18`.
    static func isPlaceAlone(_ row: ReceiptRow) -> Bool { row.cues.words.count <= 3 && row.cues.hasAny(places) }

    /// Whether a row ends in an Irish post code.
    static func endsInIrishCode(_ row: ReceiptRow) -> Bool {
        let words = row.text.uppercased().split(separator: " ").suffix(2).map(String.init)
        return words.count == 2 && PostCode.isIrish(words[0], words[1])
    }

    /// Whether a row ends in a post code whose town is printed below: `22A JALAN DATO ONN, 70000`.
    static func endsInCode(_ row: ReceiptRow) -> Bool {
        guard row.words.count >= 3, let last = row.words.last?.text, last.count == 5, last.allSatisfy(\.isASCIIDigit)
        else { return false }
        return row.words[row.words.count - 2].text.hasSuffix(",")
    }

    /// Whether a row contains words that the reader did not separate: `BANDARBARUPERMASJAYA`, `JALANBESAR3`.
    private static func hasGluedStreet(_ row: ReceiptRow) -> Bool {
        row.cues.words.contains { word in
            word.count >= 9 && joinedStreets.contains { word.hasPrefix($0) }
        }
    }

    /// Whether a street's name ends in the word for street and is followed by a number: `Hauptstr. 12`, `Lindenallee
    /// 3a`, `Kerkstraat 7`.
    private static func hasCompoundStreet(_ row: ReceiptRow) -> Bool {
        let words = row.cues.words
        guard words.count <= 5 else { return false }
        return words.indices.dropLast().contains { index in
            streetEnds.contains { words[index].hasSuffix($0) && words[index].count > $0.count + 2 }
                && words[index + 1].first?.isASCIIDigit == true && words[index + 1].count <= 4
        }
    }

    private static let streetEnds = [
        "STR", "STRASSE", "STRAßE", "WEG", "PLATZ", "GASSE", "ALLEE", "DAMM", "UFER", "STRAAT", "LAAN", "PLEIN", "KADE",
    ]

    /// Whether a row is a street with its number and nothing that suggests another meaning: `NO.50 JALAN PERMAS 9/5`.
    static func isStreet(_ row: ReceiptRow) -> Bool {
        row.cues.hasAny(streets) && row.digitCount > 0 && row.letterCount > 6 && !row.text.contains(":")
            && !row.cues.hasAny("TEL | FAX | GST | REG | INVOICE")
    }

    /// Whether an address may begin with this row; `SELANGOR` alone only continues one.
    static func starts(_ row: ReceiptRow) -> Bool { row.digitCount > 0 || row.cues.hasAny(streetWords) }

    static func hasPostCode(_ row: ReceiptRow) -> Bool {
        let words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map {
            PrintedWord.corrected(String($0))
        }
        // `81750JOHORBAHRU`
        if let first = words.first, first.count >= 9, first.prefix(5).allSatisfy(\.isASCIIDigit),
            first.dropFirst(5).allSatisfy(\.isLetter)
        {
            return true
        }
        // `Cascade Bend OR97799`
        if let last = words.last, last.count == 7, last.dropFirst(2).allSatisfy(\.isASCIIDigit),
            PostCode.statesOfAmerica.contains(String(last.prefix(2))),
            words.dropLast().allSatisfy({ $0.allSatisfy(\.isLetter) }),
            words.dropLast().contains(where: { $0.count > 3 })
        {
            return true
        }
        // `#01-88 SINGAPORE 999018`
        if endsInSingapore(words) { return true }
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            if PostCode.isCanadian(word, next) || PostCode.isBritish(word, next) { return true }
            // `Fernhollow BC V0X 1J4`, even when the code itself is misread.
            if index > 0, PostCode.isTownEnd(words[index...]) { return true }
            // `LOT P.T. 33198, BATU 4` is a lot number, not a post code.
            guard word.count == 5, word.allSatisfy(\.isASCIIDigit),
                index == 0 || !plotWords.contains(words[index - 1])
            else { continue }
            let hasName = words.contains { ($0.count > 2 || shortTowns.contains($0)) && $0.allSatisfy(\.isLetter) }
            if hasName || (index > 0 && PostCode.statesOfAmerica.contains(words[index - 1])) {
                return words.count <= 12
            }
        }
        return false
    }

    /// Whether a row ends in a town with its code, whatever its other words suggest.
    static func endsWithTown(_ row: ReceiptRow) -> Bool {
        let words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.indices.dropFirst().contains { PostCode.isTownEnd(words[$0...]) } || endsInSingapore(words)
    }

    private static func endsInSingapore(_ words: [String]) -> Bool {
        words.count >= 2 && words[words.count - 2] == "SINGAPORE" && words[words.count - 1].count == 6
            && words[words.count - 1].allSatisfy(\.isASCIIDigit)
    }

    /// Whether a row under a street is a town whose post code was garbled: `Fernhollow BC VOX 1]4`.
    static func endsWithGarbledTown(_ row: ReceiptRow) -> Bool {
        let words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.indices.dropFirst().dropLast().suffix(3).contains { index in
            let code = words[(index + 1)...].joined()
            return
                (PostCode.provincesOfCanada.contains(words[index]) || PostCode.statesOfAmerica.contains(words[index]))
                && words.count - index <= 4 && (4...8).contains(code.count) && code.contains(where: \.isASCIIDigit)
        }
    }

    /// Whether a row is a house number before or after one to four words, and nothing else.
    static func mayBeStreet(_ row: ReceiptRow) -> Bool {
        let words = row.text.split { $0 == " " || $0 == "," }
        func isNumber(_ word: Substring) -> Bool {
            word.first?.isASCIIDigit == true && word.count <= 5 && word.count(where: \.isLetter) <= 1
        }
        guard (2...5).contains(words.count), let first = words.first, let last = words.last else { return false }
        let names = words.count { $0.allSatisfy { $0.isLetter || ".'-".contains($0) } }
        return names == words.count - 1 && (isNumber(first) || isNumber(last)) && row.letterCount >= 4
    }

    /// Whether a text is the branch under a chain's address, such as `1245-DESA SRI HARTAMAS`.
    static func isBranch(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCIIDigit }
        let rest = text.dropFirst(digits.count)
        return (3...5).contains(digits.count) && rest.first == "-" && rest.dropFirst().first?.isLetter == true
    }

    private static let plotWords = ReceiptLocale.all.reduce(into: Set(["LOT", "NO", "UNIT"])) {
        $0.formUnion($1.plotWords)
    }
    private static let shortTowns = ReceiptLocale.all.reduce(into: Set<String>()) { $0.formUnion($1.shortTowns) }

    private static let streets = ReceiptLocale.words(\.streets)
    private static let joinedStreets = ReceiptLocale.all.flatMap(\.joinedStreets)
    private static let places = ReceiptLocale.words(\.places)

    private static let streetWords =
        streets + ReceiptLocale.words(\.addressWords)
            + """
            LOT | SECTION | LEVEL | FLOOR | UNIT | BLOCK | BLK | PLAZA | MALL | STREET | ROAD | RD | AVENUE | AVE | BLVD |
            BOULEVARD | DRIVE | DR | LANE | LN | HIGHWAY | HWY | WAY | SQUARE | COURT | CRESCENT | SUITE | BOX | STRASSE | STR |
            RUE | PLATZ | COMPLEX | NO | TOWER | PARK | PLACE | ST | TERRACE | CHEMIN | VIA | PARADE | GROUND FLOOR | PKWY |
            PARKWAY | BASEMENT | QUAY | CNR | ROADS | RDS | AV | HALL | ARCADE
            """
}
