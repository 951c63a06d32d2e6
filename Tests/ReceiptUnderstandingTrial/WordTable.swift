import ReceiptUnderstanding

struct UnreadableTable: Error {
    var line: String
}

extension RecognizedPage {
    /// A page from a table with tabs between columns: first a line with width and height of the image, then a line a
    /// word with its line index, confidence (0…100), x, y, width, height (pixels) and text.
    init(wordTable: String) throws {
        var lines = wordTable.split(separator: "\n")
        guard let head = lines.first else { throw UnreadableTable(line: "") }
        lines.removeFirst()
        let size = head.split(separator: "\t").compactMap { Int($0) }
        guard size.count == 2 else { throw UnreadableTable(line: String(head)) }
        var words: [RecognizedWord] = []
        for line in lines {
            let cells = line.split(separator: "\t", maxSplits: 6)
            let numbers = cells.prefix(6).compactMap { Int($0) }
            guard cells.count == 7, numbers.count == 6 else { throw UnreadableTable(line: String(line)) }
            let box = PixelBox(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
            words.append(RecognizedWord(text: String(cells[6]), confidence: numbers[1], box: box, line: numbers[0]))
        }
        self.init(width: size[0], height: size[1], words: words)
    }
}
