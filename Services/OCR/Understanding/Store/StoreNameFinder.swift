import Foundations

/// Finds the row or rows at the head of a receipt that name the store.
struct StoreNameFinder {
    private let rows: [ReceiptRow]
    private let currency: Currency?
    private let weights: [NameWitness: Double]
    private let print: HeadPrint

    init(rows: [ReceiptRow], currency: Currency?, weights: [NameWitness: Double]) {
        self.rows = rows
        self.currency = currency
        self.weights = weights
        print = HeadPrint(rows: rows)
    }

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

    /// The maximum number of rows of a name.
    private static let maximumRows = 3
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
        // Large letters are the name's, unless they are a drawing.
        let height = max(-1, min(1, print.height(of: index) - 1))
        evidence[.letterHeight] = HeadEvidence(rows: rows).isReadable(index) ? height : min(0, height)
        if NameWords.isInSmallLetters(row) { evidence[.lowercase] = 1 }
        if NameWords.isSlogan(row) { evidence[.slogan] = 1 }
        if isOfNeighbour(index), !isLegal { evidence[.neighbour] = 1 }
        let next = rows.indices.contains(index + 1) ? rows[index + 1] : nil
        if StoreText.isRegistration(row) || next.map(StoreText.isRegistration) ?? false { evidence[.registration] = 1 }
        if next.map(Address.starts) ?? false { evidence[.address] = 1 }
        return evidence
    }

    private func isName(_ index: Int) -> Bool {
        let row = rows[index]
        guard row.letterCount >= 3, row.letterCount > row.digitCount,
            !Address.looksLike(row) || row.cues.hasAny(Self.legalForms)
                || Self.isNamedAfterStreet(row)
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
        var rows: ClosedRange<Int>
        /// Whether letters of the legal form were corrected.
        var isCorrected: Bool
    }

    /// The name that a row gives, with the rows around it that belong to it.
    private func text(of row: Int) -> Text {
        let span = span(of: row)
        // In other countries, `SON` is a word of its own.
        let legalForm = ReceiptLocale.possible(currency).lazy.compactMap(\.correctedLegalForm).first
        let cleaned = span.map { StoreText.withoutRegistration(StoreText.clean(rows[$0])) }
        let corrected = cleaned.map { StoreText.withLegalForm($0, legalForm) }
        let words = corrected.enumerated().map { offset, text in
            offset > 0 && continuesName(text) ? StoreText.withAmpersand(text) : text
        }
        return Text(words: words.joined(separator: " "), rows: span, isCorrected: corrected != cleaned)
    }

    /// The rows of a name over several rows.
    private func span(of row: Int) -> ClosedRange<Int> {
        var (first, last) = (row, row)
        while last - first + 1 < Self.maximumRows, first > 0, continues(first, after: first - 1) { first -= 1 }
        while last - first + 1 < Self.maximumRows, last + 1 < rows.count, continues(last + 1, after: last) { last += 1 }
        return first...last
    }

    /// Whether a row continues a name that begins above it.
    private func continues(_ row: Int, after above: Int) -> Bool {
        if continuesName(StoreText.clean(rows[row])), isName(above) || rows[above].letterCount > 5 { return true }
        guard isName(row), isName(above), !isBeside(row), !isBeside(above), print.areTogether(above, row),
            !rows[above].cues.hasAny(Self.legalForms), HeadEvidence(rows: rows).isClear(above)
        else { return false }
        if isHalfName(row) || print.isLarge(row) && (print.isLarge(above) || beginsWithKind(above)) { return true }
        if beginsWithKind(above), rows[above].cues.words.count <= 2, rows[row].digitCount == 0 { return true }
        return !rows[row].cues.hasAny(Self.legalForms) && saysKind(row)
    }

    /// Whether a row says something about the store rather than its name.
    private func isBeside(_ row: Int) -> Bool {
        NameWords.isInSmallLetters(rows[row]) || NameWords.isSlogan(rows[row]) || isOfNeighbour(row)
            || StoreText.isRegistration(rows[row])
    }

    /// Whether a row names the mall or brand of fuel, or stands right above one that does.
    private func isOfNeighbour(_ row: Int) -> Bool {
        if rows[row].cues.hasAny(NameWords.neighbours) { return true }
        return row + 1 < rows.count && rows[row + 1].cues.hasAny(NameWords.fuels) && print.areTogether(row, row + 1)
    }

    /// Whether a row says what kind of store it is, or begins as the second half of a name does: `Kitchen & Tearoom`.
    private func saysKind(_ row: Int) -> Bool {
        rows[row].digitCount == 0 && rows[row].cues.hasAny(Self.businessWords) || rows[row].text.hasPrefix("&")
    }

    /// Whether a row begins with the kind of store, which its name may follow: `KEDAI BUKU`, `Brasserie`.
    private func beginsWithKind(_ row: Int) -> Bool { rows[row].cues.beginsWithAny(Self.businessWords) }

    /// Whether a row is the name of a business that contains the word for a street: `KEDAI KOPI LORONG`.
    static func isNamedAfterStreet(_ row: ReceiptRow) -> Bool {
        row.digitCount == 0 && row.cues.beginsWithAny(businessWords)
    }

    /// Whether a row consists of a legal form and hardly anything else: `JAYA SDN BHD`.
    private func isHalfName(_ row: Int) -> Bool {
        guard rows[row].cues.hasAny(Self.legalForms) else { return false }
        let words = CueWords(StoreText.withoutRegistration(StoreText.clean(rows[row]))).words
        let own = words.filter { word in
            word.contains(where: \.isLetter) && !Self.legalFormWords.contains(word)
                && !Self.besideLegalForms.contains(word) && !CueWords(word).hasAny(Self.legalForms)
                && !CueWords(word).hasAny(Self.businessWords)
        }
        return own.count <= 1
    }

    private func name(_ best: Candidate) -> Name? {
        let text = text(of: best.row)
        guard text.words.contains(where: \.isLetter) else { return nil }
        var confidence = min(95, rows[best.row].confidence - max(0, Int(certainScore(best.row) - best.score)))
        // The first half of the name, or the store's own name above its owner's, was not read.
        if isLegalFormAlone(text.words) || isKindAlone(text.words)
            || (best.row > 0 && rows[best.row - 1].cues.has("OWNED BY"))
        {
            confidence = min(confidence, Self.halfName)
        }
        if text.isCorrected { confidence = min(confidence, Self.correctedName) }
        var field = Field(text.words, confidence: confidence, box: PixelBox.around(text.rows.map { rows[$0].box }))
        let evidence = HeadEvidence(rows: rows)
        field.doubt = evidence.weakness(of: [best.row])
        // Beside a rival row, it is probably the owner's name.
        let above = text.rows.lowerBound - 1
        if above >= 0, isName(above), !isBeside(above), evidence.isReadable(above) { field.ceiling = Self.doubtfulName }
        return Name(field: field, row: text.rows.upperBound)
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

    /// Whether a text is one word for a kind of store, whose name is missing: `Brasserie`.
    private func isKindAlone(_ text: String) -> Bool {
        let words = CueWords(text)
        return words.words.count == 1 && words.hasAny(Self.businessWords)
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
            ELECTRICAL | CONFECTIONERY | STATIONER | BOULANGERIE | MARCHE | BOUTIQUE | SALON | CLINIC | CONVENIENCE | DINER |
            EATERY | TAVERN | TEAROOM | DRUG | DRUGS | DRUGSTORE | EMPORIUM | BAZAAR | MINIMARKET | MINIMART | BRASSERIE |
            PATISSERIE | LIBRAIRIE | CHAUSSURES | EPICERIE | FROMAGERIE | BÄCKEREI | BACKEREI | METZGEREI | FLEISCHEREI |
            SUPPLY | APOTHEKE | DROGERIE | DROGERIEMARKT | BUCHHANDLUNG | GASTHAUS
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
        REF NO | GST | VAT | ORDER NUMBER | DOCUMENT | CUSTOMER | PAGE | CASHIER | OPENING HOURS | OPEN DAILY |
        INH | INHABER | PROPRIETOR | PROPRIETRESS
        """
}
