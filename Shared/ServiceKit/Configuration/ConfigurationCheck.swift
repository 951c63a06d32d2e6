import Foundation

/// Refuses keys that no program knows, since a mistyped one would silently leave a default in force.
enum ConfigurationCheck {
    static func flags(_ arguments: [String], known: [String]) throws {
        let flags = Set(known.map { "--" + ConfigurationError.flagName($0) })
        for argument in arguments where argument.hasPrefix("--") {
            let flag = String(argument.prefix { $0 != "=" })
            guard flags.contains(flag) else {
                throw ConfigurationError(
                    "There is no option \(flag). Options: \(flags.sorted().joined(separator: ", "))."
                )
            }
        }
    }

    static func file(_ path: String, known: [String]) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("The configuration file \(path) cannot be read.")
        }
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw ConfigurationError("The configuration file \(path) is not a JSON object.")
        }
        let known = Set(known)
        for key in keys(of: object, under: "") where !known.contains(key) {
            throw ConfigurationError("The configuration file \(path) has the unknown key \(key).")
        }
    }

    private static func keys(of object: [String: Any], under prefix: String) -> [String] {
        object.flatMap { name, value in
            let key = prefix.isEmpty ? name : "\(prefix).\(name)"
            return (value as? [String: Any]).map { keys(of: $0, under: key) } ?? [key]
        }.sorted()
    }
}
