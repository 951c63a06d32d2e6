import Foundation

/// Reads flags and the file as text by key, whatever type a value has there.
///
/// Unknown keys are rejected, since a mistyped one would silently leave a default in force.
enum ConfigurationCheck {
    /// Values of `--key value` and `--key=value`, by key.
    static func flags(_ arguments: [String], known: [String]) throws -> [String: String] {
        let keys = Dictionary(known.map { ("--" + ConfigurationError.flagName($0), $0) }) { first, _ in first }
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let flag = parts.first, let key = keys[flag] else {
                throw ConfigurationError(
                    "There is no option \(parts.first ?? ""). Options: \(keys.keys.sorted().joined(separator: ", "))."
                )
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), parts.count == 2 || !value.hasPrefix("--")
            else { throw ConfigurationError("The option \(flag) needs a value.") }
            guard values.updateValue(value, forKey: key) == nil else {
                throw ConfigurationError("The option \(flag) is given twice.")
            }
        }
        return values
    }

    /// Values of a JSON file, by key.
    static func file(_ path: String, known: [String]) throws -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("The configuration file \(path) cannot be read.")
        }
        guard let content = try? JSONDecoder().decode(FileValue.self, from: data), case .group(let group) = content
        else { throw ConfigurationError("The configuration file \(path) is not a JSON object.") }
        let entries = FileValue.entries(of: group, under: "")
        let known = Set(known)
        var values: [String: String] = [:]
        for (key, value) in entries {
            guard known.contains(key) else {
                throw ConfigurationError("The configuration file \(path) has the unknown key \(key).")
            }
            guard case .text(let text) = value else {
                throw ConfigurationError(
                    "\(key) in the configuration file \(path) must be a text, a number, true or false."
                )
            }
            values[key] = text
        }
        return values
    }
}

/// A value in a configuration file.
private enum FileValue: Decodable {
    case group([String: FileValue])
    /// A text, or a number or truth value as text.
    case text(String)
    /// A list or null.
    case other

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
            if let truth = try? container.decode(Bool.self) {
                self = .text(String(truth))
                return
            }
            if let number = try? container.decode(Int.self) {
                self = .text(String(number))
                return
            }
            if let number = try? container.decode(Double.self) {
                self = .text(String(number))
                return
            }
            if let group = try? container.decode([String: FileValue].self) {
                self = .group(group)
                return
            }
        }
        self = .other
    }

    static func entries(of group: [String: FileValue], under prefix: String) -> [(key: String, value: FileValue)] {
        group.sorted { $0.key < $1.key }.flatMap { name, value in
            let key = prefix.isEmpty ? name : "\(prefix).\(name)"
            if case .group(let inner) = value { return entries(of: inner, under: key) }
            return [(key, value)]
        }
    }
}
