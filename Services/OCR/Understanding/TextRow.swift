/// One printed row: its words from left to right, and what they mean as numbers and signs.
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

    /// The mean confidence of some words, weighted by their length; 0 for none.
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
    ///
    /// Words that a reader put on one line stay together; lines side by side at the same height become one row, so
    /// that a name at the left margin meets its amount at the right one whether or not the reader saw columns.
    static func rows(of page: RecognizedPage) -> [TextRow] {
        var lines: [Int: [RecognizedWord]] = [:]
        for word in page.words where !word.text.isEmpty { lines[word.line, default: []].append(word) }
        var groups: [Group] = lines.values.compactMap { words in
            PixelBox.around(words.map(\.box)).map { Group(words: words, box: $0) }
        }
        groups.sort { ($0.middle, $0.box.x) < ($1.middle, $1.box.x) }
        var rows: [Group] = []
        for group in groups {
            if let index = rows.indices.suffix(4).last(where: { rows[$0].continues(with: group) }) {
                rows[index].words += group.words
                rows[index].box = rows[index].box.union(group.box)
            } else {
                rows.append(group)
            }
        }
        return rows.map { TextRow(words: joiningSplitAmounts($0.words.sorted { $0.box.x < $1.box.x })) }
    }

    private struct Group {
        var words: [RecognizedWord]
        var box: PixelBox
        var middle: Int { box.y + box.height / 2 }

        func continues(with other: Group) -> Bool {
            let overlap = min(box.bottom, other.box.bottom) - max(box.y, other.box.y)
            let apart = other.box.x >= box.right || box.x >= other.box.right
            return apart && overlap * 20 > min(box.height, other.box.height) * 11
        }
    }

    /// Puts `3. 00`, `3 .00` and `3 , 00` together again where the pieces stand close.
    private static func joiningSplitAmounts(_ words: [RecognizedWord]) -> [RecognizedWord] {
        var result: [RecognizedWord] = []
        for word in words {
            if let last = result.last, word.box.x - last.box.right < max(8, word.box.height),
                isHead(last.text) && isTail(word.text, after: last.text)
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
