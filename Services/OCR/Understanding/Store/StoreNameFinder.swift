import Foundations

/// Finds the row or rows at the head of a receipt that name the store.
struct StoreNameFinder {
    private let rows: [ReceiptRow]
    private let currency: Currency?
    private let weights: [NameWitness: Double]
    private let print: HeadPrint
    private let head: NameRows

    init(rows: [ReceiptRow], currency: Currency?, weights: [NameWitness: Double]) {
        self.rows = rows
        self.currency = currency
        self.weights = weights
        print = HeadPrint(rows: rows)
        head = NameRows(rows: rows, print: print)
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
        if let best = best(before: limit), let name = name(best, before: limit) { return name }
        guard let best = best(before: lastLimit, onlyBusinesses: true), var name = name(best, before: lastLimit)
        else { return nil }
        name.field.ceiling = Self.doubtfulName
        return name
    }

    /// The rows that may name the store, with the signs of each.
    func candidates(before limit: Int) -> [Candidates.Candidate<String, NameWitness>] {
        candidates(before: limit, onlyBusinesses: false).map {
            Candidates.Candidate(value: text(of: $0.row, before: limit).words, evidence: $0.evidence)
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
        for index in 0..<min(limit, rows.count) where head.isName(index) {
            let cues = rows[index].cues
            if onlyBusinesses, !cues.hasAny(NameWords.legalForms), !cues.hasAny(NameWords.businessWords) { continue }
            let evidence = evidence(index, preceding: found.count { !head.isOfNeighbour($0.row) })
            // In a fixed order, so that rounding is the same every time.
            let score = NameWitness.allCases.reduce(Self.firstRow) {
                $0 + evidence[$1, default: 0] * weights[$1, default: 0]
            }
            found.append(Candidate(row: index, evidence: evidence, score: score))
        }
        return found
    }

    private func evidence(_ index: Int, preceding: Int) -> [NameWitness: Double] {
        let row = rows[index]
        let isLegal = row.cues.hasAny(NameWords.legalForms)
        var evidence: [NameWitness: Double] = [.precedingNames: Double(preceding)]
        if isLegal { evidence[namesHaveLegalForm ? .legalForm : .otherLegalForm] = 1 }
        if row.cues.hasAny(NameWords.businessWords) { evidence[.businessWord] = 1 }
        evidence[.misreading] = 1 - Double(row.confidence) / 100
        // Drawings above the name are read as letters of low confidence.
        if row.confidence < 50, !isLegal { evidence[.drawing] = 1 }
        // Large letters are the name's, unless they are a drawing.
        let height = max(-1, min(1, print.height(of: index) - 1))
        evidence[.letterHeight] = HeadEvidence(rows: rows).isReadable(index) ? height : min(0, height)
        if NameWords.isInSmallLetters(row) { evidence[.lowercase] = 1 }
        if NameWords.isSlogan(row) { evidence[.slogan] = 1 }
        if head.isOfNeighbour(index), !isLegal { evidence[.neighbour] = 1 }
        return evidence
    }

    // MARK: The text

    private struct Text {
        var words: String
        var rows: ClosedRange<Int>
        /// Whether letters of the legal form were corrected.
        var isCorrected: Bool
    }

    /// The name that a row gives, with the rows around it that belong to it.
    private func text(of row: Int, before limit: Int) -> Text {
        let span = head.span(of: row, before: min(limit, rows.count))
        // In other countries, `SON` is a word of its own.
        let legalForm = ReceiptLocale.possible(currency).lazy.compactMap(\.correctedLegalForm).first
        let cleaned = span.map { StoreText.withoutRegistration(StoreText.clean(rows[$0])) }
        let corrected = cleaned.map { StoreText.withLegalForm($0, legalForm) }
        let words = corrected.enumerated().map { offset, text in
            offset > 0 && NameWords.continuesName(text) ? StoreText.withAmpersand(text) : text
        }
        return Text(words: words.joined(separator: " "), rows: span, isCorrected: corrected != cleaned)
    }

    private func name(_ best: Candidate, before limit: Int) -> Name? {
        let text = text(of: best.row, before: limit)
        guard text.words.contains(where: \.isLetter) else { return nil }
        let above = text.rows.lowerBound - 1
        var confidence = min(
            95,
            (text.rows.map { rows[$0].confidence }.min() ?? 0)
                - max(0, Int((certainScore(best.row) - best.score).rounded()))
        )
        // The first half of the name, or the store's own name above its owner's, was not read.
        if NameWords.isLegalFormAlone(text.words) || NameWords.isKindAlone(text.words)
            || (above >= 0 && rows[above].cues.has("OWNED BY"))
        {
            confidence = min(confidence, Self.halfName)
        }
        if text.isCorrected { confidence = min(confidence, Self.correctedName) }
        var field = Field(text.words, confidence: confidence, box: PixelBox.around(text.rows.map { rows[$0].box }))
        let evidence = HeadEvidence(rows: rows)
        field.doubt = evidence.weakness(of: Array(text.rows))
        // Beside a rival row, it is probably the owner's name.
        if above >= 0, head.isName(above), !head.isBeside(above), evidence.isReadable(above) {
            field.ceiling = Self.doubtfulName
        }
        return Name(field: field, row: text.rows.upperBound)
    }

    /// Whether the country's stores print their legal form.
    private var namesHaveLegalForm: Bool { currency.flatMap(ReceiptLocale.of)?.namesHaveLegalForm ?? false }

    /// The score below which a name is doubtful.
    ///
    /// Where names need no legal form, the first row names the store, with one or without.
    private func certainScore(_ row: Int) -> Double {
        let isBusiness = rows[row].cues.hasAny(NameWords.legalForms) || rows[row].cues.hasAny(NameWords.businessWords)
        if namesHaveLegalForm, !isBusiness { return Certain.withoutLegalForm }
        return namesHaveLegalForm || currency == nil ? Certain.open : Certain.elsewhere
    }
}
