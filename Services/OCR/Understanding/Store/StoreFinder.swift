import Foundations

/// Finds the store's name, address and telephone number at the head of a receipt.
struct StoreFinder {
    let rows: [ReceiptRow]
    let currency: Currency?

    struct Store {
        var name: Field<String>?
        var address: Field<String>?
        var phone: Field<String>?
        /// The first row after the head.
        var end = 0
    }

    /// The maximum number of rows of a head before the first item.
    private static let headRows = 16
    /// The maximum confidence of a name with a rival, or below the address.
    private static let doubtfulName = 60
    /// The maximum confidence of a name with corrected letters.
    private static let correctedName = 85

    func find() -> Store {
        var store = Store()
        let address = addressRows()
        let limit = min(rows.count, Self.headRows)
        let (name, nameRow) =
            name(before: address?.lowerBound ?? min(limit, 7)) ?? name(before: limit, onlyBusinesses: true) ?? (nil, -1)
        store.name = name
        store.end = max(nameRow + 1, address?.upperBound ?? 0)
        if let address {
            let text = address.map { StoreText.clean(rows[$0]) }.joined(separator: " ")
            let evidence = HeadEvidence(rows: rows)
            store.address = Field(
                text,
                confidence: evidence.ofAddress(address),
                box: PixelBox.around(address.map { rows[$0].box })
            )
            store.address?.ceiling = evidence.confidenceLimit(address, nameRow: nameRow)
        }
        for index in 0..<min(limit, firstAmount) {
            guard let phone = Self.phone(rows[index]) else { continue }
            store.phone = Field(phone, confidence: min(95, rows[index].confidence), box: rows[index].box)
            store.end = max(store.end, index + 1)
            break
        }
        return store
    }

    /// The first row with an amount after the name, which ends the head.
    private var firstAmount: Int {
        let decimals = currency?.minorDigits ?? 2
        guard decimals > 0 else { return rows.count }
        return rows.firstIndex { row in row.tokens.contains { $0.number?.decimals == decimals } } ?? rows.count
    }

    // MARK: Name

    /// Whether the country's stores print their legal form.
    private var namesHaveLegalForm: Bool { currency.flatMap(ReceiptLocale.of)?.namesHaveLegalForm ?? false }

    private func name(before limit: Int, onlyBusinesses: Bool = false) -> (Field<String>?, Int)? {
        var best: (row: Int, score: Int)?
        var seen = 0
        for index in 0..<min(limit, rows.count) where isName(index) {
            let cues = rows[index].cues
            var score = 20 - 4 * seen
            let legal = cues.hasAny(Self.legalForms)
            if onlyBusinesses, !legal, !cues.hasAny(Self.businessWords) { continue }
            if legal { score += namesHaveLegalForm ? 50 : 6 }
            if cues.hasAny(Self.businessWords) { score += 3 }
            // Drawings above the name are read as letters of low confidence.
            let confidence = rows[index].confidence
            score -= (100 - confidence) / 8 + (confidence < 50 && !legal ? 20 : 0)
            if best.map({ score > $0.score }) ?? true { best = (index, score) }
            seen += 1
        }
        guard let best else { return nil }
        let cleaned = StoreText.withoutRegistration(StoreText.clean(rows[best.row]))
        // In other countries, `SON` is a word of its own.
        let legalForm = ReceiptLocale.possible(currency).lazy.compactMap(\.correctedLegalForm).first
        let corrected = StoreText.withLegalForm(cleaned, legalForm)
        var words = corrected
        var box = rows[best.row].box
        if best.row > 0, continuesName(words), isName(best.row - 1) || rows[best.row - 1].letterCount > 5 {
            words = StoreText.clean(rows[best.row - 1]) + " " + StoreText.withAmpersand(words)
            box = box.union(rows[best.row - 1].box)
        }
        guard words.contains(where: \.isLetter) else { return nil }
        // Where names need no legal form, the first row names the store, with one or without.
        let isBusiness = rows[best.row].cues.hasAny(Self.legalForms) || rows[best.row].cues.hasAny(Self.businessWords)
        let expected = namesHaveLegalForm && !isBusiness ? 42 : namesHaveLegalForm || currency == nil ? 30 : 22
        let evidence = HeadEvidence(rows: rows)
        var confidence = min(95, rows[best.row].confidence - max(0, expected - best.score))
        // The first half of the name, or the store's own name above its owner's, was not read.
        if isLegalFormAlone(words) || (best.row > 0 && rows[best.row - 1].cues.has("OWNED BY")) {
            confidence = min(confidence, 40)
        }
        // Below the address, or beside a rival row, it is probably the owner's name; if corrected, some of it was
        // misread.
        let hasRival =
            best.row > 0 && box == rows[best.row].box && isName(best.row - 1) && evidence.isReadable(best.row - 1)
        if corrected != cleaned { confidence = min(confidence, Self.correctedName) }
        var field = Field(words, confidence: confidence, box: box)
        field.doubt = evidence.weakness(of: [best.row])
        if onlyBusinesses || hasRival { field.ceiling = Self.doubtfulName }
        return (field, best.row)
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
        if row.cues.hasAny(Self.notNames) || row.text.contains("@") || Self.phone(row) != nil { return false }
        return DateScanner(row.text).dates().isEmpty
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

    // MARK: Address

    private func addressRows() -> Range<Int>? {
        let limit = min(rows.count, Self.headRows)
        guard var start = (0..<limit).first(where: { isAddress($0) && Address.starts(rows[$0]) }) else { return nil }
        var end = start + 1
        if isStreetAbove(start) { start -= 1 }
        while end < min(start + 6, rows.count) {
            if isAddress(end) || isPlain(end) && Address.endsWithGarbledTown(rows[end]) {
                end += 1
            } else if isPlain(end), end + 1 < rows.count, isAddress(end + 1) || rows[end - 1].text.hasSuffix(","),
                !Address.hasPostCode(rows[end - 1])
            {
                end += 1
            } else {
                break
            }
        }
        if end < rows.count, isPlain(end), Address.isBranch(StoreText.clean(rows[end])) { end += 1 }
        return start..<end
    }

    /// Whether the row above a town is a street, whatever its word for one: `4400 Mesquite Loop`.
    private func isStreetAbove(_ town: Int) -> Bool {
        town > 1 && Address.hasPostCode(rows[town]) && isPlain(town - 1) && Address.mayBeStreet(rows[town - 1])
            && !rows[town - 1].cues.hasAny(Self.businessWords)
    }

    private func isPlain(_ index: Int) -> Bool {
        let row = rows[index]
        // `Sable Lake ON P0T 2E0` is not a sale, and `Elmira Point OH 45999` does not mean points.
        guard row.kind == .other || Address.endsWithTown(row) || Address.isStreet(row),
            !StoreText.isRegistration(row) || Address.isStreet(row),
            !row.cues.hasAny(Self.legalForms) || row.cues.hasAny(Self.ambiguousLegalForms)
        else { return false }
        if row.tokens.contains(where: { $0.hasSymbol && $0.number?.decimals == currency?.minorDigits }) { return false }
        return row.letterCount >= 3 && Self.phone(row) == nil && !row.text.contains("@")
            && DateScanner(row.text).dates().isEmpty
    }

    private func isAddress(_ index: Int) -> Bool { isPlain(index) && Address.looksLike(rows[index]) }

    // MARK: Telephone

    /// The telephone number after its cue, or on a row of its own.
    static func phone(_ row: ReceiptRow) -> String? {
        let text = row.text.uppercased()
        var rest = Substring(text)
        if let cue = phoneCues.compactMap({ text.firstRange(of: $0) }).first {
            rest = text[cue.upperBound...]
        } else if row.letterCount > 0 {
            return nil
        }
        rest = rest.drop { !$0.isASCIIDigit && $0 != "+" && $0 != "(" }
        let number = rest.prefix { $0.isASCIIDigit || " +-().".contains($0) }
        let digits = number.count(where: \.isASCIIDigit)
        guard (7...15).contains(digits), DateScanner(row.text).dates().isEmpty,
            row.letterCount > 0 || number.contains("-") || number.contains("+") || number.contains(")")
        else {
            return nil
        }
        return StoreText.trimmed(String(number)).trimmingSuffix(while: { !$0.isASCIIDigit })
    }

    private static let phoneCues =
        ["TELEPHONE", "PHONE", "TEL", "MOBILE"] + ReceiptLocale.all.flatMap(\.phoneCues) + ["T:", "PH:"]

    private static let legalForms =
        ReceiptLocale.words(\.legalForms)
            + """
            INC | LLC | LTD | LIMITED | GMBH | PLC | CORP | PTY | SARL | OHG | ENTERPRISE | INCORPORATED | CORPORATION | CO LTD
            """
    private static let ambiguousLegalForms = ReceiptLocale.words(\.ambiguousLegalForm)
    private static let legalFormWords = ReceiptLocale.all.reduce(into: Set(["LTD", "INC", "LLC"])) {
        $0.formUnion($1.legalFormWords)
    }
    private static let besideLegalForms = ReceiptLocale.all.reduce(into: Set(["CO"])) {
        $0.formUnion($1.legalFormLetters)
    }
    private static let businessWords =
        ReceiptLocale.words(\.businessWords)
            + """
            TRADING | RESTAURANT | MART | MARKET | STORE | STORES | SHOP | CAFE | BAKERY | PHARMACY | HARDWARE | STATIONERY |
            KITCHEN | SUPERMARKET | GROCER | GROCERY | FOODS | BISTRO | HOTEL | COFFEE | PIZZA | GRILL | DELI | BOOKS |
            BOOKSTORES | CENTRE | HYPERMARKET | FRESH | SUPERSTORE | WHOLESALE | BUTCHER | FARM | HOUSE | COMPANY | CUISINE |
            ELECTRICAL | CONFECTIONERY | STATIONER | BOULANGERIE | MARCHE
            """
    private static let notNames: Phrases =
        """
        THANK | THANKS | WELCOME | POSTED | TAX INVOICE | CASH BILL | RECEIPT | INVOICE | NOT RETURNABLE | PLEASE | FEEDBACK |
        COPY | REPRINT | DUPLICATE | PROMO | VOUCHER | YOUR ORDER | GOODS SOLD | LICENSEE | FORMERLY | OWNED BY | CASH SALE |
        REF NO | GST | VAT | ORDER NUMBER | DOCUMENT | CUSTOMER
        """
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
