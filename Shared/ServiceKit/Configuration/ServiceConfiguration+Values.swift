import Configuration

/// Values of one program alone, of the keys that it declares.
extension ServiceConfiguration {
    /// A text; nil when it is missing or empty.
    package func text(_ key: String) -> String? {
        values.string(forKey: ConfigKey(key)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A text that must be there.
    /// - Throws: ``ConfigurationError`` when it is missing or empty.
    package func requiredText(_ key: String) throws -> String {
        guard let value = text(key) else { throw ConfigurationError.missing(key) }
        return value
    }

    /// Whether something is to be done; it is not when nothing is said.
    /// - Throws: ``ConfigurationError`` for anything but yes and no.
    package func isYes(_ key: String) throws -> Bool {
        switch text(key) {
        case nil, "no": return false
        case "yes": return true
        default: throw ConfigurationError("\(key) must be yes or no.")
        }
    }

    /// A whole number.
    /// - Throws: ``ConfigurationError`` when it is no number in the range.
    package func number(_ key: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let value = values.string(forKey: ConfigKey(key)) else { return fallback }
        guard let number = Int(value), range.contains(number) else {
            throw ConfigurationError("\(key) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
