import Foundation

/// What one run showed.
struct Figures {
    /// Reads a second.
    let rate: Double
    /// Milliseconds of reads, in any order.
    let latencies: [Double]

    /// The latency that so many percent of the reads do not exceed; 0 without reads.
    func percentile(_ percent: Int) -> Double {
        let sorted = latencies.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, max(0, (sorted.count * percent + 99) / 100 - 1))]
    }
}

/// All runs, and whether the targets are met.
struct ReadsReport {
    enum Side: String, CaseIterable {
        case pgbench
        case larder
    }

    private struct Key: Hashable {
        let side: Side
        let concurrency: Int
    }

    /// The least part of pgbench's rate at 64 in flight.
    private static let leastShare = 0.7
    /// The most milliseconds that a single read may take beyond pgbench's, at the median.
    private static let mostExtraMilliseconds = 1.0

    private var runs: [Key: [Figures]] = [:]

    mutating func add(_ figures: Figures, _ side: Side, _ concurrency: Int) {
        runs[Key(side: side, concurrency: concurrency), default: []].append(figures)
    }

    private func median(_ side: Side, _ concurrency: Int, _ value: (Figures) -> Double) -> Double {
        let values = (runs[Key(side: side, concurrency: concurrency)] ?? []).map(value).sorted()
        return values.isEmpty ? 0 : values[values.count / 2]
    }

    private var share: Double {
        median(.larder, 64, \.rate) / max(median(.pgbench, 64, \.rate), .leastNormalMagnitude)
    }

    private var extraMilliseconds: Double {
        median(.larder, 1) { $0.percentile(50) } - median(.pgbench, 1) { $0.percentile(50) }
    }

    /// Whether reads are as fast as they should be.
    var isEveryTargetMet: Bool { share >= Self.leastShare && extraMilliseconds <= Self.mostExtraMilliseconds }

    /// All figures and targets, in Markdown.
    var table: String {
        var lines = ["| in flight | | reads/s | p50 ms | p99 ms |", "|---:|---|---:|---:|---:|"]
        for concurrency in Concurrency.all {
            for side in Side.allCases {
                let figures = [
                    text(median(side, concurrency, \.rate), digits: 0),
                    text(median(side, concurrency) { $0.percentile(50) }, digits: 2),
                    text(median(side, concurrency) { $0.percentile(99) }, digits: 2),
                ]
                lines.append("| \(concurrency) | \(side.rawValue) | \(figures.joined(separator: " | ")) |")
            }
        }
        let isFast = share >= Self.leastShare
        let isSoon = extraMilliseconds <= Self.mostExtraMilliseconds
        lines += [
            "", "| Target | Limit | Measured | |", "|---|---:|---:|---:|",
            "| 64 in flight: reads/s beside pgbench | at least \(text(Self.leastShare, digits: 2)) × |"
                + " \(text(share, digits: 2)) × | \(isFast ? "met" : "MISSED") |",
            "| 1 in flight: p50 beyond pgbench's | at most \(text(Self.mostExtraMilliseconds, digits: 1)) ms |"
                + " \(text(extraMilliseconds, digits: 2)) ms | \(isSoon ? "met" : "MISSED") |",
        ]
        return lines.joined(separator: "\n")
    }

    private func text(_ value: Double, digits: Int) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
