import Texts

/// A table with aligned columns.
struct Table {
    enum Alignment { case left, right }

    struct Column {
        var title: String
        var alignment = Alignment.left
        /// Whether the column is shortened on a narrow terminal.
        var shrinks = false

        init(title: String, alignment: Alignment = .left, shrinks: Bool = false) {
            self.title = title
            self.alignment = alignment
            self.shrinks = shrinks
        }

        /// A column with its title in the language of this run.
        init(title: LocalizedText, alignment: Alignment = .left, shrinks: Bool = false) {
            self.init(title: title.shown, alignment: alignment, shrinks: shrinks)
        }
    }

    struct Cell: ExpressibleByStringInterpolation {
        var text: String
        var style: Paint.Style?

        init(_ text: String, _ style: Paint.Style? = nil) {
            self.text = TerminalText.clean(text)
            self.style = style
        }

        init(_ text: LocalizedText, _ style: Paint.Style? = nil) { self.init(text.shown, style) }

        init(stringLiteral value: String) { self.init(value) }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []
    private static let gap = 2
    private static let narrowest = 12

    init(_ columns: [Column]) { self.columns = columns }

    mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count)
        rows.append(cells)
    }

    /// The lines; columns without content are omitted.
    func text(_ paint: Paint, width: Int? = nil) -> String {
        let shown = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
        let widths = widths(of: shown, within: width)
        let titles = columns.map { Cell($0.title, .bold) }
        let hasTitles = columns.contains { !$0.title.isEmpty }
        return ((hasTitles ? [titles] : []) + rows).map { row in
            var line = ""
            var pending = 0
            for index in shown {
                let text = TerminalText.shortened(row[index].text, to: widths[index] ?? 0)
                let padding = (widths[index] ?? 0) - TerminalText.width(text)
                let isRight = columns[index].alignment == .right
                if !text.isEmpty {
                    line += String(repeating: " ", count: pending + (isRight ? padding : 0))
                    line += paint(text, row[index].style)
                    pending = 0
                }
                // Trailing blanks are never written.
                pending += (text.isEmpty || !isRight ? padding : 0) + Table.gap
            }
            return line
        }.joined(separator: "\n")
    }

    private func widths(of shown: [Int], within limit: Int?) -> [Int: Int] {
        var widths: [Int: Int] = [:]
        for index in shown {
            let cells = rows.map { TerminalText.width($0[index].text) }
            widths[index] = max(TerminalText.width(columns[index].title), cells.max() ?? 0)
        }
        guard let limit else { return widths }
        var excess = widths.values.reduce(Table.gap * (shown.count - 1), +) - limit
        for index in shown where columns[index].shrinks && excess > 0 {
            let width = widths[index] ?? 0
            let given = max(0, min(excess, width - Table.narrowest))
            widths[index] = width - given
            excess -= given
        }
        return widths
    }
}
