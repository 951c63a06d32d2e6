import Foundations

/// Finds the row or rows at the head of a receipt that name the store.
struct StoreNameFinder {
    let rows: [ReceiptRow]
    let currency: Currency?
    let weights: [NameWitness: Double]

    struct Name {
        var field: Field<String>
        var row: Int
    }

    /// A row that may name the store.
    private struct Candidate {
        var row: Int
        var evidence: [NameWitness: Double]
        var score: Double
    }

    /// The maximum confidence of a name with a rival, or below the address.
    private static let doubtfulName = 60
    /// The maximum confidence of a name with corrected letters.
    private static let correctedName = 85
    /// The maximum confidence of half a name, or of the owner's.
    private static let halfName = 40
    /// The score of a first row with nothing to say for or against it.
    private static let firstRow = 20.0
    /// The score that a certain name reaches: without a legal form where names have one, where that is open, and elsewhere.
    private enum Certain {
        static let withoutLegalForm = 42.0
        static let open = 30.0
        static let elsewhere = 22.0
    }

    /// The name before the address; or else a business further down.
    /// - Parameters:
    ///   - limit: the end of the rows above the address.
    ///   - lastLimit: the end of the rows among which a business is searched.
    func find(before limit: Int, orBusinessBefore lastLimit: Int) -> Name? {
        if let best = best(before: limit), let name = name(best) { return name }
        guard let best = best(before: lastLimit, onlyBusinesses: true), var name = name(best) else { return nil }
        name.field.ceiling = Self.doubtfulName
        return name
    }

    /// The rows that may name the store, with the signs of each.
    func candidates(before limit: Int) -> [Candidates.Candidate<String, NameWitness>] {
        candidates(before: limit, onlyBusinesses: false).map {
            Candidates.Candidate(value: text(of: $0.row).words, evidence: $0.evidence)
        }
    }

    // MARK: The row

    private func best(before limit: Int, onlyBusinesses: Bool = false) -> Candidate? {
        var best: Candidate?
        for each in candidates(before: limit, onlyBusinesses: onlyBusinesses)
        where best.map({ each.score > $0.score }) ?? true {
            best = each
        }
        return best
    }

    private func candidates(before limit: Int, onlyBusinesses: Bool) -> [Candidate] {
        var found: [Candidate] = []
        for index in 0..<min(limit, rows.count) where isName(index) {
            let cues = rows[index].cues
            if onlyBusinesses, !cues.hasAny(Self.legalForms), !cues.hasAny(Self.businessWords) { continue }
            let evidence = evidence(index, preceding: found.count)
            let score = evidence.reduce(Self.firstRow) { $0 + $1.value * weights[$1.key, default: 0] }
            found.append(Candidate(row: index, evidence: evidence, score: score))
        }
        return found
    }

    private func evidence(_ index: Int, preceding: Int) -> [NameWitness: Double] {
        let row = rows[index]
        let isLegal = row.cues.hasAny(Self.legalForms)
        var evidence: [NameWitness: Double] = [.precedingNames: Double(preceding)]
        if isLegal { evidence[namesHaveLegalForm ? .legalForm : .otherLegalForm] = 1 }
        if row.cues.hasAny(Self.businessWords) { evidence[.businessWord] = 1 }
        evidence[.misreading] = 1 - Double(row.confidence) / 100
        // Drawings above the name are read as letters of low confidence.
        if row.confidence < 50, !isLegal { evidence[.drawing] = 1 }
        evidence[.letterHeight] = max(-1, min(1, letterHeight(of: row) / typicalLetterHeight - 1))
        let next = rows.indices.contains(index + 1) ? rows[index + 1] : nil
        if StoreText.isRegistration(row) || next.map(StoreText.isRegistration) ?? false { evidence[.registration] = 1 }
        if next.map(Address.starts) ?? false { evidence[.address] = 1 }
        return evidence
    }

    /// The median height of a row's words in pixels.
    private func letterHeight(of row: ReceiptRow) -> Double {
        let heights = row.words.map(\.box.height).sorted()
        return Double(heights.isEmpty ? 0 : heights[heights.count / 2])
    }

    /// The median height of all rows in pixels.
    private var typicalLetterHeight: Double {
        let heights = rows.map(letterHeight).sorted()
        return max(1, heights.isEmpty ? 1 : heights[heights.count / 2])
    }

    private func isName(_ index: Int) -> Bool {
        let row = rows[index]
        guard row.letterCount >= 3, row.letterCount > row.digitCount,
            !Address.looksLike(row) || row.cues.hasAny(Self.legalForms)
        else {
            return false
        }
        switch row.kind {
        case .other, .discount: break
        case .metadata where row.cues.hasAny(Self.legalForms) && !row.cues.hasAny("TEL | INVOICE | DATE | REG"): break
        case .payment where row.cues.hasAny(Self.legalForms) || row.cues.hasAny(Self.businessWords): break
        default: return false
        }
        if row.cues.hasAny(Self.notNames) || row.text.contains("@") || StoreFinder.phone(row) != nil { return false }
        return DateScanner(row.text).dates().isEmpty
    }

    // MARK: The text

    private struct Text {
        var words: String
        var box: PixelBox
        /// Whether letters of the legal form were corrected.
        var isCorrected: Bool
        /// Whether the row above is part of it.
        var isContinued: Bool
    }

    /// The name that a row gives, with the row above where that begins it.
    private func text(of row: Int) -> Text {
        let cleaned = StoreText.withoutRegistration(StoreText.clean(rows[row]))
        // In other countries, `SON` is a word of its own.
        let legalForm = ReceiptLocale.possible(currency).lazy.compactMap(\.correctedLegalForm).first
        let corrected = StoreText.withLegalForm(cleaned, legalForm)
        var text = Text(words: corrected, box: rows[row].box, isCorrected: corrected != cleaned, isContinued: false)
        if row > 0, continuesName(corrected), isName(row - 1) || rows[row - 1].letterCount > 5 {
            text.words = StoreText.clean(rows[row - 1]) + " " + StoreText.withAmpersand(corrected)
            text.box = text.box.union(rows[row - 1].box)
            text.isContinued = true
        }
        return text
    }

    private func name(_ best: Candidate) -> Name? {
        let text = text(of: best.row)
        guard text.words.contains(where: \.isLetter) else { return nil }
        var confidence = min(95, rows[best.row].confidence - max(0, Int(certainScore(best.row) - best.score)))
        // The first half of the name, or the store's own name above its owner's, was not read.
        if isLegalFormAlone(text.words) || (best.row > 0 && rows[best.row - 1].cues.has("OWNED BY")) {
            confidence = min(confidence, Self.halfName)
        }
        if text.isCorrected { confidence = min(confidence, Self.correctedName) }
        var field = Field(text.words, confidence: confidence, box: text.box)
        let evidence = HeadEvidence(rows: rows)
        field.doubt = evidence.weakness(of: [best.row])
        // Beside a rival row, it is probably the owner's name.
        let hasRival =
            best.row > 0 && !text.isContinued && isName(best.row - 1) && evidence.isReadable(best.row - 1)
        if hasRival { field.ceiling = Self.doubtfulName }
        return Name(field: field, row: best.row)
    }

    /// Whether the country's stores print their legal form.
    private var namesHaveLegalForm: Bool { currency.flatMap(ReceiptLocale.of)?.namesHaveLegalForm ?? false }

    /// The score below which a name is doubtful.
    ///
    /// Where names need no legal form, the first row names the store, with one or without.
    private func certainScore(_ row: Int) -> Double {
        let isBusiness = rows[row].cues.hasAny(Self.legalForms) || rows[row].cues.hasAny(Self.businessWords)
        if namesHaveLegalForm, !isBusiness { return Certain.withoutLegalForm }
        return namesHaveLegalForm || currency == nil ? Certain.open : Certain.elsewhere
    }

    private func isLegalFormAlone(_ text: String) -> Bool {
        CueWords(text).words.allSatisfy {
            Self.legalFormWords.contains($0) || Self.besideLegalForms.contains($0) || ["C0", "COMPANY"].contains($0)
        }
    }

    /// Whether a text is the second half of a name: `CO. (M) SDN BHD`, `& TEA LEAF SDN BHD`.
    private func continuesName(_ text: String) -> Bool {
        let words = CueWords(text).words
        guard words.contains(where: Self.legalFormWords.contains) else { return false }
        if StoreText.withAmpersand(text).hasPrefix("&") { return true }
        let own = words.filter { !Self.legalFormWords.contains($0) && !Self.besideLegalForms.contains($0) }
        return own.isEmpty || (own.count == 1 && CueWords(own[0]).hasAny(Self.businessWords))
    }
}

// MARK: Words

extension StoreNameFinder {
    static let legalForms =
        ReceiptLocale.words(\.legalForms)
            + """
            INC | LLC | LTD | LIMITED | GMBH | PLC | CORP | PTY | SARL | OHG | ENTERPRISE | INCORPORATED | CORPORATION | CO LTD
            """
    static let ambiguousLegalForms = ReceiptLocale.words(\.ambiguousLegalForm)
    static let businessWords =
        ReceiptLocale.words(\.businessWords)
            + """
            TRADING | RESTAURANT | MART | MARKET | STORE | STORES | SHOP | CAFE | BAKERY | PHARMACY | HARDWARE | STATIONERY |
            KITCHEN | SUPERMARKET | GROCER | GROCERY | FOODS | BISTRO | HOTEL | COFFEE | PIZZA | GRILL | DELI | BOOKS |
            BOOKSTORES | CENTRE | HYPERMARKET | FRESH | SUPERSTORE | WHOLESALE | BUTCHER | FARM | HOUSE | COMPANY | CUISINE |
            ELECTRICAL | CONFECTIONERY | STATIONER | BOULANGERIE | MARCHE
            """
    private static let legalFormWords = ReceiptLocale.all.reduce(into: Set(["LTD", "INC", "LLC"])) {
        $0.formUnion($1.legalFormWords)
    }
    private static let besideLegalForms = ReceiptLocale.all.reduce(into: Set(["CO"])) {
        $0.formUnion($1.legalFormLetters)
    }
    private static let notNames: Phrases =
        """
        THANK | THANKS | WELCOME | POSTED | TAX INVOICE | CASH BILL | RECEIPT | INVOICE | NOT RETURNABLE | PLEASE | FEEDBACK |
        COPY | REPRINT | DUPLICATE | PROMO | VOUCHER | YOUR ORDER | GOODS SOLD | LICENSEE | FORMERLY | OWNED BY | CASH SALE |
        REF NO | GST | VAT | ORDER NUMBER | DOCUMENT | CUSTOMER
        """
}
