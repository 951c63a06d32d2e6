import Foundation

/// Figures by what they are of, at a tenth of the load and at all of it.
struct MoneyReport {
    private struct Line {
        let name: String
        /// In milliseconds; nil where there is none.
        let bar: Double?
        /// In milliseconds, in the order of the stages.
        var figures: [Double] = []
    }

    private var lines: [Line] = []

    /// Adds the figure of a stage.
    mutating func add(_ name: String, _ milliseconds: Double, bar: Double? = nil) {
        if !lines.contains(where: { $0.name == name }) { lines.append(Line(name: name, bar: bar)) }
        for index in lines.indices where lines[index].name == name { lines[index].figures.append(milliseconds) }
    }

    /// Whether no figure of the last stage is over its bar.
    var isEveryTargetMet: Bool { lines.allSatisfy(Self.isMet) }

    private static func isMet(_ line: Line) -> Bool { (line.figures.last ?? 0) <= line.bar ?? .infinity }

    /// All figures, in Markdown.
    /// - Parameter stages: How many users there were in each.
    func table(stages: [Int]) -> String {
        let heads = stages.map { "\($0.formatted()) users, ms" }.joined(separator: " | ")
        let rows = lines.map { line in
            let figures = line.figures.map(Self.text).joined(separator: " | ")
            let bar = line.bar.map { "at most \(Self.text($0))" } ?? ""
            return
                "| \(line.name) | \(figures) | \(bar) | \(line.bar == nil ? "" : Self.isMet(line) ? "met" : "MISSED") |"
        }
        let dashes = stages.map { _ in "---:" }.joined(separator: "|")
        return (["| | \(heads) | bar | |", "|---|\(dashes)|---:|---|"] + rows).joined(separator: "\n")
    }

    private static func text(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(1)).grouping(.never))
    }
}
