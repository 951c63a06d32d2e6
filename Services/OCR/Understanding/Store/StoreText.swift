/// Removes what a reader added to names and addresses.
enum StoreText {
    /// The text of a row without marks and doubtful scraps at its ends.
    static func clean(_ row: ReceiptRow) -> String {
        var words = row.words[...]
        while words.count > 1, let first = words.first, isScrap(first) { words.removeFirst() }
        while words.count > 1, let last = words.last, isScrap(last) { words.removeLast() }
        return trimmed(PrintedWord.corrected(words.map(\.text).joined(separator: " ")))
    }

    /// Whether a word is a stroke or speck beside the print: no letters, or one or two doubtful ones.
    private static func isScrap(_ word: RecognizedWord) -> Bool {
        let signs = word.text.count { $0.isLetter || $0.isNumber }
        if signs == 0 { return word.text != "&" && !word.text.contains(")") }
        return signs <= 2 && word.confidence < 55 && !word.text.contains("(")
    }

    static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while let first = text.first, !first.isLetter, !first.isNumber, !"(&#'\"".contains(first) { text.removeFirst() }
        while let last = text.last, !last.isLetter, !last.isNumber, !")!.,'\"".contains(last) { text.removeLast() }
        return String(text)
    }

    /// The text without a trailing company number: `(519537-X)`, `1110644-W`, `(139386 X)`.
    static func withoutRegistration(_ text: String) -> String {
        var text = withoutBrackets(withoutTaxNumber(trimmed(text)))
        if let open = text.lastIndex(where: { "({[".contains($0) }) {
            let inside = text[open...]
            let closed = inside.lastIndex { ")}]".contains($0) }
            // `(2008) Ltd` is a part of the name.
            if inside.count(where: \.isASCIIDigit) >= 4, inside.count(where: \.isLetter) <= 3,
                closed.map({ !inside[$0...].contains(where: \.isLetter) }) ?? true
            {
                text = String(text[..<open])
            }
        }
        if let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0 == " " }) {
            text = String(text[text.index(after: colon)...])
        }
        var words = text.split(separator: " ")
        while words.count > 1, let last = words.last, last.count(where: \.isASCIIDigit) >= 4,
            last.count(where: \.isLetter) <= 2
        {
            words.removeLast()
        }
        return trimmed(words.joined(separator: " "))
    }

    /// The text before a registration that says what it is: `HFD Retail Pte Ltd UEN 199305021R`.
    private static func withoutTaxNumber(_ text: String) -> String {
        let words = text.split(separator: " ")
        let start = words.indices.dropFirst().first { index in
            let letters = words[index].uppercased().filter(\.isLetter)
            return registers.contains(letters) && words[(index + 1)...].contains { $0.contains(where: \.isASCIIDigit) }
        }
        return start.map { words[..<$0].joined(separator: " ") } ?? text
    }

    private static let registers: Set<String> = [
        "UEN", "ABN", "ACN", "ROC", "SIRET", "RCS", "GST", "SST", "VAT", "TVA", "GSTIN",
    ]

    /// The text without brackets around all of it: `(Bean Brothers Ventures Sdn Bhd)`.
    private static func withoutBrackets(_ text: String) -> String {
        guard text.hasPrefix("("), text.hasSuffix(")"), text.count(where: { "()".contains($0) }) == 2,
            text.count(where: \.isASCIIDigit) == 0
        else { return text }
        return String(text.dropFirst().dropLast())
    }

    // MARK: Contact details

    /// The first word of a telephone number that follows other text on the row; `nil` without one.
    static func contactStart(_ row: ReceiptRow) -> Int? {
        guard row.digitCount >= fewestPhoneDigits else { return nil }
        let words = row.words.map { $0.text.uppercased() }
        for index in words.indices.dropFirst() where isContactCue(words[index]) {
            let number = words[index...].dropFirst(words[index].contains(where: \.isASCIIDigit) ? 0 : 1).prefix(4)
                .joined()
            if number.count(where: \.isASCIIDigit) >= fewestPhoneDigits { return index }
        }
        var start = words.count
        while start > 0, words[start - 1].contains(where: \.isASCIIDigit), words[start - 1].allSatisfy(isOfPhone) {
            start -= 1
        }
        guard start > 0, start < words.count, isPhone(words[start...].joined(separator: " ")),
            words[..<start].contains(where: { $0.contains(where: \.isLetter) })
        else { return nil }
        return start
    }

    /// Whether a word says that a telephone number follows, which it may begin itself: `TEL:`, `H/P`, `T:03-33190041`.
    private static func isContactCue(_ word: String) -> Bool {
        let cue = word.prefix { $0.isLetter || $0 == "/" }
        let rest = word.dropFirst(cue.count)
        if cue.count == 1 { return (cue == "T" || cue == "M") && rest.first == ":" }
        return contactCues.contains(String(cue)) && (rest.isEmpty || ".:".contains(rest.prefix(1)))
    }

    /// Whether a text is a telephone number rather than numbers of houses and post codes: it begins with a zero, plus or
    /// bracket, or has the ten digits of North America in groups.
    private static func isPhone(_ text: String) -> Bool {
        let digits = text.count(where: \.isASCIIDigit)
        guard digits >= fewestPhoneDigits, let first = text.first else { return false }
        if "0+(".contains(first) { return true }
        return digits == 10 && text.split { !$0.isASCIIDigit }.map(\.count) == [3, 3, 4]
    }

    /// Words before a telephone number.
    static let phoneCues = ["TELEPHONE", "PHONE", "TEL", "MOBILE"] + ReceiptLocale.all.flatMap(\.phoneCues)
    /// Words before a telephone number that follows other text.
    private static let contactCues = Set(phoneCues + ["TÉL", "PH", "FAX", "H/P", "GSM"])
    private static let fewestPhoneDigits = 7

    private static func isOfPhone(_ character: Character) -> Bool {
        character.isASCIIDigit || "()+-.".contains(character)
    }

    /// The name with a legal form corrected where it was misread: `SON BHD` and `SDN BHO` are `SDN BHD`, `5/8` is `S/B`.
    static func withLegalForm(_ name: String, _ legalForm: ReceiptLocale.LegalForm?) -> String {
        var words = name.split(separator: " ").map(String.init)
        guard let legalForm, words.count >= 3, let last = words.last else { return name }
        if legalForm.readingsOfShort.contains(last.uppercased()),
            // Roads end in fractions, too.
            last.contains(where: \.isLetter) || CueWords(words[words.count - 2]).hasAny(NameWords.businessWords)
        {
            return (words.dropLast() + [legalForm.short]).joined(separator: " ")
        }
        let form = letters(words[words.count - 2])
        let end = letters(last)
        guard legalForm.readingsOfFirst.contains(form), legalForm.readingsOfLast.contains(end),
            form != legalForm.first || end != legalForm.last
        else { return name }
        words[words.count - 2] = legalForm.first + (words[words.count - 2].hasSuffix(".") ? "." : "")
        words[words.count - 1] = legalForm.last + (last.hasSuffix(".") ? "." : "")
        return words.joined(separator: " ")
    }

    private static func letters(_ word: String) -> String {
        word.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The text with a lone sign before the second half of a name replaced by `&`.
    static func withAmpersand(_ text: String) -> String {
        guard let first = text.split(separator: " ").first, first.count == 1, let sign = first.first, !sign.isLetter,
            sign != "&"
        else { return text }
        return "&" + text.dropFirst(1)
    }

    /// Whether a row shows a company number: in brackets, or as a long run of digits.
    static func isRegistration(_ row: ReceiptRow) -> Bool {
        if row.text.hasPrefix("("), row.text.hasSuffix(")"), row.digitCount >= 4 { return true }
        return row.words.contains { word in
            let digits = word.text.count { $0.isASCIIDigit || "OoQDuU".contains($0) }
            return digits >= 9 && digits + 2 >= word.text.count && word.text.count(where: \.isASCIIDigit) >= 5
        }
    }
}
