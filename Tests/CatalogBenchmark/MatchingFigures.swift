import CatalogDomain
import CatalogEvaluation
import Foundation

/// The matching results of a sample, as counts.
struct MatchingFigures: Codable {
    let lines: Int
    /// Lines that mean a shared product.
    let known: Int
    /// Known lines whose product is the first guess.
    let first: Int
    /// Known lines whose product is among the first three guesses.
    let firstThree: Int
    /// Lines matched with a product.
    let taken: Int
    /// Lines matched with the right product.
    let right: Int
    /// Lines matched with such confidence that no review is requested.
    let sure: Int
    /// Those of the confident matches that are right.
    let sureAndRight: Int

    init(_ sample: PrintedLineSample) {
        lines = sample.lines.count
        known = sample.known.count
        first = known - sample.missed(amongFirst: 1).count
        firstThree = known - sample.missed(amongFirst: 3).count
        let (all, right) = sample.taken()
        (taken, self.right) = (all.count, right.count)
        let certain = sample.taken(from: ProductResolver.sureConfidence)
        (sure, sureAndRight) = (certain.all.count, certain.right.count)
    }

    /// The shares in per cent, with the titles of the columns.
    private var shares: [(title: String, share: Double?)] {
        func share(_ part: Int, _ whole: Int) -> Double? { whole == 0 ? nil : Double(part) * 100 / Double(whole) }
        return [
            ("top-1", share(first, known)), ("top-3", share(firstThree, known)), ("precision", share(right, taken)),
            ("recall", share(right, known)), ("sure: precision", share(sureAndRight, sure)),
            ("recall", share(sureAndRight, known)),
        ]
    }

    /// A table with a row per sample, each value with its difference to the last release.
    static func table(_ figures: [String: MatchingFigures], beside last: KeptFigures?) -> String {
        var rows = [["sample", "lines", "known"]]
        rows[0] += figures.values.first.map { $0.shares.map(\.title) } ?? []
        for file in PrintedLineSample.files {
            guard let now = figures[file] else { continue }
            let before = last?.samples[file]?.shares
            rows.append([file, "\(now.lines)", "\(now.known)"])
            for (column, figure) in now.shares.enumerated() {
                rows[rows.count - 1].append(cell(figure.share, before: before?[column].share))
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let text = rows.map { row -> String in
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            return cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
        }
        let comparison = last.map { "in per cent, with the difference to \($0.release)" } ?? "in per cent"
        return ([comparison] + text).joined(separator: "\n")
    }

    private static func cell(_ share: Double?, before: Double?) -> String {
        guard let share else { return "none" }
        let text = String(format: "%.1f", share)
        guard let before, abs(share - before) >= 0.05 else { return text }
        return text + String(format: " (%+.1f)", share - before)
    }
}

/// The figures of one release.
struct KeptFigures: Codable {
    let release: String
    let day: String
    /// The figures by file.
    let samples: [String: MatchingFigures]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "figures")

    static var today: String { Date().formatted(.iso8601.year().month().day()) }

    /// Whether a text is a version: numbers separated by full stops.
    static func isRelease(_ text: String) -> Bool { numbers(of: text) != nil }

    /// The figures of the latest release before `release`; nil when there is none.
    static func last(before release: String?) throws -> KeptFigures? {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }
            .map { try JSONDecoder().decode(KeptFigures.self, from: try Data(contentsOf: $0)) }
            .filter { $0.release != release }
            .max { (numbers(of: $0.release) ?? []).lexicographicallyPrecedes(numbers(of: $1.release) ?? []) }
    }

    /// Writes the figures.
    /// - Returns: the relative path of the file.
    func write() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = Self.folder.appending(path: "\(release).json")
        try (try encoder.encode(self) + Data("\n".utf8)).write(to: file)
        return "Tests/CatalogBenchmark/figures/\(release).json"
    }

    private static func numbers(of release: String) -> [Int]? {
        let parts = release.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        return parts.contains(nil) ? nil : parts.compactMap(\.self)
    }
}
