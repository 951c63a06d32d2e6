/// The command line of a benchmark program: `--name value` pairs and nothing else.
public struct Arguments: Sendable {
    private let values: [String: String]

    /// Reads the command line of this process; ends the process with status 64 when it is not made of known pairs.
    public init(known: Set<String>) {
        var values: [String: String] = [:]
        var rest = CommandLine.arguments.dropFirst()
        while let flag = rest.popFirst() {
            guard flag.hasPrefix("--"), known.contains(String(flag.dropFirst(2))) else {
                fail("\(flag) is not known; there are \(known.sorted().map { "--\($0)" }.joined(separator: " "))")
            }
            guard let value = rest.popFirst() else { fail("\(flag) lacks its value") }
            values[String(flag.dropFirst(2))] = value
        }
        self.values = values
    }

    /// A text; without a fallback it must be given.
    public func text(_ name: String, default fallback: String? = nil) -> String {
        guard let value = values[name] ?? fallback else { fail("--\(name) is missing") }
        return value
    }

    /// A text that may be left out.
    public func optionalText(_ name: String) -> String? { values[name] }

    /// A whole number of at least `minimum`; without a fallback it must be given.
    public func number(_ name: String, default fallback: Int? = nil, atLeast minimum: Int = 0) -> Int {
        guard let text = values[name] else {
            guard let fallback else { fail("--\(name) is missing") }
            return fallback
        }
        guard let number = Int(text), number >= minimum else {
            fail("--\(name) must be a whole number of at least \(minimum)")
        }
        return number
    }

    /// A number of seconds, fractions allowed.
    public func seconds(_ name: String) -> Duration {
        guard let value = Double(text(name)), value >= 0, value <= 86_400 else {
            fail("--\(name) must be a number of seconds")
        }
        return .seconds(value)
    }
}
