import Foundations

/// A printed row with its subject and the amounts it holds.
struct ReceiptRow: Sendable {
    /// The words, of which an item's amount may have been corrected.
    private(set) var printed: TextRow
    /// The subject, judged by the words as they were read.
    let kind: RowKind
    private(set) var amounts: RowAmounts

    /// A row with its words split into tokens.
    /// - Parameter decimals: how many an amount has.
    init(_ row: TextRow, lexer: Lexer, decimals: Int) {
        var printed = row
        printed.tokens = lexer.tokens(of: row)
        self.printed = printed
        kind = RowKind(printed.cues)
        amounts = RowAmounts(printed, decimals: decimals)
    }

    /// Replaces the words by corrected ones, which do not change the subject.
    mutating func correct(_ corrected: TextRow, decimals: Int) {
        printed = corrected
        amounts = RowAmounts(corrected, decimals: decimals)
    }

    /// Makes the amount at the right end a price.
    mutating func removeAmount() { amounts = amounts.withoutAmount() }
}

// MARK: What is printed

extension ReceiptRow {
    var words: [RecognizedWord] { printed.words }
    var text: String { printed.text }
    var box: PixelBox { printed.box }
    var cues: CueWords { printed.cues }
    var tokens: [Token] { printed.tokens }
    var confidence: Int { printed.confidence }
    var letterCount: Int { printed.letterCount }
    var digitCount: Int { printed.digitCount }
}

// MARK: Amounts

extension ReceiptRow {
    var amount: PrintedNumber? { amounts.amount }
    var numbers: [PrintedNumber] { amounts.numbers }
    var expression: RowAmounts.Expression? { amounts.expression }
    var leadingQuantity: PrintedNumber? { amounts.leadingQuantity }
    var unit: ReceiptUnit? { amounts.unit }
    var code: String? { amounts.code }

    /// The word that prints the amount at the right end.
    var amountWord: RecognizedWord? { amounts.amountToken.map { words[tokens[$0].word] } }

    /// Whether the row deducts what was paid before: `Less: Deposit`.
    var isPrepayment: Bool { amount != nil && cues.hasAny(RowKind.prepaymentWords) }

    /// Whether the row holds an amount and nothing else.
    var isBareAmount: Bool { amount != nil && numbers.isEmpty && letterCount <= 3 }
}

// MARK: The name

extension ReceiptRow {
    /// The words of the description.
    private var nameWords: ArraySlice<RecognizedWord> { words[amounts.description] }

    /// The description without signs before it.
    var name: String {
        let text = PrintedWord.corrected(nameWords.map(\.text).joined(separator: " "))
        return String(text.drop { "*-=:;.,'_~|".contains($0) || $0 == " " })
    }

    var nameConfidence: Int { printed.confidence(of: amounts.description) }

    /// The number of letters that can form a name; a lone code has none.
    var nameLetters: Int {
        let words = nameWords
        if words.count == 1, let only = words.first?.text, only.count(where: \.isASCIIDigit) >= 2,
            only.count(where: \.isLetter) <= 5
        {
            return 0
        }
        // `A15961`, `C80` are codes.
        return words.reduce(0) { sum, word in
            let letters = word.text.count(where: \.isLetter)
            return letters > word.text.count(where: \.isASCIIDigit) ? sum + letters : sum
        }
    }
}
