import Foundations

/// Finds the store's name, address and telephone number at the head of a receipt.
struct StoreFinder {
    let rows: [ReceiptRow]
    let currency: Currency?
    let weights: [NameWitness: Double]
    /// The rows without telephone numbers behind other text, among which an address is searched.
    private let places: [ReceiptRow]

    init(rows: [ReceiptRow], currency: Currency?, weights: [NameWitness: Double]) {
        self.rows = rows
        self.currency = currency
        self.weights = weights
        let lexer = Lexer(currency)
        places = rows.prefix(Self.headRows + 1).map { row in
            guard let end = StoreText.contactStart(row) else { return row }
            return ReceiptRow(TextRow(words: Array(row.words[..<end])), lexer: lexer, decimals: lexer.decimals)
        }
    }

    struct Store {
        var name: Field<String>?
        var address: Field<String>?
        var phone: Field<String>?
        /// The first row after the head.
        var end = 0
    }

    /// The maximum number of rows of a head before the first item.
    private static let headRows = 16

    func find() -> Store {
        var store = Store()
        let address = addressRows()
        let limit = min(rows.count, Self.headRows)
        let name = nameFinder.find(before: nameLimit(address), orBusinessBefore: limit)
        store.name = name?.field
        let nameRow = name?.row ?? -1
        store.end = max(nameRow + 1, address?.upperBound ?? 0)
        if let address {
            let text = address.map { StoreText.clean(places[$0]) }.joined(separator: " ")
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

    /// The rows that may name the store, with the signs of each.
    func nameCandidates() -> [Candidates.Candidate<String, NameWitness>] {
        nameFinder.candidates(before: nameLimit(addressRows()))
    }

    private var nameFinder: StoreNameFinder { StoreNameFinder(rows: rows, currency: currency, weights: weights) }

    /// The end of the rows that may name the store.
    private func nameLimit(_ address: Range<Int>?) -> Int {
        address?.lowerBound ?? min(rows.count, Self.headRows, 7)
    }

    /// The first row with an amount after the name, which ends the head.
    private var firstAmount: Int {
        let decimals = currency?.minorDigits ?? 2
        guard decimals > 0 else { return rows.count }
        return rows.firstIndex { row in row.tokens.contains { $0.number?.decimals == decimals } } ?? rows.count
    }

    // MARK: Address

    private func addressRows() -> Range<Int>? {
        let limit = min(places.count, Self.headRows)
        guard
            var start = (0..<limit).first(where: { isAddress($0) && Address.starts(places[$0]) })
                ?? (1..<max(1, limit)).first(where: {
                    isPlain($0) && Address.isTown(places[$0])
                        && (isStreetAbove($0) || Address.endsInIrishCode(places[$0]))
                })
        else { return nil }
        var end = start + 1
        if isStreetAbove(start) {
            start -= 1
        } else if start > 2, Address.isTown(places[start]), isPlain(start - 1), places[start - 1].cues.words.count <= 2,
            isPlain(start - 2), Address.hasWord(places[start - 2]),
            !places[start - 2].cues.hasAny(NameWords.businessWords)
        {
            // `Main Street` over `Dungarvan` over `Co. Waterford X35 HT62`
            start -= 2
        }
        while end < min(start + 6, places.count), continuesAddress(end) { end += 1 }
        if end < places.count, isPlain(end), Address.isBranch(StoreText.clean(places[end])) { end += 1 }
        return start..<end
    }

    /// Whether a row below one of an address belongs to it, by itself or as what stands before a town.
    private func continuesAddress(_ row: Int) -> Bool {
        let above = places[row - 1]
        // An address has one post code.
        if isAddress(row) {
            return !Address.hasPostCode(places[row]) || !Address.hasPostCode(above) || Address.endsWithTown(places[row])
        }
        guard isPlain(row) else { return false }
        if Address.endsWithGarbledTown(places[row]) || Address.endsInCode(above) { return true }
        guard !Address.hasPostCode(above) else { return false }
        if Address.isTown(places[row]) || above.text.hasSuffix(",") { return row + 1 < places.count }
        return row + 1 < places.count && (isAddress(row + 1) || isPlain(row + 1) && Address.isTown(places[row + 1]))
            && !Address.isTown(above)
    }

    /// Whether the row above a town is a street, whatever its word for one: `4400 Mesquite Loop`, `High Street, Bredon`.
    private func isStreetAbove(_ town: Int) -> Bool {
        guard town > 1, isPlain(town - 1),
            Address.hasPostCode(places[town]) || Address.isTown(places[town]) || Address.isPlaceAlone(places[town])
        else { return false }
        let above = places[town - 1]
        // `Shop 12, Banksia Arcade`
        let isBusiness =
            above.cues.hasAny(NameWords.businessWords) && !(above.digitCount > 0 && above.text.contains(","))
        return (Address.mayBeStreet(above) || Address.hasWord(above)) && !isBusiness
    }

    private func isPlain(_ index: Int) -> Bool {
        let row = places[index]
        // `Sable Lake ON P0T 2E0` is not a sale, and `Elmira Point OH 45999` does not mean points.
        guard row.kind == .other || Address.endsWithTown(row) || Address.isStreet(row) || isKeywordInAddress(row),
            !StoreText.isRegistration(row) || Address.isStreet(row), !row.cues.hasAny("RECEIPT | INVOICE"),
            !row.cues.hasAny(NameWords.legalForms) || row.cues.hasAny(NameWords.ambiguousLegalForms)
        else { return false }
        if row.tokens.contains(where: { $0.hasSymbol && $0.number?.decimals == currency?.minorDigits }) { return false }
        let startsWithNumber = row.words.prefix(3).count { $0.text.allSatisfy(\.isASCIIDigit) } == 3
        return (row.letterCount >= 3 || Address.hasPostCode(row)) && !startsWithNumber && Self.phone(row) == nil
            && !row.text.contains("@")
            && !row.cues.hasAny(Self.hours) && DateScanner(row.text).dates().isEmpty
    }

    /// Whether a row is an address though its words suggest another meaning: `88 Barrys Point Rd`, `LOT 8, TERMINAL SELATAN,`.
    private func isKeywordInAddress(_ row: ReceiptRow) -> Bool {
        (row.kind == .information || row.kind == .metadata) && row.amount == nil && row.digitCount > 0
            && row.text.contains(",") && !row.text.contains(":") && Address.hasWord(row)
    }

    /// Words of opening hours.
    private static let hours: Phrases = "24 JAM | HOURS | 24 HRS | OPENING | OUVERT | BUKA | BUSINESS HOURS"

    private func isAddress(_ index: Int) -> Bool {
        isPlain(index) && Address.looksLike(places[index]) && !NameWords.beginsWithKindBeforeName(places[index])
    }

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

    private static let phoneCues = StoreText.phoneCues + ["T:", "PH:"]
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
