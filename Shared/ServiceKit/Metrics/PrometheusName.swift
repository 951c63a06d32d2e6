/// Names as Prometheus allows them.
enum PrometheusName {
    /// The name of a metric: letters, digits and underscores, the unit, and `_total` for counters.
    static func metric(_ label: String, unit: String, isCounter: Bool) -> String {
        var name = sanitized(label)
        if !unit.isEmpty, !name.hasSuffix("_\(unit)") { name += "_\(unit)" }
        if isCounter, !name.hasSuffix("_total") { name += "_total" }
        return name
    }

    /// Labels with valid names, ordered by name, each name once.
    static func labels(_ dimensions: [(String, String)], isHistogram: Bool) -> [(String, String)] {
        var labels: [String: String] = [:]
        for (name, value) in dimensions {
            var name = sanitized(name)
            // Buckets have a label of this name, and two underscores are reserved.
            if isHistogram, name == "le" { name = "le_" }
            if name.hasPrefix("__") { name = "label" + name }
            labels[name] = labels[name] ?? value
        }
        return labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func sanitized(_ text: String) -> String {
        let name = String(
            text.unicodeScalars.map { scalar in
                let isAllowed =
                    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                return isAllowed ? Character(scalar) : "_"
            }
        )
        return name.isEmpty || name.first?.isNumber == true ? "_\(name)" : name
    }
}
