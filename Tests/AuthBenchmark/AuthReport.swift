import Foundation

/// What was measured, beside what is required.
struct AuthReport {
    /// Look-ups and profiles alone.
    var reads = CallOutcomes()
    /// The same beside registrations and sign-ins.
    var all = CallOutcomes()
    /// Processors that auth has kept busy meanwhile.
    var passwords = (passwords: 0.0, others: 0.0)
    /// Microseconds of verifications.
    var tokens: [Double] = []
    var notices = NoticeFlood.Figures()

    private struct Target {
        let name: String
        let most: Double
        let unit: String
        let measured: Double
        var digits = 1

        var isMet: Bool { measured <= most }
    }

    var isEveryTargetMet: Bool { targets.allSatisfy(\.isMet) }

    private var targets: [Target] {
        let reads = CallMix.readNames.map { name in
            Target(name: "\(name), p99", most: 20, unit: "ms", measured: self.reads.percentile(99, of: name))
        }
        let beside = CallMix.readNames.map { all.percentile(99, of: $0) }.max() ?? 0
        let failures = [self.reads, all, notices.reads]
        let count = failures.map(\.count).reduce(0, +)
        let failed = failures.map(\.failed).reduce(0, +)
        return reads + [
            Target(
                name: "these calls beside passwords, p99 of the slowest kind",
                most: 20,
                unit: "ms",
                measured: beside
            ),
            Target(name: "sign-in, p99", most: 3_000, unit: "ms", measured: all.percentile(99, of: CallMix.signIn)),
            Target(
                name: "verification of a token, p50",
                most: 60,
                unit: "µs",
                measured: FigureList(tokens).percentile(50)
            ),
            Target(
                name: "calls that failed, of \(count)",
                most: 0.005,
                unit: "%",
                measured: count == 0 ? 0 : 100 * Double(failed) / Double(count),
                digits: 4
            ),
            Target(name: "all notices in their inboxes", most: 180, unit: "s", measured: notices.seconds),
            Target(
                name: "inbox read meanwhile, p99",
                most: 500,
                unit: "ms",
                measured: notices.reads.percentile(99, of: NoticeFlood.read)
            ),
            Target(
                name: "another service's notice meanwhile, worst of \(notices.single.count)",
                most: 2_000,
                unit: "ms",
                measured: notices.single.max() ?? .infinity
            ),
        ]
    }

    /// All figures and targets, in Markdown.
    var text: String {
        var lines = ["| | calls | p50 ms | p99 ms | worst ms |", "|---|---:|---:|---:|---:|"]
        lines += table(reads, CallMix.readNames)
        lines.append("| *beside registrations and sign-ins* | | | | |")
        lines += table(all, CallMix.readNames + [CallMix.registration, CallMix.signIn])
        lines.append("| *beside many notices* | | | | |")
        lines += table(notices.reads, [NoticeFlood.read])
        lines += ["", "| Target | Limit | Measured | |", "|---|---:|---:|---|"]
        lines += targets.map { target in
            let limit = target.digits > 1 ? Self.text(target.most, 3) : Self.text(target.most, 0)
            return "| \(target.name) | at most \(limit) \(target.unit) | \(Self.text(target.measured, target.digits)) "
                + "\(target.unit) | \(target.isMet ? "met" : "MISSED") |"
        }
        let tokens = FigureList(tokens)
        lines += [
            "",
            "- Hashing passwords took \(Self.text(passwords.passwords, 2)) of the processors, and everything else in auth "
                + "\(Self.text(passwords.others, 2)): \(Self.text(hash, 1)) ms of a processor for each registration and sign-in.",
            "- Verification of a token: p50 \(Self.text(tokens.percentile(50), 1)), p99 \(Self.text(tokens.percentile(99), 1)) µs.",
        ]
        for failures in [reads, all, notices.reads].map(\.failures) where !failures.isEmpty {
            lines.append(
                "- Failed: \(failures.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))."
            )
        }
        return lines.joined(separator: "\n")
    }

    /// Milliseconds of a processor for a password.
    private var hash: Double {
        // Twenty of them a second.
        passwords.passwords * 1_000 / 20
    }

    private func table(_ outcomes: CallOutcomes, _ names: [String]) -> [String] {
        names.map { name in
            let figures = [50, 99, 100].map { Self.text(outcomes.percentile($0, of: name), 1) }
            return "| \(name) | \(outcomes.milliseconds[name]?.count ?? 0) | \(figures.joined(separator: " | ")) |"
        }
    }

    private static func text(_ value: Double, _ digits: Int) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}

/// Figures in their order.
struct FigureList {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    /// The smallest one that so many percent of all do not exceed; infinite without any.
    func percentile(_ percent: Int) -> Double {
        sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, max(0, (sorted.count * percent + 99) / 100 - 1))]
    }
}
