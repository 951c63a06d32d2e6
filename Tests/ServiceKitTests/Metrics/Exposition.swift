import RegexBuilder

/// Metrics as a strict reader of Prometheus' text format 0.0.4 sees them.
struct Exposition {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        let kind: String
        let help: String
        var samples: [Sample] = []
    }

    struct Malformed: Error {
        let line: String
        let why: String
    }

    private(set) var families: [String: Family] = [:]

    /// Reads a text.
    /// - Throws: ``Malformed`` for whatever the format does not allow.
    init(_ text: String) throws {
        guard text.isEmpty || text.last == "\n" else { throw Malformed(line: "", why: "the last line has no end") }
        var help: (name: String, text: String)?
        var current = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
            if line.hasPrefix("# HELP ") {
                let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1)
                guard parts.count == 2, help == nil else { throw Malformed(line: line, why: "help") }
                help = (String(parts[0]), String(parts[1]))
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ").map(String.init)
                guard parts.count == 2, ["counter", "gauge", "histogram"].contains(parts[1]), parts[0] == help?.name
                else { throw Malformed(line: line, why: "type") }
                guard families[parts[0]] == nil else { throw Malformed(line: line, why: "the family is there twice") }
                current = parts[0]
                families[current] = Family(kind: parts[1], help: help?.text ?? "")
                help = nil
            } else {
                let sample = try Exposition.sample(line)
                guard Exposition.belongs(sample.name, to: current, kind: families[current]?.kind) else {
                    throw Malformed(line: line, why: "it stands outside of its family")
                }
                let others = families[current]?.samples ?? []
                guard !others.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
                    throw Malformed(line: line, why: "the series is there twice")
                }
                families[current]?.samples.append(sample)
            }
        }
        for (name, family) in families where family.kind == "histogram" { try Exposition.checkHistogram(name, family) }
    }

    /// The value of a series; nil when there is none.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.values.lazy.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private static func belongs(_ name: String, to family: String, kind: String?) -> Bool {
        switch kind {
        case "histogram": ["_bucket", "_sum", "_count"].contains { name == family + $0 }
        case "counter": name == family && name.hasSuffix("_total")
        case "gauge": name == family
        default: false
        }
    }

    private static func sample(_ line: String) throws -> Sample {
        var rest = Substring(line)
        guard let name = rest.prefixMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/)?.output else {
            throw Malformed(line: line, why: "name")
        }
        rest.removeFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest.removeFirst()
            while true {
                guard let label = rest.prefixMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/)?.output else {
                    throw Malformed(line: line, why: "label")
                }
                rest.removeFirst(label.count)
                guard rest.hasPrefix("=\"") else { throw Malformed(line: line, why: "label without value") }
                rest.removeFirst(2)
                let value = try labelValue(&rest, line)
                guard labels.updateValue(value, forKey: String(label)) == nil else {
                    throw Malformed(line: line, why: "label twice")
                }
                let next = rest.popFirst()
                if next == "}" { break }
                guard next == "," else { throw Malformed(line: line, why: "end of labels") }
            }
        }
        guard rest.popFirst() == " ", let value = number(rest) else { throw Malformed(line: line, why: "value") }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func labelValue(_ rest: inout Substring, _ line: String) throws -> String {
        var value = String.UnicodeScalarView()
        var scalars = rest.unicodeScalars
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"":
                rest = Substring(scalars)
                return String(value)
            case "\\":
                switch scalars.popFirst() {
                case "n": value.append("\n")
                case let escaped? where escaped == "\\" || escaped == "\"": value.append(escaped)
                default: throw Malformed(line: line, why: "escape")
                }
            default: value.append(scalar)
            }
        }
        throw Malformed(line: line, why: "the label's value has no end")
    }

    private static func number(_ text: Substring) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/) == nil ? nil : Double(text)
        }
    }

    private static func checkHistogram(_ name: String, _ family: Family) throws {
        var series: [[String: String]: [(bound: Double, count: Double)]] = [:]
        for sample in family.samples where sample.name == "\(name)_bucket" {
            var labels = sample.labels
            guard let bound = labels.removeValue(forKey: "le").flatMap({ number(Substring($0)) }) else {
                throw Malformed(line: name, why: "a bucket has no bound")
            }
            series[labels, default: []].append((bound, sample.value))
        }
        for (labels, buckets) in series {
            func value(_ suffix: String) -> Double? {
                family.samples.first { $0.name == name + suffix && $0.labels == labels }?.value
            }
            let isAscending = zip(buckets, buckets.dropFirst()).allSatisfy {
                $0.bound < $1.bound && $0.count <= $1.count
            }
            guard isAscending, buckets.last?.bound == .infinity, buckets.last?.count == value("_count"),
                value("_sum") != nil
            else { throw Malformed(line: name, why: "the buckets do not add up") }
        }
    }
}
