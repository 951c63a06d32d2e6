import Foundation
package import Logging

/// Writes one line an event to the standard error output: a JSON object for machines or text for people.
package struct LineLogHandler: LogHandler {
    private let label: String
    private let isJSON: Bool
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]

    /// Makes a handler.
    package init(label: String, level: Logger.Level, isJSON: Bool) {
        self.label = label
        logLevel = level
        self.isJSON = isJSON
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = isJSON ? json(event, values) : text(event, values)
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private func json(_ event: LogEvent, _ values: Logger.Metadata) -> String {
        var fields: [(String, String)] = [
            ("time", LineLogHandler.timestamp()), ("level", event.level.rawValue), ("service", label),
            ("message", "\(event.message)"),
        ]
        fields += values.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        return "{" + fields.map { "\(LineLogHandler.quoted($0)):\(LineLogHandler.quoted($1))" }.joined(separator: ",")
            + "}"
    }

    private func text(_ event: LogEvent, _ values: Logger.Metadata) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let line = "\(LineLogHandler.timestamp()) \(event.level.rawValue) \(label): \(event.message)\(pairs)"
        return line.replacing("\n", with: "\\n")
    }

    private static func timestamp() -> String {
        Date.now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    }

    /// A JSON string. Control characters are escaped, so that an event is always one line.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
