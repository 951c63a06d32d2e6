/// Recognizes rows of postal addresses.
enum Address {
    static func looksLike(_ row: ReceiptRow) -> Bool {
        if hasPostCode(row) { return true }
        if row.cues.hasAny(places) || hasGluedStreet(row) || hasCompoundStreet(row) { return true }
        if row.text.hasSuffix(","), row.text.first?.isASCIIDigit == true { return true }
        return row.cues.hasAny(streetWords)
            && (row.digitCount > 0 || row.text.hasSuffix(",") || row.cues.hasAny(streets))
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
        if let last = words.last, last.count == 6, last.allSatisfy(\.isASCIIDigit), words.dropLast().last == "SINGAPORE"
        {
            return true
        }
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
        return words.indices.dropFirst().contains { PostCode.isTownEnd(words[$0...]) }
    }

    /// Whether a row under a street is a town whose post code was garbled: `Fernhollow BC VOX 1]4`.
    static func endsWithGarbledTown(_ row: ReceiptRow) -> Bool {
        let words = row.text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.indices.dropFirst().dropLast().contains { index in
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
            PARKWAY | BASEMENT | QUAY
            """
}
