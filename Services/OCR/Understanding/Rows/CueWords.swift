/// The words of a row in upper case, without punctuation, with misread digits corrected.
struct CueWords: Sendable, Hashable {
    let words: [String]

    init(_ text: String) {
        let printed = Self.unbracketed(text.uppercased()).split { !$0.isLetter && !$0.isNumber && $0 != "'" }
        words = Self.joiningLetters(printed.map { Self.folded($0) })
    }

    /// Joins a word whose letters are printed apart: `T O T A L`.
    private static func joiningLetters(_ words: [String]) -> [String] {
        var result: [String] = []
        var letters: [String] = []
        for word in words + [""] {
            if word.count == 1, word.first?.isLetter == true {
                letters.append(word)
                continue
            }
            result += letters.count >= leastLettersApart ? [letters.joined()] : letters
            letters = []
            if !word.isEmpty { result.append(word) }
        }
        return result
    }

    /// Fewer single letters in a row are marks, such as tax codes.
    private static let leastLettersApart = 4

    /// Replaces an unpaired bracket after letters by an L: `TOTA]`, `TOTA)`.
    private static func unbracketed(_ text: String) -> String {
        guard text.contains(where: { "])|}".contains($0) }) else { return text }
        let text = text.contains("[") ? text : text.replacing("]", with: "L")
        let chunks = text.split(separator: " ").map { chunk -> String in
            guard let last = chunk.last, "])|}".contains(last), !chunk.contains(where: { "[({".contains($0) }),
                chunk.dropLast().count >= 3, chunk.dropLast().allSatisfy(\.isLetter)
            else { return String(chunk) }
            return chunk.dropLast() + "L"
        }
        return chunks.joined(separator: " ")
    }

    /// Whether the words of a phrase occur consecutively.
    func has(_ phrase: String) -> Bool { position(of: phrase.split(separator: " ").map(String.init)) != nil }

    func hasAny(_ phrases: Phrases) -> Bool {
        for phrase in phrases.list where position(of: phrase) != nil { return true }
        return false
    }

    /// Whether the row begins with one of the phrases, ignoring leading numbers and single letters.
    func beginsWithAny(_ phrases: Phrases) -> Bool {
        phrases.list.contains { phrase in
            guard let position = position(of: phrase) else { return false }
            return words[..<position].allSatisfy { $0.count <= 1 || $0.allSatisfy(\.isNumber) }
        }
    }

    private func position(of phrase: [String]) -> Int? {
        // Plain loops, since this runs hundreds of times for every row.
        guard let first = phrase.first else { return nil }
        var start = 0
        while start + phrase.count <= words.count {
            if Self.matches(words[start], first) {
                var index = 1
                while index < phrase.count, Self.matches(words[start + index], phrase[index]) { index += 1 }
                if index == phrase.count { return start }
            }
            start += 1
        }
        return nil
    }

    /// The word with digits replaced by letters: `T0TAL` → `TOTAL`; codes that are mostly digits are kept.
    private static func folded(_ word: Substring) -> String {
        if word.utf8.count == 3, isGST(Array(word)) { return "GST" }
        let digits = word.count(where: \.isASCIIDigit)
        guard digits > 0, digits * 2 <= word.count, word.count > 3 else { return String(word) }
        let letters: [Character: Character] = ["0": "O", "1": "I", "5": "S", "8": "B"]
        return String(word.map { letters[$0] ?? $0 })
    }

    /// Whether a word is a misread GST: `6ST`, `G5T`, `OST`.
    private static func isGST(_ word: [Character]) -> Bool {
        word.count == 3 && "GOC6".contains(word[0]) && "S58B".contains(word[1]) && "TI17".contains(word[2])
            && word.count(where: \.isLetter) > 0
    }

    /// Whether a word equals a cue.
    ///
    /// Cues of five or more letters tolerate one misread letter unless the word is another cue.
    static func matches(_ word: String, _ cue: String) -> Bool {
        if word == cue { return true }
        let (length, cueLength) = (word.utf8.count, cue.utf8.count)
        guard cueLength >= 5, length >= 5 || cue == "TOTAL" && length == 4, abs(length - cueLength) <= 1,
            !exactWords.contains(word)
        else {
            return false
        }
        return isOneEdit(Array(word.utf8), Array(cue.utf8)) && word.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Words that differ from a cue by one letter but mean something else, and cues that differ from each other.
    private static let exactWords = Set(
        """
        AMOUNT AROUND ASTER BALANCE BALLET BALLON BAYAM BAYAN BAYER BAZAR BENDER BLENDER BORDER BOUCHER BOUND
        BRAND CABLE CABLES CAHIER CAHIERS CANTAL CARPE CARTE CARTEL CASTER CAVING CHANCE CHANGE CHARGE
        CHARGES CHARTE CHEESE CHICK CHUCK CLOVER COMPTE CONTACT CONTENT CONTENTS COUCH COUCHE COUNT COUNTY
        COUPON COURS COURT COVERS CREDIT CROUPON CUISSE DAIRY DEBIT DEBUT DELIVERY DISCOUNT DOUCHE DRIVER
        EMBER EMPRESS ESPRESSO EXPRESSO FOUND FOUNDING GALLO GALLOP GLACE GLOSS GRAND GRANGE GRASS GROUND
        GUESS HOUND IPHONE ITEMS JAPAN JOINT JOINTS KARATE KEDAI KURUNG LIVRE LUMBER MALLET MANGE MASTER
        MASSAGE MATTER MISTER MITRE MOUNT ORANGE PAINT PAINTS PALACE PALLET PAPER PARANG PAVING PAYMENT PEACE PEINT
        PESTO PHONO PINTS PLACE PLAICE PLANE PLATE POINT POINTE POUCH POUND POUNDING PREMISE PRESS PRESTO
        PRICE PRIME PRINCE PRINT PRINTS PRIZE PRODUCE QUEST RECTO RESIN RICE ROUND ROYALTY SABLE SALTS
        SAUCES SAVED SAVES SAVING SCALES SCORE SERUM SHAVED SHORE SIREN SOUND STABLE STATION STEER STEMS
        STIFF STONE STORE STORK STORM STORY STOVE STUFF SUMMER TABLE TABLET TABLETS TAKES TALES TAPES TARTE
        TASTER TAXIS TENDER TENDERED TENDERS TENNER TINDER TITRE TORCH TOTAL TOTALS TRAINS TRAMS TRANCE
        TRAPS TRAYS VALISE WOUND
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    private static func isOneEdit(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        var head = 0
        while head < min(a.count, b.count), a[head] == b[head] { head += 1 }
        var tail = 0
        while tail < min(a.count, b.count) - head, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
        return max(a.count, b.count) - head - tail <= 1
    }
}

/// Phrases to search for, in capitals, separated by `|`, over any number of lines.
struct Phrases: Sendable, ExpressibleByStringLiteral {
    let list: [[String]]

    init(_ text: String) {
        list = text.split(separator: "|").map { $0.split { $0 == " " || $0 == "\n" }.map(String.init) }.filter {
            !$0.isEmpty
        }
    }

    init(stringLiteral text: String) { self.init(text) }

    private init(list: [[String]]) { self.list = list }

    static func + (a: Phrases, b: Phrases) -> Phrases { Phrases(list: a.list + b.list) }
}
