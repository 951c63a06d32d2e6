import Foundations

/// Finds the store's name, address and telephone number at the head of a receipt.
struct StoreFinder {
    let rows: [ReceiptRow]
    let currency: Currency?
    var weights = Weights.fitted.name

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
            && !rows[town - 1].cues.hasAny(NameWords.businessWords)
    }

    private func isPlain(_ index: Int) -> Bool {
        let row = rows[index]
        // `Sable Lake ON P0T 2E0` is not a sale, and `Elmira Point OH 45999` does not mean points.
        guard row.kind == .other || Address.endsWithTown(row) || Address.isStreet(row),
            !StoreText.isRegistration(row) || Address.isStreet(row),
            !row.cues.hasAny(NameWords.legalForms) || row.cues.hasAny(NameWords.ambiguousLegalForms)
        else { return false }
        if row.tokens.contains(where: { $0.hasSymbol && $0.number?.decimals == currency?.minorDigits }) { return false }
        return row.letterCount >= 3 && Self.phone(row) == nil && !row.text.contains("@")
            && DateScanner(row.text).dates().isEmpty
    }

    private func isAddress(_ index: Int) -> Bool {
        isPlain(index) && Address.looksLike(rows[index]) && !NameWords.beginsWithKindBeforeName(rows[index])
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

    private static let phoneCues =
        ["TELEPHONE", "PHONE", "TEL", "MOBILE"] + ReceiptLocale.all.flatMap(\.phoneCues) + ["T:", "PH:"]
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
