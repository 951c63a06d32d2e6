/// The rows at the head of a receipt, judged by whether they name the store.
struct NameRows {
    private let rows: [ReceiptRow]
    private let print: HeadPrint

    /// The maximum number of rows of a name.
    private static let maximumRows = 3
    /// Rows that say what kind of document it is.
    private static let headings: Set<String> = ["SALE", "SALES", "PURCHASE", "REFUND", "BILL"]

    init(rows: [ReceiptRow], print: HeadPrint) {
        self.rows = rows
        self.print = print
    }

    /// Whether a row may name the store, or a part of the name.
    func isName(_ index: Int) -> Bool {
        let row = rows[index]
        let name = StoreText.withoutRegistration(StoreText.clean(row))
        guard row.letterCount >= 3, name.count(where: \.isLetter) > name.count(where: \.isASCIIDigit),
            !Address.looksLike(row) || row.cues.hasAny(NameWords.legalForms) || NameWords.beginsWithKindBeforeName(row)
        else { return false }
        switch row.kind {
        case .other, .discount: break
        case .metadata where row.cues.hasAny(NameWords.legalForms) && !row.cues.hasAny("TEL | INVOICE | DATE | REG"):
            break
        case .payment where row.cues.hasAny(NameWords.legalForms) || row.cues.hasAny(NameWords.businessWords): break
        default: return false
        }
        if row.cues.hasAny(NameWords.notNames) || row.text.contains("@") || StoreFinder.phone(row) != nil {
            return false
        }
        // `MR LEE 012-4457 889`
        if StoreText.contactStart(row) != nil, !row.cues.hasAny(NameWords.legalForms) { return false }
        // `PAGE 1 OF 2`
        if row.cues.beginsWithAny("PAGE"), row.digitCount > 0 { return false }
        if Self.headings.contains(row.text.uppercased()) { return false }
        return DateScanner(row.text).dates().isEmpty
    }

    /// Whether a row says something about the store rather than its name.
    func isBeside(_ row: Int) -> Bool {
        NameWords.isInSmallLetters(rows[row]) || NameWords.isSlogan(rows[row]) || isOfNeighbour(row)
            || StoreText.isRegistration(rows[row])
    }

    /// Whether a row names the mall or brand of fuel, or stands right above one that does and a company's name.
    func isOfNeighbour(_ row: Int) -> Bool {
        if rows[row].cues.hasAny(NameWords.neighbours) { return true }
        let next = row + 1
        guard next < rows.count, print.areTogether(row, next) else { return false }
        // `PETRONAS` above `STESEN MINYAK BUKIT INDAH`
        if rows[next].cues.hasAny(NameWords.fuelSellers), rows[next].cues.words.count > 2,
            rows[next].cues.hasAny(NameWords.legalForms) || NameWords.beginsWithKindBeforeName(rows[next])
        {
            return true
        }
        guard rows[next].cues.hasAny(NameWords.fuels) else { return false }
        return rows[next..<min(rows.count, next + 4)].contains { $0.cues.hasAny(NameWords.legalForms) }
    }

    // MARK: Several rows

    /// The rows of a name over several rows.
    /// - Parameter limit: the end of the rows above the address.
    func span(of row: Int, before limit: Int) -> ClosedRange<Int> {
        var (first, last) = (row, row)
        while last - first + 1 < Self.maximumRows, first > 0, continues(first, after: first - 1) { first -= 1 }
        while last - first + 1 < Self.maximumRows, last + 1 < limit, continues(last + 1, after: last) { last += 1 }
        return first...last
    }

    /// Whether a row continues a name that begins above it.
    private func continues(_ row: Int, after above: Int) -> Bool {
        if NameWords.continuesName(StoreText.clean(rows[row])), isName(above) || rows[above].letterCount > 5 {
            return true
        }
        guard isName(row), isName(above), !isBeside(row), !isBeside(above), print.areTogether(above, row),
            !rows[above].cues.hasAny(NameWords.legalForms), HeadEvidence(rows: rows).isClear(above),
            // A brand above its company's name: `REWE` over `REWE Markt GmbH`.
            !rows[row].cues.words.starts(with: rows[above].cues.words),
            // `Thorndon Supermarket (2008) Ltd` below `NEW WORLD THORNDON`.
            rows[above].cues.words.count < 2 || rows[row].cues.words.first != rows[above].cues.words.last
        else { return false }
        if NameWords.isHalfName(rows[row]) { return true }
        guard rows[row].digitCount == 0 else { return false }
        if NameWords.isKindBeforeName(rows[above]) || NameWords.beginsWithLink(rows[row]) { return true }
        if row + 1 < rows.count, NameWords.isKindOfName(rows[row + 1]), isName(row + 1),
            print.areTogether(row, row + 1),
            !NameWords.saysKind(rows[above])
        {
            return true
        }
        if print.isLarge(row), print.isLarge(above) || NameWords.beginsWithKindBeforeName(rows[above]) { return true }
        return !rows[row].cues.hasAny(NameWords.legalForms) && NameWords.saysKind(rows[row])
    }
}
