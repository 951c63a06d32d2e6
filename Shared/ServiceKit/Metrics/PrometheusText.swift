import NIOCore

/// Writes metrics in Prometheus' text format, version 0.0.4.
struct PrometheusText {
    /// The content type of the text.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var buffer = ByteBuffer()

    /// Begins a family of metrics.
    mutating func family(_ name: String, kind: String, help: String) {
        buffer.writeString("# HELP \(name) \(PrometheusText.escapedHelp(help))\n# TYPE \(name) \(kind)\n")
    }

    /// One value.
    /// - Parameter labels: As ``labels(_:)`` makes them; empty for none.
    mutating func sample(_ name: String, _ labels: String, _ value: Double) {
        buffer.writeString(name)
        if !labels.isEmpty { buffer.writeString("{\(labels)}") }
        buffer.writeString(" \(PrometheusText.number(value))\n")
    }

    /// All values of a histogram.
    mutating func histogram(_ name: String, _ labels: String, _ histogram: PrometheusHistogram) {
        let (counts, sum) = histogram.snapshot
        let buckets = histogram.buckets
        let prefix = "\(name)_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\""
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total &+= count
            buffer.writeString(prefix)
            buffer.writeString(index < buckets.bounds.count ? buckets.text(ofBound: index) : "+Inf")
            buffer.writeString("\"} \(total)\n")
        }
        sample("\(name)_sum", labels, Double(sum) / Double(buckets.scale))
        sample("\(name)_count", labels, Double(total))
    }

    /// Labels as they stand between braces, without these.
    static func labels(_ pairs: [(String, String)]) -> String {
        pairs.map { "\($0)=\"\(escapedValue($1))\"" }.joined(separator: ",")
    }

    /// A number without more digits than it needs.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }

    private static func escapedValue(_ text: String) -> String { escaped(text, quotes: true) }

    private static func escapedHelp(_ text: String) -> String { escaped(text, quotes: false) }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension HistogramBuckets {
    /// A bound in the unit that is shown.
    fileprivate func text(ofBound index: Int) -> String {
        PrometheusText.number(Double(bounds[index]) / Double(scale))
    }
}
