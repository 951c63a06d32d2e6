import Configuration

/// Values of one program alone, of the keys that it declares.
extension ServiceConfiguration {
    /// A text that must be there.
    /// - Throws: ``ConfigurationError`` when it is missing or empty.
    package func requiredText(_ key: String) throws -> String {
        guard let value = values.string(forKey: ConfigKey(key)), !value.isEmpty else {
            throw ConfigurationError.missing(key)
        }
        return value
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
