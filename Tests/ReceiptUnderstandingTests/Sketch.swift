@testable import ReceiptUnderstanding

/// A page drawn as text, for tests of boxes: skew, columns, doubtful words.
///
/// Rows are twenty pixels apart and characters ten wide. Two or more spaces separate cells, which the reader saw as
/// separate lines. `~` after a word marks it as doubtful.
struct Sketch {
    var text: String
    /// The slope: pixels down for each pixel to the right.
    var slope = 0.0
    /// The downward bend at the middle of the page, in pixels.
    var bend = 0.0
    /// The additional slope of the last row relative to the middle one; the first row's is opposite.
    var fan = 0.0
    var confidence = 96
    var doubt = 40

    var page: RecognizedPage {
        let flat = RecognizedPage(text: text)
        let width = Double(max(1, flat.width))
        var words: [RecognizedWord] = []
        var line = -1
        for (index, word) in flat.words.enumerated() {
            let last = index > 0 ? flat.words[index - 1] : nil
            if last.map({ $0.line != word.line || word.box.x - $0.box.right > 10 }) ?? true { line += 1 }
            let isDoubtful = word.text.hasSuffix("~")
            let across = Double(word.box.x) / width
            var box = word.box
            let down = 2 * Double(word.box.y) / Double(max(1, flat.height)) - 1
            let slope = slope + fan * down
            box.y += 200 + Int(slope * Double(word.box.x) + bend * 4 * across * (1 - across))
            words.append(
                RecognizedWord(
                    text: isDoubtful ? String(word.text.dropLast()) : word.text,
                    confidence: isDoubtful ? doubt : confidence,
                    box: box,
                    line: line
                )
            )
        }
        return RecognizedPage(width: flat.width, height: flat.height + 400, words: words)
    }

    var draft: ReceiptDraft { ReceiptInterpreter(hints: ReceiptHints(latestDay: "2027-01-01")).draft(from: page) }
    var rows: [ReceiptRow] {
        TextRow.rows(of: page).map { ReceiptRow($0, lexer: Lexer(decimals: 2), decimals: 2) }
    }
}
