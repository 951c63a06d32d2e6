/// One printed row: its words from left to right, and their tokens.
struct TextRow: Sendable {
    var words: [RecognizedWord]
    var text: String
    var box: PixelBox
    var cues: CueWords
    var tokens: [Token] = []

    init(words: [RecognizedWord]) {
        self.words = words
        self.text = words.map(\.text).joined(separator: " ")
        self.box = PixelBox.around(words.map(\.box)) ?? PixelBox(x: 0, y: 0, width: 0, height: 0)
        self.cues = CueWords(text)
    }

    /// The mean confidence of some words, weighted by length; 0 for none.
    func confidence(of indices: some Sequence<Int>) -> Int {
        var sum = 0
        var letters = 0
        for index in indices {
            sum += words[index].confidence * words[index].text.count
            letters += words[index].text.count
        }
        return letters == 0 ? 0 : sum / letters
    }

    var confidence: Int { confidence(of: words.indices) }

    var letterCount: Int { text.count(where: \.isLetter) }
    var digitCount: Int { text.count(where: \.isASCIIDigit) }
}

extension TextRow {
    /// The rows of a page from top to bottom.
    static func rows(of page: RecognizedPage) -> [TextRow] {
        RowBuilder(page: page).rows().map { TextRow(words: joiningSplitAmounts($0)) }
    }

    /// Joins the pieces of `3. 00`, `3 .00` and `3 , 00` when they are close.
    private static func joiningSplitAmounts(_ words: [RecognizedWord]) -> [RecognizedWord] {
        var result: [RecognizedWord] = []
        for (index, word) in words.enumerated() {
            // `Unit 4, 88 Barrys Point Rd`
            let isBeforeText = words.dropFirst(index + 1).first.map { $0.text.count(where: \.isLetter) > 4 } ?? false
            if let last = result.last, word.box.x - last.box.right < max(8, word.box.height),
                !(isBeforeText && last.text.hasSuffix(",")) && isHead(last.text) && isTail(word.text, after: last.text)
                    || (result.count > 1 || words.count == 2) && areThousands(last.text, word.text)
            {
                let joined = RecognizedWord(
                    text: last.text + word.text,
                    confidence: min(last.confidence, word.confidence),
                    box: last.box.union(word.box),
                    line: last.line
                )
                result[result.count - 1] = joined
            } else {
                result.append(word)
            }
        }
        return result
    }

    /// Whether two words are one number with its thousands apart, beside a decimal comma: `1 150,00`.
    private static func areThousands(_ head: String, _ tail: String) -> Bool {
        (1...3).contains(head.count) && head.allSatisfy(\.isASCIIDigit) && tail.count == 6
            && tail.prefix(3).allSatisfy(\.isASCIIDigit) && tail.dropFirst(3).first == ","
            && tail.suffix(2).allSatisfy(\.isASCIIDigit)
    }

    private static func isHead(_ text: String) -> Bool {
        guard let last = text.last else { return false }
        return text.contains(where: \.isASCIIDigit) && (last == "." || last == "," || last.isASCIIDigit)
    }

    private static func isTail(_ text: String, after head: String) -> Bool {
        let digits = text.drop { $0 == "." || $0 == "," }
        let separated = (text.count - digits.count == 1) != (head.last == "." || head.last == ",")
        return separated && digits.count == 2 && digits.allSatisfy(\.isASCIIDigit)
            && head.dropLast().allSatisfy { !$0.isLetter || $0 == "R" || $0 == "M" }
    }
}
